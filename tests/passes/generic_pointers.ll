; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes='function(weft-infer-address-spaces,weft-generic-pointers,instcombine)' %s | FileCheck %s

declare ptr addrspace(1) @__weft_to_global(ptr addrspace(4))
declare ptr addrspace(3) @__weft_to_local(ptr addrspace(4))

; A known origin decides.
; CHECK-LABEL: @known(
; CHECK: store ptr addrspace(1) %g, ptr %out
; CHECK: store ptr addrspace(3) null, ptr %out
define void @known(ptr addrspace(1) %g, ptr %out) {
  %generic = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %a = call ptr addrspace(1) @__weft_to_global(ptr addrspace(4) %generic)
  store ptr addrspace(1) %a, ptr %out
  %b = call ptr addrspace(3) @__weft_to_local(ptr addrspace(4) %generic)
  store ptr addrspace(3) %b, ptr %out
  ret void
}

; Else the address is compared with the worker's memory.
; CHECK-LABEL: @unknown(
; CHECK: call ptr @__weft_worker_state()
; CHECK: %[[INSIDE:.*]] = icmp ult i64
; CHECK: select i1 %[[INSIDE]], ptr addrspace(3) %{{.*}}, ptr addrspace(3) null
define ptr addrspace(3) @unknown(ptr addrspace(4) %p) {
  %b = call ptr addrspace(3) @__weft_to_local(ptr addrspace(4) %p)
  ret ptr addrspace(3) %b
}
