; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes=weft-constant-tables %s | FileCheck %s
; RUN: weft_opt -passes='weft-constant-tables,instcombine' %s | FileCheck --check-prefix=READ %s

; CHECK: @table.table = private unnamed_addr addrspace(2) constant [12 x i8] c"\00\00\00\00\07\00\00\00\FE\FF\FF\FF", align 4

; A fill and two stores are one copy of a table, which InstCombine reads in place.
; CHECK-LABEL: @filled(
; CHECK-NEXT: %table = alloca [3 x i32], align 4
; CHECK-NOT: memset
; CHECK: call void @llvm.memcpy.p0.p2.i64(ptr align 4 %table, ptr addrspace(2) align 4 @table.table, i64 12, i1 false)
; CHECK-NOT: store
; CHECK: load i32
; READ-LABEL: @filled(
; READ-NEXT: %at = getelementptr {{.*}}ptr addrspace(2) @table.table, i64 {{.*}}%i
; READ-NEXT: load i32, ptr addrspace(2) %at
define i32 @filled(i64 %i) {
  %table = alloca [3 x i32], align 4
  call void @llvm.memset.p0.i64(ptr %table, i8 0, i64 12, i1 false)
  %second = getelementptr i32, ptr %table, i64 1
  store i32 7, ptr %second, align 4
  %third = getelementptr i32, ptr %table, i64 2
  store i32 -2, ptr %third, align 4
  %at = getelementptr i32, ptr %table, i64 %i
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; A value that is not known, a write behind a read, an address that goes elsewhere: no tables.
; CHECK-LABEL: @unknown(
; CHECK: store i32 %x
; CHECK-NOT: memcpy
; CHECK: ret
define i32 @unknown(i64 %i, i32 %x) {
  %table = alloca [2 x i32], align 4
  store i32 %x, ptr %table, align 4
  %at = getelementptr i32, ptr %table, i64 %i
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

; CHECK-LABEL: @changed(
; CHECK-NOT: memcpy
; CHECK: ret
define i32 @changed(i64 %i) {
  %table = alloca [2 x i32], align 4
  store i32 1, ptr %table, align 4
  %at = getelementptr i32, ptr %table, i64 %i
  %value = load i32, ptr %at, align 4
  store i32 2, ptr %table, align 4
  %again = load i32, ptr %at, align 4
  %sum = add i32 %value, %again
  ret i32 %sum
}

declare void @use(ptr)
; CHECK-LABEL: @escapes(
; CHECK-NOT: memcpy
; CHECK: ret
define i32 @escapes(i64 %i) {
  %table = alloca [2 x i32], align 4
  store i32 1, ptr %table, align 4
  call void @use(ptr %table)
  %at = getelementptr i32, ptr %table, i64 %i
  %value = load i32, ptr %at, align 4
  ret i32 %value
}
