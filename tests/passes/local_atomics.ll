; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes='function(weft-local-atomics)' %s | FileCheck %s

; CHECK-LABEL: @local(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %p
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %p
; CHECK-NOT: cmpxchg
; CHECK: ret
define i32 @local(ptr addrspace(3) %p, i32 %v) {
  %r = atomicrmw add ptr addrspace(3) %p, i32 1 seq_cst
  %pair = cmpxchg ptr addrspace(3) %p, i32 %r, i32 %v seq_cst seq_cst
  %x = extractvalue { i32, i1 } %pair, 0
  ret i32 %x
}

; Other groups see global memory, and a generic pointer may lead there.
; CHECK-LABEL: @others(
; CHECK: atomicrmw add ptr addrspace(1)
; CHECK: atomicrmw add ptr addrspace(4)
define void @others(ptr addrspace(1) %g, ptr addrspace(4) %p) {
  %r = atomicrmw add ptr addrspace(1) %g, i32 1 seq_cst
  %s = atomicrmw add ptr addrspace(4) %p, i32 1 seq_cst
  ret void
}
