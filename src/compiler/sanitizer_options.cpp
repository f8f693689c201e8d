// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What AddressSanitizer has to know in our programs on LLVM's libraries. In here, since weftc sees
// next to nothing of the environment.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
// LLVM's allocators mark what is free as poisoned in the code that is instrumented, ours, and hand
// it out unmarked in their own. Memory of a compilation ends with its process.
extern "C" __attribute__((visibility("default"))) const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_leaks=0";
}
#endif
#endif
