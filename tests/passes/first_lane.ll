; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Whether a packet has anything to do in a region that ids guard, its first lane knows. A region that
; a local id guards is never run for nothing, however short: the work-group leaves such packets out.
;
; RUN: weft_opt -passes='weft-vectorize' %s | FileCheck %s

declare i32 @__weft_local_id_32(i32)
declare i32 @__weft_global_id_32(i32)

; CHECK-LABEL: @first(
; CHECK: %[[ANY:.*]] = icmp eq i32 %id, 0
; CHECK: br i1 %[[ANY]], label %then, label %{{.*}}
define spir_kernel void @first(ptr addrspace(1) %out) {
  %id = call i32 @__weft_local_id_32(i32 0)
  %is = icmp eq i32 %id, 0
  br i1 %is, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %out, align 4
  br label %end
end:
  ret void
}

; CHECK-LABEL: @below(
; CHECK: %[[ANY:.*]] = icmp slt i32 %id, %half
; CHECK: br i1 %[[ANY]], label %then, label %{{.*}}
define spir_kernel void @below(ptr addrspace(3) %sums, i32 %half) {
  %id = call i32 @__weft_local_id_32(i32 0)
  %is = icmp slt i32 %id, %half
  br i1 %is, label %then, label %end
then:
  %index = zext i32 %id to i64
  %at = getelementptr i32, ptr addrspace(3) %sums, i64 %index
  %old = load i32, ptr addrspace(3) %at, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(3) %at, align 4
  br label %end
end:
  ret void
}

; Here it is cheaper to run the few masked instructions than to ask.
; CHECK-LABEL: @short(
; CHECK: br label %then
define spir_kernel void @short(ptr addrspace(1) %sums, i32 %n) {
  %id = call i32 @__weft_global_id_32(i32 0)
  %is = icmp ult i32 %id, %n
  br i1 %is, label %then, label %end
then:
  %index = zext i32 %id to i64
  %at = getelementptr i32, ptr addrspace(1) %sums, i64 %index
  %old = load i32, ptr addrspace(1) %at, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) %at, align 4
  br label %end
end:
  ret void
}
