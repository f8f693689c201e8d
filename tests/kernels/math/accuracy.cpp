// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions at every width, against the error bounds of 7.4 Relative Error
// as ULPs. The reference is the C library's in long double.
#include "kernels/builtins/gentype_calls.h"

namespace weft::test {
namespace {

using Long = long double;
constexpr Long kPi = 3.14159265358979323846264338327950288L;

/// A row of the table of 7.4, which has the same bound for both precisions.
struct MathFunction {
  const char *call;
  double ulps;
  Long (*reference)(Long x, Long y);
};

// The reference is rounded to the type, which is half a unit more.
template <class T> std::vector<GentypeCall<T, T>> calls(const std::vector<MathFunction> &table) {
  std::vector<GentypeCall<T, T>> result;
  for (const MathFunction &function : table)
    result.push_back({function.call,
                      [=](T x, T y, T) { return static_cast<T>(function.reference(x, y)); },
                      function.ulps == 0 ? 0 : function.ulps + 0.5});
  return result;
}

Long sinPi(Long x) {
  if (x == std::rint(x))
    return std::copysign(Long(0), x);  // an infinity is an integer to rint
  Long r = std::remainder(x, Long(2)); // in [-1, 1], exactly
  if (std::fabs(r) > 0.5L)
    r = std::copysign(Long(1), r) - r;
  return std::sin(kPi * r);
}

Long cosPi(Long x) { return sinPi(0.5L - std::fabs(std::remainder(x, Long(2)))); }

template <class T> class MathAccuracy : public OpenClTest {};
class TypeNames {
public:
  template <class T> static std::string GetName(int) { return kTypeName<T>; }
};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(MathAccuracy, FloatTypes, TypeNames);

TYPED_TEST(MathAccuracy, Exponentials) {
  checkGentypeCalls(*this, calls<TypeParam>({
                               {"exp(x)", 3, [](Long x, Long) { return std::exp(x); }},
                               {"exp2(x)", 3, [](Long x, Long) { return std::exp2(x); }},
                               {"exp10(x)", 3, [](Long x, Long) { return exp10l(x); }},
                               {"expm1(x)", 3, [](Long x, Long) { return std::expm1(x); }},
                           }));
}

TYPED_TEST(MathAccuracy, Logarithms) {
  checkGentypeCalls(*this, calls<TypeParam>({
                               {"log(x)", 3, [](Long x, Long) { return std::log(x); }},
                               {"log2(x)", 3, [](Long x, Long) { return std::log2(x); }},
                               {"log10(x)", 3, [](Long x, Long) { return std::log10(x); }},
                               {"log1p(x)", 2, [](Long x, Long) { return std::log1p(x); }},
                           }));
}

TYPED_TEST(MathAccuracy, Trigonometric) {
  checkGentypeCalls(*this, calls<TypeParam>({
                               {"sin(x)", 4, [](Long x, Long) { return std::sin(x); }},
                               {"cos(x)", 4, [](Long x, Long) { return std::cos(x); }},
                               {"tan(x)", 5, [](Long x, Long) { return std::tan(x); }},
                           }));
}

TYPED_TEST(MathAccuracy, TrigonometricOfHalfTurns) {
  // remainder() of an infinity is a NaN, and so is every one of these.
  checkGentypeCalls(
      *this, calls<TypeParam>({
                 {"sinpi(x)", 4, [](Long x, Long) { return std::isinf(x) ? x - x : sinPi(x); }},
                 {"cospi(x)", 4, [](Long x, Long) { return std::isinf(x) ? x - x : cosPi(x); }},
             }));
}

TYPED_TEST(MathAccuracy, InverseTrigonometric) {
  checkGentypeCalls(*this,
                    calls<TypeParam>({
                        {"asin(x)", 4, [](Long x, Long) { return std::asin(x); }},
                        {"acos(x)", 4, [](Long x, Long) { return std::acos(x); }},
                        {"atan(x)", 5, [](Long x, Long) { return std::atan(x); }},
                        {"atan2(x, y)", 6, [](Long x, Long y) { return std::atan2(x, y); }},
                        {"asinpi(x)", 5, [](Long x, Long) { return std::asin(x) / kPi; }},
                        {"acospi(x)", 5, [](Long x, Long) { return std::acos(x) / kPi; }},
                        {"atanpi(x)", 5, [](Long x, Long) { return std::atan(x) / kPi; }},
                        {"atan2pi(x, y)", 6, [](Long x, Long y) { return std::atan2(x, y) / kPi; }},
                    }));
}

TYPED_TEST(MathAccuracy, Hyperbolic) {
  checkGentypeCalls(*this, calls<TypeParam>({
                               {"sinh(x)", 4, [](Long x, Long) { return std::sinh(x); }},
                               {"cosh(x)", 4, [](Long x, Long) { return std::cosh(x); }},
                               {"tanh(x)", 5, [](Long x, Long) { return std::tanh(x); }},
                               {"asinh(x)", 4, [](Long x, Long) { return std::asinh(x); }},
                               {"acosh(x)", 4, [](Long x, Long) { return std::acosh(x); }},
                               {"atanh(x)", 5, [](Long x, Long) { return std::atanh(x); }},
                           }));
}

TYPED_TEST(MathAccuracy, ErrorAndGamma) {
  checkGentypeCalls(*this, calls<TypeParam>({
                               {"erf(x)", 16, [](Long x, Long) { return std::erf(x); }},
                               {"erfc(x)", 16, [](Long x, Long) { return std::erfc(x); }},
                               {"tgamma(x)", 16, [](Long x, Long) { return std::tgamma(x); }},
                           }));
}

TYPED_TEST(MathAccuracy, RootsAndPowers) {
  using T = TypeParam;
  std::vector<GentypeCall<T, T>> table = calls<T>({
      {"rsqrt(x)", 2,
       [](Long x, Long) { return x == 0 ? std::copysign(INFINITY, x) : 1 / std::sqrt(x); }},
      {"cbrt(x)", 2, [](Long x, Long) { return std::cbrt(x); }},
      {"hypot(x, y)", 4, [](Long x, Long y) { return std::hypot(x, y); }},
      {"pow(x, y)", 16, [](Long x, Long y) { return std::pow(x, y); }},
      {"pown(x, 5)", 16, [](Long x, Long) { return std::pow(x, Long(5)); }},
      {"pown(x, -2)", 16, [](Long x, Long) { return std::pow(x, Long(-2)); }},
      {"rootn(x, 3)", 16, [](Long x, Long) { return std::cbrt(x); }},
  });
  table.push_back(
      {"powr(x, y)", [](T x, T y, T) { return static_cast<T>(std::pow(Long(x), Long(y))); }, 16.5,
       // These are edge cases of their own, see edge_cases.cpp.
       [](T x, T y, T) { return !(x > 0) || !std::isfinite(x) || !std::isfinite(y) || x == 1; }});
  // The integer operand of a vector is a vector.
  for (auto &call : table)
    for (const char *number : {"5", "-2", "3"})
      if (call.call.ends_with(std::string(", ") + number + ")"))
        call.call = call.call.substr(0, call.call.rfind(',')) + ", (int$)(" + number + "))";
  checkGentypeCalls(*this, table);
}

class HalfPrecisionMath : public OpenClTest {};

TEST_F(HalfPrecisionMath, IsWithin8192Ulp) {
  std::vector<GentypeCall<float, float>> table = calls<float>({
      {"half_exp(x)", 8192, [](Long x, Long) { return std::exp(x); }},
      {"half_exp2(x)", 8192, [](Long x, Long) { return std::exp2(x); }},
      {"half_exp10(x)", 8192, [](Long x, Long) { return exp10l(x); }},
      {"half_log(x)", 8192, [](Long x, Long) { return std::log(x); }},
      {"half_log2(x)", 8192, [](Long x, Long) { return std::log2(x); }},
      {"half_log10(x)", 8192, [](Long x, Long) { return std::log10(x); }},
      {"half_sqrt(x)", 8192, [](Long x, Long) { return std::sqrt(x); }},
      {"half_rsqrt(x)", 8192, [](Long x, Long) { return 1 / std::sqrt(x); }},
      {"half_recip(x)", 8192, [](Long x, Long) { return 1 / x; }},
      {"half_divide(x, y)", 8192, [](Long x, Long y) { return x / y; }},
  });
  // Subnormal operands and results may be flushed (6.15.2).
  for (auto &call : table)
    call.isOpen = [expected = call.expected](float x, float y, float z) {
      auto tiny = [](float value) { return value != 0 && std::fabs(value) < 0x1.01p-126f; };
      return tiny(x) || tiny(y) || tiny(expected(x, y, z));
    };
  auto trigonometric = calls<float>({
      {"half_sin(x)", 8192, [](Long x, Long) { return std::sin(x); }},
      {"half_cos(x)", 8192, [](Long x, Long) { return std::cos(x); }},
      {"half_tan(x)", 8192, [](Long x, Long) { return std::tan(x); }},
  });
  for (auto &call : trigonometric) {
    call.isOpen = [](float x, float, float) {
      return std::fabs(x) > 0x1p16f || (x != 0 && std::fabs(x) < 0x1p-126f);
    };
    table.push_back(call);
  }
  checkGentypeCalls(*this, table);
}

// 7.4 leaves the error of native_ functions open. What is promised here is that they are usable.
TEST_F(HalfPrecisionMath, NativeFunctionsAreUsable) {
  std::vector<GentypeCall<float, float>> table = calls<float>({
      {"native_exp(x)", 8192, [](Long x, Long) { return std::exp(x); }},
      {"native_exp2(x)", 8192, [](Long x, Long) { return std::exp2(x); }},
      {"native_exp10(x)", 8192, [](Long x, Long) { return exp10l(x); }},
      {"native_log(x)", 8192, [](Long x, Long) { return std::log(x); }},
      {"native_log2(x)", 8192, [](Long x, Long) { return std::log2(x); }},
      {"native_log10(x)", 8192, [](Long x, Long) { return std::log10(x); }},
      {"native_sin(x)", 8192, [](Long x, Long) { return std::sin(x); }},
      {"native_cos(x)", 8192, [](Long x, Long) { return std::cos(x); }},
      {"native_tan(x)", 8192, [](Long x, Long) { return std::tan(x); }},
      {"native_sqrt(x)", 8, [](Long x, Long) { return std::sqrt(x); }},
      {"native_rsqrt(x)", 8, [](Long x, Long) { return 1 / std::sqrt(x); }},
      {"native_recip(x)", 8, [](Long x, Long) { return 1 / x; }},
      {"native_divide(x, y)", 8, [](Long x, Long y) { return x / y; }},
      {"native_powr(x, y)", 8192, [](Long x, Long y) { return std::pow(x, y); }},
  });
  for (auto &call : table)
    call.isOpen = [](float x, float y, float) {
      return !(x > 0x1p-16f && x < 0x1p6f && std::fabs(y) < 8 && std::fabs(y) > 0x1p-16f);
    };
  checkGentypeCalls(*this, table);
}

} // namespace
} // namespace weft::test
