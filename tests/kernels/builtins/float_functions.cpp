// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.4 Common Functions, 6.15.5 Geometric Functions and 6.15.6 Relational Functions
// of float and double.
#include "kernels/builtins/gentype_calls.h"

namespace weft::test {
namespace {

template <class T> class FloatFunctions : public OpenClTest {};
class TypeNames {
public:
  template <class T> static std::string GetName(int) { return kTypeName<T>; }
};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(FloatFunctions, FloatTypes, TypeNames);

TYPED_TEST(FloatFunctions, Common) {
  using T = TypeParam;
  const std::string one = std::string("(") + kTypeName<T> + ")";
  auto someNaN = [](T x, T y, T z) { return std::isnan(x) || std::isnan(y) || std::isnan(z); };
  // Which zero the lesser or the greater of two zeros is, is open.
  auto open = [=](T x, T y, T z) { return someNaN(x, y, z) || (x == 0 && y == 0); };
  auto openClamp = [=](T x, T y, T z) {
    return std::isnan(y) || std::isnan(z) || y > z || (x == 0 && (y == 0 || z == 0)) ||
           (y == 0 && z == 0);
  };
  checkGentypeCalls(
      *this,
      std::vector<GentypeCall<T, T>>{
          {"max(x, y)", [](T x, T y, T) { return x < y ? y : x; }, 0, open},
          {"min(x, y)", [](T x, T y, T) { return y < x ? y : x; }, 0, open},
          {"max(x, " + one + "2)", [](T x, T, T) { return x < 2 ? T(2) : x; }, 0, open},
          {"min(x, " + one + "2)", [](T x, T, T) { return T(2) < x ? T(2) : x; }, 0, open},
          {"clamp(x, y, z)", [](T x, T y, T z) { return std::fmin(std::fmax(x, y), z); }, 0,
           openClamp},
          {"clamp(x, " + one + "-3, " + one + "2)",
           [](T x, T, T) { return std::fmin(std::fmax(x, T(-3)), T(2)); }},
          {"degrees(x)", [](T x, T, T) { return T(x * (180.0L / 3.14159265358979323846264L)); }, 2},
          {"radians(x)", [](T x, T, T) { return T(x * (3.14159265358979323846264L / 180.0L)); }, 2},
          {"step(x, y)", [](T x, T y, T) { return y < x ? T(0) : T(1); }},
          {"step(" + one + "1, x)", [](T x, T, T) { return x < 1 ? T(0) : T(1); }},
          {"sign(x)",
           [](T x, T, T) { return x > 0           ? T(1)
                                  : x < 0         ? T(-1)
                                  : std::isnan(x) ? T(0)
                                                  : x; }},
      });
}

TYPED_TEST(FloatFunctions, MixAndSmoothstep) {
  using T = TypeParam;
  // OpenCL C 3.0 7.4: an absolute error of 1e-3 for mix and of 1e-5 for smoothstep, for single
  // precision; operands in a range where that means something.
  const std::string name = kTypeName<T>;
  std::string source;
  for (int width : kWidths)
    source += replaceWidth(
        "kernel void width" + std::to_string(width) + "(global const " + name +
            " *xs, global const " + name + " *ys, global const " + name + " *zs, global " + name +
            " *results) {\n  size_t i = get_global_id(0);\n  " + name +
            "$ x = " + load("xs", width) + ", y = " + load("ys", width) +
            ", z = " + load("zs", width) + ";\n  " + store("mix(x, y, z)", "results", width) +
            ";\n  " + store("mix(x, y, (" + name + ")0.25)", "results + 4800", width) + ";\n  " +
            store("smoothstep(min(x, y), max(x, y), z)", "results + 9600", width) + ";\n  " +
            store("smoothstep((" + name + ")-0.25, (" + name + ")0.75, z)", "results + 14400",
                  width) +
            ";\n}\n",
        width);
  auto program = this->buildProgram(source);
  std::mt19937 random(1);
  std::uniform_real_distribution<T> unit(-1, 1);
  std::vector<T> x(4800), y(4800), z(4800);
  for (size_t i = 0; i < 4800; ++i) {
    x[i] = unit(random);
    y[i] = unit(random);
    z[i] = unit(random);
  }
  auto smoothstep = [](T low, T high, T v) {
    const T t = std::clamp((v - low) / (high - low), T(0), T(1));
    return t * t * (3 - 2 * t);
  };
  const double tolerance = sizeof(T) == 4 ? 1e-5 : 1e-13;
  for (int width : kWidths) {
    auto results = this->buffer(std::vector<T>(4 * 4800));
    auto kernel = this->kernel(program, ("width" + std::to_string(width)).c_str());
    auto xBuffer = this->buffer(x);
    auto yBuffer = this->buffer(y);
    auto zBuffer = this->buffer(z);
    kernel.setArgs(xBuffer, yBuffer, zBuffer, results);
    this->enqueue(kernel, 4800 / width);
    const auto values = this->read(results);
    for (size_t i = 0; i < 4800; ++i) {
      ASSERT_NEAR(values[i], x[i] + (y[i] - x[i]) * z[i], tolerance);
      ASSERT_NEAR(values[i + 4800], x[i] + (y[i] - x[i]) * T(0.25), tolerance);
      ASSERT_NEAR(values[i + 9600], smoothstep(std::min(x[i], y[i]), std::max(x[i], y[i]), z[i]),
                  tolerance);
      ASSERT_NEAR(values[i + 14400], smoothstep(T(-0.25), T(0.75), z[i]), tolerance);
    }
  }
}

TYPED_TEST(FloatFunctions, Relational) {
  using T = TypeParam;
  using I = Signed<T>;
  struct Relation {
    const char *call;
    std::function<bool(T, T)> holds;
  };
  const Relation relations[] = {
      {"isequal(x, y)", [](T x, T y) { return x == y; }},
      {"isnotequal(x, y)", [](T x, T y) { return x != y; }},
      {"isgreater(x, y)", [](T x, T y) { return x > y; }},
      {"isgreaterequal(x, y)", [](T x, T y) { return x >= y; }},
      {"isless(x, y)", [](T x, T y) { return x < y; }},
      {"islessequal(x, y)", [](T x, T y) { return x <= y; }},
      {"islessgreater(x, y)", [](T x, T y) { return x < y || x > y; }},
      {"isordered(x, y)", [](T x, T y) { return !std::isunordered(x, y); }},
      {"isunordered(x, y)", [](T x, T y) { return std::isunordered(x, y); }},
      {"isfinite(x)", [](T x, T) { return std::isfinite(x); }},
      {"isinf(x)", [](T x, T) { return std::isinf(x); }},
      {"isnan(x)", [](T x, T) { return std::isnan(x); }},
      {"isnormal(x)", [](T x, T) { return std::isnormal(x); }},
      {"signbit(x)", [](T x, T) { return std::signbit(x); }},
  };
  // A scalar relation gives 1 in an int, a vector one -1 in an integer of the operand's size.
  std::string source;
  const std::string type = kTypeName<T>, truth = kTypeName<I>;
  for (int width : kWidths) {
    source += replaceWidth("kernel void width" + std::to_string(width) + "(global const " + type +
                               " *xs, global const " + type + " *ys, global " + truth +
                               " *results) {\n  size_t i = get_global_id(0);\n  " + type +
                               "$ x = " + load("xs", width) + ", y = " + load("ys", width) + ";\n",
                           width);
    size_t offset = 0;
    for (const Relation &relation : relations) {
      source += "  " + store(relation.call, "results + " + std::to_string(offset), width) + ";\n";
      offset += 4800;
    }
    source += "}\n";
  }
  auto program = this->buildProgram(source);
  const auto x = interestingValues<T>(4800, 1);
  auto y = interestingValues<T>(4800, 2);
  for (size_t i = 0; i < 4800; i += 7)
    y[i] = x[i];
  for (int width : kWidths) {
    auto results = this->buffer(std::vector<I>(std::size(relations) * 4800));
    auto kernel = this->kernel(program, ("width" + std::to_string(width)).c_str());
    auto xBuffer = this->buffer(x);
    auto yBuffer = this->buffer(y);
    kernel.setArgs(xBuffer, yBuffer, results);
    this->enqueue(kernel, 4800 / width);
    const auto values = this->read(results);
    for (size_t r = 0; r < std::size(relations); ++r)
      for (size_t i = 0; i < 4800; ++i)
        ASSERT_EQ(values[r * 4800 + i],
                  I(relations[r].holds(x[i], y[i]) ? (width == 1 ? 1 : -1) : 0))
            << relations[r].call << " width " << width << " x " << x[i] << " y " << y[i];
  }
}

TYPED_TEST(FloatFunctions, SelectAndBitselect) {
  using T = TypeParam;
  using I = Signed<T>;
  auto bits = [](T x) { return std::bit_cast<I>(x); };
  const std::string chooser = kTypeName<I>, unsignedChooser = kTypeName<Unsigned<T>>;
  // NaN payloads must survive: results are compared as integers.
  checkGentypeCalls(*this,
                    std::vector<GentypeCall<I, T>>{
                        {"as_" + chooser + "$(bitselect(x, y, z))",
                         [=](T x, T y, T z) { return (bits(x) & ~bits(z)) | (bits(y) & bits(z)); }},
                        // Choosers of 0 and -1 mean the same in scalars and in vectors.
                        {"as_" + chooser + "$(select(x, y, as_" + chooser + "$(z) >> " +
                             std::to_string(sizeof(T) * 8 - 1) + "))",
                         [=](T x, T y, T z) { return std::signbit(z) ? bits(y) : bits(x); }},
                        {"as_" + chooser + "$(select(x, y, as_" + unsignedChooser + "$(as_" +
                             chooser + "$(z) >> " + std::to_string(sizeof(T) * 8 - 1) + ")))",
                         [=](T x, T y, T z) { return std::signbit(z) ? bits(y) : bits(x); }},
                    });
}

TYPED_TEST(FloatFunctions, Geometric) {
  using T = TypeParam;
  const std::string type = kTypeName<T>;
  std::string source;
  for (int width : {1, 2, 3, 4})
    source += replaceWidth(
        "kernel void width" + std::to_string(width) + "(global const " + type +
            " *xs, global const " + type + " *ys, global " + type + " *scalars, global " + type +
            " *vectors) {\n  size_t i = get_global_id(0);\n  " + type +
            "$ x = " + load("xs", width) + ", y = " + load("ys", width) +
            ";\n  scalars[3 * i] = dot(x, y);\n  scalars[3 * i + 1] = length(x);"
            "\n  scalars[3 * i + 2] = distance(x, y);\n  " +
            store("normalize(x)", "vectors", width) + ";\n" +
            (width > 2 ? "  " + store("cross(x, y)", "vectors + 4800", width) + ";\n" : "") + "}\n",
        width);
  auto program = this->buildProgram(source);
  // Components of one size in the first half, from the least to the greatest, so that squares
  // overflow and underflow; of very different sizes in the second.
  std::mt19937 random(1);
  std::uniform_real_distribution<T> unit(-1, 1);
  using Limits = std::numeric_limits<T>;
  constexpr int kExponents = Limits::max_exponent - Limits::min_exponent;
  std::vector<T> x(4800), y(4800);
  for (size_t i = 0; i < 4800; ++i) {
    const int exponent =
        Limits::min_exponent - 1 +
        (i < 2400 ? int(i / 48) * kExponents / 50 : int(random() % unsigned(kExponents)));
    x[i] = std::ldexp(unit(random), exponent);
    y[i] = std::ldexp(unit(random), exponent);
  }
  for (size_t i = 0; i < 48; ++i)
    x[i] = 0;
  const long double epsilon = Limits::epsilon();
  for (int width : {1, 2, 3, 4}) {
    auto scalars = this->buffer(std::vector<T>(3 * 4800));
    auto vectors = this->buffer(std::vector<T>(2 * 4800));
    auto kernel = this->kernel(program, ("width" + std::to_string(width)).c_str());
    auto xBuffer = this->buffer(x);
    auto yBuffer = this->buffer(y);
    kernel.setArgs(xBuffer, yBuffer, scalars, vectors);
    this->enqueue(kernel, 4800 / width);
    const auto scalar = this->read(scalars), vector = this->read(vectors);
    for (size_t i = 0; i < 4800u / width; ++i) {
      const T *a = &x[i * width], *b = &y[i * width];
      long double dot = 0, length = 0, distance = 0, largest = 0;
      for (int k = 0; k < width; ++k) {
        dot += (long double)a[k] * b[k];
        length += (long double)a[k] * a[k];
        distance += ((long double)a[k] - b[k]) * ((long double)a[k] - b[k]);
        largest = std::max({largest, std::abs((long double)a[k]), std::abs((long double)b[k])});
      }
      length = std::sqrt(length);
      distance = std::sqrt(distance);
      // OpenCL C 3.0 7.4, Table of ULP values: dot, length, distance, normalize and cross.
      if (largest * largest * width < Limits::max())
        ASSERT_LE(std::abs(scalar[3 * i] - dot),
                  largest * largest * (2 * width - 1) * epsilon + Limits::min())
            << width;
      ASSERT_LE(std::abs(scalar[3 * i + 1] - length),
                (2.75 + 0.5 * width) * epsilon * length + Limits::denorm_min())
          << width << " of " << a[0];
      ASSERT_LE(std::abs(scalar[3 * i + 2] - distance),
                (2.5 + 2 * width) * epsilon * distance + Limits::denorm_min())
          << width;
      for (int k = 0; k < width; ++k) {
        const long double expected = length == 0 ? a[k] : a[k] / length;
        ASSERT_LE(std::abs(vector[i * width + k] - expected),
                  (2 + width) * epsilon * std::abs(expected) + Limits::denorm_min())
            << width << " of " << a[k];
      }
      if (width > 2 && largest * largest * 2 < Limits::max()) {
        const T *cross = &vector[4800 + i * width];
        for (int k = 0; k < 3; ++k) {
          const int l = (k + 1) % 3, m = (k + 2) % 3;
          ASSERT_LE(std::abs(cross[k] - ((long double)a[l] * b[m] - (long double)a[m] * b[l])),
                    largest * largest * 3 * epsilon + Limits::min());
        }
        if (width == 4)
          ASSERT_EQ(cross[3], 0);
      }
    }
  }
}

// OpenCL C 3.0 7.5.1: infinite components count as 1, and NaN spreads.
TEST_F(OpenClTest, NormalizeOfInfinitiesAndNaNs) {
  auto kernel = buildKernel("kernel void f(global float4 *v) {"
                            "  size_t i = get_global_id(0); v[i] = normalize(v[i]); }");
  constexpr float kInfinity = INFINITY;
  auto vectors = buffer(std::vector<float>{kInfinity, 1, -kInfinity, -2, kInfinity, 3, 4, 5, //
                                           NAN, 1, 2, 3, kInfinity, NAN, 1, 1});
  kernel.setArgs(vectors);
  enqueue(kernel, 4);
  const auto v = read(vectors);
  EXPECT_FLOAT_EQ(v[0], std::sqrt(0.5f));
  EXPECT_EQ(v[1], 0);
  EXPECT_FLOAT_EQ(v[2], -std::sqrt(0.5f));
  EXPECT_EQ(v[3], 0);
  EXPECT_EQ(v[4], 1);
  EXPECT_EQ(v[5], 0);
  for (int i = 8; i < 16; ++i)
    EXPECT_TRUE(std::isnan(v[i])) << i;
}

TEST_F(OpenClTest, FastGeometricFunctionsAreCloseEnough) {
  auto kernel =
      buildKernel("kernel void f(global const float4 *p, global float4 *n, global float2 *s) {"
                  "  size_t i = get_global_id(0); n[i] = fast_normalize(p[i]);"
                  "  s[i] = (float2)(fast_length(p[i]), fast_distance(p[i], p[i].wzyx)); }");
  std::mt19937 random(1);
  std::uniform_real_distribution<float> some(-100, 100);
  std::vector<float> p(400);
  for (float &component : p)
    component = some(random);
  std::fill_n(p.begin(), 4, 0.0f);
  auto normals = buffer(std::vector<float>(400)), scalars = buffer(std::vector<float>(200));
  auto pBuffer = buffer(p);
  kernel.setArgs(pBuffer, normals, scalars);
  enqueue(kernel, 100);
  const auto n = read(normals), s = read(scalars);
  for (int i = 0; i < 100; ++i) {
    const float *v = &p[4 * i];
    const double length = std::sqrt(double(v[0]) * v[0] + double(v[1]) * v[1] +
                                    double(v[2]) * v[2] + double(v[3]) * v[3]);
    const double x = double(v[0]) - v[3], y = double(v[1]) - v[2];
    ASSERT_NEAR(s[2 * i], length, length * 8192 * 1.2e-7);
    ASSERT_NEAR(s[2 * i + 1], std::sqrt(2 * (x * x + y * y)), length * 8192 * 1.2e-7);
    for (int k = 0; k < 4; ++k)
      ASSERT_NEAR(n[4 * i + k], length == 0 ? 0 : v[k] / length, 8192 * 1.2e-7);
  }
}

} // namespace
} // namespace weft::test
