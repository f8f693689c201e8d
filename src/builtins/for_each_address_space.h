// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes ADDRESS_SPACE_BODY with SPACE as each address space that a pointer parameter of a
// builtin can have. Programs without the generic address space call the named overloads, others the
// generic one. WEFT_WRITABLE leaves constant out.
#define SPACE private
#include ADDRESS_SPACE_BODY
#undef SPACE
#define SPACE local
#include ADDRESS_SPACE_BODY
#undef SPACE
#define SPACE global
#include ADDRESS_SPACE_BODY
#undef SPACE
#define SPACE generic
#include ADDRESS_SPACE_BODY
#undef SPACE
#ifndef WEFT_WRITABLE
#define SPACE constant
#include ADDRESS_SPACE_BODY
#undef SPACE
#endif
