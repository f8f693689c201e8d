// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of tests of device-side enqueue (OpenCL C 3.0 6.15.19): a context with a default
// on-device queue.
#pragma once

#include "support/opencl_test.h"

namespace weft::test {

class DeviceEnqueueTest : public OpenClTest {
protected:
  static constexpr cl_command_queue_properties kOnDevice =
      CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

  void SetUp() override {
    if (!deviceInfo<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES))
      GTEST_SKIP() << "the device has no device-side enqueue";
    deviceQueue_ = makeDeviceQueue(CL_QUEUE_ON_DEVICE_DEFAULT);
  }

  cl_command_queue deviceQueue() const { return deviceQueue_; }
  /// `bytes` of 0: as large as the driver makes one by itself.
  Queue makeDeviceQueue(cl_command_queue_properties more = 0, cl_uint bytes = 0) const {
    const cl_queue_properties size = bytes ? CL_QUEUE_SIZE : 0;
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kOnDevice | more, size, bytes, 0};
    return created("clCreateCommandQueueWithProperties", [&](cl_int *status) {
      return clCreateCommandQueueWithProperties(context(), device(), list, status);
    });
  }
  void dropDefaultQueue() { deviceQueue_.reset(); }
  /// A default queue of that size instead of the one there was.
  void replaceDefaultQueue(cl_command_queue_properties more, cl_uint bytes = 0) {
    dropDefaultQueue();
    deviceQueue_ = makeDeviceQueue(CL_QUEUE_ON_DEVICE_DEFAULT | more, bytes);
  }

  /// Runs the source's only kernel, whose first argument is `global int *out`, over `range`, and
  /// returns the `count` elements of `out`, which are 0 before.
  template <class... Arguments>
  std::vector<int> run(const std::string &source, size_t count, const NDRange &range,
                       const Arguments &...arguments) {
    return runWith("-cl-std=CL3.0", source, count, range, arguments...);
  }
  template <class... Arguments>
  std::vector<int> runWith(const char *options, const std::string &source, size_t count,
                           const NDRange &range, const Arguments &...arguments) {
    Kernel kernel = buildKernel(source, options);
    auto out = buffer<int>(std::vector<int>(count));
    kernel.setArgs(out, arguments...);
    enqueue(kernel, range);
    return read(out);
  }

private:
  Queue deviceQueue_;
};

} // namespace weft::test
