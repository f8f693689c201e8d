// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups, but for images: Clang's tables do not have it.
// Parameters have no names, which macros of the program could replace.
#define WEFT_SHUFFLES(T)                                                                           \
  T __attribute__((__overloadable__, __convergent__)) intel_sub_group_shuffle(T, uint);            \
  T __attribute__((__overloadable__, __convergent__)) intel_sub_group_shuffle_xor(T, uint);        \
  T __attribute__((__overloadable__, __convergent__)) intel_sub_group_shuffle_down(T, T, uint);    \
  T __attribute__((__overloadable__, __convergent__)) intel_sub_group_shuffle_up(T, T, uint);
#define WEFT_ALL_SHUFFLES(T)                                                                       \
  WEFT_SHUFFLES(T)                                                                                 \
  WEFT_SHUFFLES(T##2)                                                                              \
  WEFT_SHUFFLES(T##3)                                                                              \
  WEFT_SHUFFLES(T##4)                                                                              \
  WEFT_SHUFFLES(T##8)                                                                              \
  WEFT_SHUFFLES(T##16)
WEFT_ALL_SHUFFLES(int)
WEFT_ALL_SHUFFLES(uint)
WEFT_ALL_SHUFFLES(float)
WEFT_SHUFFLES(long)
WEFT_SHUFFLES(ulong)
#ifdef cl_khr_fp64
WEFT_SHUFFLES(double)
#endif

#define WEFT_BLOCKS(N)                                                                             \
  uint##N __attribute__((__overloadable__, __convergent__)) intel_sub_group_block_read##N(         \
      const __global uint *);                                                                      \
  void __attribute__((__overloadable__, __convergent__)) intel_sub_group_block_write##N(           \
      __global uint *, uint##N);
WEFT_BLOCKS()
WEFT_BLOCKS(2)
WEFT_BLOCKS(4)
WEFT_BLOCKS(8)

#undef WEFT_BLOCKS
#undef WEFT_ALL_SHUFFLES
#undef WEFT_SHUFFLES
