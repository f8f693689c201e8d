; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Work-items with a row of memory each: rows are loaded, transposed, and stored again. A lane that
; does not exist touches nothing.
;
; RUN: weft_opt -passes='weft-vectorize' %s | FileCheck %s

declare i64 @__weft_global_id(i32)

; CHECK-LABEL: @rows(
; CHECK: %[[MASK:.*]] = call <4 x i1> @__weft_packet_mask_x4()
; CHECK-COUNT-4: call <4 x i32> @llvm.masked.load.v4i32.p1
; CHECK-COUNT-8: shufflevector <4 x i32>
; CHECK: add <4 x i32>
; CHECK-NOT: scatter
; CHECK-COUNT-4: call void @llvm.masked.store.v4i32.p1
; CHECK-NOT: gather
; CHECK: ret void
define spir_kernel void @rows(ptr addrspace(1) %data) {
  %id = call i64 @__weft_global_id(i32 0)
  %first = shl i64 %id, 3
  %p0 = getelementptr i32, ptr addrspace(1) %data, i64 %first
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 12
  %a = load i32, ptr addrspace(1) %p0, align 4
  %b = load i32, ptr addrspace(1) %p1, align 4
  %c = load i32, ptr addrspace(1) %p2, align 4
  %d = load i32, ptr addrspace(1) %p3, align 4
  %sum = add i32 %a, %d
  store i32 %sum, ptr addrspace(1) %p0, align 4
  store i32 %a, ptr addrspace(1) %p1, align 4
  store i32 %c, ptr addrspace(1) %p2, align 4
  store i32 %b, ptr addrspace(1) %p3, align 4
  ret void
}
