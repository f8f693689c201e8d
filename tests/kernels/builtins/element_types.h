// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar types of OpenCL C for tests of builtins: their names, and values that are worth
// trying.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace weft::test {

template <class T> constexpr const char *kTypeName = nullptr;
template <> inline constexpr const char *kTypeName<int8_t> = "char";
template <> inline constexpr const char *kTypeName<uint8_t> = "uchar";
template <> inline constexpr const char *kTypeName<int16_t> = "short";
template <> inline constexpr const char *kTypeName<uint16_t> = "ushort";
template <> inline constexpr const char *kTypeName<int32_t> = "int";
template <> inline constexpr const char *kTypeName<uint32_t> = "uint";
template <> inline constexpr const char *kTypeName<int64_t> = "long";
template <> inline constexpr const char *kTypeName<uint64_t> = "ulong";
template <> inline constexpr const char *kTypeName<float> = "float";
template <> inline constexpr const char *kTypeName<double> = "double";

template <size_t kBytes> struct SignedOf;
template <> struct SignedOf<1> {
  using Type = int8_t;
};
template <> struct SignedOf<2> {
  using Type = int16_t;
};
template <> struct SignedOf<4> {
  using Type = int32_t;
};
template <> struct SignedOf<8> {
  using Type = int64_t;
};
/// The integer of the same size: what relational builtins give for vectors, and a bit pattern.
template <class T> using Signed = typename SignedOf<sizeof(T)>::Type;
template <class T> using Unsigned = std::make_unsigned_t<Signed<T>>;

inline constexpr int kWidths[] = {1, 2, 3, 4, 8, 16};

/// Zeros, ones, the ends of the range and what lies around powers of two; for floating point also
/// subnormals, infinities, NaN, halves and the ends of the integers' ranges.
template <class T> std::vector<T> edgeValues() {
  std::vector<T> values;
  if constexpr (std::is_integral_v<T>) {
    for (int bit = 0; bit < int(sizeof(T) * 8); ++bit)
      for (int delta : {-1, 0, 1}) {
        const auto power = static_cast<Unsigned<T>>(uint64_t{1} << bit);
        values.push_back(static_cast<T>(power + delta));
        values.push_back(static_cast<T>(-power + delta));
      }
    for (int shift : {24, 25, 53, 54, 62}) // halfway between two floating-point numbers
      for (int delta : {-1, 0, 1}) {
        const uint64_t half = (uint64_t{3} << shift >> 1) | (uint64_t{1} << 62 >> shift);
        values.push_back(static_cast<T>(half + delta));
        values.push_back(static_cast<T>(-half + delta));
      }
  } else {
    using Limits = std::numeric_limits<T>;
    const T powers[] = {T(0x1p7),  T(0x1p8),  T(0x1p15), T(0x1p16), T(0x1p31),
                        T(0x1p32), T(0x1p52), T(0x1p53), T(0x1p63), T(0x1p64)};
    std::vector<T> positive = {0,
                               Limits::denorm_min(),
                               3 * Limits::denorm_min(),
                               Limits::min(),
                               Limits::epsilon(),
                               T(0.49999999),
                               T(0.5),
                               T(0.75),
                               1,
                               1 + Limits::epsilon(),
                               T(1.5),
                               T(2.5),
                               T(3.5),
                               T(126.5),
                               T(255.5),
                               T(65504),
                               T(65519.9),
                               T(65520),
                               T(0x1p-14),
                               T(0x1p-24),
                               T(0x1p-25),
                               T(1.0009765625), // 1 + one half's ulp
                               T(1.00048828125),
                               T(1e30),
                               Limits::max(),
                               Limits::infinity(),
                               Limits::quiet_NaN()};
    for (T power : powers)
      for (T value : {power, std::nextafter(power, T(0)), std::nextafter(power, Limits::max()),
                      power - T(0.5), power - 1, power - T(1.5)})
        positive.push_back(value);
    for (T value : positive) {
      values.push_back(value);
      values.push_back(-value);
    }
  }
  return values;
}

/// Edge values first, random ones up to count. Half of those for floating point are random bits,
/// the others have the size of integers.
template <class T> std::vector<T> interestingValues(size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> edges = edgeValues<T>(), values;
  std::shuffle(edges.begin(), edges.end(), random);
  while (values.size() < count) {
    const uint64_t bits = random();
    if (values.size() < edges.size())
      values.push_back(edges[values.size()]);
    else if (bits % 4 == 0)
      values.push_back(edges[bits / 4 % edges.size()]);
    else if (std::is_floating_point_v<T> && bits % 4 == 1)
      values.push_back(static_cast<T>(std::ldexp(int64_t(random()), -int(bits / 4 % 64))));
    else
      values.push_back(std::bit_cast<T>(static_cast<Unsigned<T>>(random())));
  }
  return values;
}

} // namespace weft::test
