// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work-item primitives: the only functions that the builtins call and do not define. The
// compiler's lowering passes replace them, so a pass meets these names and never the spelling of an
// OpenCL C builtin.
#pragma once

// OpenCL C 3.0 6.15.1 Work-Item Functions. The argument is always 0, 1 or 2.
size_t __weft_global_id(uint dimension) __attribute__((const, nothrow));
size_t __weft_local_id(uint dimension) __attribute__((const, nothrow));
size_t __weft_group_id(uint dimension) __attribute__((const, nothrow));
size_t __weft_global_size(uint dimension) __attribute__((const, nothrow));
/// The size of this work-group, which is smaller in the last group of a non-uniform ND-range.
size_t __weft_local_size(uint dimension) __attribute__((const, nothrow));
size_t __weft_enqueued_local_size(uint dimension) __attribute__((const, nothrow));
size_t __weft_num_groups(uint dimension) __attribute__((const, nothrow));
size_t __weft_global_offset(uint dimension) __attribute__((const, nothrow));
uint __weft_work_dim(void) __attribute__((const, nothrow));

/// The sub-group that the work-item is in, by linear local id.
uint __weft_sub_group_id(void) __attribute__((const, nothrow));
/// Whether the lanes that run together have the group's first work-item among them. Packets of a
/// group run one after the other, in the order of linear local ids.
bool __weft_first_item(void) __attribute__((const, nothrow));
/// The address of one 8-byte variable of the work-group: where it is written and read packet by
/// packet, and where all read the same because a barrier is between.
private void *__weft_group_accumulator(void) __attribute__((const, nothrow));
private void *__weft_group_result(void) __attribute__((const, nothrow));

/// OpenCL C 3.0 6.15.8: all work-items of the work-group arrive here, and the memory that `flags`
/// (cl_mem_fence_flags) names is consistent among them afterwards.
void __weft_barrier(uint flags) __attribute__((convergent, nothrow));

// OpenCL C 3.0 6.15.10: the pointer where it lies in that address space, null elsewhere.
#ifdef __opencl_c_generic_address_space
global void *__weft_to_global(generic void *pointer) __attribute__((const, nothrow));
local void *__weft_to_local(generic void *pointer) __attribute__((const, nothrow));
private
void *__weft_to_private(generic void *pointer) __attribute__((const, nothrow));
#endif
