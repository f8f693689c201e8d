// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.12.7.1 to 6.15.12.7.3: stores, loads and exchanges. All memory is host memory
// and every scope is a part of the host, so a scope never weakens an operation.
#ifndef SPACE
#include "builtin.h"
#define ATOMIC_BODY "atomics/load_store.cl"
#include "atomics/for_each_atomic.h"
#else

WEFT_BUILTIN void atomic_init(volatile SPACE ATOMIC *object, SCALAR value) {
  __c11_atomic_store(object, value, __ATOMIC_RELAXED);
}

WEFT_BUILTIN void atomic_store(volatile SPACE ATOMIC *object, SCALAR value) {
  __c11_atomic_store(object, value, __ATOMIC_SEQ_CST);
}
WEFT_BUILTIN void atomic_store_explicit(volatile SPACE ATOMIC *object, SCALAR value,
                                        memory_order order) {
  __c11_atomic_store(object, value, order);
}
WEFT_BUILTIN void atomic_store_explicit(volatile SPACE ATOMIC *object, SCALAR value,
                                        memory_order order, memory_scope scope) {
  __c11_atomic_store(object, value, order);
}

WEFT_BUILTIN SCALAR atomic_load(volatile SPACE ATOMIC *object) {
  return __c11_atomic_load(object, __ATOMIC_SEQ_CST);
}
WEFT_BUILTIN SCALAR atomic_load_explicit(volatile SPACE ATOMIC *object, memory_order order) {
  return __c11_atomic_load(object, order);
}
WEFT_BUILTIN SCALAR atomic_load_explicit(volatile SPACE ATOMIC *object, memory_order order,
                                         memory_scope scope) {
  return __c11_atomic_load(object, order);
}

WEFT_BUILTIN SCALAR atomic_exchange(volatile SPACE ATOMIC *object, SCALAR value) {
  return __c11_atomic_exchange(object, value, __ATOMIC_SEQ_CST);
}
WEFT_BUILTIN SCALAR atomic_exchange_explicit(volatile SPACE ATOMIC *object, SCALAR value,
                                             memory_order order) {
  return __c11_atomic_exchange(object, value, order);
}
WEFT_BUILTIN SCALAR atomic_exchange_explicit(volatile SPACE ATOMIC *object, SCALAR value,
                                             memory_order order, memory_scope scope) {
  return __c11_atomic_exchange(object, value, order);
}
#endif
