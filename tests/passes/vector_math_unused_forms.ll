; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The forms that were declared for the vectoriser leave nothing behind where it took none of them.
; RUN: weft_opt -passes=weft-annotate-vector-math,weft-lower-vector-math -cpu=x86-64-v4 %s | FileCheck %s

; CHECK-NOT: llvm.compiler.used
; CHECK-NOT: __weft_
; CHECK: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(
; CHECK-NOT: __weft_
declare spir_func float @__weft_rsqrt_estimate_f32(float)
define float @one(float %x) {
  %y = call spir_func float @__weft_rsqrt_estimate_f32(float %x)
  ret float %y
}
