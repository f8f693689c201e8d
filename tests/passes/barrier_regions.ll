; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes='function(print<weft-barrier-regions>)' %s | FileCheck %s

declare i64 @__weft_local_id(i32) memory(none)
declare void @__weft_barrier(i32) convergent

; CHECK-LABEL: regions of straight:
; CHECK-NEXT: 0: entry; barrier 1
; CHECK-NEXT: 1: {{.*}}; return
define spir_kernel void @straight(ptr addrspace(3) %p, ptr addrspace(1) %q) {
entry:
  %id = call i64 @__weft_local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(3) %p, i64 %id
  store i32 1, ptr addrspace(3) %a
  call void @__weft_barrier(i32 1)
  %v = load i32, ptr addrspace(3) %p
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %id
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; The loop belongs to the group: its branch is a cut, and what it counts with is computed once.
; CHECK-LABEL: regions of loop:
; CHECK: 0: entry header; branch [[BODY:[0-9]+]] [[EXIT:[0-9]+]]
; CHECK-DAG: [[BODY]]: {{.*}}; barrier [[LATCH:[0-9]+]]
; CHECK-DAG: [[EXIT]] uniform: {{.*}}; return
; CHECK-DAG: [[LATCH]] uniform: {{.*}}header; branch [[BODY]] [[EXIT]]
define spir_kernel void @loop(ptr addrspace(3) %p, i32 %n) {
entry:
  %id = call i64 @__weft_local_id(i32 0)
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  %a = getelementptr i32, ptr addrspace(3) %p, i64 %id
  store i32 %i, ptr addrspace(3) %a
  call void @__weft_barrier(i32 1)
  %next = add i32 %i, 1
  br label %header
exit:
  ret void
}

; A loop without a barrier is a work-item's own affair, uniform or not.
; CHECK-LABEL: regions of innerLoop:
; CHECK-NEXT: 0: entry header after body; barrier 1
define spir_kernel void @innerLoop(ptr addrspace(3) %p, i32 %n) {
entry:
  %id = call i64 @__weft_local_id(i32 0)
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %after
body:
  %a = getelementptr i32, ptr addrspace(3) %p, i64 %id
  store i32 %i, ptr addrspace(3) %a
  %next = add i32 %i, 1
  br label %header
after:
  call void @__weft_barrier(i32 1)
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr addrspace(3) %p
  ret void
}

; Not known to be uniform: the region keeps both exits.
; CHECK-LABEL: regions of earlyReturn:
; CHECK-NEXT: 0: entry {{.*}}; {{(barrier 1; return|return; barrier 1)}}
define spir_kernel void @earlyReturn(ptr addrspace(3) %p, i64 %n) {
entry:
  %id = call i64 @__weft_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %work, label %exit
work:
  store i32 1, ptr addrspace(3) %p
  call void @__weft_barrier(i32 1)
  br label %exit
exit:
  ret void
}
