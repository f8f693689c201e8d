// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.11 Async Copies from Global to Local Memory, Local to Global Memory, and
// Prefetch.
#include "support/opencl_test.h"

#include <numeric>

namespace weft::test {
namespace {

struct Element {
  const char *type;
  size_t components; ///< a vector of 3 is copied as one of 4
};
class AsyncCopy : public OpenClTest, public testing::WithParamInterface<Element> {};

constexpr size_t kGroups = 6, kGroup = 24, kPerGroup = 100; // no multiple of the work-group

std::string withElement(std::string text, const std::string &type) {
  for (size_t at; (at = text.find('$')) != std::string::npos;)
    text.replace(at, 1, type);
  return text;
}

TEST_P(AsyncCopy, GoesInAndOutOfLocalMemory) {
  auto kernel = buildKernel(
      withElement("kernel void f(global const $ *in, global $ *out, local $ *l, int n) {\n"
                  "  size_t group = get_group_id(0);\n"
                  "  prefetch(in + group * n, n);\n"
                  "  event_t e = async_work_group_copy(l, in + group * n, n, 0);\n"
                  "  wait_group_events(1, &e);\n"
                  "  for (int i = get_local_id(0); i < n; i += get_local_size(0)) l[i] = ~l[i];\n"
                  "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "  event_t out_event = async_work_group_copy(out + group * n, l, n, 0);\n"
                  "  wait_group_events(1, &out_event);\n}\n",
                  GetParam().type));
  const size_t count = kGroups * kPerGroup * GetParam().components;
  std::vector<int> values(count), expected(count);
  std::iota(values.begin(), values.end(), 1);
  for (size_t i = 0; i < count; ++i)
    expected[i] = ~values[i];
  auto out = buffer(std::vector<int>(count));
  auto valuesBuffer = buffer(values);
  kernel.setArgs(valuesBuffer, out, LocalMemory{kPerGroup * GetParam().components * 4},
                 int(kPerGroup));
  enqueue(kernel, NDRange(kGroups * kGroup).local({kGroup}));
  auto copied = read(out);
  if (GetParam().type == std::string("int3")) // ~ leaves the place of a fourth component open
    for (size_t i = 3; i < count; i += 4)
      copied[i] = expected[i];
  EXPECT_EQ(copied, expected);
}

TEST_P(AsyncCopy, StridesCountElementsOfGlobalMemory) {
  auto kernel = buildKernel(
      withElement("kernel void f(global const $ *in, global $ *out, local $ *l, int n) {\n"
                  "  event_t e = async_work_group_strided_copy(l, in, n, 3, 0);\n"
                  "  e = async_work_group_copy(l + n, in, n, e);\n"
                  "  wait_group_events(1, &e);\n"
                  "  e = async_work_group_strided_copy(out, l, 2 * n, 2, 0);\n"
                  "  wait_group_events(1, &e);\n}\n",
                  GetParam().type));
  const size_t width = GetParam().components, n = 50;
  std::vector<int> values(3 * n * width);
  std::iota(values.begin(), values.end(), 1);
  std::vector<int> expected(4 * n * width, -1);
  auto out = buffer(expected);
  auto valuesBuffer = buffer(values);
  kernel.setArgs(valuesBuffer, out, LocalMemory{2 * n * width * 4}, int(n));
  enqueue(kernel, NDRange(kGroup).local({kGroup}));
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < width; ++k) {
      expected[2 * i * width + k] = values[3 * i * width + k];
      expected[2 * (n + i) * width + k] = values[i * width + k];
    }
  auto copied = read(out);
  if (GetParam().type == std::string("int3"))
    for (size_t i = 3; i < copied.size(); i += 4)
      copied[i] = expected[i];
  EXPECT_EQ(copied, expected);
}

INSTANTIATE_TEST_SUITE_P(Elements, AsyncCopy,
                         testing::Values(Element{"int", 1}, Element{"int2", 2}, Element{"int3", 4},
                                         Element{"int4", 4}, Element{"int8", 8},
                                         Element{"int16", 16}),
                         [](const auto &info) { return std::string(info.param.type); });

} // namespace
} // namespace weft::test
