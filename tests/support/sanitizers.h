// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a sanitizer's runtime is in this program: what depends on that is not tested then.
#pragma once

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define WEFT_TEST_SANITIZED 1
#else
#define WEFT_TEST_SANITIZED 0
#endif
