; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A counter is the same in all lanes that still count: what leaves the loop has a phi of its own, so
; that the one at the loop's head has no second value.
;
; RUN: weft_opt -passes='weft-structurize' %s | FileCheck %s

declare i32 @__weft_global_id_32(i32)

; CHECK-LABEL: @count(
; CHECK: [[FLOW:Flow.*]]:
; CHECK: %[[NEXT:.*]] = phi i32 [ %inc, %body ], [ poison, %head ]
; CHECK-NOT: phi i32
; CHECK: br i1
; CHECK: phi i32 [ %n, %[[FLOW]] ]
define spir_kernel void @count(i32 %limit, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %id = call i32 @__weft_global_id_32(i32 0)
  br label %head

head:
  %n = phi i32 [ 0, %entry ], [ %inc, %body ]
  %x = phi i32 [ %id, %entry ], [ %half, %body ]
  %more = icmp ne i32 %x, 0
  br i1 %more, label %body, label %exit

body:
  %half = lshr i32 %x, 1
  %inc = add i32 %n, 1
  br label %head

exit:
  %index = zext i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %n, ptr addrspace(1) %to, align 4
  ret void
}
