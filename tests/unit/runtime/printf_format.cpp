// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.14 printf: conversions, vectors, lengths, and what is malformed.
#include "support/printf_format.h"

#include <cstring>
#include <gmock/gmock.h>
#include <limits>

namespace weft::runtime {
namespace {

template <class T, size_t N>
WeftPrintfArgument argument(const T (&elements)[N], WeftPrintfKind kind) {
  return {elements, std::uint8_t(kind), std::uint8_t(sizeof(T)), std::uint16_t(N), 0};
}

std::string printed(const char *format, std::initializer_list<WeftPrintfArgument> arguments) {
  std::string text = "<";
  EXPECT_TRUE(formatPrintf(text, format, {arguments.begin(), arguments.size()})) << format;
  return text.substr(1);
}

template <class T> std::string integer(const char *format, T value) {
  T elements[] = {value};
  return printed(format, {argument(elements, WEFT_PRINTF_INTEGER)});
}
template <class T> std::string number(const char *format, T value) {
  T elements[] = {value};
  return printed(format, {argument(elements, WEFT_PRINTF_FLOAT)});
}

TEST(PrintfFormat, TextAndPercentSigns) {
  EXPECT_EQ(printed("plain", {}), "plain");
  EXPECT_EQ(printed("100%%", {}), "100%");
}

TEST(PrintfFormat, IntegersWithFlagsWidthAndPrecision) {
  EXPECT_EQ(integer("%d", -5), "-5");
  EXPECT_EQ(integer("[%5d]", 42), "[   42]");
  EXPECT_EQ(integer("[%-5d]", 42), "[42   ]");
  EXPECT_EQ(integer("%05d", 42), "00042");
  EXPECT_EQ(integer("%+d", 42), "+42");
  EXPECT_EQ(integer("%#x", 255), "0xff");
  EXPECT_EQ(integer("%#o", 8), "010");
  EXPECT_EQ(integer("%.4d", 42), "0042");
  EXPECT_EQ(integer("%X", 0xbeef), "BEEF");
  EXPECT_EQ(integer("%c", int('A')), "A");
}

TEST(PrintfFormat, LengthsCutToTheTypeBeforePromotion) {
  EXPECT_EQ(integer("%hhd", 300), "44");
  EXPECT_EQ(integer("%hd", 0x18000), "-32768");
  EXPECT_EQ(integer("%hhu", -1), "255");
  EXPECT_EQ(integer("%u", -1), "4294967295");
  EXPECT_EQ(integer("%ld", std::int64_t(-1) << 40), "-1099511627776");
  EXPECT_EQ(integer("%lx", std::uint64_t(0x123456789abcdef)), "123456789abcdef");
}

TEST(PrintfFormat, FloatingPointAndItsSpecialValues) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(number("%f", 1.5f), "1.500000");
  EXPECT_EQ(number("%10.2f", 1.0), "      1.00");
  EXPECT_EQ(number("%g", 0.0001), "0.0001");
  EXPECT_EQ(number("%e", 12345.0), "1.234500e+04");
  EXPECT_EQ(number("%a", 1.0f), "0x1p+0");
  EXPECT_EQ(number("%f", kInfinity), "inf");
  EXPECT_EQ(number("%F", -kInfinity), "-INF");
  EXPECT_EQ(number("%5f", kInfinity), "  inf");
  EXPECT_THAT(number("%f", std::numeric_limits<double>::quiet_NaN()), ::testing::HasSubstr("nan"));
}

TEST(PrintfFormat, HalfsAreShownAsTheirValue) {
  auto half = [](std::uint16_t bits) {
    std::uint16_t elements[] = {bits};
    return printed("%g", {argument(elements, WEFT_PRINTF_FLOAT)});
  };
  EXPECT_EQ(half(0x3c00), "1");
  EXPECT_EQ(half(0xc500), "-5");
  EXPECT_EQ(half(0x7c00), "inf");
  EXPECT_EQ(half(0x0001), "5.96046e-08");
  EXPECT_EQ(half(0x8000), "-0");
}

TEST(PrintfFormat, VectorsAreTheirComponentsWithCommas) {
  float floats[] = {1, 2, 3, 4};
  EXPECT_EQ(printed("f4 = %2.2v4hlf", {argument(floats, WEFT_PRINTF_FLOAT)}),
            "f4 = 1.00,2.00,3.00,4.00");
  signed char chars[] = {-1, 2};
  EXPECT_EQ(printed("%v2hhd", {argument(chars, WEFT_PRINTF_INTEGER)}), "-1,2");
  unsigned char bytes[] = {0xfa, 0xfb, 0x01};
  EXPECT_EQ(printed("%#v3hhx", {argument(bytes, WEFT_PRINTF_INTEGER)}), "0xfa,0xfb,0x1");
  std::int64_t longs[] = {-1, 1};
  EXPECT_EQ(printed("%v2ld", {argument(longs, WEFT_PRINTF_INTEGER)}), "-1,1");
  std::uint16_t shorts[] = {65535, 1};
  EXPECT_EQ(printed("%v2hu", {argument(shorts, WEFT_PRINTF_INTEGER)}), "65535,1");
}

TEST(PrintfFormat, StringsAndPointers) {
  const char *text[] = {"weft"};
  EXPECT_EQ(printed("[%s]", {argument(text, WEFT_PRINTF_STRING)}), "[weft]");
  EXPECT_EQ(printed("[%6.2s]", {argument(text, WEFT_PRINTF_STRING)}), "[    we]");
  const char *none[] = {nullptr};
  EXPECT_EQ(printed("%s", {argument(none, WEFT_PRINTF_STRING)}), "(null)");
  std::uint64_t address[] = {0x1000};
  EXPECT_EQ(printed("%p", {argument(address, WEFT_PRINTF_POINTER)}), "0x1000");
  EXPECT_EQ(printed("[%8p]", {argument(address, WEFT_PRINTF_POINTER)}), "[  0x1000]");
}

TEST(PrintfFormat, LongTextIsNotCut) {
  std::string wide = integer("%500d", 7);
  EXPECT_EQ(wide.size(), 500u);
  EXPECT_EQ(wide.back(), '7');
}

TEST(PrintfFormat, MalformedFormatsPrintNothing) {
  int value[] = {1};
  for (const char *format : {"%", "%y", "%d %d", "%v5d", "%*d", "%lld"}) {
    std::string text = "before";
    WeftPrintfArgument arguments[] = {argument(value, WEFT_PRINTF_INTEGER)};
    EXPECT_FALSE(formatPrintf(text, format, arguments)) << format;
    EXPECT_EQ(text, "before");
  }
}

} // namespace
} // namespace weft::runtime
