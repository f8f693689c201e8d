// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every clEnqueue* command in one shape, so that what the specification says about all of them
// (wait lists, events, contexts) is tested on each. A new command is a new row in enqueue_case.cpp.
#pragma once

#include "support/opencl_test.h"

#include <functional>
#include <iosfwd>

namespace weft::test {

/// What the commands work on: made once a test, big enough for all of them.
struct EnqueueResources {
  explicit EnqueueResources(const OpenClTest &test);
  ~EnqueueResources();

  static constexpr size_t kBytes = 4096;
  const OpenClTest &test;
  Buffer<cl_uchar> source, target;
  Kernel kernel;
  std::vector<cl_uchar> host = std::vector<cl_uchar>(kBytes);
  /// Where a map command left its pointer, to be unmapped.
  void *mapped = nullptr;
  void *svm = nullptr; // where the device has SVM
  void *svmTarget = nullptr;
  /// A fresh blocking mapping of `target`.
  void *mapTarget();
};

struct EnqueueCase {
  using Enqueue = std::function<cl_int(EnqueueResources &, cl_command_queue, cl_uint waitCount,
                                       const cl_event *waits, cl_event *event)>;
  const char *name;
  cl_command_type commandType;
  Enqueue enqueue;
  /// The same with the blocking flag set, for the commands that have one.
  Enqueue blocking = nullptr;
  /// Whether the device can do this at all; a null function: always.
  std::function<bool(const OpenClTest &)> supported = nullptr;
};

std::ostream &operator<<(std::ostream &out, const EnqueueCase &enqueueCase);

const std::vector<EnqueueCase> &enqueueCases();

/// Parametrised by enqueueCases(): TEST_P(EveryEnqueue, ...), then
/// WEFT_INSTANTIATE_FOR_EVERY_ENQUEUE(EveryEnqueue).
class EnqueueCaseTest : public OpenClTest, public ::testing::WithParamInterface<EnqueueCase> {
protected:
  void SetUp() override {
    if (GetParam().supported && !GetParam().supported(*this))
      GTEST_SKIP() << "the device does not support " << GetParam().name;
  }
  cl_int enqueue(cl_command_queue queue, Waits waits, cl_event *event) {
    return GetParam().enqueue(resources, queue, static_cast<cl_uint>(waits.size()),
                              waits.size() ? waits.begin() : nullptr, event);
  }
  EnqueueResources resources{*this};
};

} // namespace weft::test

#define WEFT_INSTANTIATE_FOR_EVERY_ENQUEUE(suite)                                                  \
  INSTANTIATE_TEST_SUITE_P(, suite, ::testing::ValuesIn(::weft::test::enqueueCases()),             \
                           [](const auto &info) { return std::string(info.param.name); })
