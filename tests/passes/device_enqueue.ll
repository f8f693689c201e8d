; SPDX-FileCopyrightText: The Weft authors
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; RUN: weft_opt -passes='weft-device-enqueue,weft-opaque-types,function(sroa)' %s | FileCheck %s

; The kernel of the block is compiled elsewhere: it is named by its descriptor.
; CHECK: @weft.kernel.__k_block_invoke_kernel = external hidden constant i8
; CHECK-NOT: spirv.

define internal void @__k_block_invoke(ptr addrspace(4) %literal) {
  ret void
}
define spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) %literal) {
  call void @__k_block_invoke(ptr addrspace(4) %literal)
  ret void
}
declare i32 @__enqueue_kernel_basic(target("spirv.Queue"), i32, ptr, ptr addrspace(4), ptr addrspace(4))
declare i32 @__enqueue_kernel_events_varargs(target("spirv.Queue"), i32, ptr, i32, ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), i32, ptr)
declare i32 @__get_kernel_max_sub_group_size_for_ndrange_impl(ptr, ptr addrspace(4), ptr addrspace(4))
declare target("spirv.Queue") @_Z17get_default_queuev()
declare i1 @_Z14is_valid_event12ocl_clkevent(target("spirv.DeviceEvent"))

; The address of the block's function is forgotten: it would keep the function alive.
; CHECK-LABEL: define i32 @plain(ptr %queue
; CHECK-DAG: store ptr null, ptr %field
; CHECK-DAG: store ptr %queue, ptr %[[REQUEST:.*]], align 8
; CHECK-DAG: store ptr @weft.kernel.__k_block_invoke_kernel, ptr %
; CHECK-DAG: store ptr %range, ptr %
; CHECK-DAG: load i32, ptr %{{.*}}, align 4
; CHECK: call ptr @__weft_launch_state()
; CHECK: call ptr @__weft_worker_state()
; CHECK: call i32 %{{.*}}(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}})
define i32 @plain(target("spirv.Queue") %queue, ptr %range, ptr %block) {
  %field = getelementptr i8, ptr %block, i64 8
  store ptr @__k_block_invoke, ptr %field
  %literal = addrspacecast ptr %block to ptr addrspace(4)
  %r = call i32 @__enqueue_kernel_basic(target("spirv.Queue") %queue, i32 1, ptr %range, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %literal)
  ret i32 %r
}

; CHECK-LABEL: define i32 @withEverything(
; CHECK-DAG: store i32 3, ptr %
; CHECK-DAG: store i32 2, ptr %
; CHECK-DAG: store ptr %sizes, ptr %
; CHECK: call i32 %
define i32 @withEverything(ptr %range, ptr addrspace(4) %waits, ptr addrspace(4) %event, ptr addrspace(4) %literal, ptr %sizes) {
  %queue = call target("spirv.Queue") @_Z17get_default_queuev()
  %r = call i32 @__enqueue_kernel_events_varargs(target("spirv.Queue") %queue, i32 0, ptr %range, i32 3, ptr addrspace(4) %waits, ptr addrspace(4) %event, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %literal, i32 2, ptr %sizes)
  ret i32 %r
}

; CHECK-LABEL: define i32 @query(
; CHECK: call i32 %{{.*}}(ptr %{{.*}}, ptr @weft.kernel.__k_block_invoke_kernel, ptr %range)
define i32 @query(ptr %range, ptr addrspace(4) %literal) {
  %r = call i32 @__get_kernel_max_sub_group_size_for_ndrange_impl(ptr %range, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) %literal)
  ret i32 %r
}

; CHECK-LABEL: define i1 @valid(ptr %event)
; CHECK: %[[ANSWER:.*]] = call i32 %{{.*}}(ptr %{{.*}}, ptr %{{.*}}, ptr %event)
; CHECK: icmp ne i32 %[[ANSWER]], 0
define i1 @valid(target("spirv.DeviceEvent") %event) {
  %r = call i1 @_Z14is_valid_event12ocl_clkevent(target("spirv.DeviceEvent") %event)
  ret i1 %r
}

; Lambdas of the OpenCL C++ library end in the same request. The function that calls one becomes a
; kernel like that of a block; a handle is an integer.
declare i32 @__weft_enqueue_kernel(i64, i32, ptr addrspace(4), i32, ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4))
declare i32 @__weft_kernel_work_group_size(ptr addrspace(4))
define internal spir_func void @lambda(ptr addrspace(4) %literal, ptr addrspace(3) %local) {
  ret void
}

; CHECK-LABEL: define i32 @enqueuesLambda(
; CHECK-DAG: inttoptr i64 %queue to ptr
; CHECK-DAG: store ptr @weft.kernel.lambda_block_invoke_kernel, ptr %
; CHECK-DAG: store i32 1, ptr %
; CHECK: call i32 %{{.*}}(ptr %{{.*}}, ptr %{{.*}}, ptr %{{.*}})
; CHECK: call i32 %{{.*}}(ptr %{{.*}}, ptr @weft.kernel.lambda_block_invoke_kernel)
define i32 @enqueuesLambda(i64 %queue, ptr addrspace(4) %range, ptr addrspace(4) %literal, ptr addrspace(4) %sizes) {
  %r = call i32 @__weft_enqueue_kernel(i64 %queue, i32 0, ptr addrspace(4) %range, i32 0, ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) addrspacecast (ptr @lambda to ptr addrspace(4)), ptr addrspace(4) %literal, i32 1, ptr addrspace(4) %sizes)
  %size = call i32 @__weft_kernel_work_group_size(ptr addrspace(4) addrspacecast (ptr @lambda to ptr addrspace(4)))
  ret i32 %size
}

; CHECK-LABEL: define spir_kernel void @lambda_block_invoke_kernel(ptr addrspace(4) %0, ptr addrspace(3) %1)
; CHECK: call spir_func void @lambda(ptr addrspace(4) %0, ptr addrspace(3) %1)
