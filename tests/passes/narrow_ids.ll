; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes='weft-fix-dimensions,function(weft-narrow-ids)' %s | FileCheck %s

; CHECK: declare i64 @__weft_global_id(i32) #[[A:[0-9]+]]
declare i64 @__weft_global_id(i32)

; CHECK-LABEL: @truncated(
; CHECK: %[[N:.*]] = call i32 @__weft_global_id_32(i32 1)
; CHECK: add i32 %[[N]], 5
define i32 @truncated() {
  %id = call i64 @__weft_global_id(i32 1)
  %t = trunc i64 %id to i32
  %r = add i32 %t, 5
  ret i32 %r
}

; What InstCombine makes of zext(trunc).
; CHECK-LABEL: @masked(
; CHECK: %[[N:.*]] = call i32 @__weft_global_id_32(i32 0)
; CHECK: zext i32 %[[N]] to i64
define i64 @masked() {
  %id = call i64 @__weft_global_id(i32 0)
  %r = and i64 %id, 4294967295
  ret i64 %r
}

; CHECK-LABEL: @otherUses(
; CHECK-NOT: __weft_global_id_32
; CHECK: ret
define i8 @otherUses() {
  %id = call i64 @__weft_global_id(i32 0)
  %r = trunc i64 %id to i8
  ret i8 %r
}

; CHECK-LABEL: @variable(
; CHECK-DAG: call i64 @__weft_global_id(i32 0)
; CHECK-DAG: call i64 @__weft_global_id(i32 1)
; CHECK-DAG: call i64 @__weft_global_id(i32 2)
; CHECK-NOT: i32 %d)
; CHECK: ret
define i64 @variable(i32 %d) {
  %r = call i64 @__weft_global_id(i32 %d)
  ret i64 %r
}


; CHECK: attributes #[[A]] = {{.*}}nomerge
