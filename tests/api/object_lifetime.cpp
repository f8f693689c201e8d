// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference counts of every kind of object, who keeps whom alive, and handles that are not valid.
#include "support/eventually.h"
#include "support/opencl_test.h"

#include <atomic>
#include <functional>

namespace weft::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Eq;

constexpr const char *kFill = "kernel void fill(global int *out, int value) {"
                              "  out[get_global_id(0)] = value; }";

/// One kind of object: how to make, retain, release and count it.
struct ObjectKind {
  const char *name;
  std::function<void *(const OpenClTest &)> make;
  std::function<cl_int(void *)> retain, release;
  std::function<cl_uint(void *)> count;
  cl_int invalid; // the error of a handle that is not valid
};

template <class T, class Query, class Name>
std::function<cl_uint(void *)> counter(Query query, Name name) {
  return [=](void *object) { return info<cl_uint>(query, static_cast<T>(object), name); };
}

template <class T> std::function<cl_int(void *)> call(cl_int(CL_API_CALL *function)(T)) {
  return [=](void *object) { return function(static_cast<T>(object)); };
}

const std::vector<ObjectKind> kKinds = {
    {"Context", [](const OpenClTest &test) { return test.otherContext().detach(); },
     call(clRetainContext), call(clReleaseContext),
     counter<cl_context>(clGetContextInfo, cl_context_info{CL_CONTEXT_REFERENCE_COUNT}),
     CL_INVALID_CONTEXT},
    {"CommandQueue", [](const OpenClTest &test) { return test.makeQueue().detach(); },
     call(clRetainCommandQueue), call(clReleaseCommandQueue),
     counter<cl_command_queue>(clGetCommandQueueInfo,
                               cl_command_queue_info{CL_QUEUE_REFERENCE_COUNT}),
     CL_INVALID_COMMAND_QUEUE},
    {"Buffer", [](const OpenClTest &test) { return test.buffer<int>(4).detach(); },
     call(clRetainMemObject), call(clReleaseMemObject),
     counter<cl_mem>(clGetMemObjectInfo, cl_mem_info{CL_MEM_REFERENCE_COUNT}),
     CL_INVALID_MEM_OBJECT},
    {"Program", [](const OpenClTest &test) { return test.programWithSource(kFill).detach(); },
     call(clRetainProgram), call(clReleaseProgram),
     counter<cl_program>(clGetProgramInfo, cl_program_info{CL_PROGRAM_REFERENCE_COUNT}),
     CL_INVALID_PROGRAM},
    {"Kernel", [](const OpenClTest &test) { return test.buildKernel(kFill).detach(); },
     call(clRetainKernel), call(clReleaseKernel),
     counter<cl_kernel>(clGetKernelInfo, cl_kernel_info{CL_KERNEL_REFERENCE_COUNT}),
     CL_INVALID_KERNEL},
    {"UserEvent", [](const OpenClTest &test) { return test.userEvent().detach(); },
     call(clRetainEvent), call(clReleaseEvent),
     counter<cl_event>(clGetEventInfo, cl_event_info{CL_EVENT_REFERENCE_COUNT}), CL_INVALID_EVENT},
};

class EveryObject : public OpenClTest, public ::testing::WithParamInterface<ObjectKind> {};
INSTANTIATE_TEST_SUITE_P(, EveryObject, ::testing::ValuesIn(kKinds),
                         [](const auto &info) { return std::string(info.param.name); });

TEST_P(EveryObject, CountsTheApplicationsReferences) {
  const ObjectKind &kind = GetParam();
  void *object = kind.make(*this);
  EXPECT_EQ(kind.count(object), 1u);
  EXPECT_SUCCESS(kind.retain(object));
  EXPECT_SUCCESS(kind.retain(object));
  EXPECT_EQ(kind.count(object), 3u);
  EXPECT_SUCCESS(kind.release(object));
  EXPECT_EQ(kind.count(object), 2u);
  EXPECT_SUCCESS(kind.release(object));
  EXPECT_SUCCESS(kind.release(object));
}

TEST_P(EveryObject, RefusesNull) {
  EXPECT_CL(GetParam().invalid, GetParam().retain(nullptr));
  EXPECT_CL(GetParam().invalid, GetParam().release(nullptr));
}

// Loaders dereference handles before the driver sees them, so what follows needs the direct
// library.
#ifdef WEFT_TEST_DIRECT
TEST_P(EveryObject, RefusesAHandleThatWasReleased) {
  void *object = GetParam().make(*this);
  EXPECT_SUCCESS(GetParam().release(object));
  EXPECT_CL(GetParam().invalid, GetParam().retain(object));
  EXPECT_CL(GetParam().invalid, GetParam().release(object));
}

TEST_P(EveryObject, RefusesGarbage) {
  alignas(64) unsigned char garbage[256] = {};
  EXPECT_CL(GetParam().invalid, GetParam().retain(garbage));
  EXPECT_CL(GetParam().invalid, GetParam().release(garbage + 1));
  EXPECT_CL(GetParam().invalid, GetParam().retain(reinterpret_cast<void *>(1)));
}

TEST_P(EveryObject, RefusesAnObjectOfEveryOtherKind) {
  for (const ObjectKind &other : kKinds) {
    if (!std::string_view(other.name).compare(GetParam().name))
      continue;
    void *object = other.make(*this);
    EXPECT_CL(GetParam().invalid, GetParam().retain(object)) << "given a " << other.name;
    EXPECT_CL(GetParam().invalid, GetParam().release(object)) << "given a " << other.name;
    EXPECT_EQ(other.count(object), 1u);
    EXPECT_SUCCESS(other.release(object));
  }
}
#endif

class ObjectLifetime : public OpenClTest {};

// OpenCL 3.0 API 4.4 Contexts: "the context is not destroyed until ... all objects attached to it
// (such as memory objects, command-queues) are released."
TEST_F(ObjectLifetime, AContextLivesAsLongAsItsObjects) {
  Context context = otherContext();
  cl_int status = CL_SUCCESS;
  Mem memory(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &status));
  ASSERT_SUCCESS(status);
  Queue queue(clCreateCommandQueueWithProperties(context, device(), nullptr, &status));
  ASSERT_SUCCESS(status);
  cl_context handle = context;
  context.reset();
  EXPECT_EQ(info<cl_context>(clGetMemObjectInfo, memory.get(), cl_mem_info{CL_MEM_CONTEXT}),
            handle);
  const char pattern = 3;
  EXPECT_SUCCESS(clEnqueueFillBuffer(queue, memory, &pattern, 1, 0, 64, 0, nullptr, nullptr));
  EXPECT_SUCCESS(clFinish(queue));
}

// So whoever has one of its objects may ask for the context, and use it: CLBlast makes its buffers
// in the context of the queue it is given.
TEST_F(ObjectLifetime, AContextThatItsObjectsHoldIsValid) {
  Context context = otherContext();
  cl_context handle = context;
  cl_int status = CL_SUCCESS;
  Queue queue(clCreateCommandQueueWithProperties(context, device(), nullptr, &status));
  ASSERT_SUCCESS(status);
  context.reset();
  auto count = [&] {
    return info<cl_uint>(clGetContextInfo, handle, cl_context_info{CL_CONTEXT_REFERENCE_COUNT});
  };
  EXPECT_EQ(count(), 0u) << "the application has none";
  EXPECT_CL(CL_INVALID_CONTEXT, clReleaseContext(handle)) << "the queue's is not the application's";
  Mem memory(clCreateBuffer(handle, CL_MEM_READ_WRITE, 64, nullptr, &status));
  EXPECT_SUCCESS(status);
  queue.reset();
  EXPECT_SUCCESS(clRetainContext(handle));
  EXPECT_EQ(count(), 1u);
  memory.reset();
  EXPECT_SUCCESS(clReleaseContext(handle));
#ifdef WEFT_TEST_DIRECT
  EXPECT_CL(CL_INVALID_CONTEXT, clRetainContext(handle));
#endif
}

// The same of programs and events, which hold it each in its own way.
TEST_F(ObjectLifetime, EveryObjectHoldsItsContext) {
  cl_int status = CL_SUCCESS;
  const char *source = kFill;
  auto isValid = [&](cl_context handle) {
    return clGetContextInfo(handle, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr) == CL_SUCCESS;
  };
  {
    Context context = otherContext();
    cl_context handle = context;
    Program program(clCreateProgramWithSource(context, 1, &source, nullptr, &status));
    ASSERT_SUCCESS(status);
    ASSERT_SUCCESS(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
    Kernel fill = kernel(program, "fill");
    context.reset();
    program.reset();
    EXPECT_TRUE(isValid(handle)) << "a kernel holds its program, and that the context";
  }
  {
    Context context = otherContext();
    cl_context handle = context;
    UserEvent event(clCreateUserEvent(context, &status));
    ASSERT_SUCCESS(status);
    context.reset();
    EXPECT_TRUE(isValid(handle));
  }
}

// OpenCL 3.0 API 4.3, clReleaseDevice: deleted after "all the objects attached to device (such as
// command-queues) are released".
TEST_F(ObjectLifetime, ASubDeviceLivesAsLongAsItsObjects) {
  if (deviceInfo<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    GTEST_SKIP() << "the device cannot be partitioned";
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint parts = 0;
  ASSERT_SUCCESS(clCreateSubDevices(device(), equally, 0, nullptr, &parts));
  std::vector<cl_device_id> made(parts);
  ASSERT_SUCCESS(clCreateSubDevices(device(), equally, parts, made.data(), nullptr));
  for (size_t i = 1; i < parts; ++i)
    EXPECT_SUCCESS(clReleaseDevice(made[i]));
  cl_int status = CL_SUCCESS;
  Context context(clCreateContext(nullptr, 1, made.data(), nullptr, nullptr, &status));
  ASSERT_SUCCESS(status);
  EXPECT_SUCCESS(clReleaseDevice(made[0]));
  EXPECT_CL(CL_INVALID_DEVICE, clReleaseDevice(made[0]));
  Queue queue(clCreateCommandQueueWithProperties(context, made[0], nullptr, &status));
  EXPECT_SUCCESS(status);
  context.reset();
  EXPECT_EQ(info<cl_uint>(clGetDeviceInfo, made[0], cl_device_info{CL_DEVICE_MAX_COMPUTE_UNITS}),
            1u);
  queue.reset();
#ifdef WEFT_TEST_DIRECT
  EXPECT_CL(CL_INVALID_DEVICE, clRetainDevice(made[0]));
#endif
}

// OpenCL 3.0 API 5.9: a kernel keeps its program; 5.8: "the program object is deleted after all
// kernel objects associated with program have been deleted and the reference count becomes zero".
TEST_F(ObjectLifetime, AKernelKeepsItsProgram) {
  Program program = buildProgram(kFill);
  Kernel fill = kernel(program, "fill");
  cl_program handle = program;
  program.reset();
  EXPECT_EQ(info<cl_program>(clGetKernelInfo, fill.get(), cl_kernel_info{CL_KERNEL_PROGRAM}),
            handle);
  auto out = buffer<int>(16);
  fill.setArgs(out, 5);
  enqueue(fill, 16);
  EXPECT_THAT(read(out), Each(Eq(5)));
}

// OpenCL 3.0 API 5.2.1, clReleaseMemObject: a memory object goes "after ... commands queued for
// execution on a command-queue(s) that use memobj have finished".
TEST_F(ObjectLifetime, AQueuedCommandKeepsKernelAndBuffers) {
  auto target = buffer<int>(256);
  auto gate = userEvent();
  {
    Kernel fill = buildKernel(kFill);
    auto source = buffer<int>(256);
    fill.setArgs(source, 9);
    enqueue(fill, 256, {gate});
    ASSERT_SUCCESS(
        clEnqueueCopyBuffer(queue(), source, target, 0, 0, target.bytes(), 0, nullptr, nullptr));
  }
  gate.complete();
  EXPECT_THAT(read(target), Each(Eq(9)));
}

// OpenCL 3.0 API 5.9.2, clSetKernelArg: "implementations shall not allow cl_kernel objects to hold
// reference counts to cl_kernel arguments".
TEST_F(ObjectLifetime, AKernelDoesNotCountItsArguments) {
  Kernel fill = buildKernel(kFill);
  auto out = buffer<int>(16);
  fill.setArgs(out, 1);
  EXPECT_EQ(info<cl_uint>(clGetMemObjectInfo, out.get(), cl_mem_info{CL_MEM_REFERENCE_COUNT}), 1u);
}

TEST_F(ObjectLifetime, ASubBufferKeepsItsParent) {
  auto parent = buffer<int>(std::vector<int>(1024, 4));
  const cl_buffer_region region = {1024, 1024};
  cl_int status = CL_SUCCESS;
  Mem part(
      clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status));
  ASSERT_SUCCESS(status);
  cl_mem handle = parent;
  parent.reset();
  // 5.5.2: "memobj cannot be deleted until all sub-buffer objects associated with memobj are
  // deleted", so the handle that the sub-buffer tells is valid.
  ASSERT_EQ(info<cl_mem>(clGetMemObjectInfo, part.get(), cl_mem_info{CL_MEM_ASSOCIATED_MEMOBJECT}),
            handle);
  EXPECT_EQ(info<size_t>(clGetMemObjectInfo, handle, cl_mem_info{CL_MEM_SIZE}), 4096u);
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clReleaseMemObject(handle));
  EXPECT_SUCCESS(clRetainMemObject(handle));
  EXPECT_SUCCESS(clReleaseMemObject(handle));
  std::vector<int> values(256);
  EXPECT_SUCCESS(
      clEnqueueReadBuffer(queue(), part, CL_TRUE, 0, 1024, values.data(), 0, nullptr, nullptr));
  EXPECT_THAT(values, Each(Eq(4)));
}

// clSetMemObjectDestructorCallback: called "in the reverse order in which they were registered",
// when the object is really deleted.
TEST_F(ObjectLifetime, DestructorCallbacksRunInReverseOrderAndOnlyAtTheEnd) {
  static std::vector<int> calls;
  calls.clear();
  auto memory = buffer<int>(64);
  static int first = 1, second = 2;
  auto record = [](cl_mem, void *data) { calls.push_back(*static_cast<int *>(data)); };
  ASSERT_SUCCESS(clSetMemObjectDestructorCallback(memory, record, &first));
  ASSERT_SUCCESS(clSetMemObjectDestructorCallback(memory, record, &second));
  ASSERT_SUCCESS(clRetainMemObject(memory));
  cl_mem handle = memory;
  memory.reset();
  EXPECT_THAT(calls, ElementsAre());
  EXPECT_SUCCESS(clReleaseMemObject(handle));
  EXPECT_SUCCESS(clFinish(queue()));
  EXPECT_TRUE(eventually([&] { return calls.size() >= 2; }));
  EXPECT_THAT(calls, ElementsAre(2, 1));
}

// clSetContextDestructorCallback (OpenCL 3.0).
TEST_F(ObjectLifetime, ContextDestructorCallbackRunsWhenTheLastObjectIsGone) {
  std::atomic<int> calls = 0;
  Context context = otherContext();
  ASSERT_SUCCESS(clSetContextDestructorCallback(
      context, [](cl_context, void *data) { ++*static_cast<std::atomic<int> *>(data); }, &calls));
  cl_int status = CL_SUCCESS;
  Mem memory(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &status));
  ASSERT_SUCCESS(status);
  context.reset();
  EXPECT_EQ(calls, 0);
  memory.reset();
  EXPECT_EQ(calls, 1);
}

TEST_F(ObjectLifetime, CallbacksRefuseNull) {
  auto memory = buffer<int>(64);
  EXPECT_CL(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(memory, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clSetContextDestructorCallback(context(), nullptr, nullptr));
}

// 5.5.2: a memory object is deleted when the commands that use it have finished; those that move
// nothing use it too.
TEST_F(ObjectLifetime, MapsAndMigrationsKeepTheirMemoryObject) {
  for (int which = 0; which < 3; ++which) {
    std::atomic<int> deleted = 0;
    auto gate = userEvent();
    cl_event wait = gate;
    cl_int status = CL_SUCCESS;
    auto memory = buffer<int>(16);
    ASSERT_SUCCESS(clSetMemObjectDestructorCallback(
        memory, [](cl_mem, void *data) { ++*static_cast<std::atomic<int> *>(data); }, &deleted));
    cl_mem list[] = {memory};
    void *pointer = nullptr;
    if (which != 1)
      pointer = clEnqueueMapBuffer(queue(), memory, CL_FALSE, CL_MAP_READ, 0, 4, which == 0,
                                   which == 0 ? &wait : nullptr, nullptr, &status);
    if (which == 1)
      status = clEnqueueMigrateMemObjects(queue(), 1, list, 0, 1, &wait, nullptr);
    if (which == 2)
      status = clEnqueueUnmapMemObject(queue(), memory, pointer, 1, &wait, nullptr);
    ASSERT_SUCCESS(status);
    memory.reset();
    EXPECT_EQ(deleted, 0) << which;
    gate.complete();
    EXPECT_SUCCESS(clFinish(queue()));
    EXPECT_EQ(deleted, 1) << which;
  }
}

// An event outlives its queue, and answers.
TEST_F(ObjectLifetime, AnEventOutlivesItsQueue) {
  Event event;
  {
    Queue shortLived = makeQueue();
    ASSERT_SUCCESS(clEnqueueMarkerWithWaitList(shortLived, 0, nullptr, event.out()));
  }
  cl_event handle = event;
  EXPECT_SUCCESS(clWaitForEvents(1, &handle));
  EXPECT_CL(CL_COMPLETE, status(event));
}

// OpenCL 3.0 API 5.1, clReleaseCommandQueue performs an implicit flush.
TEST_F(ObjectLifetime, ReleasingAQueueFlushesIt) {
  Queue shortLived = makeQueue();
  auto out = buffer<int>(64);
  Kernel fill = buildKernel(kFill);
  fill.setArgs(out, 8);
  Event event = enqueueOn(shortLived, fill, 64);
  shortLived.reset();
  EXPECT_TRUE(eventually([&] { return status(event) == CL_COMPLETE; }))
      << "nobody waits for it, yet it has to run";
  EXPECT_THAT(read(out), Each(Eq(8)));
}

} // namespace
} // namespace weft::test
