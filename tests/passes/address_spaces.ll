; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes=weft-address-spaces %s | FileCheck %s

%pair = type { ptr addrspace(1), i32 }
@constant = internal addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) null, ptr addrspace(2) @constant]
declare void @llvm.memcpy.p1.p3.i64(ptr addrspace(1), ptr addrspace(3), i64, i1)

; CHECK: %[[PAIR:.*]] = type { ptr, i32 }
; CHECK: @constant = internal constant [2 x ptr] [ptr null, ptr @constant]

; CHECK-LABEL: define float @f(ptr %g, ptr %l, ptr %s)
; CHECK-NOT: addrspace
; CHECK: getelementptr %[[PAIR]], ptr %s, i32 0, i32 1
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %g, ptr %l
; CHECK: load float, ptr %g, align 4, !alias.scope ![[GLOBAL:[0-9]+]], !noalias ![[NOT_GLOBAL:[0-9]+]]
; CHECK: load float, ptr %l, align 4, !alias.scope ![[LOCAL:[0-9]+]], !noalias ![[NOT_LOCAL:[0-9]+]]
; CHECK: select i1 {{.*}}, ptr %g, ptr @constant
; CHECK: ret float
define float @f(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr %s) {
  %field = getelementptr %pair, ptr %s, i32 0, i32 1
  call void @llvm.memcpy.p1.p3.i64(ptr addrspace(1) %g, ptr addrspace(3) %l, i64 8, i1 false)
  %a = load float, ptr addrspace(1) %g, align 4
  %b = load float, ptr addrspace(3) %l, align 4
  %r = fadd float %a, %b
  %generic = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %isNull = icmp eq ptr addrspace(4) %generic, null
  %chosen = select i1 %isNull, ptr addrspace(4) %generic, ptr addrspace(4) addrspacecast (ptr addrspace(2) @constant to ptr addrspace(4))
  store ptr addrspace(4) %chosen, ptr %s
  ret float %r
}
; CHECK: define ptr @g(ptr %g)
; CHECK-NEXT: ret ptr %g
define ptr addrspace(4) @g(ptr addrspace(1) %g) {
  %c = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  ret ptr addrspace(4) %c
}
