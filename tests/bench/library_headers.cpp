// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the OpenCL C++ headers cost a program that includes them all and uses nothing of them: less
// than the rest of building it. In turns with the same program without them, each build new to the
// cache.
#include "support/opencl_test.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace weft::test {
namespace {

using LibraryHeaders = OpenClTest;

TEST_F(LibraryHeaders, CostLessThanASmallProgram) {
  const std::string headers =
      "#include <opencl_device_queue>\n#include <opencl_work_item>\n#include <opencl_memory>\n"
      "#include <opencl_synchronization>\n#include <opencl_common>\n#include <opencl_math>\n"
      "#include <opencl_integer>\n#include <opencl_atomic>\n#include <opencl_work_group>\n"
      "#include <opencl_def>\nusing namespace cl;\n";
  const std::string kernel = "kernel void add(__global float *a, __global const float *b) {\n"
                             "  size_t i = get_global_id(0); a[i] += b[i] * 2.0f; }\n";
  const auto now = std::to_string(std::chrono::system_clock::now().time_since_epoch().count());
  std::vector<double> times[2];
  for (int round = 0; round < 44; ++round)
    for (int way : {0, 1}) {
      const std::string source =
          (way ? headers : "") + kernel + "// " + now + "." + std::to_string(round);
      auto start = std::chrono::steady_clock::now();
      Program built = buildProgram(source, "-cl-std=CLC++2021");
      std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
      if (round >= 4)
        times[way].push_back(spent.count());
    }
  for (std::vector<double> &list : times)
    std::sort(list.begin(), list.end());
  const double without = times[0][times[0].size() / 2], with = times[1][times[1].size() / 2];
  std::printf("without headers %.2f ms, with all %.2f ms: %.2f times\n", without, with,
              with / without);
  EXPECT_LT(with, 2 * without);
}

} // namespace
} // namespace weft::test
