// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.4.3 Explicit Conversions: every pair of types, width, rounding mode and saturation
// against long double, which holds all 64-bit integers and all doubles.
#include "kernels/builtins/gentype_calls.h"

namespace weft::test {
namespace {

static_assert(std::numeric_limits<long double>::digits >= 64, "the reference must be exact");

enum class Rounding { Default, ToEven, TowardZero, Upward, Downward };

struct Mode {
  const char *suffix;
  Rounding rounding;
};
constexpr Mode kModes[] = {{"", Rounding::Default},
                           {"_rte", Rounding::ToEven},
                           {"_rtz", Rounding::TowardZero},
                           {"_rtp", Rounding::Upward},
                           {"_rtn", Rounding::Downward}};

long double roundToInteger(long double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::ToEven:
    return std::rint(value); // the host's mode is round to nearest even
  case Rounding::Upward:
    return std::ceil(value);
  case Rounding::Downward:
    return std::floor(value);
  case Rounding::Default:
  case Rounding::TowardZero:
    break;
  }
  return std::trunc(value);
}

template <class To> To roundToFloat(long double value, Rounding rounding) {
  const To nearest = static_cast<To>(value), infinity = std::numeric_limits<To>::infinity();
  const bool above = nearest > value, below = nearest < value;
  switch (rounding) {
  case Rounding::Upward:
    return below ? std::nextafter(nearest, infinity) : nearest;
  case Rounding::Downward:
    return above ? std::nextafter(nearest, -infinity) : nearest;
  case Rounding::TowardZero:
    return (value > 0 ? above : below) ? std::nextafter(nearest, To(0)) : nearest;
  case Rounding::Default:
  case Rounding::ToEven:
    break;
  }
  return nearest;
}

template <class To, class From> bool inRange(From value, Rounding rounding) {
  if constexpr (std::is_floating_point_v<From>) {
    const long double rounded = roundToInteger(value, rounding);
    using Limits = std::numeric_limits<To>;
    return rounded >= static_cast<long double>(Limits::min()) &&
           rounded <= static_cast<long double>(Limits::max());
  }
  return true;
}

template <class To, class From> To expectedValue(From value, Rounding rounding, bool saturates) {
  using Limits = std::numeric_limits<To>;
  if constexpr (std::is_floating_point_v<To>) {
    return roundToFloat<To>(value, rounding);
  } else {
    long double exact = value;
    if constexpr (std::is_floating_point_v<From>) {
      if (std::isnan(value))
        return 0;
      exact = roundToInteger(exact, rounding);
    } else if (!saturates) {
      return static_cast<To>(value); // modulo 2^n
    }
    return exact <= static_cast<long double>(Limits::min())   ? Limits::min()
           : exact >= static_cast<long double>(Limits::max()) ? Limits::max()
                                                              : static_cast<To>(exact);
  }
}

template <class To, class From> void checkConversions(const OpenClTest &cl) {
  std::vector<GentypeCall<To, From>> calls;
  for (bool saturates : {false, true}) {
    if (saturates && std::is_floating_point_v<To>)
      continue;
    for (const Mode &mode : kModes)
      calls.push_back(
          {std::string("convert_") + kTypeName<To> + "$" + (saturates ? "_sat" : "") + mode.suffix +
               "(x)",
           [=](From x, From, From) { return expectedValue<To>(x, mode.rounding, saturates); }, 0,
           [=](From x, From, From) {
             return !saturates && std::is_integral_v<To> && !inRange<To>(x, mode.rounding);
           }});
  }
  checkGentypeCalls(cl, calls);
}

template <class T> class Conversions : public OpenClTest {};
template <class... T> struct TypeList {
  using Tested = testing::Types<T...>;
};
using AllTypes = TypeList<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t,
                          float, double>;
class TypeNames {
public:
  template <class T> static std::string GetName(int) { return kTypeName<T>; }
};
TYPED_TEST_SUITE(Conversions, AllTypes::Tested, TypeNames);

template <class To, class... From>
void checkConversionsFrom(const OpenClTest &cl, TypeList<From...>) {
  (checkConversions<To, From>(cl), ...);
}

TYPED_TEST(Conversions, RoundAndSaturate) { checkConversionsFrom<TypeParam>(*this, AllTypes()); }

} // namespace
} // namespace weft::test
