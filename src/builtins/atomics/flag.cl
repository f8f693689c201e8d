// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.12.7.6 atomic_flag_test_and_set and atomic_flag_clear. A flag is an atomic_int
// that is 0 or 1.
#ifndef SPACE
#include "builtin.h"
#define SPACE global
#include "atomics/flag.cl"
#undef SPACE
#define SPACE local
#include "atomics/flag.cl"
#undef SPACE
#define SPACE generic
#include "atomics/flag.cl"
#undef SPACE
#else

WEFT_BUILTIN bool atomic_flag_test_and_set(volatile SPACE atomic_flag *object) {
  return __c11_atomic_exchange(object, 1, __ATOMIC_SEQ_CST) != 0;
}
WEFT_BUILTIN bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *object,
                                                    memory_order order) {
  return __c11_atomic_exchange(object, 1, order) != 0;
}
WEFT_BUILTIN bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *object,
                                                    memory_order order, memory_scope scope) {
  return __c11_atomic_exchange(object, 1, order) != 0;
}

WEFT_BUILTIN void atomic_flag_clear(volatile SPACE atomic_flag *object) {
  __c11_atomic_store(object, 0, __ATOMIC_SEQ_CST);
}
WEFT_BUILTIN void atomic_flag_clear_explicit(volatile SPACE atomic_flag *object,
                                             memory_order order) {
  __c11_atomic_store(object, 0, order);
}
WEFT_BUILTIN void atomic_flag_clear_explicit(volatile SPACE atomic_flag *object, memory_order order,
                                             memory_scope scope) {
  __c11_atomic_store(object, 0, order);
}
#endif
