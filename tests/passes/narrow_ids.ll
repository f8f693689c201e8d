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

; int i = get_global_id(1) * width + get_global_id(0);
; CHECK-LABEL: @flat(
; CHECK-DAG: %[[Y:.*]] = call i32 @__weft_global_id_32(i32 1)
; CHECK-DAG: %[[X:.*]] = call i32 @__weft_global_id_32(i32 0)
; CHECK: %[[ROW:.*]] = mul i32 %[[Y]], %width
; CHECK: %[[I:.*]] = add i32 %[[ROW]], %[[X]]
; CHECK: ret i32 %[[I]]
define i32 @flat(i32 %width) {
  %y = call i64 @__weft_global_id(i32 1)
  %w = zext i32 %width to i64
  %row = mul i64 %y, %w
  %x = call i64 @__weft_global_id(i32 0)
  %i = add i64 %row, %x
  %t = trunc i64 %i to i32
  ret i32 %t
}

; The low half of a quotient depends on high halves.
; CHECK-LABEL: @quotient(
; CHECK-NOT: udiv i32
; CHECK: trunc i64
; CHECK: ret
define i32 @quotient(i64 %n) {
  %x = call i64 @__weft_global_id(i32 0)
  %q = udiv i64 %x, %n
  %s = add i64 %q, %x
  %t = trunc i64 %s to i32
  ret i32 %t
}

; CHECK: attributes #[[A]] = {{.*}}nomerge
