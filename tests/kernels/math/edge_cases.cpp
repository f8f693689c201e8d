// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 7.5.1 Additional Requirements beyond C99 TC2: the results for zeros, infinities and
// poles, where the C library is no reference.
#include "support/opencl_test.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace weft::test {
namespace {

struct EdgeCase {
  const char *call; // zero, one and infinity are kernel arguments: nothing is folded
  double expected;
};

const EdgeCase kEdgeCases[] = {
    {"acospi(one)", 0.0},
    {"acospi(2 * one)", NAN},
    {"asinpi(-zero)", -0.0},
    {"asinpi(2 * one)", NAN},
    {"atanpi(-zero)", -0.0},
    {"atanpi(infinity)", 0.5},
    {"atan2pi(-zero, -zero)", -1.0},
    {"atan2pi(zero, -one)", 1.0},
    {"atan2pi(-zero, one)", -0.0},
    {"atan2pi(one, zero)", 0.5},
    {"atan2pi(infinity, infinity)", 0.25},
    {"atan2pi(-infinity, -infinity)", -0.75},
    {"ceil(-0.5f * one)", -0.0},
    {"cospi(zero)", 1.0},
    {"cospi(1.5f * one)", 0.0},
    {"cospi(infinity)", NAN},
    {"exp10(-infinity)", 0.0},
    {"exp10(infinity)", INFINITY},
    {"fdim(nan(0u) * one, zero)", NAN},
    {"fmod(-zero, one)", -0.0},
    {"fmod(one, zero)", NAN},
    {"fmod(infinity, one)", NAN},
    {"fmod(one, -infinity)", 1.0},
    {"hypot(infinity, nan(0u) * one)", INFINITY},
    {"log(-zero)", -INFINITY},
    {"log(-one)", NAN},
    {"log2(infinity)", INFINITY},
    {"nextafter(-zero, one)", 0x1p-149},
    {"pow(zero, -infinity)", INFINITY},
    {"pow(-zero, -3 * one)", -INFINITY},
    {"pow(-zero, -2 * one)", INFINITY},
    {"pow(-zero, 3 * one)", -0.0},
    {"pow(-one, infinity)", 1.0},
    {"pow(one, nan(0u) * one)", 1.0},
    {"pow(nan(0u) * one, -zero)", 1.0},
    {"pow(-2 * one, 0.5f * one)", NAN},
    {"pow(-infinity, -3 * one)", -0.0},
    {"pow(-infinity, 3 * one)", -INFINITY},
    {"pow(0.5f * one, -infinity)", INFINITY},
    {"pown(zero, 0)", 1.0},
    {"pown(nan(0u) * one, 0)", 1.0},
    {"pown(-zero, -3)", -INFINITY},
    {"pown(-zero, -2)", INFINITY},
    {"pown(-zero, 3)", -0.0},
    {"powr(2 * one, zero)", 1.0},
    {"powr(zero, -one)", INFINITY},
    {"powr(zero, -infinity)", INFINITY},
    {"powr(-zero, one)", 0.0},
    {"powr(one, 2 * one)", 1.0},
    {"powr(one, infinity)", NAN},
    {"powr(-one, one)", NAN},
    {"powr(zero, zero)", NAN},
    {"powr(infinity, zero)", NAN},
    {"powr(nan(0u) * one, zero)", NAN},
    {"rootn(zero, -3)", INFINITY},
    {"rootn(-zero, -3)", -INFINITY},
    {"rootn(-zero, -2)", INFINITY},
    {"rootn(-zero, 2)", 0.0},
    {"rootn(-zero, 3)", -0.0},
    {"rootn(-8 * one, 3)", -2.0},
    {"rootn(-one, 2)", NAN},
    {"rootn(one, 0)", NAN},
    {"remainder(one, zero)", NAN},
    {"round(-0.25f * one)", -0.0},
    {"rsqrt(-zero)", -INFINITY},
    {"rsqrt(infinity)", 0.0},
    {"sin(-zero)", -0.0},
    {"sin(infinity)", NAN},
    {"sinpi(-zero)", -0.0},
    {"sinpi(3 * one)", 0.0},
    {"sinpi(-3 * one)", -0.0},
    {"sinpi(infinity)", NAN},
    {"tan(-zero)", -0.0},
    {"tanpi(-zero)", -0.0},
    {"tanpi(one)", -0.0},
    {"tanpi(2 * one)", 0.0},
    {"tanpi(0.5f * one)", INFINITY},
    {"tanpi(1.5f * one)", -INFINITY},
    {"tanpi(infinity)", NAN},
    {"tgamma(-zero)", -INFINITY},
    {"tgamma(-2 * one)", NAN},
    {"trunc(-0.75f * one)", -0.0},
};

class MathEdgeCases : public OpenClTest {};

TEST_F(MathEdgeCases, AreThoseOfTheSpecification) {
  std::string source =
      "kernel void test(float zero, float one, float infinity, global float *out) {\n";
  for (size_t i = 0; i < std::size(kEdgeCases); ++i)
    source += "  out[" + std::to_string(i) + "] = " + kEdgeCases[i].call + ";\n";
  source += "}\n";
  auto program = buildProgram(source, "-cl-std=CL3.0");
  auto test = kernel(program, "test");
  auto out = buffer(std::vector<float>(std::size(kEdgeCases)));
  test.setArgs(0.0f, 1.0f, INFINITY, out);
  enqueue(test, 1);
  const std::vector<float> results = read(out);
  for (size_t i = 0; i < std::size(kEdgeCases); ++i) {
    const auto expected = static_cast<float>(kEdgeCases[i].expected);
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(results[i])) << kEdgeCases[i].call << " is " << results[i];
    else
      EXPECT_EQ(std::bit_cast<uint32_t>(results[i]), std::bit_cast<uint32_t>(expected))
          << kEdgeCases[i].call << " is " << results[i] << ", not " << expected;
  }
}

// 7.4 gives 16 ulp; infinity is further from the largest number than that.
TEST_F(MathEdgeCases, FirstPowerOfTheLargestDoubleIsFinite) {
  auto program = buildProgram("kernel void test(double x, double one, int n, global double *out) {"
                              "  out[0] = pow(x, one); out[1] = powr(x, one);"
                              "  out[2] = pown(x, n); out[3] = rootn(x, n); }");
  auto test = kernel(program, "test");
  auto out = buffer(std::vector<double>(4));
  const double largest = std::numeric_limits<double>::max();
  test.setArgs(largest, 1.0, 1, out);
  enqueue(test, 1);
  for (double result : read(out))
    EXPECT_NEAR(result, largest, 16 * (largest - std::nextafter(largest, 0.0)));
}

// OpenCL C 3.0 6.15.2: the bits of nancode are in the NaN.
TEST_F(MathEdgeCases, NanCarriesItsCode) {
  auto program = buildProgram("kernel void test(uint code, global uint *out) {"
                              "  *out = as_uint(nan(code)); }");
  auto test = kernel(program, "test");
  auto out = buffer(std::vector<uint32_t>(1));
  test.setArgs(cl_uint{0x1234}, out);
  enqueue(test, 1);
  EXPECT_EQ(read(out)[0], 0x7fc01234u);
}

} // namespace
} // namespace weft::test
