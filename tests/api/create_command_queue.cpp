// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.1 Command-Queues.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using Properties = std::vector<cl_queue_properties>;

class ClCreateCommandQueue : public OpenClTest {
protected:
  cl_int statusWith(const Properties &properties, cl_context inContext = nullptr,
                    cl_device_id onDevice = nullptr) const {
    cl_int status = 1;
    Queue queue(clCreateCommandQueueWithProperties(inContext ? inContext : context(),
                                                   onDevice ? onDevice : device(),
                                                   properties.data(), &status));
    EXPECT_EQ(queue.get() == nullptr, status != CL_SUCCESS);
    return status;
  }
};

TEST_F(ClCreateCommandQueue, RefusesBadHandlesAndProperties) {
  EXPECT_EQ(statusWith({0}, cl_context(device())), CL_INVALID_CONTEXT);
  EXPECT_EQ(statusWith({0}, nullptr, cl_device_id(context())), CL_INVALID_DEVICE);
  EXPECT_EQ(statusWith({CL_QUEUE_PRIORITY_KHR, 1, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(statusWith({CL_QUEUE_PROPERTIES, 1 << 20, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(statusWith({CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(statusWith({CL_QUEUE_SIZE, 1024, 0}), CL_INVALID_VALUE) << "for device queues only";
  EXPECT_EQ(statusWith({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}), CL_INVALID_VALUE)
      << "a device queue is out-of-order";
  EXPECT_EQ(statusWith({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0}), CL_INVALID_VALUE);
}

TEST_F(ClCreateCommandQueue, DeviceQueuesExistWhereTheDeviceSaysSo) {
  bool has =
      deviceInfo<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES);
  EXPECT_EQ(statusWith({CL_QUEUE_PROPERTIES,
                        CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}),
            has ? CL_SUCCESS : CL_INVALID_QUEUE_PROPERTIES);
}

TEST_F(ClCreateCommandQueue, OldFormTakesABitField) {
  cl_int status = 1;
  Queue queue(clCreateCommandQueue(context(), device(), CL_QUEUE_PROFILING_ENABLE, &status));
  EXPECT_EQ(status, CL_SUCCESS);
  EXPECT_EQ(info<cl_command_queue_properties>(clGetCommandQueueInfo, queue.get(),
                                              cl_command_queue_info{CL_QUEUE_PROPERTIES}),
            cl_command_queue_properties{CL_QUEUE_PROFILING_ENABLE});
  EXPECT_EQ(clCreateCommandQueue(context(), device(), 1 << 20, &status), nullptr);
  EXPECT_EQ(status, CL_INVALID_VALUE);
}

TEST_F(ClCreateCommandQueue, RefusesADeviceOutsideTheContext) {
  cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                        CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  SubDevice part;
  if (clCreateSubDevices(device(), one, 1, part.out(), nullptr) != CL_SUCCESS)
    GTEST_SKIP() << "the device cannot be divided";
  EXPECT_EQ(statusWith({0}, nullptr, part), CL_INVALID_DEVICE);
}

TEST_F(ClCreateCommandQueue, InfoAnswersEveryQuestion) {
  Properties properties{CL_QUEUE_PROPERTIES,
                        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
  Queue queue(clCreateCommandQueueWithProperties(context(), device(), properties.data(), nullptr));
  auto ask = [&]<class T>(T, cl_command_queue_info name) {
    return info<T>(clGetCommandQueueInfo, queue.get(), name);
  };
  EXPECT_EQ(ask(cl_context(), CL_QUEUE_CONTEXT), context());
  EXPECT_EQ(ask(cl_device_id(), CL_QUEUE_DEVICE), device());
  EXPECT_EQ(ask(cl_uint(), CL_QUEUE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(ask(cl_command_queue_properties(), CL_QUEUE_PROPERTIES), properties[1]);
  EXPECT_THAT(ask(Properties(), CL_QUEUE_PROPERTIES_ARRAY), ElementsAreArray(properties));
  Queue old(clCreateCommandQueue(context(), device(), 0, nullptr));
  EXPECT_THAT(info<Properties>(clGetCommandQueueInfo, old.get(),
                               cl_command_queue_info{CL_QUEUE_PROPERTIES_ARRAY}),
              IsEmpty())
      << "none were given";
  cl_uint size = 0;
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clGetCommandQueueInfo(queue, 0x7777, sizeof size, &size, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, 1, &size, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetCommandQueueInfo(nullptr, CL_QUEUE_CONTEXT, 8, &size, nullptr),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(ClCreateCommandQueue, ReferenceCountIsTheApplicationsAlone) {
  Queue queue = makeQueue();
  UserEvent gate = userEvent();
  cl_event waits[] = {gate};
  check(clEnqueueBarrierWithWaitList(queue, 1, waits, nullptr), "clEnqueueBarrierWithWaitList");
  auto count = [&] {
    return info<cl_uint>(clGetCommandQueueInfo, queue.get(),
                         cl_command_queue_info{CL_QUEUE_REFERENCE_COUNT});
  };
  EXPECT_EQ(count(), 1u) << "commands in flight do not show";
  EXPECT_EQ(clRetainCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
  gate.complete();
}

TEST_F(ClCreateCommandQueue, ReleasedHandleIsRefused) {
  cl_command_queue queue = makeQueue().detach();
  EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(clReleaseCommandQueue(queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFlush(queue), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clFinish(queue), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(ClCreateCommandQueue, SetPropertyChangesWhatTheQueueDoes) {
  Queue queue = makeQueue();
  cl_command_queue_properties old = 7;
  ASSERT_EQ(clSetCommandQueueProperty(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_TRUE, &old),
            CL_SUCCESS);
  EXPECT_EQ(old, 0u);
  EXPECT_EQ(clSetCommandQueueProperty(queue, 1 << 20, CL_TRUE, nullptr), CL_INVALID_VALUE);
  // Now one that waits does not hold up the others.
  UserEvent gate = userEvent();
  cl_event waits[] = {gate};
  Event held, free;
  check(clEnqueueMarkerWithWaitList(queue, 1, waits, held.out()), "clEnqueueMarkerWithWaitList");
  cl_int pattern = 0;
  auto target = buffer<cl_int>(1);
  check(clEnqueueFillBuffer(queue, target, &pattern, 4, 0, 4, 0, nullptr, free.out()),
        "clEnqueueFillBuffer");
  cl_event handle = free;
  EXPECT_EQ(clWaitForEvents(1, &handle), CL_SUCCESS);
  gate.complete();
}

} // namespace
} // namespace weft::test
