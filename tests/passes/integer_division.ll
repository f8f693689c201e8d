; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes=weft-integer-division %s | FileCheck %s

; CHECK-LABEL: @signed(
; CHECK: %[[B:.*]] = freeze i32 %b
; CHECK: %[[SUM:.*]] = add i32 %[[B]], 1
; CHECK: %[[TRAPS:.*]] = icmp ult i32 %[[SUM]], 2
; CHECK: %[[SAFE:.*]] = select i1 %[[TRAPS]], i32 1, i32 %[[B]]
; CHECK: %[[A:.*]] = freeze i32 %a
; CHECK: %[[Q:.*]] = sdiv i32 %[[A]], %[[SAFE]]
; CHECK: %[[NEGATES:.*]] = icmp eq i32 %[[B]], -1
; CHECK: %[[NEGATIVE:.*]] = sub i32 0, %[[A]]
; CHECK: select i1 %[[NEGATES]], i32 %[[NEGATIVE]], i32 %[[Q]]
define i32 @signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: @signedRemainder(
; CHECK: %[[SAFE:.*]] = select i1 %{{.*}}, i32 1, i32 %{{.*}}
; CHECK: %[[R:.*]] = srem i32 %a, %[[SAFE]]
; CHECK: ret i32 %[[R]]
define i32 @signedRemainder(i32 %a, i32 %b) {
  %r = srem i32 %a, %b
  ret i32 %r
}

; CHECK-LABEL: @unsignedVector(
; CHECK: %[[B:.*]] = freeze <4 x i16> %b
; CHECK: %[[ZERO:.*]] = icmp eq <4 x i16> %[[B]], zeroinitializer
; CHECK: %[[SAFE:.*]] = select <4 x i1> %[[ZERO]], <4 x i16> splat (i16 1), <4 x i16> %[[B]]
; CHECK: urem <4 x i16> %a, %[[SAFE]]
define <4 x i16> @unsignedVector(<4 x i16> %a, <4 x i16> %b) {
  %r = urem <4 x i16> %a, %b
  ret <4 x i16> %r
}

; A divisor that is known needs no guard.
; CHECK-LABEL: @constants(
; CHECK-NEXT: sdiv i32 %a, 7
; CHECK-NEXT: sdiv <2 x i32> %v, <i32 3, i32 -2>
; CHECK-NEXT: udiv i32 %a, -1
define void @constants(i32 %a, <2 x i32> %v) {
  %1 = sdiv i32 %a, 7
  %2 = sdiv <2 x i32> %v, <i32 3, i32 -2>
  %3 = udiv i32 %a, -1
  ret void
}

; CHECK-LABEL: @constantsThatTrap(
; CHECK: sdiv <2 x i32> %{{.*}}, %{{.*}}
; CHECK: sdiv i32 %{{.*}}, 1
define void @constantsThatTrap(i32 %a, <2 x i32> %v) {
  %1 = sdiv <2 x i32> %v, <i32 3, i32 0>
  %2 = sdiv i32 %a, -1
  ret void
}
