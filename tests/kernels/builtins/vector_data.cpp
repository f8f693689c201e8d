// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.7 Vector Data Load and Store Functions and 6.15.13 Miscellaneous Vector
// Functions: addresses aligned like the scalar only, every address space, and nothing touched
// beyond the vector.
#include "kernels/builtins/gentype_calls.h"

namespace weft::test {
namespace {

template <class T> class VectorData : public OpenClTest {};
class TypeNames {
public:
  template <class T> static std::string GetName(int) { return kTypeName<T>; }
};
using AllTypes = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t,
                                uint64_t, float, double>;
TYPED_TEST_SUITE(VectorData, AllTypes, TypeNames);

TYPED_TEST(VectorData, TravelsThroughEveryAddressSpace) {
  using T = TypeParam;
  // constant -> private -> local -> global, always one element off the vector's alignment. The
  // second version takes the pointers through the generic address space.
  const std::string type = kTypeName<T>;
  std::string source;
  for (int width : {2, 3, 4, 8, 16}) {
    const std::string n = std::to_string(width);
    for (bool generic : {false, true}) {
      const std::string qualifier = generic ? "" : "private ",
                        localQualifier = generic ? "" : "local ",
                        globalQualifier = generic ? "" : "global ";
      source += "kernel void " + std::string(generic ? "generic" : "named") + n + "(constant " +
                type + " *in, global " + type + " *out) {\n  " + type + " here[2 * " + n +
                " + 1];\n  local " + type + " there[2 * " + n + " + 1];\n  " + qualifier + type +
                " *p = here + 1;\n  " + localQualifier + type + " *l = there + 1;\n  " +
                globalQualifier + type + " *g = out + 1;\n";
      source += "  vstore" + n + "(vload" + n + "(1, in + 1), 1, p);\n";
      source += "  vstore" + n + "(vload" + n + "(1, p), 1, l);\n";
      source += "  vstore" + n + "(vload" + n + "(1, l), 1, g);\n";
      source += "  vstore" + n + "(vload" + n + "(1, g), 3, g);\n}\n";
    }
  }
  auto program = this->buildProgram(source);
  const auto values = interestingValues<T>(64, 1);
  auto bits = [](const std::vector<T> &floats) {
    std::vector<Signed<T>> result;
    for (T value : floats)
      result.push_back(std::bit_cast<Signed<T>>(value));
    return result;
  };
  for (int width : {2, 3, 4, 8, 16})
    for (const char *spaces : {"named", "generic"}) {
      std::vector<T> expected(6 * width, T(42));
      auto out = this->buffer(expected);
      auto kernel = this->kernel(program, (spaces + std::to_string(width)).c_str());
      auto valuesBuffer = this->buffer(values);
      kernel.setArgs(valuesBuffer, out);
      this->enqueue(kernel, 1);
      for (int vector : {1, 3})
        std::copy_n(&values[1 + width], width, &expected[1 + vector * width]);
      EXPECT_EQ(bits(this->read(out)), bits(expected)) << spaces << width;
    }
}

TYPED_TEST(VectorData, ShufflesByRunTimeMasks) {
  using T = TypeParam;
  using Mask = Unsigned<T>;
  const std::string type = kTypeName<T>, mask = kTypeName<Mask>;
  std::string source;
  for (int from : {2, 4, 8, 16})
    for (int to : {2, 4, 8, 16}) {
      const std::string m = std::to_string(from), n = std::to_string(to);
      source +=
          "kernel void f" + m + "_" + n + "(global const " + type + m + " *x, global const " +
          mask + n + " *mask, global " + type + n + " *out) {\n" +
          "  out[0] = shuffle(x[0], mask[0]);\n  out[1] = shuffle2(x[0], x[1], mask[0]);\n}\n";
    }
  auto program = this->buildProgram(source);
  std::vector<T> x(32);
  for (int i = 0; i < 32; ++i)
    x[i] = T(i + 1);
  std::vector<Mask> masks(16);
  for (int i = 0; i < 16; ++i)
    masks[i] = Mask(i * 7 + 3 + (i % 3 ? 0 : 96)); // bits beyond the index do not count
  for (int from : {2, 4, 8, 16})
    for (int to : {2, 4, 8, 16}) {
      auto out = this->buffer(std::vector<T>(2 * to));
      auto kernel =
          this->kernel(program, ("f" + std::to_string(from) + "_" + std::to_string(to)).c_str());
      auto xBuffer = this->buffer(x);
      auto masksBuffer = this->buffer(masks);
      kernel.setArgs(xBuffer, masksBuffer, out);
      this->enqueue(kernel, 1);
      std::vector<T> expected;
      for (int sources : {1, 2})
        for (int i = 0; i < to; ++i)
          expected.push_back(x[masks[i] % (sources * from)]);
      EXPECT_EQ(this->read(out), expected) << from << " to " << to;
    }
}

// --- half as a storage format

float halfToFloat(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                          : exponent     ? std::ldexp(float(1024 + fraction), exponent - 25)
                                         : std::ldexp(float(fraction), -24);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// The bits of the half that x rounds to; every half is compared, so nothing is assumed of
/// rounding.
uint16_t floatToHalf(double x, const std::string &mode) {
  const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isnan(x))
    return sign | 0x7e00;
  const double magnitude = std::abs(x);
  // 0x7c00, infinity, stands for 65536 here: that is where the next number would be.
  auto value = [](uint16_t bits) { return bits == 0x7c00 ? 65536.0 : double(halfToFloat(bits)); };
  if (std::isinf(x))
    return sign | 0x7c00;
  int below = 0, above = 0x7c00; // the last half not above the magnitude, by bisection
  while (below + 1 < above) {
    const int middle = (below + above) / 2;
    (value(uint16_t(middle)) <= magnitude ? below : above) = middle;
  }
  if (magnitude >= 65536)
    below = 0x7bff, above = 0x7c00;
  if (value(uint16_t(below)) == magnitude)
    return uint16_t(sign | below);
  const bool away = mode == "_rtz"   ? false
                    : mode == "_rtp" ? !sign
                    : mode == "_rtn" ? sign != 0
                    : magnitude - value(uint16_t(below)) == value(uint16_t(above)) - magnitude
                        ? below & 1
                        : magnitude - value(uint16_t(below)) > value(uint16_t(above)) - magnitude;
  return uint16_t(sign | (away ? above : below));
}

class Half : public OpenClTest {};

TEST_F(Half, EveryBitPatternLoads) {
  std::vector<uint16_t> bits(65536);
  for (size_t i = 0; i < bits.size(); ++i)
    bits[i] = uint16_t(i);
  std::string source;
  for (int width : kWidths)
    for (const char *aligned : {"", "a"}) {
      if (*aligned && width == 1)
        continue;
      source += replaceWidth(
          "kernel void vload" + std::string(aligned) + std::to_string(width) +
              "(global const half *in, global float *out) {\n"
              "  size_t i = get_global_id(0);\n  " +
              store("vload" + std::string(aligned) + "_half$(i, in)", "out", width) + ";\n}\n",
          width);
    }
  auto program = buildProgram(source);
  for (int width : kWidths)
    for (const char *aligned : {"", "a"}) {
      if (*aligned && width == 1)
        continue;
      const size_t stride = *aligned && width == 3 ? 4 : width, count = 65536 / stride;
      auto out = buffer(std::vector<float>(65536));
      auto kernel =
          this->kernel(program, ("vload" + std::string(aligned) + std::to_string(width)).c_str());
      auto bitsBuffer = buffer(bits);
      kernel.setArgs(bitsBuffer, out);
      enqueue(kernel, count);
      const auto values = read(out);
      for (size_t i = 0; i < count; ++i)
        for (int lane = 0; lane < width; ++lane)
          ASSERT_TRUE(
              nearlyEqual(values[i * width + lane], halfToFloat(uint16_t(i * stride + lane)), 0))
              << aligned << width << " " << i * stride + lane;
    }
}

template <class T> class HalfStores : public OpenClTest {};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(HalfStores, FloatTypes, TypeNames);

TYPED_TEST(HalfStores, RoundInEveryMode) {
  using T = TypeParam;
  const std::string type = kTypeName<T>;
  const char *modes[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
  std::string source;
  for (int width : kWidths)
    for (const char *aligned : {"", "a"}) {
      if (*aligned && width == 1)
        continue;
      source += replaceWidth("kernel void vstore" + std::string(aligned) + std::to_string(width) +
                                 "(global const " + type +
                                 " *in, global half *out) {\n"
                                 "  size_t i = get_global_id(0);\n  " +
                                 type + "$ x = " + load("in", width) + ";\n",
                             width);
      for (int mode = 0; mode < 5; ++mode)
        source += replaceWidth("  vstore" + std::string(aligned) + "_half$" + modes[mode] +
                                   "(x, i, out + " + std::to_string(mode * 6400) + ");\n",
                               width);
      source += "}\n";
    }
  auto program = this->buildProgram(source);
  auto values = interestingValues<T>(4800, 1);
  std::mt19937 random(1);
  for (size_t i = 1000; i < 4800; i += 2) { // around halves, and in their range
    const T half = halfToFloat(uint16_t(random() % 0x7c00)), delta = T(random() % 5) - 2;
    values[i] = half * (1 + delta * std::numeric_limits<T>::epsilon());
    if (i % 4 == 0)
      values[i] = -(half + T(halfToFloat(uint16_t(random() % 0x7c00)))) / 2;
  }
  for (int width : kWidths)
    for (const char *aligned : {"", "a"}) {
      if (*aligned && width == 1)
        continue;
      const size_t stride = *aligned && width == 3 ? 4 : width;
      auto out = this->buffer(std::vector<uint16_t>(5 * 6400, 0x1234));
      auto kernel =
          this->kernel(program, ("vstore" + std::string(aligned) + std::to_string(width)).c_str());
      auto valuesBuffer = this->buffer(values);
      kernel.setArgs(valuesBuffer, out);
      this->enqueue(kernel, 4800 / width);
      const auto halves = this->read(out);
      for (int mode = 0; mode < 5; ++mode)
        for (size_t i = 0; i < 4800; ++i) {
          const uint16_t half = halves[mode * 6400 + i / width * stride + i % width];
          const uint16_t expected = floatToHalf(values[i], modes[mode]);
          if (std::isnan(values[i]))
            ASSERT_GT(half & 0x7fff, 0x7c00);
          else
            ASSERT_EQ(half, expected) << modes[mode] << " width " << width << " of " << values[i];
        }
      if (stride != size_t(width)) // the place of a fourth component stays as it was
        for (size_t i = 3; i < 6400; i += 4)
          ASSERT_EQ(halves[i], 0x1234);
    }
}

} // namespace
} // namespace weft::test
