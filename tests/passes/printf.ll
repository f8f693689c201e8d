; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes=weft-printf %s | FileCheck %s

@format = private unnamed_addr addrspace(2) constant [14 x i8] c"%% %d %v3hlf\0A\00"
@strings = private unnamed_addr addrspace(2) constant [8 x i8] c"%*d %s\0A\00"

declare i32 @printf(ptr addrspace(2), ...)

; Integer of 4 bytes, then three floats of 4 bytes: kind 0x.., bytes 0x..00, count 0x....0000.
; CHECK-LABEL: @vector(
; CHECK: store i32 %a, ptr %[[A:.*]], align 16
; CHECK: store i64 66560, ptr
; CHECK: store <3 x float> %b, ptr %[[B:.*]], align 16
; CHECK: store i64 197633, ptr
; CHECK: %[[LAUNCH:.*]] = call ptr @__weft_launch_state()
; CHECK: call i32 %{{.*}}(ptr %[[LAUNCH]], ptr {{.*}}, ptr %{{.*}}, i32 2)
define i32 @vector(i32 %a, <3 x float> %b) {
  %r = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %a, <3 x float> %b)
  ret i32 %r
}

; A star takes an argument, so the string is the third.
; CHECK-LABEL: @string(
; CHECK: store i64 66560, ptr
; CHECK: store i64 66560, ptr
; CHECK: store ptr addrspace(2) %s, ptr
; CHECK: store i64 67587, ptr
; CHECK: i32 3)
define void @string(ptr addrspace(2) %s) {
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @strings, i32 4, i32 5, ptr addrspace(2) %s)
  ret void
}

; CHECK-LABEL: @nothing(
; CHECK: call i32 %{{.*}}(ptr %{{.*}}, ptr {{.*}}, ptr null, i32 0)
define void @nothing() {
  call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format)
  ret void
}
