// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_create_command_queue: clCreateCommandQueueWithProperties for platforms older than OpenCL
// 2.0, found by name.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

class KhrCreateCommandQueue : public OpenClTest {
protected:
  void SetUp() override {
    create_ = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(testPlatform(),
                                                 "clCreateCommandQueueWithPropertiesKHR"));
    ASSERT_NE(create_, nullptr);
  }
  clCreateCommandQueueWithPropertiesKHR_fn create_ = nullptr;
};

TEST_F(KhrCreateCommandQueue, MakesAQueueWithTheProperties) {
  const cl_queue_properties_khr properties[] = {CL_QUEUE_PROPERTIES,
                                                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  Queue queue = created("clCreateCommandQueueWithPropertiesKHR", [&](cl_int *status) {
    return create_(context(), device(), properties, status);
  });
  EXPECT_EQ(info<cl_command_queue_properties>(clGetCommandQueueInfo, queue.get(),
                                              cl_command_queue_info{CL_QUEUE_PROPERTIES}),
            cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
}

TEST_F(KhrCreateCommandQueue, AnUnknownPropertyIsInvalid) {
  const cl_queue_properties_khr properties[] = {CL_DEVICE_NAME, 1, 0};
  EXPECT_CL(CL_INVALID_VALUE, creationStatus([&](cl_int *status) {
              return create_(context(), device(), properties, status);
            }));
}

} // namespace
} // namespace weft::test
