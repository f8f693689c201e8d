; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Integers are divided as reals that hold the quotient exactly; 64 bits have no such, and an inactive
; lane must not divide by zero. A constant is left to become a multiplication.
;
; RUN: weft_opt -passes='weft-vectorize' %s | FileCheck %s

declare i64 @__weft_global_id(i32)

; CHECK-LABEL: @divide(
; CHECK: fdiv <4 x double>
; CHECK: fptoui <4 x double> {{.*}} to <4 x i32>
; CHECK: select <4 x i1>
; CHECK: udiv <4 x i64>
; CHECK: udiv <4 x i32> {{.*}}, splat (i32 7)
define spir_kernel void @divide(ptr addrspace(1) %data, ptr addrspace(1) %wide) {
  %id = call i64 @__weft_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %a = load i32, ptr addrspace(1) %p, align 4
  %b = xor i32 %a, 5
  %q = udiv i32 %a, %b
  %p64 = getelementptr i64, ptr addrspace(1) %wide, i64 %id
  %c = load i64, ptr addrspace(1) %p64, align 8
  %q64 = udiv i64 %id, %c
  %r = udiv i32 %q, 7
  store i32 %r, ptr addrspace(1) %p, align 4
  store i64 %q64, ptr addrspace(1) %p64, align 8
  ret void
}
