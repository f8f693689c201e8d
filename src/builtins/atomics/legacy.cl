// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.12.8 Legacy Atomic Functions: atomic_add and its like, the 32-bit atom_add of
// cl_khr_global_int32_base_atomics and its like, the 64-bit atom_add of cl_khr_int64_base_atomics
// and its like. They are relaxed.
#ifndef SPACE
#include "builtin.h"
#define ATOMIC_BODY "atomics/legacy.cl"
#define SPACE global
#include "atomics/for_each_atomic_type.h"
#undef SPACE
#define SPACE local
#include "atomics/for_each_atomic_type.h"
#undef SPACE
// C++ for OpenCL has them for generic pointers too.
#define SPACE generic
#include "atomics/for_each_atomic_type.h"
#undef SPACE

// The one operation on float is an exchange.
WEFT_BUILTIN float atomic_xchg(volatile global float *object, float value) {
  return as_float(
      __atomic_exchange_n((volatile global int *)object, as_int(value), __ATOMIC_RELAXED));
}
WEFT_BUILTIN float atomic_xchg(volatile local float *object, float value) {
  return as_float(
      __atomic_exchange_n((volatile local int *)object, as_int(value), __ATOMIC_RELAXED));
}
WEFT_BUILTIN float atomic_xchg(volatile generic float *object, float value) {
  return as_float(
      __atomic_exchange_n((volatile generic int *)object, as_int(value), __ATOMIC_RELAXED));
}
#elif IS_INTEGER && !defined(NAME)
#define NAME(operation) atom_##operation
#include "atomics/legacy.cl"
#undef NAME
#define NAME(operation) atomic_##operation
#include "atomics/legacy.cl"
#undef NAME
#elif IS_INTEGER

WEFT_BUILTIN SCALAR NAME(add)(volatile SPACE SCALAR *object, SCALAR value) {
  return __atomic_fetch_add(object, value, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME(sub)(volatile SPACE SCALAR *object, SCALAR value) {
  return __atomic_fetch_sub(object, value, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME(xchg)(volatile SPACE SCALAR *object, SCALAR value) {
  return __atomic_exchange_n(object, value, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME(inc)(volatile SPACE SCALAR *object) {
  return __atomic_fetch_add(object, 1, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME(dec)(volatile SPACE SCALAR *object) {
  return __atomic_fetch_sub(object, 1, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME(cmpxchg)(volatile SPACE SCALAR *object, SCALAR compare, SCALAR value) {
  __atomic_compare_exchange_n(object, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return compare;
}
WEFT_BUILTIN SCALAR NAME(min)(volatile SPACE SCALAR *object, SCALAR value) {
  return __atomic_fetch_min(object, value, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME(max)(volatile SPACE SCALAR *object, SCALAR value) {
  return __atomic_fetch_max(object, value, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME (and)(volatile SPACE SCALAR *object, SCALAR value) {
  return __atomic_fetch_and(object, value, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME(or)(volatile SPACE SCALAR *object, SCALAR value) {
  return __atomic_fetch_or(object, value, __ATOMIC_RELAXED);
}
WEFT_BUILTIN SCALAR NAME (xor)(volatile SPACE SCALAR *object, SCALAR value) {
  return __atomic_fetch_xor(object, value, __ATOMIC_RELAXED);
}
#endif
