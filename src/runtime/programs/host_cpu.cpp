// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/host_cpu.h"

#include <cstdint>
#include <cstdio>

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#endif

namespace weft::runtime {
namespace {

void append(std::string &text, std::uint64_t word) {
  char digits[20];
  std::snprintf(digits, sizeof digits, ".%llx", static_cast<unsigned long long>(word));
  text += digits;
}

#if defined(__x86_64__)
std::string readIdentity() {
  std::string text = "x86";
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  auto leaf = [&](unsigned number, unsigned sub) {
    eax = ebx = ecx = edx = 0;
    return __get_cpuid_count(number, sub, &eax, &ebx, &ecx, &edx) != 0;
  };
  leaf(0, 0); // vendor
  for (unsigned word : {ebx, ecx, edx})
    append(text, word);
  leaf(1, 0);
  append(text, eax & ~0xfu);                  // family and model without the stepping
  append(text, ecx & ~(1u << 27 | 1u << 31)); // features; OSXSAVE is covered by XCR0 below
  append(text, edx);
  bool osSavesVectors = ecx & (1u << 27);
  for (unsigned sub : {0u, 1u}) {
    leaf(7, sub);
    // Leaf 7.0 EDX bits 26 to 31 tell of speculation controls, which kernels switch on and off.
    for (unsigned word : {eax, ebx, ecx, edx & 0x03ffffffu})
      append(text, word);
  }
  leaf(0x80000001, 0);
  append(text, ecx);
  append(text, edx);
  if (osSavesVectors) { // which vector registers the operating system lets us use
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    append(text, low);
  }
  return text;
}
#else
std::string readIdentity() {
  std::string text = "cpu";
  append(text, ::getauxval(AT_HWCAP));
  append(text, ::getauxval(AT_HWCAP2));
  // The model, where the kernel shows it (AArch64's MIDR).
  if (std::FILE *file =
          std::fopen("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1", "re")) {
    char line[32] = {};
    if (std::fgets(line, sizeof line, file))
      for (const char *at = line; *at > ' '; ++at)
        text += *at;
    std::fclose(file);
  }
  return text;
}
#endif

} // namespace

const std::string &hostCpuIdentity() {
  // Never destroyed: programs are built and released in static destructors too.
  static const std::string *const kIdentity = new std::string(readIdentity());
  return *kIdentity;
}

} // namespace weft::runtime
