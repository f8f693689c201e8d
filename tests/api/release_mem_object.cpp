// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetainMemObject, clReleaseMemObject, clSetMemObjectDestructorCallback: OpenCL 3.0 API 5.5.1,
// and clGetMemObjectInfo: 5.5.6.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ClReleaseMemObject : public OpenClTest {
protected:
  Mem make() const {
    return created("clCreateBuffer", [&](cl_int *status) {
      return clCreateBuffer(context(), CL_MEM_READ_WRITE, 64, nullptr, status);
    });
  }
  template <class T> static T memInfo(cl_mem memory, cl_mem_info name) {
    return info<T>(clGetMemObjectInfo, memory, name);
  }
  struct Note {
    std::vector<int> *calls;
    int number;
  };
  static void CL_CALLBACK record(cl_mem, void *data) {
    auto *note = static_cast<Note *>(data);
    note->calls->push_back(note->number);
  }
};

TEST_F(ClReleaseMemObject, CountsReferences) {
  Mem memory = make();
  EXPECT_EQ(memInfo<cl_uint>(memory, CL_MEM_REFERENCE_COUNT), 1u);
  ASSERT_SUCCESS(clRetainMemObject(memory));
  EXPECT_EQ(memInfo<cl_uint>(memory, CL_MEM_REFERENCE_COUNT), 2u);
  ASSERT_SUCCESS(clReleaseMemObject(memory));
  EXPECT_EQ(memInfo<cl_uint>(memory, CL_MEM_REFERENCE_COUNT), 1u);
}

// "the registered callback functions are called in the reverse order in which they were registered"
TEST_F(ClReleaseMemObject, CallsDestructorCallbacksInReverseOrder) {
  std::vector<int> calls;
  Note first{&calls, 1}, second{&calls, 2};
  Mem memory = make();
  ASSERT_SUCCESS(clSetMemObjectDestructorCallback(memory, record, &first));
  ASSERT_SUCCESS(clSetMemObjectDestructorCallback(memory, record, &second));
  memory.reset();
  EXPECT_THAT(calls, ElementsAre(2, 1));
}

// "when ... commands that are queued for execution on a command-queue(s) that use memobj have
// finished"
TEST_F(ClReleaseMemObject, ACommandThatUsesItKeepsItAlive) {
  std::vector<int> calls;
  Note note{&calls, 1};
  Mem memory = make();
  ASSERT_SUCCESS(clSetMemObjectDestructorCallback(memory, record, &note));
  UserEvent gate = userEvent();
  cl_event wait = gate;
  cl_uint value = 3;
  ASSERT_SUCCESS(
      clEnqueueWriteBuffer(queue(), memory, CL_FALSE, 0, sizeof value, &value, 1, &wait, nullptr));
  memory.reset();
  EXPECT_THAT(calls, IsEmpty());
  gate.complete();
  finish();
  EXPECT_THAT(calls, ElementsAre(1));
}

TEST_F(ClReleaseMemObject, ANullCallbackIsInvalid) {
  EXPECT_CL(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(make(), nullptr, nullptr));
}

TEST_F(ClReleaseMemObject, AContextIsNoMemObject) {
  auto notMemory = reinterpret_cast<cl_mem>(context());
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clRetainMemObject(notMemory));
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clReleaseMemObject(notMemory));
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clReleaseMemObject(nullptr));
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clSetMemObjectDestructorCallback(notMemory, record, nullptr));
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clGetMemObjectInfo(notMemory, CL_MEM_SIZE, 0, nullptr, nullptr));
}

// A stale handle: only the direct-link library can be asked, since a loader would dereference it.
TEST_F(ClReleaseMemObject, AReleasedBufferIsInvalid) {
  cl_mem stale = make().detach();
  ASSERT_SUCCESS(clReleaseMemObject(stale));
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clReleaseMemObject(stale));
}

using ClGetMemObjectInfo = ClReleaseMemObject;

TEST_F(ClGetMemObjectInfo, DescribesABuffer) {
  Mem memory = make();
  EXPECT_EQ(memInfo<cl_mem_object_type>(memory, CL_MEM_TYPE),
            cl_mem_object_type(CL_MEM_OBJECT_BUFFER));
  EXPECT_EQ(memInfo<cl_mem_flags>(memory, CL_MEM_FLAGS), cl_mem_flags(CL_MEM_READ_WRITE));
  EXPECT_EQ(memInfo<size_t>(memory, CL_MEM_SIZE), 64u);
  EXPECT_EQ(memInfo<void *>(memory, CL_MEM_HOST_PTR), nullptr);
  EXPECT_EQ(memInfo<cl_context>(memory, CL_MEM_CONTEXT), context());
  EXPECT_EQ(memInfo<cl_mem>(memory, CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
  EXPECT_EQ(memInfo<size_t>(memory, CL_MEM_OFFSET), 0u);
  EXPECT_EQ(memInfo<cl_bool>(memory, CL_MEM_USES_SVM_POINTER), cl_bool(CL_FALSE));
}

TEST_F(ClGetMemObjectInfo, CountsMappings) {
  Mem memory = make();
  EXPECT_EQ(memInfo<cl_uint>(memory, CL_MEM_MAP_COUNT), 0u);
  cl_int status = CL_SUCCESS;
  void *first = clEnqueueMapBuffer(queue(), memory, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr,
                                   nullptr, &status);
  void *second = clEnqueueMapBuffer(queue(), memory, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr,
                                    nullptr, &status);
  EXPECT_EQ(memInfo<cl_uint>(memory, CL_MEM_MAP_COUNT), 2u);
  ASSERT_SUCCESS(clEnqueueUnmapMemObject(queue(), memory, first, 0, nullptr, nullptr));
  ASSERT_SUCCESS(clEnqueueUnmapMemObject(queue(), memory, second, 0, nullptr, nullptr));
  finish();
  EXPECT_EQ(memInfo<cl_uint>(memory, CL_MEM_MAP_COUNT), 0u);
}

TEST_F(ClGetMemObjectInfo, AnUnknownParameterIsInvalid) {
  EXPECT_CL(CL_INVALID_VALUE, clGetMemObjectInfo(make(), CL_DEVICE_TYPE, 0, nullptr, nullptr));
}

TEST_F(ClGetMemObjectInfo, TooSmallAPlaceIsInvalid) {
  cl_uchar value;
  EXPECT_CL(CL_INVALID_VALUE,
            clGetMemObjectInfo(make(), CL_MEM_SIZE, sizeof value, &value, nullptr));
}

} // namespace
} // namespace weft::test
