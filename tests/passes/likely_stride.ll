; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; An index of 32 bits that may wrap, and one with bits flipped, are side by side nearly always: lane
; 0 is asked, and a plain vector access stands beside the gather.
;
; RUN: weft_opt -passes='weft-vectorize' %s | FileCheck %s

declare i32 @__weft_global_id_32(i32)

; CHECK-LABEL: @mayWrap(
; CHECK: %[[FITS:.*]] = icmp ule i32 %i, -4
; CHECK: br i1 %[[FITS]], label %[[FAST:.*]], label %[[SLOW:[^,]*]], !prof
; CHECK: [[FAST]]:
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p1
; CHECK: [[SLOW]]:
; CHECK: call <4 x i32> @llvm.masked.gather
define spir_kernel void @mayWrap(i32 %first, ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i32 @__weft_global_id_32(i32 0)
  %i = add i32 %id, %first
  %wide = zext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %value = load i32, ptr addrspace(1) %from, align 4
  %index = zext i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to, align 4
  ret void
}

; Consecutive where the packet starts at a multiple of its width and the low bits are left alone.
; CHECK-LABEL: @flipped(
; CHECK: %[[TOUCHED:.*]] = or i32 %id, %distance
; CHECK: %[[LOW:.*]] = and i32 %[[TOUCHED]], 3
; CHECK: icmp eq i32 %[[LOW]], 0
; CHECK: call void @llvm.masked.store.v4i32.p1
; CHECK: call void @llvm.masked.scatter
define spir_kernel void @flipped(i32 %distance, ptr addrspace(1) %out) {
  %id = call i32 @__weft_global_id_32(i32 0)
  %j = xor i32 %id, %distance
  %index = zext i32 %j to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %id, ptr addrspace(1) %to, align 4
  ret void
}

; A neighbour inside of the picture: the active lanes are asked. Poison of others decides nothing.
; CHECK-LABEL: @clamped(
; CHECK: %[[LANES:.*]] = freeze <4 x i32>
; CHECK: %[[FIRST:.*]] = extractelement <4 x i32> %[[LANES]], i64 0
; CHECK: %[[ELSEWHERE:.*]] = icmp ne <4 x i32> %[[LANES]],
; CHECK: and <4 x i1> %packet.mask, %[[ELSEWHERE]]
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p1
; CHECK: call <4 x i32> @llvm.masked.gather
define spir_kernel void @clamped(i32 %last, ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i32 @__weft_global_id_32(i32 0)
  %next = add nsw i32 %id, 1
  %i = call i32 @llvm.smin.i32(i32 %next, i32 %last)
  %wide = sext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %value = load i32, ptr addrspace(1) %from, align 4
  %index = zext i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to, align 4
  ret void
}

; One scalar division, which cannot trap, in the place of one for each lane.
; CHECK-LABEL: @periodic(
; CHECK: %[[N:.*]] = freeze i32 %n
; CHECK: %[[SAFE:.*]] = call i32 @llvm.umax.i32(i32 %[[N]], i32 1)
; CHECK: %[[QUOTIENT:.*]] = udiv i32 %next, %[[SAFE]]
; CHECK: %[[PRODUCT:.*]] = mul i32 %[[QUOTIENT]], %[[SAFE]]
; CHECK: %[[FIRST:.*]] = sub i32 %next, %[[PRODUCT]]
; CHECK: icmp ule i32 %next, -4
; CHECK: %[[LAST:.*]] = add i32 %[[FIRST]], 3
; CHECK: icmp ult i32 %[[LAST]], %[[SAFE]]
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p1
; CHECK: call <4 x i32> @llvm.masked.gather
define spir_kernel void @periodic(i32 %n, ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i32 @__weft_global_id_32(i32 0)
  %next = add i32 %id, 1
  %i = urem i32 %next, %n
  %wide = zext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %value = load i32, ptr addrspace(1) %from, align 4
  %index = zext i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to, align 4
  ret void
}

; A loop of a thousand rounds is not unrolled: a second way for its load is no matter of size.
; CHECK-LABEL: @long(
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p1
; CHECK: call <4 x i32> @llvm.masked.gather
define spir_kernel void @long(i32 %last, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %id = call i32 @__weft_global_id_32(i32 0)
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %more, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = add nsw i32 %id, %k
  %i = call i32 @llvm.smin.i32(i32 %x, i32 %last)
  %wide = sext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  %value = load i32, ptr addrspace(1) %from, align 4
  %next = add i32 %sum, %value
  %more = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %more, 1000
  br i1 %again, label %loop, label %end

end:
  %index = zext i32 %id to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %next, ptr addrspace(1) %to, align 4
  ret void
}
