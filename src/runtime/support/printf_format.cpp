// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf formatting. Each component of a vector is one call of the C library's snprintf, whose
// conversions OpenCL C takes over.
#include "support/printf_format.h"

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace weft::runtime {
namespace {

enum class Length { None, Char, Short, Int, Long };

/// %[flags][width][.precision][vector][length]conversion; asterisks are not supported (6.15.14).
struct Conversion {
  std::string prefix;  ///< % with flags, width and precision
  unsigned vector = 0; ///< components, 0 without a vector specifier
  Length length = Length::None;
  char kind = 0;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Reads one conversion behind a %; null if it is malformed.
const char *parse(const char *at, Conversion &out) {
  const char *begin = at;
  at += std::strspn(at, "-+ #0");
  while (isDigit(*at))
    ++at;
  if (*at == '.') {
    ++at;
    while (isDigit(*at))
      ++at;
  }
  out.prefix.assign("%").append(begin, at);
  if (*at == 'v') {
    ++at;
    while (isDigit(*at))
      out.vector = out.vector * 10 + unsigned(*at++ - '0');
    if (out.vector != 2 && out.vector != 3 && out.vector != 4 && out.vector != 8 &&
        out.vector != 16)
      return nullptr;
  }
  if (*at == 'h') {
    ++at;
    out.length = Length::Short;
    if (*at == 'h') {
      ++at;
      out.length = Length::Char;
    } else if (*at == 'l') {
      ++at;
      out.length = Length::Int;
    }
  } else if (*at == 'l') {
    ++at;
    out.length = Length::Long;
  }
  if (!*at || !std::strchr("diouxXfFeEgGaAcsp", *at))
    return nullptr;
  out.kind = *at;
  return at + 1;
}

unsigned bytesOf(Length length, unsigned natural) {
  switch (length) {
  case Length::Char:
    return 1;
  case Length::Short:
    return 2;
  case Length::Int:
    return 4;
  case Length::Long:
    return 8;
  case Length::None:
    break;
  }
  return natural;
}

std::uint64_t loadBits(const unsigned char *data, unsigned bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, data, bytes); // little-endian hosts, as all that Weft runs on
  return bits;
}

std::int64_t signExtend(std::uint64_t bits, unsigned bytes) {
  unsigned shift = 64 - 8 * bytes;
  return std::int64_t(bits << shift) >> shift;
}

double halfToDouble(std::uint16_t bits) {
  std::uint64_t sign = std::uint64_t(bits >> 15) << 63;
  unsigned exponent = bits >> 10 & 31;
  std::uint64_t mantissa = bits & 1023;
  if (exponent == 0) {
    double value = double(mantissa) * 0x1p-24;
    return sign ? -value : value;
  }
  std::uint64_t wide = exponent == 31 ? 2047 : exponent - 15 + 1023;
  std::uint64_t result = sign | wide << 52 | mantissa << 42;
  double value;
  std::memcpy(&value, &result, sizeof value);
  return value;
}

double loadFloat(const unsigned char *data, unsigned bytes) {
  if (bytes == 2)
    return halfToDouble(std::uint16_t(loadBits(data, 2)));
  if (bytes == 4) {
    float value;
    std::memcpy(&value, data, sizeof value);
    return value;
  }
  double value;
  std::memcpy(&value, data, sizeof value);
  return value;
}

template <class Value> void print(std::string &out, const std::string &format, Value value) {
  char small[128];
  int length = std::snprintf(small, sizeof small, format.c_str(), value);
  if (length < 0)
    return;
  if (size_t(length) < sizeof small) {
    out.append(small, size_t(length));
    return;
  }
  size_t at = out.size();
  out.resize(at + size_t(length) + 1);
  std::snprintf(out.data() + at, size_t(length) + 1, format.c_str(), value);
  out.pop_back();
}

void printComponent(std::string &out, const Conversion &conversion,
                    const WeftPrintfArgument &argument, const unsigned char *data) {
  unsigned bytes = argument.elementBytes;
  char kind = conversion.kind;
  if (std::strchr("fFeEgGaA", kind)) {
    // An integer where a floating-point value should be is undefined; its bits are shown as such.
    double value = loadFloat(data, bytes);
    print(out, conversion.prefix + kind, value);
    return;
  }
  std::uint64_t bits = loadBits(data, bytes);
  if (kind == 'c') {
    print(out, conversion.prefix + kind, int(bits & 0xff));
    return;
  }
  // Scalars have been promoted: the length says what they were (hh: char and so on).
  unsigned wanted = bytesOf(conversion.length, conversion.vector ? bytes : 4);
  if (kind == 'd' || kind == 'i') {
    std::int64_t value = signExtend(bits, bytes);
    value = signExtend(std::uint64_t(value), wanted);
    print(out, conversion.prefix + "ll" + kind, static_cast<long long>(value));
    return;
  }
  if (wanted > bytes)
    bits = std::uint64_t(signExtend(bits, bytes)); // as a promoted signed value would be seen
  if (wanted < 8)
    bits &= (std::uint64_t(1) << 8 * wanted) - 1;
  print(out, conversion.prefix + "ll" + kind, static_cast<unsigned long long>(bits));
}

/// False if the argument is not of the kind that the conversion takes.
bool printArgument(std::string &out, const Conversion &conversion,
                   const WeftPrintfArgument &argument) {
  auto *data = static_cast<const unsigned char *>(argument.data);
  if (conversion.kind == 's') {
    if (argument.kind != WEFT_PRINTF_STRING && argument.kind != WEFT_PRINTF_POINTER)
      return false;
    const char *text;
    std::memcpy(&text, data, sizeof text);
    print(out, conversion.prefix + 's', text ? text : "(null)");
    return true;
  }
  if (argument.kind == WEFT_PRINTF_STRING)
    return false;
  if (conversion.kind == 'p') {
    // Always a number: the C library's "(nil)" could not be read back.
    std::uint64_t address = loadBits(data, argument.elementBytes);
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(address));
    // Of the flags only '-' has a meaning for text.
    std::string format = "%";
    size_t flags = conversion.prefix.find_first_not_of("-+ #0", 1);
    if (conversion.prefix.find('-') < flags)
      format += '-';
    if (flags != std::string::npos)
      format += conversion.prefix.substr(flags);
    print(out, format + 's', text);
    return true;
  }
  unsigned count = conversion.vector ? conversion.vector : 1;
  if (argument.elementCount < count)
    return false;
  for (unsigned i = 0; i < count; ++i) {
    if (i)
      out += ',';
    printComponent(out, conversion, argument, data + i * argument.elementBytes);
  }
  return true;
}

} // namespace

bool formatPrintf(std::string &out, const char *format,
                  std::span<const WeftPrintfArgument> arguments) {
  size_t start = out.size(), next = 0;
  auto malformed = [&] {
    out.resize(start);
    return false;
  };
  for (;;) {
    const char *percent = format + std::strcspn(format, "%");
    out.append(format, percent);
    if (!*percent)
      return true;
    format = percent + 1;
    if (*format == '%') {
      out += '%';
      ++format;
      continue;
    }
    Conversion conversion;
    format = parse(format, conversion);
    if (!format || next == arguments.size() || !printArgument(out, conversion, arguments[next++]))
      return malformed();
  }
}

} // namespace weft::runtime
