// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.5 Operators: integer division by zero or overflow gives an unspecified value, "but
// will not cause an exception". On x86 the instruction traps.
#include "support/opencl_test.h"

#include <limits>
#include <type_traits>

namespace weft::test {
namespace {

template <class T> class IntegerDivision : public OpenClTest {
protected:
  static constexpr bool kSigned = std::numeric_limits<T>::is_signed;
  static std::string name() {
    const char *names[] = {"char", "short", "int", "long"};
    const int log2 = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return std::string(kSigned ? "" : "u") + names[log2];
  }
  static std::vector<T> values() {
    const T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return {0, 1, T(-1), 2, T(-2), 7, T(-7), 100, low, T(low + 1), high, T(high - 1)};
  }
  static bool defined(T a, T b) {
    return b != 0 && !(kSigned && a == std::numeric_limits<T>::min() && b == T(-1));
  }
  /// A kernel divides each pair; quotients and remainders are compared where they are defined.
  void divideAndCompare(const std::vector<T> &a, const std::vector<T> &b) {
    auto left = buffer<T>(a), right = buffer<T>(b);
    auto quotient = buffer<T>(a.size()), remainder = buffer<T>(a.size());
    const std::string t = name();
    Kernel kernel = buildKernel("kernel void k(global " + t + " *a, global " + t + " *b, global " +
                                t + " *q, global " + t +
                                " *r) { size_t i = get_global_id(0);"
                                " q[i] = a[i] / b[i]; r[i] = a[i] % b[i]; }");
    kernel.setArgs(left, right, quotient, remainder);
    enqueue(kernel, a.size());
    const auto q = read(quotient), r = read(remainder);
    for (size_t i = 0; i < a.size(); ++i)
      if (defined(a[i], b[i])) {
        EXPECT_EQ(q[i], T(a[i] / b[i])) << +a[i] << " / " << +b[i];
        EXPECT_EQ(r[i], T(a[i] % b[i])) << +a[i] << " % " << +b[i];
      }
  }
};

using Types =
    ::testing::Types<cl_char, cl_uchar, cl_short, cl_ushort, cl_int, cl_uint, cl_long, cl_ulong>;
TYPED_TEST_SUITE(IntegerDivision, Types);

TYPED_TEST(IntegerDivision, NeverTrapsAndIsRightWhereDefined) {
  std::vector<TypeParam> a, b;
  for (TypeParam x : this->values())
    for (TypeParam y : this->values()) {
      a.push_back(x);
      b.push_back(y);
    }
  this->divideAndCompare(a, b);
}

// Where a quotient computed in floating point would be one too large, if anywhere.
TYPED_TEST(IntegerDivision, IsRightBesideWholeQuotients) {
  using T = TypeParam;
  using Unsigned = std::make_unsigned_t<T>; // where one more than the highest wraps round
  const T high = std::numeric_limits<T>::max();
  std::vector<T> a, b;
  for (T divisor : {T(2), T(3), T(7), T(10), T(11), T(97), T(high / 3), T(high / 2), T(high - 1)})
    for (T times : {T(high / divisor), T(high / divisor - 1), T(high / divisor / 2), T(1)})
      for (int off : {-1, 0, 1})
        for (int sign : {1, -1}) {
          const auto dividend = Unsigned(Unsigned(divisor * times) + Unsigned(off));
          a.push_back(T(sign < 0 ? Unsigned(0) - dividend : dividend));
          b.push_back(divisor);
        }
  this->divideAndCompare(a, b);
}

TYPED_TEST(IntegerDivision, NeverTrapsInVectorsNorUnderABranch) {
  const std::string t = this->name();
  auto zeros = this->template buffer<TypeParam>(std::vector<TypeParam>(256, 0));
  auto out = this->template buffer<TypeParam>(256);
  Kernel kernel = this->buildKernel("kernel void k(global " + t + "4 *zero, global " + t +
                                    "4 *out) { size_t i = get_global_id(0); " + t +
                                    "4 z = zero[i]; " + t + "4 r = (" + t + "4)(5) / z; r += (" +
                                    t + "4)(5) % z; if (i % 3 == 0) r += (" + t +
                                    ")(9 / z.x);"
                                    " if (z.y != 0) r += r / z.y; out[i] = r; }");
  kernel.setArgs(zeros, out);
  this->enqueue(kernel, 64);
  EXPECT_EQ(this->read(out).size(), 256u);
}

TYPED_TEST(IntegerDivision, NeverTrapsOnConstants) {
  const std::string t = this->name();
  auto out = this->template buffer<TypeParam>(2);
  Kernel kernel =
      this->buildKernel("kernel void k(global " + t + " *out, " + t + " zero) {" + t +
                        " n = 0; out[0] = (" + t + ")7 / n; out[1] = (" + t + ")7 % zero; }");
  kernel.setArgs(out, TypeParam(0));
  this->enqueue(kernel, 1);
  EXPECT_EQ(this->read(out).size(), 2u);
}

} // namespace
} // namespace weft::test
