// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.2 Math Functions whose result 7.4 wants exact or correctly rounded.
#include "kernels/builtins/gentype_calls.h"

namespace weft::test {
namespace {

template <class T> class ExactMath : public OpenClTest {};
class TypeNames {
public:
  template <class T> static std::string GetName(int) { return kTypeName<T>; }
};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ExactMath, FloatTypes, TypeNames);

template <class T> bool bothZero(T x, T y, T) { return x == 0 && y == 0; }

TYPED_TEST(ExactMath, Rounding) {
  using T = TypeParam;
  checkGentypeCalls(*this, std::vector<GentypeCall<T, T>>{
                               {"ceil(x)", [](T x, T, T) { return std::ceil(x); }},
                               {"floor(x)", [](T x, T, T) { return std::floor(x); }},
                               {"rint(x)", [](T x, T, T) { return std::rint(x); }},
                               {"round(x)", [](T x, T, T) { return std::round(x); }},
                               {"trunc(x)", [](T x, T, T) { return std::trunc(x); }},
                           });
}

TYPED_TEST(ExactMath, ArithmeticAndComparison) {
  using T = TypeParam;
  const std::string one = std::string("(") + kTypeName<T> + ")";
  checkGentypeCalls(*this,
                    std::vector<GentypeCall<T, T>>{
                        {"fma(x, y, z)", [](T x, T y, T z) { return std::fma(x, y, z); }},
                        {"sqrt(x)", [](T x, T, T) { return std::sqrt(x); }},
                        {"fabs(x)", [](T x, T, T) { return std::fabs(x); }},
                        {"copysign(x, y)", [](T x, T y, T) { return std::copysign(x, y); }},
                        {"fdim(x, y)", [](T x, T y, T) { return std::fdim(x, y); }},
                        {"fmax(x, y)", [](T x, T y, T) { return std::fmax(x, y); }, 0, bothZero<T>},
                        {"fmin(x, y)", [](T x, T y, T) { return std::fmin(x, y); }, 0, bothZero<T>},
                        {"fmax(x, " + one + "1)", [](T x, T, T) { return std::fmax(x, T(1)); }},
                        {"maxmag(x, y)",
                         [](T x, T y, T) {
                           return std::fabs(x) > std::fabs(y)   ? x
                                  : std::fabs(y) > std::fabs(x) ? y
                                                                : std::fmax(x, y);
                         },
                         0, bothZero<T>},
                        {"minmag(x, y)",
                         [](T x, T y, T) {
                           return std::fabs(x) < std::fabs(y)   ? x
                                  : std::fabs(y) < std::fabs(x) ? y
                                                                : std::fmin(x, y);
                         },
                         0, bothZero<T>},
                        {"nextafter(x, y)", [](T x, T y, T) { return std::nextafter(x, y); }},
                    });
}

// The ratio of two such operands can have as many digits as the exponent range.
TYPED_TEST(ExactMath, Remainders) {
  using T = TypeParam;
  checkGentypeCalls(*this,
                    std::vector<GentypeCall<T, T>>{
                        {"fmod(x, y)", [](T x, T y, T) { return std::fmod(x, y); }},
                        {"remainder(x, y)", [](T x, T y, T) { return std::remainder(x, y); }},
                    });
}

TYPED_TEST(ExactMath, Exponents) {
  using T = TypeParam;
  checkGentypeCalls(*this,
                    std::vector<GentypeCall<T, T>>{
                        {"logb(x)", [](T x, T, T) { return std::logb(x); }},
                        {"ldexp(x, (int$)(-30))", [](T x, T, T) { return std::ldexp(x, -30); }},
                        {"ldexp(x, 1000)", [](T x, T, T) { return std::ldexp(x, 1000); }},
                    });
  checkGentypeCalls(*this,
                    std::vector<GentypeCall<int32_t, T>>{{"ilogb(x)", [](T x, T, T) {
                                                            return x == 0 ? INT32_MIN // FP_ILOGB0
                                                                   : !std::isfinite(x)
                                                                       ? INT32_MAX // FP_ILOGBNAN
                                                                       : std::ilogb(x);
                                                          }}});
}

/// A function with a second result through a pointer, which may be private, local or global.
template <class T> struct TwoResults {
  const char *name;
  const char *arguments; // a % stands for the pointer
  const char *second;    // the type of what it points at, or "" for the operand's
  std::function<T(T x, T y, T *second)> expected;
};

TYPED_TEST(ExactMath, SecondResultsInEveryAddressSpace) {
  using T = TypeParam;
  const std::vector<TwoResults<T>> functions = {
      {"fract", "x, %", "",
       [](T x, T, T *second) {
         *second = std::floor(x);
         if (x == 0 || std::isinf(x))
           return std::copysign(T(0), x);
         return std::fmin(x - *second, std::nextafter(T(1), T(0))) + (x - x);
       }},
      {"modf", "x, %", "", [](T x, T, T *second) { return std::modf(x, second); }},
      {"frexp", "x, %", "int",
       [](T x, T, T *second) {
         int exponent = 0;
         T result = std::frexp(x, &exponent);
         *second = std::isfinite(x) ? exponent : 0;
         return result;
       }},
      {"remquo", "x, y, %", "int",
       [](T x, T y, T *second) {
         int quotient = 0;
         T result = std::remquo(x, y, &quotient);
         // The C library promises three bits.
         *second = std::isnan(result) ? 0 : std::copysign(T(std::abs(quotient) % 8), T(quotient));
         return result;
       }},
  };
  constexpr size_t kCount = 4800;
  const std::string type = kTypeName<T>;
  const auto x = interestingValues<T>(kCount, 1), y = interestingValues<T>(kCount, 2);
  for (const char *space : {"private", "local", "global", "generic"})
    for (const TwoResults<T> &function : functions) {
      const std::string second = *function.second ? function.second : type;
      std::string pointer = std::string(space) == "private"  ? "&inPrivate"
                            : std::string(space) == "local"  ? "&inLocal"
                            : std::string(space) == "global" ? "scratch + i"
                                                             : "anywhere";
      std::string arguments = function.arguments;
      arguments.replace(arguments.find('%'), 1, pointer);
      const std::string read = std::string(space) == "global" ? "scratch[i]" : "*(" + pointer + ")";
      const std::string source =
          "kernel void test(global const " + type + "4 *xs, global const " + type +
          "4 *ys, global " + type + "4 *results, global " + type + "4 *seconds, global " + second +
          "4 *scratch) {\n  size_t i = get_global_id(0);\n  " + type +
          "4 x = xs[i], y = ys[i];\n  " + second + "4 inPrivate;\n  local " + second +
          "4 inLocal;\n  " + second +
          "4 *anywhere = &inPrivate;\n  if (i % 2)\n    anywhere = scratch + i;\n  results[i] = " +
          function.name + "(" + arguments + ");\n  seconds[i] = convert_" + type + "4(" + read +
          ");\n}\n";
      auto program = this->buildProgram(source, "-cl-std=CL3.0");
      auto kernel = this->kernel(program, "test");
      auto xs = this->buffer(x), ys = this->buffer(y),
           results = this->buffer(std::vector<T>(kCount)),
           seconds = this->buffer(std::vector<T>(kCount)),
           scratch = this->buffer(std::vector<T>(kCount));
      kernel.setArgs(xs, ys, results, seconds, scratch);
      // One work-item a group: the local variable is theirs alone.
      this->enqueue(kernel, NDRange(kCount / 4).local({1}));
      const std::vector<T> first = this->read(results), others = this->read(seconds);
      int failures = 0;
      for (size_t i = 0; i < kCount && failures < 3; ++i) {
        T expectedSecond = 0;
        const T expected = function.expected(x[i], y[i], &expectedSecond);
        T got = others[i];
        if (std::string(function.name) == "remquo")
          got = std::copysign(std::fmod(std::fabs(got), T(8)), got);
        if (nearlyEqual(first[i], expected, 0) &&
            (got == expectedSecond || (std::isnan(got) && std::isnan(expectedSecond))))
          continue;
        ++failures;
        ADD_FAILURE() << function.name << " to " << space << " of " << x[i] << ", " << y[i] << ": "
                      << first[i] << " and " << got << ", not " << expected << " and "
                      << expectedSecond;
      }
    }
}

} // namespace
} // namespace weft::test
