// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of the OpenCL C++ headers are written in that language: CHECK() in a kernel, and the lines
// of those that fail come back.
#pragma once

#include "support/opencl_test.h"

#include <string>
#include <vector>

namespace weft::test {

class LibraryTest : public OpenClTest {
protected:
  static constexpr const char *kOptions = "-cl-std=CLC++2021";

  /// `source` defines kernels whose first argument is `global<int> *failed`; one of 64 lines is
  /// written per work-item that fails.
  std::string withChecks(const std::string &source) const {
    return "#include <opencl_device_queue>\n#include <opencl_work_item>\n"
           "#include <opencl_memory>\n#include <opencl_synchronization>\n"
           "#include <opencl_common>\n#include <opencl_math>\n#include <opencl_integer>\n"
           "#include <opencl_atomic>\n#include <opencl_work_group>\n#include <opencl_def>\n"
           "using namespace cl;\n"
           "#define CHECK(...) ((__VA_ARGS__) ? (void)0 : note(failed, __LINE__))\n"
           "void note(__global int *failed, int line) {\n"
           "  for (int i = 0; i < 64; ++i) if (failed[i] == 0 || failed[i] == line)"
           " { failed[i] = line; return; }\n}\n"
           "#line 1\n" +
           source;
  }

  std::vector<int> failedLines(const Buffer<int> &failed) const {
    std::vector<int> lines;
    for (int line : read(failed))
      if (line != 0)
        lines.push_back(line);
    return lines;
  }

  /// Runs kernel `k`, and expects that no CHECK failed.
  template <class... Arguments>
  void run(const std::string &source, const NDRange &range, const Arguments &...arguments) {
    Kernel kernel = buildKernel(withChecks(source), kOptions);
    auto failed = buffer<int>(std::vector<int>(64, 0));
    kernel.setArgs(failed, arguments...);
    enqueue(kernel, range);
    EXPECT_THAT(failedLines(failed), ::testing::IsEmpty()) << source;
  }
};

} // namespace weft::test
