; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes=weft-emit-work-groups %s | FileCheck %s

declare i64 @__weft_global_id(i32) willreturn memory(none)
declare i64 @__weft_local_id(i32) willreturn memory(none)
declare i32 @__weft_global_id_32(i32) willreturn memory(none)
declare void @__weft_barrier(i32) convergent

; Nothing shows where a group ends: the groups of a row are one long loop.
; CHECK-LABEL: define dso_local void @weft.run.joined(ptr noalias nonnull align 8 dereferenceable(136) %launch
; CHECK: %groups = call i64 @llvm.umin.i64
; CHECK: item.x:
; CHECK: %global.id.x = phi i64
; CHECK: next.x:
; CHECK: br i1 %{{.*}}, label %end.x, label %item.x, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: store float %{{.*}}, ptr addrspace(1) %{{.*}}, !llvm.access.group ![[GROUP:[0-9]+]]
define spir_kernel void @joined(ptr addrspace(1) %p) {
  %id = call i64 @__weft_global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %a
  ret void
}

; A value from memory is kept over the barrier in an array with an element for each work-item; an
; address that ids and arguments give is computed again.
; CHECK-LABEL: define dso_local void @weft.run.kept(
; CHECK-NOT: %groups =
; CHECK: region0:
; CHECK: region1:
; CHECK: %[[V:.*]] = load float, ptr addrspace(1)
; CHECK: %[[KEPT:.*]] = getelementptr inbounds float, ptr %{{.*}}, i64 %item
; CHECK: store float %[[V]], ptr %[[KEPT]], align 4, !llvm.access.group
; CHECK-DAG: getelementptr float, ptr addrspace(1) %p, i64 %local.id.x
; CHECK-DAG: load float, ptr %v.kept{{.*}}, align 4, !llvm.access.group
define spir_kernel void @kept(ptr addrspace(1) %p) {
  %id = call i64 @__weft_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %a
  call void @__weft_barrier(i32 1)
  store float %v, ptr addrspace(1) %a
  ret void
}

; Rows are cut where a 32-bit id would wrap, and within a piece it does not.
; CHECK-LABEL: define dso_local void @weft.run.narrow(
; CHECK: piece:
; CHECK: sub nuw nsw i64 2147483648
; CHECK: %global.id32.x = phi i32
; CHECK: add nuw nsw i32 %global.id32.x, 1
define spir_kernel void @narrow(ptr addrspace(1) %p) {
  %id = call i32 @__weft_global_id_32(i32 0)
  %wide = sext i32 %id to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-DAG: ![[PARALLEL:[0-9]+]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[PARALLEL]]
