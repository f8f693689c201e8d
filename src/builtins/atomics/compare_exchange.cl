// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.12.7.4 atomic_compare_exchange. The value expected may be in any writable
// address space and is written only where the exchange fails.
#ifndef SPACE
#include "builtin.h"
#define ATOMIC_BODY "atomics/compare_exchange.cl"
#include "atomics/for_each_atomic.h"
#elif !defined(EXPECTED_SPACE)
#define EXPECTED_SPACE private
#include "atomics/compare_exchange.cl"
#undef EXPECTED_SPACE
#define EXPECTED_SPACE local
#include "atomics/compare_exchange.cl"
#undef EXPECTED_SPACE
#define EXPECTED_SPACE global
#include "atomics/compare_exchange.cl"
#undef EXPECTED_SPACE
#define EXPECTED_SPACE generic
#include "atomics/compare_exchange.cl"
#undef EXPECTED_SPACE
#elif !defined(STRENGTH)
#define STRENGTH(name) atomic_compare_exchange_strong##name
#include "atomics/compare_exchange.cl"
#undef STRENGTH
#define STRENGTH(name) atomic_compare_exchange_weak##name
#include "atomics/compare_exchange.cl"
#undef STRENGTH
#else

WEFT_BUILTIN bool STRENGTH(_explicit)(volatile SPACE ATOMIC *object,
                                      EXPECTED_SPACE SCALAR *expected, SCALAR desired,
                                      memory_order success, memory_order failure) {
  SCALAR found = *expected;
  bool exchanged = __c11_atomic_compare_exchange_strong(object, &found, desired, success, failure);
  if (!exchanged)
    *expected = found;
  return exchanged;
}
WEFT_BUILTIN bool STRENGTH(_explicit)(volatile SPACE ATOMIC *object,
                                      EXPECTED_SPACE SCALAR *expected, SCALAR desired,
                                      memory_order success, memory_order failure,
                                      memory_scope scope) {
  return STRENGTH(_explicit)(object, expected, desired, success, failure);
}
WEFT_BUILTIN bool STRENGTH()(volatile SPACE ATOMIC *object, EXPECTED_SPACE SCALAR *expected,
                             SCALAR desired) {
  return STRENGTH(_explicit)(object, expected, desired, memory_order_seq_cst, memory_order_seq_cst);
}
#endif
