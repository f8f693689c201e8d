// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.3 Integer Functions: every type and width against 128-bit arithmetic.
#include "kernels/builtins/gentype_calls.h"

namespace weft::test {
namespace {

using Wide = __int128;

template <class T> class IntegerFunctions : public OpenClTest {};
using IntegerTypes =
    testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
class TypeNames {
public:
  template <class T> static std::string GetName(int) { return kTypeName<T>; }
};
TYPED_TEST_SUITE(IntegerFunctions, IntegerTypes, TypeNames);

template <class T> T saturate(Wide value) {
  using Limits = std::numeric_limits<T>;
  return T(std::min<Wide>(std::max<Wide>(value, Limits::min()), Limits::max()));
}

// An unsigned 64-bit product plus an addend needs all 128 bits.
template <class T> using WideOf = std::conditional_t<std::is_signed_v<T>, Wide, unsigned __int128>;

TYPED_TEST(IntegerFunctions, GiveTheExactResult) {
  using T = TypeParam;
  using U = Unsigned<T>;
  constexpr int kBits = sizeof(T) * 8;
  const std::string name = kTypeName<T>;
  auto ordered = [](T, T y, T z) { return y > z; };
  std::vector<GentypeCall<T, T>> calls = {
      {"as_" + name + "$(abs(x))", [](T x, T, T) { return T(x < 0 ? U(0) - U(x) : U(x)); }},
      {"as_" + name + "$(abs_diff(x, y))",
       [](T x, T y, T) { return T(x < y ? U(y) - U(x) : U(x) - U(y)); }},
      {"add_sat(x, y)", [](T x, T y, T) { return saturate<T>(Wide(x) + y); }},
      {"sub_sat(x, y)", [](T x, T y, T) { return saturate<T>(Wide(x) - y); }},
      {"hadd(x, y)", [](T x, T y, T) { return T((Wide(x) + y) >> 1); }},
      {"rhadd(x, y)", [](T x, T y, T) { return T((Wide(x) + y + 1) >> 1); }},
      {"max(x, y)", [](T x, T y, T) { return std::max(x, y); }},
      {"min(x, y)", [](T x, T y, T) { return std::min(x, y); }},
      {"clamp(x, y, z)", [](T x, T y, T z) { return std::min(std::max(x, y), z); }, 0, ordered},
      {"clz(x)", [](T x, T, T) { return T(std::countl_zero(U(x))); }},
      {"ctz(x)", [](T x, T, T) { return T(std::countr_zero(U(x))); }},
      {"popcount(x)", [](T x, T, T) { return T(std::popcount(U(x))); }},
      {"rotate(x, y)", [](T x, T y, T) { return T(std::rotl(U(x), int(U(y) % kBits))); }},
      {"mul_hi(x, y)", [](T x, T y, T) { return T((WideOf<T>(x) * WideOf<T>(y)) >> kBits); }},
      {"mad_hi(x, y, z)",
       [](T x, T y, T z) { return T(U((WideOf<T>(x) * WideOf<T>(y)) >> kBits) + U(z)); }},
      {"mad_sat(x, y, z)",
       [](T x, T y, T z) {
         const WideOf<T> exact = WideOf<T>(x) * WideOf<T>(y) + WideOf<T>(z);
         using Limits = std::numeric_limits<T>;
         return T(std::min(std::max(exact, WideOf<T>(Limits::min())), WideOf<T>(Limits::max())));
       }},
      {"bitselect(x, y, z)", [](T x, T y, T z) { return T((x & ~z) | (y & z)); }},
      {"max(x, (" + name + ")5)", [](T x, T, T) { return std::max(x, T(5)); }},
      {"min(x, (" + name + ")5)", [](T x, T, T) { return std::min(x, T(5)); }},
      {"clamp(x, (" + name + ")5, (" + name + ")77)",
       [](T x, T, T) { return std::min(std::max(x, T(5)), T(77)); }},
  };
  checkGentypeCalls(*this, calls);
}

TYPED_TEST(IntegerFunctions, DivisionNeverTraps) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  // The quotient of a division by zero and of MIN / -1 is open, that the program goes on is not.
  auto traps = [](T x, T y, T) {
    return y == 0 || (std::is_signed_v<T> && x == Limits::min() && y == T(-1));
  };
  checkGentypeCalls(*this, std::vector<GentypeCall<T, T>>{
                               {"x / y", [](T x, T y, T) { return T(x / y); }, 0, traps},
                               {"x % y", [](T x, T y, T) { return T(x % y); }, 0, traps},
                           });
}

template <class T> class Upsample : public OpenClTest {};
using NarrowTypes = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t>;
TYPED_TEST_SUITE(Upsample, NarrowTypes, TypeNames);

TYPED_TEST(Upsample, PutsTwoHalvesTogether) {
  using T = TypeParam;
  using WideSigned = typename SignedOf<2 * sizeof(T)>::Type;
  using Result =
      std::conditional_t<std::is_signed_v<T>, WideSigned, std::make_unsigned_t<WideSigned>>;
  const std::string low = std::string("as_") + kTypeName<Unsigned<T>> + "$(y)";
  checkGentypeCalls(
      *this, std::vector<GentypeCall<Result, T>>{{"upsample(x, " + low + ")", [](T x, T y, T) {
                                                    return Result((std::make_unsigned_t<Result>(x)
                                                                   << (sizeof(T) * 8)) |
                                                                  Unsigned<T>(y));
                                                  }}});
}

class Mul24 : public OpenClTest {};

TEST_F(Mul24, MultipliesWhatFitsIn24Bits) {
  auto cut = [](int32_t x) { return x << 8 >> 8; };
  checkGentypeCalls(*this, std::vector<GentypeCall<int32_t, int32_t>>{
                               {"mul24(x << 8 >> 8, y << 8 >> 8)",
                                [=](int32_t x, int32_t y, int32_t) {
                                  return int32_t(uint32_t(cut(x)) * uint32_t(cut(y)));
                                }},
                               {"mad24(x << 8 >> 8, y << 8 >> 8, z)",
                                [=](int32_t x, int32_t y, int32_t z) {
                                  return int32_t(uint32_t(cut(x)) * uint32_t(cut(y)) + uint32_t(z));
                                }},
                           });
}

template <class T> class IntegerRelations : public OpenClTest {};
TYPED_TEST_SUITE(IntegerRelations, IntegerTypes, TypeNames);

// OpenCL C 3.0 6.15.6: the top bit of each component decides in vectors, zero or not in scalars.
TYPED_TEST(IntegerRelations, SelectAnyAll) {
  using T = TypeParam;
  std::string source;
  const std::string type = kTypeName<T>, chooser = kTypeName<Signed<T>>,
                    unsignedChooser = kTypeName<Unsigned<T>>;
  for (int width : kWidths) {
    const std::string suffix = width == 1 ? "" : std::to_string(width);
    source += replaceWidth(
        "kernel void width" + std::to_string(width) + "(global const " + type +
            " *xs, global const " + type + " *ys, global const " + type + " *zs, global " + type +
            " *results, global int *flags) {\n"
            "  size_t i = get_global_id(0);\n  " +
            type + "$ x = " + load("xs", width) + ", y = " + load("ys", width) +
            ", z = " + load("zs", width) + ";\n  " +
            store("select(x, y, as_" + chooser + "$(z))", "results", width) + ";\n  " +
            store("select(x, y, as_" + unsignedChooser + "$(z))", "results + 4800", width) +
            ";\n  flags[2 * i] = any(as_" + chooser + "$(z));\n  flags[2 * i + 1] = all(as_" +
            chooser + "$(z));\n}\n",
        width);
  }
  auto program = this->buildProgram(source);
  const auto x = interestingValues<T>(4800, 1), y = interestingValues<T>(4800, 2);
  auto z = interestingValues<T>(4800, 3);
  for (size_t i = 0; i < 480; ++i) // so that all() has something to find
    z[i] = T(Unsigned<T>(z[i]) | Unsigned<T>(1) << (sizeof(T) * 8 - 1));
  for (int width : kWidths) {
    auto results = this->buffer(std::vector<T>(9600));
    auto flags = this->buffer(std::vector<int>(9600));
    auto kernel = this->kernel(program, ("width" + std::to_string(width)).c_str());
    auto xBuffer = this->buffer(x);
    auto yBuffer = this->buffer(y);
    auto zBuffer = this->buffer(z);
    kernel.setArgs(xBuffer, yBuffer, zBuffer, results, flags);
    this->enqueue(kernel, 4800 / width);
    const auto values = this->read(results);
    const auto flag = this->read(flags);
    std::vector<T> expected;
    std::vector<int> expectedFlags(9600);
    auto top = [](T value) { return Signed<T>(value) < 0; };
    for (size_t i = 0; i < 4800; ++i)
      expected.push_back((width == 1 ? z[i] != 0 : top(z[i])) ? y[i] : x[i]);
    for (size_t i = 0; i < 4800u / width; ++i) {
      expectedFlags[2 * i + 1] = 1;
      for (int lane = 0; lane < width; ++lane) {
        expectedFlags[2 * i] |= top(z[i * width + lane]);
        expectedFlags[2 * i + 1] &= top(z[i * width + lane]);
      }
    }
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), values.begin())) << width;
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), values.begin() + 4800)) << width;
    EXPECT_EQ(flag, expectedFlags) << width;
  }
}

} // namespace
} // namespace weft::test
