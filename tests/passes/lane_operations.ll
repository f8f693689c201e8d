; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes=weft-vectorize %s | FileCheck %s

declare i64 @__weft_global_id(i32) willreturn memory(none)
declare i32 @__weft_sub_group_lane() convergent willreturn memory(none)
declare i32 @__weft_sub_group_max_size() convergent willreturn memory(none)
declare i32 @__weft_sub_group_reduce_add_int(i32) convergent willreturn memory(none)
declare i32 @__weft_sub_group_exclusive_min_uint(i32) convergent willreturn memory(none)
declare i32 @__weft_sub_group_ballot(i1) convergent willreturn memory(none)
declare i32 @__weft_sub_group_shuffle_int(i32, i32) convergent willreturn memory(none)

; A reduction is one number for all lanes, those that are no work-items left out.
; CHECK-LABEL: @reduction(
; CHECK: %[[LANES:.*]] = select <4 x i1> %packet.mask, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK: call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[LANES]])
define spir_kernel void @reduction(ptr addrspace(1) %p) {
  %id = call i64 @__weft_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %sum = call i32 @__weft_sub_group_reduce_add_int(i32 %v)
  store i32 %sum, ptr addrspace(1) %a
  ret void
}

; A scan moves by one and two lanes; the identity of an unsigned minimum comes in from below.
; CHECK-LABEL: @scan(
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> splat (i32 -1), <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: call <4 x i32> @llvm.umin.v4i32
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> splat (i32 -1), <4 x i32> <i32 4, i32 4, i32 0, i32 1>
; CHECK: call <4 x i32> @llvm.umin.v4i32
define spir_kernel void @scan(ptr addrspace(1) %p) {
  %id = call i64 @__weft_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %least = call i32 @__weft_sub_group_exclusive_min_uint(i32 %v)
  store i32 %least, ptr addrspace(1) %a
  ret void
}

; A lane number that is known makes a plain shuffle; the width of the packet is a number.
; CHECK-LABEL: @neighbour(
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK-NOT: __weft_sub_group
define spir_kernel void @neighbour(ptr addrspace(1) %p) {
  %id = call i64 @__weft_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %lane = call i32 @__weft_sub_group_lane()
  %other = xor i32 %lane, 1
  %w = call i32 @__weft_sub_group_shuffle_int(i32 %v, i32 %other)
  %size = call i32 @__weft_sub_group_max_size()
  %sum = add i32 %w, %size
  store i32 %sum, ptr addrspace(1) %a
  ret void
}

; In a branch only the lanes that took it vote.
; CHECK-LABEL: @vote(
; CHECK: %taken = and <4 x i1> %packet.mask
; CHECK: %[[VOTES:.*]] = and <4 x i1> %taken
; CHECK: bitcast <4 x i1> %[[VOTES]] to i4
define spir_kernel void @vote(ptr addrspace(1) %p) {
entry:
  %id = call i64 @__weft_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %goes = icmp sgt i32 %v, 5
  br i1 %goes, label %then, label %end
then:
  %odd = trunc i32 %v to i1
  %bits = call i32 @__weft_sub_group_ballot(i1 %odd)
  store i32 %bits, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
