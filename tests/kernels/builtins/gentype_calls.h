// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates expressions of OpenCL C for every width of a gentype and compares each component with a
// function of the host. One program holds the six widths, one kernel each.
#pragma once

#include "kernels/builtins/element_types.h"
#include "support/opencl_test.h"

#include <functional>
#include <string>
#include <vector>

namespace weft::test {

/// A `$` in the call stands for the width: "convert_int$(x)". x, y and z are gentype operands.
template <class Result, class Operand> struct GentypeCall {
  std::string call;
  std::function<Result(Operand, Operand, Operand)> expected;
  /// Units in the last place that a floating-point result may be off.
  double ulps = 0;
  /// Operands for which the specification leaves the result open.
  std::function<bool(Operand, Operand, Operand)> isOpen = [](Operand, Operand, Operand) {
    return false;
  };
};

inline std::string replaceWidth(std::string text, int width) {
  const std::string suffix = width == 1 ? "" : std::to_string(width);
  for (size_t at; (at = text.find('$')) != std::string::npos;)
    text.replace(at, 1, suffix);
  return text;
}

inline std::string load(const char *array, int width) {
  const std::string name = array;
  return width == 1 ? name + "[i]" : "vload" + std::to_string(width) + "(i, " + name + ")";
}

inline std::string store(const std::string &value, const std::string &array, int width) {
  return width == 1 ? "(" + array + ")[i] = " + value
                    : "vstore" + std::to_string(width) + "(" + value + ", i, " + array + ")";
}

template <class T> bool nearlyEqual(T value, T expected, double ulps) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(expected))
      return std::isnan(value);
    if (ulps == 0)
      return std::bit_cast<Unsigned<T>>(value) == std::bit_cast<Unsigned<T>>(expected) ||
             (value == 0 && expected == 0 && std::signbit(value) == std::signbit(expected));
    if (value == expected)
      return true;
    const T ulp = std::max(std::nextafter(std::abs(expected), std::numeric_limits<T>::infinity()) -
                               std::abs(expected),
                           std::numeric_limits<T>::denorm_min());
    return std::abs(value - expected) <= ulps * ulp;
  } else {
    return value == expected;
  }
}

/// The name that results and operands have on the device can differ from the C++ type's: pass it.
template <class Result, class Operand>
void checkGentypeCalls(const OpenClTest &cl, const std::vector<GentypeCall<Result, Operand>> &calls,
                       const char *options = "-cl-std=CL3.0") {
  constexpr size_t kCount = 48 * 100; // a multiple of every width
  const std::string operand = kTypeName<Operand>, result = kTypeName<Result>;
  std::string source;
  for (int width : kWidths) {
    source += "kernel void width" + std::to_string(width) + "(global const " + operand +
              " *xs, global const " + operand + " *ys, global const " + operand + " *zs, global " +
              result + " *results) {\n  size_t i = get_global_id(0);\n";
    for (const char *name : {"x", "y", "z"})
      source += replaceWidth("  " + operand + "$ " + name + " = ", width) +
                load((std::string(name) + "s").c_str(), width) + ";\n";
    for (size_t call = 0; call < calls.size(); ++call)
      source += "  " +
                store(replaceWidth(calls[call].call, width),
                      "results + " + std::to_string(call * kCount), width) +
                ";\n";
    source += "}\n";
  }
  auto program = cl.buildProgram(source, options);
  const auto x = interestingValues<Operand>(kCount, 1), y = interestingValues<Operand>(kCount, 2),
             z = interestingValues<Operand>(kCount, 3);
  auto xs = cl.buffer(x), ys = cl.buffer(y), zs = cl.buffer(z);
  for (int width : kWidths) {
    auto results = cl.buffer(std::vector<Result>(kCount * calls.size()));
    auto kernel = cl.kernel(program, ("width" + std::to_string(width)).c_str());
    kernel.setArgs(xs, ys, zs, results);
    cl.enqueue(kernel, kCount / width);
    const std::vector<Result> values = cl.read(results);
    for (size_t call = 0; call < calls.size(); ++call) {
      int failures = 0;
      for (size_t i = 0; i < kCount && failures < 3; ++i) {
        if (calls[call].isOpen(x[i], y[i], z[i]))
          continue;
        const Result value = values[call * kCount + i];
        Result expected = calls[call].expected(x[i], y[i], z[i]);
        if (nearlyEqual(value, expected, calls[call].ulps))
          continue;
        ++failures;
        ADD_FAILURE() << replaceWidth(calls[call].call, width) << " of " << operand << " x "
                      << +x[i] << " y " << +y[i] << " z " << +z[i] << ": " << +value << ", not "
                      << +expected;
      }
    }
  }
}

} // namespace weft::test
