; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes=weft-program-scope %s | FileCheck %s

@wide = addrspace(1) global <4 x i32> <i32 1, i32 2, i32 3, i32 4>, align 16
@counter = addrspace(1) global i32 5, align 4
@where = addrspace(1) global ptr addrspace(1) @counter, align 8
@table = addrspace(2) constant [2 x i32] [i32 8, i32 9], align 4
@tied = addrspace(2) constant [2 x i32] [i32 6, i32 7], align 4
@toTied = addrspace(1) global ptr addrspace(2) getelementptr (i32, ptr addrspace(2) @tied, i64 1), align 8

; A constant that nothing in program scope points at stays in the kernel object.
; CHECK: @table = addrspace(2) constant
; CHECK-NOT: @tied =
; CHECK-NOT: @counter =

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %[[BASE:.*]] = call ptr addrspace(1) @__weft_program_scope()
; CHECK: %[[COUNTER:.*]] = getelementptr inbounds i8, ptr addrspace(1) %[[BASE]], i64 32
; CHECK: store i32 1, ptr addrspace(1) %[[COUNTER]]
define spir_kernel void @k(i64 %i) {
  store i32 1, ptr addrspace(1) @counter
  %e = getelementptr i32, ptr addrspace(2) @table, i64 %i
  %v = load i32, ptr addrspace(2) %e
  ret void
}

; CHECK-LABEL: define void @weft.initialize(ptr %0)
; CHECK: %[[BASE:.*]] = call ptr addrspace(1) @__weft_program_scope()
; CHECK: call void @llvm.memset
; CHECK-DAG: store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr addrspace(1) %[[BASE]]
; CHECK-DAG: store i32 5, ptr addrspace(1)
; CHECK-DAG: store ptr addrspace(1) %counter, ptr addrspace(1) %where
; CHECK-DAG: getelementptr i32, ptr addrspace(2) %{{.*}}, i64 1
