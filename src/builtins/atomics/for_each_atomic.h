// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes ATOMIC_BODY for each atomic type in each address space that an atomic object can be in:
//   SPACE        global, local or generic
//   SCALAR       int, uint, long, ulong, float or double; size_t, intptr_t and so on are among them
//   ATOMIC       the atomic type
//   IS_INTEGER   1 or 0
//   OTHER        the integer of the other signedness, for the operands of intptr_t and uintptr_t
#define SPACE global
#include "atomics/for_each_atomic_type.h"
#undef SPACE
#define SPACE local
#include "atomics/for_each_atomic_type.h"
#undef SPACE
#define SPACE generic
#include "atomics/for_each_atomic_type.h"
#undef SPACE
