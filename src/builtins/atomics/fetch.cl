// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.12.7.5 atomic_fetch_key. A uintptr_t takes a ptrdiff_t, so the operand may be
// of the other signedness.
#ifndef SPACE
#include "builtin.h"
#define ATOMIC_BODY "atomics/fetch.cl"
#include "atomics/for_each_atomic.h"
#elif !defined(FETCH)
#if IS_INTEGER
#define FETCH(prefix, suffix) prefix##atomic_fetch_add##suffix
#include "atomics/fetch.cl"
#undef FETCH
#define FETCH(prefix, suffix) prefix##atomic_fetch_sub##suffix
#include "atomics/fetch.cl"
#undef FETCH
#define FETCH(prefix, suffix) prefix##atomic_fetch_and##suffix
#include "atomics/fetch.cl"
#undef FETCH
#define FETCH(prefix, suffix) prefix##atomic_fetch_or##suffix
#include "atomics/fetch.cl"
#undef FETCH
#define FETCH(prefix, suffix) prefix##atomic_fetch_xor##suffix
#include "atomics/fetch.cl"
#undef FETCH
#define FETCH(prefix, suffix) prefix##atomic_fetch_min##suffix
#include "atomics/fetch.cl"
#undef FETCH
#define FETCH(prefix, suffix) prefix##atomic_fetch_max##suffix
#include "atomics/fetch.cl"
#undef FETCH
#endif
#elif !defined(OPERAND)
#define OPERAND SCALAR
#include "atomics/fetch.cl"
#undef OPERAND
#define OPERAND OTHER
#include "atomics/fetch.cl"
#undef OPERAND
#else

WEFT_BUILTIN SCALAR FETCH(, )(volatile SPACE ATOMIC *object, OPERAND operand) {
  return FETCH(__c11_, )(object, (SCALAR)operand, __ATOMIC_SEQ_CST);
}
WEFT_BUILTIN SCALAR FETCH(, _explicit)(volatile SPACE ATOMIC *object, OPERAND operand,
                                       memory_order order) {
  return FETCH(__c11_, )(object, (SCALAR)operand, order);
}
WEFT_BUILTIN SCALAR FETCH(, _explicit)(volatile SPACE ATOMIC *object, OPERAND operand,
                                       memory_order order, memory_scope scope) {
  return FETCH(__c11_, )(object, (SCALAR)operand, order);
}
#endif
