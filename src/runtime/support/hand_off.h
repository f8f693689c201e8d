// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells ThreadSanitizer of hand-offs that go through TBB, which Debian ships without
// instrumentation: what the giver did before handOff(key) is visible to who calls takeOver(key).
// Nothing is left of them in other builds.
#pragma once

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WEFT_THREAD_SANITIZER 1
#endif
#endif

#ifdef WEFT_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace weft::runtime {

inline void handOff([[maybe_unused]] void *key) noexcept {
#ifdef WEFT_THREAD_SANITIZER
  __tsan_release(key);
#endif
}

inline void takeOver([[maybe_unused]] void *key) noexcept {
#ifdef WEFT_THREAD_SANITIZER
  __tsan_acquire(key);
#endif
}

} // namespace weft::runtime
