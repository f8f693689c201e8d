// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_work_group_uniform_arithmetic: Clang's tables do not have it.
// Parameters have no names, which macros of the program could replace.
#if defined(__opencl_c_work_group_collective_functions)
#define WEFT_COLLECTIVES(T, OP)                                                                    \
  T __attribute__((__overloadable__, __convergent__)) work_group_reduce_##OP(T);                   \
  T __attribute__((__overloadable__, __convergent__)) work_group_scan_inclusive_##OP(T);           \
  T __attribute__((__overloadable__, __convergent__)) work_group_scan_exclusive_##OP(T);
#define WEFT_INTEGER_COLLECTIVES(T)                                                                \
  WEFT_COLLECTIVES(T, mul)                                                                         \
  WEFT_COLLECTIVES(T, and)                                                                         \
  WEFT_COLLECTIVES(T, or)                                                                          \
  WEFT_COLLECTIVES(T, xor)
WEFT_INTEGER_COLLECTIVES(int)
WEFT_INTEGER_COLLECTIVES(uint)
WEFT_INTEGER_COLLECTIVES(long)
WEFT_INTEGER_COLLECTIVES(ulong)
WEFT_COLLECTIVES(float, mul)
#ifdef cl_khr_fp64
WEFT_COLLECTIVES(double, mul)
#endif
WEFT_COLLECTIVES(int, logical_and)
WEFT_COLLECTIVES(int, logical_or)
WEFT_COLLECTIVES(int, logical_xor)
#undef WEFT_INTEGER_COLLECTIVES
#undef WEFT_COLLECTIVES
#endif
