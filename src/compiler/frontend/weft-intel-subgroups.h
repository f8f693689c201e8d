// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups, but for images: Clang's tables do not have it.
#define WEFT_SHUFFLES(T)                                                                           \
  T __attribute__((overloadable, convergent)) intel_sub_group_shuffle(T data, uint index);         \
  T __attribute__((overloadable, convergent)) intel_sub_group_shuffle_xor(T data, uint mask);      \
  T __attribute__((overloadable, convergent)) intel_sub_group_shuffle_down(T current, T next,      \
                                                                           uint delta);            \
  T __attribute__((overloadable, convergent)) intel_sub_group_shuffle_up(T previous, T current,    \
                                                                         uint delta);
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
  uint##N __attribute__((overloadable, convergent)) intel_sub_group_block_read##N(                 \
      const __global uint *p);                                                                     \
  void __attribute__((overloadable, convergent)) intel_sub_group_block_write##N(__global uint *p,  \
                                                                                uint##N data);
WEFT_BLOCKS()
WEFT_BLOCKS(2)
WEFT_BLOCKS(4)
WEFT_BLOCKS(8)

#undef WEFT_BLOCKS
#undef WEFT_ALL_SHUFFLES
#undef WEFT_SHUFFLES
