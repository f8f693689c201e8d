; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An index that counts to a constant becomes constants, and what depends on where the loop was left
; is stored on each way out; accesses of a packet to an array of its own need no mask.
;
; RUN: weft_opt -passes='weft-private-arrays' %s | FileCheck %s
; RUN: weft_opt -passes='weft-private-arrays,weft-vectorize,sroa' %s | FileCheck --check-prefix=PACKET %s

declare i64 @__weft_global_id(i32)

; CHECK-LABEL: @firstAbove(
; CHECK: %[[FIRST:.*]] = getelementptr float, ptr %v, i64 0
; CHECK: store float 1.000000e+00, ptr %[[FIRST]]
; CHECK: %[[THIRD:.*]] = getelementptr float, ptr %v, i64 2
; CHECK: store float 1.000000e+00, ptr %[[THIRD]]
; CHECK: %[[FOURTH:.*]] = getelementptr float, ptr %v, i64 3
; CHECK: store float 1.000000e+00, ptr %[[FOURTH]]
; CHECK: done:
; CHECK-NOT: store float {{.*}}, ptr %
; CHECK: ret void
; PACKET-LABEL: @firstAbove(
; PACKET-NOT: alloca
; PACKET: ret void
define spir_kernel void @firstAbove(float %limit, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %v = alloca [4 x float], align 4
  %id = call i64 @__weft_global_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %value = load float, ptr addrspace(1) %from, align 4
  store float %value, ptr %v, align 4
  %second = getelementptr float, ptr %v, i64 1
  store float %limit, ptr %second, align 4
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %more = icmp ult i64 %i, 3
  br i1 %more, label %look, label %done

look:
  %at = getelementptr float, ptr %v, i64 %i
  %element = load float, ptr %at, align 4
  %above = fcmp ogt float %element, %limit
  br i1 %above, label %done, label %again

again:
  %next = add i64 %i, 1
  br label %loop

done:
  %place = getelementptr float, ptr %v, i64 %i
  store float 1.0, ptr %place, align 4
  %result = load float, ptr %v, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %result, ptr addrspace(1) %to, align 4
  ret void
}
