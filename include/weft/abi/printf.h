// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel hands printf its arguments (OpenCL C 3.0 6.15.14). The compiler makes an array of
// these in private memory; the runtime formats at once, while the kernel waits, so nothing is
// copied twice.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum WeftPrintfKind {
  WEFT_PRINTF_INTEGER = 0, ///< elements of 1, 2, 4 or 8 bytes
  WEFT_PRINTF_FLOAT = 1,   ///< elements of 2, 4 or 8 bytes
  WEFT_PRINTF_POINTER = 2, ///< %p: one address
  WEFT_PRINTF_STRING = 3,  ///< %s: the address of a null-terminated string
};

typedef struct WeftPrintfArgument {
  const void *data; ///< the elements; for pointer and string the address itself lies there
  uint8_t kind;     ///< a WeftPrintfKind
  uint8_t elementBytes;
  uint16_t elementCount; ///< 1, or the vector's width (3 for a 3-component vector)
  uint32_t reserved;
} WeftPrintfArgument;

#ifdef __cplusplus
}
#endif
