// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On-device queues seen from the host: OpenCL 3.0 API 5.1 Command-Queues, clSetKernelArg (5.9.2)
// and what host calls say to a device queue.
#include "support/device_enqueue_test.h"

namespace weft::test {
namespace {

class DeviceQueues : public DeviceEnqueueTest {
protected:
  template <class T> T queueInfo(cl_command_queue queue, cl_command_queue_info name) {
    return info<T>(clGetCommandQueueInfo, queue, name);
  }
  cl_int statusOf(cl_command_queue_properties properties, cl_queue_properties bytes) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, CL_QUEUE_SIZE, bytes, 0};
    cl_int status = 1;
    Queue(clCreateCommandQueueWithProperties(context(), device(), list, &status));
    return status;
  }
};

// OpenCL 3.0 API 4.2, table of device queries: what CL_DEVICE_QUEUE_SUPPORTED brings with it.
TEST_F(DeviceQueues, HaveTheLimitsThatTheSpecificationAsksFor) {
  EXPECT_EQ(
      deviceInfo<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES),
      cl_device_device_enqueue_capabilities{CL_DEVICE_QUEUE_SUPPORTED |
                                            CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT});
  EXPECT_EQ(deviceInfo<cl_command_queue_properties>(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES),
            cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                        CL_QUEUE_PROFILING_ENABLE});
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE), 16u << 10);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), 16u << 20);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES), 16u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_EVENTS), 65536u);
}

TEST_F(DeviceQueues, TellWhatTheyWereMadeWith) {
  const auto preferred = deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE);
  EXPECT_EQ(queueInfo<cl_uint>(deviceQueue(), CL_QUEUE_SIZE), preferred);
  Queue small = makeDeviceQueue(CL_QUEUE_PROFILING_ENABLE, 20000);
  EXPECT_EQ(queueInfo<cl_uint>(small, CL_QUEUE_SIZE), 20000u);
  EXPECT_EQ(queueInfo<cl_command_queue_properties>(small, CL_QUEUE_PROPERTIES),
            cl_command_queue_properties(kOnDevice | CL_QUEUE_PROFILING_ENABLE));
  EXPECT_EQ(queueInfo<cl_context>(small, CL_QUEUE_CONTEXT), context());
  EXPECT_EQ(queueInfo<cl_device_id>(small, CL_QUEUE_DEVICE), device());
  EXPECT_EQ(queueInfo<cl_uint>(small, CL_QUEUE_REFERENCE_COUNT), 1u);
  cl_uint size = 0;
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE,
            clGetCommandQueueInfo(queue(), CL_QUEUE_SIZE, sizeof size, &size, nullptr));
}

TEST_F(DeviceQueues, AreRefusedWithTheWrongProperties) {
  EXPECT_EQ(statusOf(kOnDevice, 0), CL_INVALID_VALUE);
  EXPECT_EQ(statusOf(kOnDevice, deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE) + 1ull),
            CL_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(statusOf(kOnDevice, 1ull << 40), CL_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(statusOf(kOnDevice, deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE)),
            CL_SUCCESS);
  cl_int status = 1;
  EXPECT_EQ(clCreateCommandQueue(context(), device(), kOnDevice, &status), nullptr);
  EXPECT_EQ(status, CL_INVALID_VALUE);
}

TEST_F(DeviceQueues, ThereAreAsManyAsTheDeviceSaysInEachContext) {
  const auto most = deviceInfo<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES);
  const auto bytes = deviceInfo<cl_uint>(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE);
  for (int round = 0; round < 3; ++round) { // those that are released make room
    std::vector<Queue> queues;
    for (cl_uint i = 1; i < most; ++i)
      queues.push_back(makeDeviceQueue(0, bytes));
  }
}

TEST_F(DeviceQueues, OneIsTheDefault) {
  EXPECT_EQ(queueInfo<cl_command_queue>(queue(), CL_QUEUE_DEVICE_DEFAULT), deviceQueue());
  // "CL_QUEUE_ON_DEVICE_DEFAULT ... return the default device queue": the one there is.
  Queue again = makeDeviceQueue(CL_QUEUE_ON_DEVICE_DEFAULT);
  EXPECT_EQ(again.get(), deviceQueue());
  EXPECT_EQ(queueInfo<cl_uint>(again, CL_QUEUE_REFERENCE_COUNT), 2u);
  Queue other = makeDeviceQueue();
  EXPECT_CL(CL_SUCCESS, clSetDefaultDeviceCommandQueue(context(), device(), other));
  EXPECT_EQ(queueInfo<cl_command_queue>(other, CL_QUEUE_DEVICE_DEFAULT), other.get());
  other.reset();
  EXPECT_EQ(queueInfo<cl_command_queue>(queue(), CL_QUEUE_DEVICE_DEFAULT), nullptr);
}

TEST_F(DeviceQueues, TheDefaultIsReplacedByOneOfTheSameDeviceAndContext) {
  Queue foreign = created("clCreateCommandQueueWithProperties", [&](cl_int *status) {
    static const Context elsewhere = otherContext();
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kOnDevice, 0};
    return clCreateCommandQueueWithProperties(elsewhere, device(), list, status);
  });
  for (cl_command_queue wrong : {queue(), foreign.get()})
    EXPECT_CL(CL_INVALID_COMMAND_QUEUE, clSetDefaultDeviceCommandQueue(context(), device(), wrong));
#ifdef WEFT_TEST_DIRECT
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE, clSetDefaultDeviceCommandQueue(context(), device(), nullptr));
  EXPECT_CL(CL_INVALID_CONTEXT, clSetDefaultDeviceCommandQueue(nullptr, device(), deviceQueue()));
#endif
  EXPECT_CL(CL_INVALID_DEVICE, clSetDefaultDeviceCommandQueue(context(), nullptr, deviceQueue()));
}

TEST_F(DeviceQueues, KernelsSeeTheDefaultOfTheirLaunch) {
  const char *source = "kernel void k(global int *out) { queue_t q = get_default_queue();"
                       "  out[1] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ out[0] += 1; }); }";
  Kernel kernel = buildKernel(source, "-cl-std=CL3.0 -g");
  auto out = buffer<int>(std::vector<int>(2));
  kernel.setArgs(out);
  replaceDefaultQueue(0, 16 << 10);
  enqueue(kernel, 1);
  EXPECT_THAT(read(out), ::testing::ElementsAre(1, 0));
  // The queue goes when the commands that may use it have ended, not before.
  {
    auto gate = userEvent();
    enqueue(kernel, 1, {gate});
    dropDefaultQueue();
    gate.complete();
  }
  EXPECT_THAT(read(out), ::testing::ElementsAre(2, 0));
  enqueue(kernel, 1);
  EXPECT_THAT(read(out), ::testing::ElementsAre(2, -102)) << "CLK_INVALID_QUEUE: there is none";
}

TEST_F(DeviceQueues, AreArgumentsOfKernels) {
  Kernel kernel = buildKernel("kernel void k(queue_t q, global int *out) {"
                              "  enqueue_kernel(q, 0, ndrange_1D(1), ^{ out[0] = 1; }); }");
  auto out = buffer<int>(std::vector<int>(1));
  kernel.setArg(1, out);
  const cl_command_queue none = nullptr, host = queue();
  EXPECT_CL(CL_INVALID_DEVICE_QUEUE, clSetKernelArg(kernel, 0, sizeof none, &none));
  EXPECT_CL(CL_INVALID_DEVICE_QUEUE, clSetKernelArg(kernel, 0, sizeof host, &host));
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 4, &host));
  EXPECT_CL(CL_INVALID_DEVICE_QUEUE, clSetKernelArg(kernel, 0, sizeof host, nullptr));
  Context other = otherContext();
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kOnDevice, 0};
  Queue foreign = created("clCreateCommandQueueWithProperties", [&](cl_int *status) {
    return clCreateCommandQueueWithProperties(other, device(), list, status);
  });
  const cl_command_queue foreignHandle = foreign;
  EXPECT_CL(CL_INVALID_CONTEXT, clSetKernelArg(kernel, 0, sizeof foreignHandle, &foreignHandle));
  {
    Queue passing = makeDeviceQueue();
    kernel.setArg(0, passing.get());
    auto gate = userEvent();
    enqueue(kernel, 1, {gate});
    passing.reset(); // the launch keeps it
    gate.complete();
    EXPECT_THAT(read(out), ::testing::ElementsAre(1));
  }
  const size_t one = 1;
  EXPECT_CL(CL_INVALID_KERNEL_ARGS,
            clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr))
      << "the queue is gone";
}

TEST_F(DeviceQueues, AreNoHostQueues) {
  Kernel kernel = buildKernel("kernel void k() {}");
  auto memory = buffer<int>(1);
  const size_t one = 1;
  int value = 0;
  cl_event event = nullptr;
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE, clFlush(deviceQueue()));
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE, clFinish(deviceQueue()));
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE, clEnqueueNDRangeKernel(deviceQueue(), kernel, 1, nullptr,
                                                             &one, nullptr, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE,
            clEnqueueReadBuffer(deviceQueue(), memory, CL_TRUE, 0, sizeof value, &value, 0, nullptr,
                                nullptr));
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE,
            clEnqueueMarkerWithWaitList(deviceQueue(), 0, nullptr, &event));
  EXPECT_EQ(event, nullptr);
  // Nor are they for features that the device lacks.
  const size_t origin[3] = {}, region[3] = {1, 1, 1};
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE,
            clEnqueueReadImage(deviceQueue(), memory, CL_TRUE, origin, region, 0, 0, &value, 0,
                               nullptr, nullptr));
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE,
            clEnqueueSVMUnmap(deviceQueue(), &value, 0, nullptr, nullptr));
}

#ifdef WEFT_TEST_DIRECT
// A clk_event_t is no cl_event.
TEST_F(DeviceQueues, EventsOfTheDeviceAreNoneOfTheHost) {
  Kernel kernel = buildKernel("kernel void k(global ulong *out) {"
                              "  clk_event_t user = create_user_event();"
                              "  *(global clk_event_t *)out = user; }");
  auto out = buffer<cl_ulong>(1);
  kernel.setArgs(out);
  enqueue(kernel, 1);
  auto event = reinterpret_cast<cl_event>(read(out)[0]);
  EXPECT_CL(CL_INVALID_EVENT, clRetainEvent(event));
  EXPECT_CL(CL_INVALID_EVENT, clReleaseEvent(event));
  EXPECT_CL(CL_INVALID_EVENT, clSetUserEventStatus(event, CL_COMPLETE));
}
#endif

// What the application keeps of a kernel's children is a negative status, if one failed.
TEST_F(DeviceQueues, AChildsErrorIsTheParents) {
  Kernel kernel = buildKernel(
      "kernel void k(global int *out, int status) { clk_event_t gate = create_user_event();"
      "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), 1, &gate, NULL, ^{ out[0] = 1; });"
      "  set_user_event_status(gate, status); release_event(gate); }");
  auto out = buffer<int>(std::vector<int>(1));
  for (cl_int given : {CL_COMPLETE, -3}) {
    kernel.setArgs(out, given);
    Event parent = enqueue(kernel, 1);
    cl_event list[] = {parent};
    EXPECT_CL(given ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS,
              clWaitForEvents(1, list));
    if (given)
      EXPECT_LT(status(parent), 0);
    EXPECT_THAT(read(out), ::testing::ElementsAre(1));
  }
}

} // namespace
} // namespace weft::test
