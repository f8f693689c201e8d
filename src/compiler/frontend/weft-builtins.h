// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included before every program: builtins that the tables behind -fdeclare-opencl-builtins lack.
// Keep it tiny, since each program pays for parsing it.

#ifdef CLK_NULL_EVENT
// opencl-c-base.h reinterprets an integer as a clk_event_t, of which Clang makes IR that LLVM does
// not take. A call that lower/device_enqueue replaces by that value.
clk_event_t __weft_null_event(void) __asm("__weft_null_event") __attribute__((const));
#undef CLK_NULL_EVENT
#define CLK_NULL_EVENT __weft_null_event()
#endif

#if defined(__opencl_c_device_enqueue) && !defined(__cplusplus)
// An extension that Clang does not know, see typed_blocks.h.
#define cl_khr_device_enqueue_local_arg_types 1
#pragma weft typed_blocks known
#define enqueue_kernel _Pragma("weft typed_blocks") enqueue_kernel
#endif
