// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes MODE_BODY for the default rounding mode and the named ones; MODE(f) is f with the mode's
// suffix: vstore_half4_rtz.
#define WEFT_MODE_JOIN(name, suffix) name##suffix
#define WEFT_MODE(name, suffix) WEFT_MODE_JOIN(name, suffix)

#define MODE(name) WEFT_MODE(name, )
#include MODE_BODY
#undef MODE
#define MODE(name) WEFT_MODE(name, _rte)
#include MODE_BODY
#undef MODE
#define MODE(name) WEFT_MODE(name, _rtz)
#include MODE_BODY
#undef MODE
#define MODE(name) WEFT_MODE(name, _rtp)
#include MODE_BODY
#undef MODE
#define MODE(name) WEFT_MODE(name, _rtn)
#include MODE_BODY
#undef MODE

#undef WEFT_MODE
#undef WEFT_MODE_JOIN
