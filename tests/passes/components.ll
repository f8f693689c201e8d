; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Vectors come apart where components are looked at, and stay whole where they are only passed on.
;
; RUN: weft_opt -passes='weft-components' %s | FileCheck %s

; CHECK-LABEL: @dot(
; CHECK: load <2 x float>
; CHECK-NOT: fmul <2 x float>
; CHECK: fmul float
; CHECK: ret float
define float @dot(ptr addrspace(1) %in, <2 x float> %b, <2 x float> %c) {
  %a = load <2 x float>, ptr addrspace(1) %in
  %ab = fmul <2 x float> %a, %b
  %p = fmul <2 x float> %ab, %c
  %x = extractelement <2 x float> %p, i64 0
  %y = extractelement <2 x float> %p, i64 1
  %q = fsub <2 x float> %p, %b
  %z = extractelement <2 x float> %q, i64 1
  %s = fadd float %x, %y
  %t = fadd float %s, %z
  ret float %t
}

; CHECK-LABEL: @scale(
; CHECK: fmul <4 x float>
define void @scale(ptr addrspace(1) %in, ptr addrspace(1) %out, <4 x float> %by) {
  %a = load <4 x float>, ptr addrspace(1) %in
  %p = fmul <4 x float> %a, %by
  store <4 x float> %p, ptr addrspace(1) %out
  ret void
}
