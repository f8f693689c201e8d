; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Math calls are widened by name, then become code and calls of SLEEF at the widths it has.
; RUN: weft_opt -passes=weft-annotate-vector-math -cpu=x86-64-v4 %s | FileCheck %s --check-prefix=ANNOTATE
; RUN: weft_opt -passes=weft-lower-vector-math -cpu=x86-64-v4 %s | FileCheck %s --check-prefixes=LOWER,AVX512
; RUN: weft_opt -passes=weft-lower-vector-math -cpu=x86-64-v3 %s | FileCheck %s --check-prefixes=LOWER,AVX2
; RUN: weft_opt -passes=weft-lower-vector-math -cpu=x86-64-v2 %s | FileCheck %s --check-prefixes=LOWER,SSE

@__weft_has_fma = external addrspace(2) constant i32

declare spir_func float @__weft_sleef_sin_u35_f32(float)
declare spir_func double @__weft_sleef_pow_u10_f64(double, double)
declare spir_func <2 x float> @__weft_sleef_sin_u35_f32x2(<2 x float>)
declare spir_func <16 x float> @__weft_sleef_sin_u35_f32x16(<16 x float>)

; ANNOTATE-DAG: call float @__weft_sleef_sin_u35_f32(float %x) #[[SIN:[0-9]+]]
; ANNOTATE-DAG: call double @__weft_sleef_pow_u10_f64(double %y, double %y) #[[POW:[0-9]+]]
; ANNOTATE-DAG: attributes #[[SIN]] = { {{.*}}"vector-function-abi-variant"="_ZGV_LLVM_N4v___weft_sleef_sin_u35_f32(__weft_sleef_sin_u35_f32x4),_ZGV_LLVM_N8v___weft_sleef_sin_u35_f32(__weft_sleef_sin_u35_f32x8),_ZGV_LLVM_N16v___weft_sleef_sin_u35_f32(__weft_sleef_sin_u35_f32x16)" }
; ANNOTATE-DAG: attributes #[[POW]] = { {{.*}}_ZGV_LLVM_N8vv___weft_sleef_pow_u10_f64(__weft_sleef_pow_u10_f64x8)" }
; ANNOTATE-DAG: declare <8 x double> @__weft_sleef_pow_u10_f64x8(<8 x double>, <8 x double>)

; LOWER-LABEL: @scalars
; AVX512: call float @Sleef_finz_sinf1_u35purecfma(float %x)
; AVX512: call double @Sleef_finz_powd1_u10purecfma(double %y, double %y)
; AVX2: call float @Sleef_finz_sinf1_u35purecfma(float %x)
; SSE: call float @Sleef_cinz_sinf1_u35purec(float %x)
; SSE: call double @Sleef_cinz_powd1_u10purec(double %y, double %y)
define double @scalars(float %x, double %y) {
  %sin = call spir_func float @__weft_sleef_sin_u35_f32(float %x)
  %pow = call spir_func double @__weft_sleef_pow_u10_f64(double %y, double %y)
  %wide = fpext float %sin to double
  %sum = fadd double %wide, %pow
  ret double %sum
}

; Two lanes are padded to the narrowest form, with copies of the last.
; LOWER-LABEL: @padded
; LOWER: %[[PADDED:.*]] = shufflevector <2 x float> %x, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 1, i32 1>
; AVX512: call <4 x float> @Sleef_finz_sinf4_u35avx2128(<4 x float> %[[PADDED]])
; AVX2: call <4 x float> @Sleef_finz_sinf4_u35avx2128(<4 x float> %[[PADDED]])
; SSE: call <4 x float> @Sleef_cinz_sinf4_u35sse4(<4 x float> %[[PADDED]])
define <2 x float> @padded(<2 x float> %x) {
  %sin = call spir_func <2 x float> @__weft_sleef_sin_u35_f32x2(<2 x float> %x)
  ret <2 x float> %sin
}

; Sixteen are split where the registers are narrower.
; LOWER-LABEL: @split
; AVX512-COUNT-1: call <16 x float> @Sleef_finz_sinf16_u35avx512f(<16 x float> %x)
; AVX2-COUNT-2: call <8 x float> @Sleef_finz_sinf8_u35avx2(
; SSE-COUNT-4: call <4 x float> @Sleef_cinz_sinf4_u35sse4(
; LOWER-NOT: call
; LOWER: ret <16 x float>
define <16 x float> @split(<16 x float> %x) {
  %sin = call spir_func <16 x float> @__weft_sleef_sin_u35_f32x16(<16 x float> %x)
  ret <16 x float> %sin
}

; A linked definition is inlined with the target's constants folded; nothing of its name is left.
; LOWER-NOT: __weft_cube_f32
; LOWER-LABEL: @folded
; AVX512: call float @llvm.fma.f32(float %x, float %x, float %x)
; AVX2: call float @llvm.fma.f32(float %x, float %x, float %x)
; SSE: fmul float %x, %x
; LOWER: ret float
define internal spir_func float @__weft_cube_f32(float %x) noinline {
  %flag = load i32, ptr addrspace(2) @__weft_has_fma
  %fused = icmp ne i32 %flag, 0
  br i1 %fused, label %with, label %without
with:
  %a = call float @llvm.fma.f32(float %x, float %x, float %x)
  ret float %a
without:
  %b = fmul float %x, %x
  %c = fadd float %b, %x
  ret float %c
}
define float @folded(float %x) {
  %cube = call spir_func float @__weft_cube_f32(float %x)
  ret float %cube
}
