// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "CL_OUT_OF_HOST_MEMORY if there is a failure to allocate resources required by the OpenCL
// implementation on the host": each allocation that a call makes on its thread fails once, and
// nothing is lost by that.
#include "support/opencl_test.h"

#include <cstdlib>
#include <functional>
#include <new>

namespace {

/// Allocations of this thread until the one that fails; negative: none does.
thread_local long untilFailure = -1;
thread_local bool hasFailed = false;

bool isToFail() {
  if (untilFailure < 0 || untilFailure-- != 0)
    return false;
  hasFailed = true;
  return true;
}

void *allocate(std::size_t bytes, std::size_t alignment) noexcept {
  if (isToFail())
    return nullptr;
  return alignment <= alignof(std::max_align_t)
             ? std::malloc(bytes ? bytes : 1)
             : std::aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
}
void *allocateOrThrow(std::size_t bytes, std::size_t alignment = 1) {
  if (void *memory = allocate(bytes, alignment))
    return memory;
  throw std::bad_alloc();
}

} // namespace

// Of the whole test program, the driver included.
void *operator new(std::size_t bytes) { return allocateOrThrow(bytes); }
void *operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocateOrThrow(bytes, std::size_t(alignment));
}
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
  return allocate(bytes, 1);
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace weft::test {
namespace {

using ::testing::AnyOf;

class OutOfMemory : public OpenClTest {
protected:
  OutOfMemory() {
    // The threads start before memory runs out: TBB hangs where it cannot get what it needs then.
    check(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, nullptr), "clEnqueueMarkerWithWaitList");
    check(clFlush(queue()), "clFlush");
    UserEvent event = userEvent();
    check(clSetEventCallback(event, CL_COMPLETE, ignore, nullptr), "clSetEventCallback");
    event.complete();
    finish();
  }
  static void CL_CALLBACK ignore(cl_event, cl_int, void *) {}

  /// Makes the call until none of its allocations is left to fail. `prepare` has memory.
  template <class Prepare, class Call>
  void failEachAllocation(const char *name, Prepare prepare, Call call) {
    for (long allocation = 0;; ++allocation) {
      ASSERT_LT(allocation, 500) << name;
      auto prepared = prepare();
      hasFailed = false;
      untilFailure = allocation;
      cl_int status = call(prepared);
      untilFailure = -1;
      if (!hasFailed) {
        EXPECT_CL(CL_SUCCESS, status) << name;
        return;
      }
      EXPECT_THAT(status, AnyOf(CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES))
          << name << ", allocation " << allocation;
    }
  }
  template <class Call> void failEachAllocation(const char *name, Call call) {
    failEachAllocation(name, [] { return 0; }, [&](int) { return call(); });
  }
  /// For calls that return a handle.
  template <class Call> void failEachCreation(const char *name, Call call) {
    failEachAllocation(name, [&] {
      cl_int status = 1;
      Handle made(call(&status));
      EXPECT_EQ(made.get() != nullptr, status == CL_SUCCESS) << name;
      return status;
    });
  }

  const char *const source_ = "kernel void k(global int *out, int x) { *out = x; }";
};

TEST_F(OutOfMemory, IsAStatusOfWhatMakesObjects) {
  cl_device_id target = device();
  failEachCreation("clCreateContext", [&](cl_int *status) {
    return clCreateContext(nullptr, 1, &target, nullptr, nullptr, status);
  });
  for (cl_queue_properties properties : {0, 1 | 4 | 8}) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    failEachCreation("clCreateCommandQueueWithProperties", [&](cl_int *status) {
      return clCreateCommandQueueWithProperties(context(), target, list, status);
    });
  }
  failEachCreation("clCreateBuffer", [&](cl_int *status) {
    return clCreateBuffer(context(), CL_MEM_READ_WRITE, 64, nullptr, status);
  });
  failEachCreation("clCreateUserEvent",
                   [&](cl_int *status) { return clCreateUserEvent(context(), status); });
  failEachCreation("clCreateProgramWithSource", [&](cl_int *status) {
    return clCreateProgramWithSource(context(), 1, const_cast<const char **>(&source_), nullptr,
                                     status);
  });
}

TEST_F(OutOfMemory, LeavesProgramsAsTheyWere) {
  cl_device_id target = device();
  Program program = programWithSource(source_);
  failEachAllocation("clBuildProgram",
                     [&] { return clBuildProgram(program, 1, &target, "-DA", nullptr, nullptr); });
  failEachCreation("clCreateKernel",
                   [&](cl_int *status) { return clCreateKernel(program, "k", status); });
  {
    Kernel k = kernel(program, "k");
    failEachCreation("clCloneKernel", [&](cl_int *status) { return clCloneKernel(k, status); });
  }
  failEachAllocation("clCreateKernelsInProgram", [&] {
    cl_kernel made = nullptr;
    cl_int status = clCreateKernelsInProgram(program, 1, &made, nullptr);
    release(made);
    return status;
  });
  auto size =
      info<size_t>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_BINARY_SIZES});
  std::vector<unsigned char> binary(size);
  unsigned char *bytes = binary.data();
  failEachAllocation("CL_PROGRAM_BINARIES", [&] {
    return clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr);
  });
  failEachCreation("clCreateProgramWithBinary", [&](cl_int *status) {
    return clCreateProgramWithBinary(context(), 1, &target, &size,
                                     const_cast<const unsigned char **>(&bytes), nullptr, status);
  });
  // No kernel is left attached, and no build under way.
  EXPECT_SUCCESS(clCompileProgram(program, 1, &target, "", 0, nullptr, nullptr, nullptr, nullptr));
  cl_program inputs[] = {program};
  failEachCreation("clLinkProgram", [&](cl_int *status) {
    return clLinkProgram(context(), 1, &target, "", 1, inputs, nullptr, nullptr, status);
  });
}

TEST_F(OutOfMemory, EnqueuesNothing) {
  Queue unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  Kernel k = buildKernel(source_);
  auto memory = buffer<int>(64);
  k.setArgs(memory, 1);
  std::vector<UserEvent> events;
  std::vector<cl_event> waits;
  for (int i = 0; i < 20; ++i) {
    events.push_back(userEvent());
    events.back().complete();
    waits.push_back(events.back());
  }
  const size_t one = 1;
  int value = 0;
  cl_mem list[] = {memory};
  for (cl_command_queue target : {queue(), unordered.get()}) {
    using Enqueue = std::function<cl_int(cl_event *)>;
    const std::pair<const char *, Enqueue> calls[] = {
        {"clEnqueueNDRangeKernel",
         [&](cl_event *event) {
           return clEnqueueNDRangeKernel(target, k, 1, nullptr, &one, nullptr, 20, waits.data(),
                                         event);
         }},
        {"clEnqueueReadBuffer",
         [&](cl_event *event) {
           return clEnqueueReadBuffer(target, memory, CL_TRUE, 0, 4, &value, 0, nullptr, event);
         }},
        {"clEnqueueMigrateMemObjects",
         [&](cl_event *event) {
           return clEnqueueMigrateMemObjects(target, 1, list, 0, 0, nullptr, event);
         }},
        {"clEnqueueNativeKernel",
         [&](cl_event *event) {
           return clEnqueueNativeKernel(
               target, [](void *) {}, &value, sizeof value, 0, nullptr, nullptr, 0, nullptr, event);
         }},
        {"clEnqueueMapBuffer", [&](cl_event *event) {
           cl_int status = CL_SUCCESS;
           clEnqueueMapBuffer(target, memory, CL_FALSE, CL_MAP_READ, 0, 4, 0, nullptr, event,
                              &status);
           return status;
         }}};
    for (const auto &[name, enqueue] : calls)
      failEachAllocation(name, [&] {
        Event event;
        cl_int status = enqueue(event.out());
        EXPECT_EQ(event.get() != nullptr, status == CL_SUCCESS) << name;
        return status;
      });
    ASSERT_SUCCESS(clFinish(target));
  }
  EXPECT_EQ(info<cl_uint>(clGetMemObjectInfo, memory.get(), cl_mem_info{CL_MEM_MAP_COUNT}), 2u);
}

// What happens when a command ends needs no memory: that has no way to say that there is none.
TEST_F(OutOfMemory, DoesNotConcernCompletion) {
  struct Prepared {
    UserEvent gate;
    Event event;
  };
  failEachAllocation(
      "clSetUserEventStatus",
      [&] {
        Prepared prepared{userEvent(), {}};
        cl_event wait = prepared.gate;
        check(clEnqueueMarkerWithWaitList(queue(), 1, &wait, prepared.event.out()), "marker");
        for (cl_event event : {prepared.gate.get(), prepared.event.get()})
          for (cl_int at : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED})
            check(clSetEventCallback(event, at, ignore, nullptr), "clSetEventCallback");
        return prepared;
      },
      [&](Prepared &prepared) {
        cl_int status = clSetUserEventStatus(prepared.gate, -3);
        return status ? status : clFinish(queue());
      });
  EXPECT_FALSE(hasFailed);
  failEachAllocation(
      "clSetEventCallback", [&] { return userEvent(); },
      [&](UserEvent &event) { return clSetEventCallback(event, CL_COMPLETE, ignore, nullptr); });
}

} // namespace
} // namespace weft::test
