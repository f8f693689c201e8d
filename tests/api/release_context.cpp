// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainContext, clReleaseContext and clSetContextDestructorCallback: OpenCL 3.0 API 4.4
// Contexts.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ClReleaseContext : public ::testing::Test {
protected:
  static Context makeContext() {
    cl_device_id device = testDevice();
    return created("clCreateContext", [&](cl_int *status) {
      return clCreateContext(nullptr, 1, &device, nullptr, nullptr, status);
    });
  }
  struct Note {
    std::vector<int> *calls;
    int number;
  };
  static void CL_CALLBACK record(cl_context, void *data) {
    auto *note = static_cast<Note *>(data);
    note->calls->push_back(note->number);
  }
};

TEST_F(ClReleaseContext, CountsReferences) {
  Context context = makeContext();
  auto count = [&] {
    return info<cl_uint>(clGetContextInfo, context.get(),
                         cl_context_info{CL_CONTEXT_REFERENCE_COUNT});
  };
  EXPECT_EQ(count(), 1u);
  ASSERT_SUCCESS(clRetainContext(context));
  EXPECT_EQ(count(), 2u);
  ASSERT_SUCCESS(clReleaseContext(context));
  EXPECT_EQ(count(), 1u);
}

// "the callback functions are called in the reverse order in which they were registered"
TEST_F(ClReleaseContext, CallsDestructorCallbacksInReverseOrder) {
  std::vector<int> calls;
  Note first{&calls, 1}, second{&calls, 2};
  Context context = makeContext();
  ASSERT_SUCCESS(clSetContextDestructorCallback(context, record, &first));
  ASSERT_SUCCESS(clSetContextDestructorCallback(context, record, &second));
  EXPECT_THAT(calls, IsEmpty());
  context.reset();
  EXPECT_THAT(calls, ElementsAre(2, 1));
}

TEST_F(ClReleaseContext, AContextLivesAsLongAsWhatWasMadeInIt) {
  std::vector<int> calls;
  Note note{&calls, 1};
  Context context = makeContext();
  ASSERT_SUCCESS(clSetContextDestructorCallback(context, record, &note));
  Mem memory = created("clCreateBuffer", [&](cl_int *status) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE, 16, nullptr, status);
  });
  context.reset();
  EXPECT_THAT(calls, IsEmpty());
  memory.reset();
  EXPECT_THAT(calls, ElementsAre(1));
}

TEST_F(ClReleaseContext, ANullCallbackIsInvalid) {
  Context context = makeContext();
  EXPECT_CL(CL_INVALID_VALUE, clSetContextDestructorCallback(context, nullptr, nullptr));
}

TEST_F(ClReleaseContext, ADeviceIsNoContext) {
  auto device = reinterpret_cast<cl_context>(testDevice());
  EXPECT_CL(CL_INVALID_CONTEXT, clRetainContext(device));
  EXPECT_CL(CL_INVALID_CONTEXT, clReleaseContext(device));
  EXPECT_CL(CL_INVALID_CONTEXT, clReleaseContext(nullptr));
  EXPECT_CL(CL_INVALID_CONTEXT, clSetContextDestructorCallback(device, record, nullptr));
}

// A stale handle: only the direct-link library can be asked, since a loader would dereference it.
TEST_F(ClReleaseContext, AReleasedContextIsInvalid) {
  cl_context stale = makeContext().detach();
  ASSERT_SUCCESS(clReleaseContext(stale));
  EXPECT_CL(CL_INVALID_CONTEXT, clReleaseContext(stale));
  EXPECT_CL(CL_INVALID_CONTEXT, clRetainContext(stale));
}

} // namespace
} // namespace weft::test
