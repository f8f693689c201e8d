; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A counter stays the same step apart in all lanes that still count.
;
; RUN: weft_opt -passes='weft-structurize' %s | FileCheck %s
; RUN: weft_opt -passes='weft-structurize,weft-vectorize' %s | FileCheck --check-prefix=PACKET %s

declare i32 @__weft_global_id_32(i32)
declare i64 @__weft_global_id(i32)
declare i64 @__weft_global_size(i32)

; What leaves the loop has a phi of its own, and the question is at the loop's end.
; CHECK-LABEL: @count(
; CHECK: br i1 %{{.*}}, label %[[BEFORE:.*]], label %[[FLOW:Flow.*]]
; CHECK: [[FLOW]]:
; CHECK: phi i32 [ %[[LAST:.*]], %[[EXIT:.*]] ], [ 0, %entry ]
; CHECK: [[BODY:body.*]]:
; CHECK: phi i32 [ %inc, %[[BODY]] ], [ 0, %[[BEFORE]] ]
; CHECK: br i1 %{{.*}}, label %[[EXIT]], label %[[BODY]]
; CHECK: %[[LAST]] = phi i32 [ %inc, %[[BODY]] ]
define spir_kernel void @count(i32 %limit, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %id = call i32 @__weft_global_id_32(i32 0)
  br label %head

head:
  %n = phi i32 [ 0, %entry ], [ %inc, %body ]
  %x = phi i32 [ %id, %entry ], [ %half, %body ]
  %more = icmp ne i32 %x, 0
  br i1 %more, label %body, label %exit

body:
  %half = lshr i32 %x, 1
  %inc = add i32 %n, 1
  br label %head

exit:
  %index = zext i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %n, ptr addrspace(1) %to, align 4
  ret void
}

; for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) a[i] += 1
; PACKET-LABEL: @stride(
; PACKET: body:
; PACKET: call <4 x i32> @llvm.masked.load.v4i32
; PACKET: call void @llvm.masked.store.v4i32
; PACKET-NOT: gather
; PACKET: ret void
define spir_kernel void @stride(i64 %n, ptr addrspace(1) %a) {
entry:
  %id = call i64 @__weft_global_id(i32 0)
  %size = call i64 @__weft_global_size(i32 0)
  br label %head

head:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %exit

body:
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %old = load i32, ptr addrspace(1) %at, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %at, align 4
  %next = add i64 %i, %size
  br label %head

exit:
  ret void
}

; The same with `if (a[i] == 0) break;` before the addition: lanes that go out do the counter's step
; with the others, where it may wrap.
; CHECK-LABEL: @leave(
; CHECK: %old = load
; CHECK: %[[NEXT:.*]] = add i64 %{{.*}}, %size
; CHECK: br i1
; CHECK-NOT: add nuw
; PACKET-LABEL: @leave(
; PACKET: call <4 x i32> @llvm.masked.load.v4i32
; PACKET: call void @llvm.masked.store.v4i32
; PACKET-NOT: scatter
; PACKET: ret void
define spir_kernel void @leave(i64 %n, ptr addrspace(1) %a) {
entry:
  %id = call i64 @__weft_global_id(i32 0)
  %size = call i64 @__weft_global_size(i32 0)
  br label %head

head:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %look, label %exit

look:
  %at = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %old = load i32, ptr addrspace(1) %at, align 4
  %zero = icmp eq i32 %old, 0
  br i1 %zero, label %exit, label %body

body:
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %at, align 4
  %next = add nuw i64 %i, %size
  br label %head

exit:
  ret void
}

; Eight bits of 0 or -1 never take the default of the second switch, which LowerSwitch finds out and
; leaves there: a block that nothing leads to must not be asked for its lanes' values.
; CHECK-LABEL: @never(
; CHECK-NOT: No predecessors
; CHECK: ret void
; PACKET-LABEL: @never(
; PACKET-NOT: udiv
; PACKET: call void @llvm.masked.store.v4i32
; PACKET: ret void
define spir_kernel void @never(i32 %n, ptr addrspace(1) %out) {
entry:
  %id = call i64 @__weft_global_id(i32 0)
  %low = trunc i32 %n to i8
  %v = trunc i64 %id to i32
  switch i32 %n, label %exit [
    i32 0, label %known
    i32 -1, label %known
  ]

known:
  switch i8 %low, label %divide [
    i8 0, label %exit
    i8 -1, label %exit
  ]

divide:
  %q = udiv i32 %v, %n
  br label %exit

exit:
  %e = phi i32 [ 3, %entry ], [ %v, %known ], [ %v, %known ], [ %q, %divide ]
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %e, ptr addrspace(1) %at, align 4
  ret void
}
