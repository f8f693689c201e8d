// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random kernels give the same bits at every packet width and on every ISA level of this machine.
// Each configuration is a process of its own (this executable again), because the driver reads its
// environment once. By hand, for longer and from another seed:
//   WEFT_RANDOM_SEEDS=1000,500 weft_kernels_tests --gtest_filter='RandomKernels.*'
#include "support/opencl_test.h"
#include "support/random_kernel.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace weft::test {
namespace {

struct Seeds {
  unsigned first = 1, count = 12;
};

Seeds seeds() {
  Seeds result;
  if (const char *text = std::getenv("WEFT_RANDOM_SEEDS"))
    std::sscanf(text, "%u,%u", &result.first, &result.count);
  return result;
}

class RandomKernels : public OpenClTest {
protected:
  /// What a seed's kernel leaves in its outputs and counters, as text.
  std::string run(unsigned seed) {
    // The last group is smaller, and no size is a multiple of a packet.
    constexpr size_t kGlobal = 150;
    constexpr size_t kLocals[] = {43, 64, 3};
    Kernel kernel = buildKernel(randomKernel(seed).source, "-cl-std=CL3.0");
    std::vector<cl_uint> values(RandomKernel::kInputs);
    for (unsigned i = 0; i < values.size(); ++i)
      values[i] = i % 3 ? (i * 7919 + seed) % 50 : i * 2654435761u + seed;
    auto in = buffer<cl_uint>(values);
    std::ostringstream text;
    for (size_t local : kLocals) {
      auto out = buffer<cl_uint>(std::vector<cl_uint>(kGlobal * RandomKernel::kOutputs));
      auto counters = buffer<cl_uint>(std::vector<cl_uint>(RandomKernel::kCounters));
      kernel.setArgs(in, out, counters, cl_uint(100));
      enqueue(kernel, NDRange(kGlobal).local({local}));
      for (cl_uint value : read(out))
        text << value << ' ';
      for (cl_uint value : read(counters))
        text << value << ' ';
    }
    return text.str();
  }
};

TEST_F(RandomKernels, DISABLED_WriteResults) {
  std::ofstream out(std::getenv("WEFT_RANDOM_RESULTS"));
  const Seeds range = seeds();
  for (unsigned seed = range.first; seed < range.first + range.count; ++seed)
    out << seed << ": " << run(seed) << '\n';
}

std::vector<std::string> resultsWith(const std::string &environment, const std::string &file) {
  const std::string command = environment + " WEFT_RANDOM_RESULTS=" + file +
                              " /proc/self/exe --gtest_also_run_disabled_tests --gtest_brief=1"
                              " --gtest_filter=RandomKernels.DISABLED_WriteResults > /dev/null";
  // The shell would be /proc/self.
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0)
    return {};
  std::string expanded = command;
  expanded.replace(expanded.find("/proc/self/exe"), 14, self);
  EXPECT_EQ(std::system(expanded.c_str()), 0) << expanded;
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  std::remove(file.c_str());
  return lines;
}

TEST_F(RandomKernels, AreTheSameAtEveryWidthAndOnEveryIsaLevel) {
  const std::string file = ::testing::TempDir() + "weft-random-" + std::to_string(getpid());
  const std::vector<std::string> expected =
      resultsWith("WEFT_VECTOR_WIDTH=1 WEFT_CPU=x86-64-v2", file);
  ASSERT_EQ(expected.size(), seeds().count);
  std::vector<std::string> configurations = {"WEFT_VECTOR_WIDTH=4 WEFT_CPU=x86-64-v2"};
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2"))
    configurations.push_back("WEFT_VECTOR_WIDTH=8 WEFT_CPU=x86-64-v3");
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    configurations.push_back("WEFT_VECTOR_WIDTH=16 WEFT_CPU=x86-64-v4");
    configurations.push_back("WEFT_VECTOR_WIDTH=8");
    configurations.push_back("WEFT_VECTOR_WIDTH=32");
  }
  configurations.push_back(""); // what applications get
  for (const std::string &configuration : configurations) {
    const std::vector<std::string> actual = resultsWith(configuration, file);
    ASSERT_EQ(actual.size(), expected.size()) << configuration;
    for (unsigned i = 0; i < expected.size(); ++i)
      EXPECT_EQ(actual[i] == expected[i], true)
          << "seed " << seeds().first + i << " differs with '" << configuration << "'";
  }
}

} // namespace
} // namespace weft::test
