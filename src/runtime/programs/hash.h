// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hash of cache keys and of whatever is read back from a file. xxHash, since a build that hits
// the cache is little more than a hash of the request and one of the kernel object.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::runtime {

struct Hash128 {
  std::uint64_t low = 0, high = 0;
  friend bool operator==(const Hash128 &, const Hash128 &) = default;
  template <class Archive> void fields(Archive &archive) { archive(low, high); }
  std::string hexadecimal() const;
};

Hash128 hash128(std::string_view bytes);

/// As LLVM's xxh3_64bits, which weftc uses for Dependency::hash.
std::uint64_t hash64(std::string_view bytes);

} // namespace weft::runtime
