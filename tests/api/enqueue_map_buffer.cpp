// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.2.4 Mapping Buffer Objects, 5.5.3 Unmapping, 5.5.5 Migrating Memory Objects.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

class ClEnqueueMapBuffer : public OpenClTest {
protected:
  std::pair<void *, cl_int> map(cl_mem memory, cl_map_flags flags, size_t offset, size_t size) {
    cl_int status = 1;
    void *pointer = clEnqueueMapBuffer(queue(), memory, CL_TRUE, flags, offset, size, 0, nullptr,
                                       nullptr, &status);
    EXPECT_EQ(pointer == nullptr, status != CL_SUCCESS);
    return {pointer, status};
  }
  cl_int unmap(cl_mem memory, void *pointer) {
    return clEnqueueUnmapMemObject(queue(), memory, pointer, 0, nullptr, nullptr);
  }
  cl_uint mapCount(cl_mem memory) {
    return info<cl_uint>(clGetMemObjectInfo, memory, cl_mem_info{CL_MEM_MAP_COUNT});
  }
};

TEST_F(ClEnqueueMapBuffer, PointerIsTheBuffersContents) {
  auto target = buffer<cl_int>({1, 2, 3, 4});
  auto [pointer, status] = map(target, CL_MAP_READ | CL_MAP_WRITE, 4, 8);
  ASSERT_EQ(status, CL_SUCCESS);
  auto *values = static_cast<cl_int *>(pointer);
  EXPECT_EQ(values[0], 2);
  values[1] = 30;
  EXPECT_EQ(unmap(target, pointer), CL_SUCCESS);
  EXPECT_EQ(read(target)[2], 30);
}

TEST_F(ClEnqueueMapBuffer, OfAHostPointerIsThatPointer) {
  alignas(128) cl_int values[64] = {};
  Mem target = created("clCreateBuffer", [&](cl_int *error) {
    return clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, sizeof values, values, error);
  });
  auto [pointer, status] = map(target, CL_MAP_READ, 16, 16);
  EXPECT_EQ(pointer, values + 4);
  EXPECT_EQ(unmap(target, pointer), CL_SUCCESS);
}

TEST_F(ClEnqueueMapBuffer, CountsMappings) {
  auto target = buffer<cl_int>(4);
  void *first = map(target, CL_MAP_READ, 0, 8).first;
  void *second = map(target, CL_MAP_READ, 0, 4).first;
  EXPECT_EQ(mapCount(target), 2u);
  EXPECT_EQ(unmap(target, first), CL_SUCCESS);
  EXPECT_EQ(unmap(target, second), CL_SUCCESS);
  finish();
  EXPECT_EQ(mapCount(target), 0u);
  EXPECT_EQ(unmap(target, first), CL_INVALID_VALUE) << "not mapped any more";
}

TEST_F(ClEnqueueMapBuffer, RefusesBadRegionsAndFlags) {
  auto target = buffer<cl_int>(4);
  EXPECT_EQ(map(target, CL_MAP_READ, 0, 17).second, CL_INVALID_VALUE);
  EXPECT_EQ(map(target, CL_MAP_READ, 17, 1).second, CL_INVALID_VALUE);
  EXPECT_EQ(map(target, CL_MAP_READ, 0, 0).second, CL_INVALID_VALUE);
  EXPECT_EQ(map(target, 1 << 10, 0, 4).second, CL_INVALID_VALUE);
  EXPECT_EQ(map(target, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4).second,
            CL_INVALID_VALUE);
  EXPECT_EQ(map(nullptr, CL_MAP_READ, 0, 4).second, CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(mapCount(target), 0u);
}

TEST_F(ClEnqueueMapBuffer, KeepsHostAccessFlags) {
  auto readOnly = buffer<cl_int>(4, CL_MEM_HOST_READ_ONLY);
  auto writeOnly = buffer<cl_int>(4, CL_MEM_HOST_WRITE_ONLY);
  auto none = buffer<cl_int>(4, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(map(readOnly, CL_MAP_WRITE, 0, 4).second, CL_INVALID_OPERATION);
  EXPECT_EQ(map(readOnly, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4).second, CL_INVALID_OPERATION);
  EXPECT_EQ(map(writeOnly, CL_MAP_READ, 0, 4).second, CL_INVALID_OPERATION);
  EXPECT_EQ(map(none, CL_MAP_READ, 0, 4).second, CL_INVALID_OPERATION);
  auto [pointer, status] = map(readOnly, CL_MAP_READ, 0, 4);
  EXPECT_EQ(status, CL_SUCCESS);
  EXPECT_EQ(unmap(readOnly, pointer), CL_SUCCESS);
}

TEST_F(ClEnqueueMapBuffer, UnmapRefusesPointersThatWereNotMapped) {
  auto target = buffer<cl_int>(4), other = buffer<cl_int>(4);
  int here = 0;
  EXPECT_EQ(unmap(target, &here), CL_INVALID_VALUE);
  EXPECT_EQ(unmap(target, nullptr), CL_INVALID_VALUE);
  void *pointer = map(target, CL_MAP_READ, 0, 4).first;
  EXPECT_EQ(unmap(other, pointer), CL_INVALID_VALUE);
  EXPECT_EQ(unmap(nullptr, pointer), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(unmap(target, pointer), CL_SUCCESS);
}

TEST_F(ClEnqueueMapBuffer, MigrationChecksItsArguments) {
  auto target = buffer<cl_int>(4);
  cl_mem list[] = {target, nullptr};
  auto migrate = [&](cl_uint count, const cl_mem *memories, cl_mem_migration_flags flags) {
    return clEnqueueMigrateMemObjects(queue(), count, memories, flags, 0, nullptr, nullptr);
  };
  EXPECT_EQ(migrate(1, list, CL_MIGRATE_MEM_OBJECT_HOST), CL_SUCCESS);
  EXPECT_EQ(migrate(1, list, 0), CL_SUCCESS);
  EXPECT_EQ(migrate(0, list, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, list, 1 << 8), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(2, list, 0), CL_INVALID_MEM_OBJECT);
}

// "CL_INVALID_OPERATION if mapping would lead to overlapping regions being mapped for writing"
TEST_F(ClEnqueueMapBuffer, RefusesToMapARegionForWritingTwice) {
  auto target = buffer<cl_int>(16);
  auto [first, status] = map(target, CL_MAP_WRITE, 16, 16);
  ASSERT_EQ(status, CL_SUCCESS);
  for (cl_map_flags flags : {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION})
    for (size_t offset : {1, 16, 31})
      EXPECT_EQ(map(target, flags, offset, 16).second, CL_INVALID_OPERATION) << offset;
  EXPECT_EQ(map(target, CL_MAP_READ | CL_MAP_WRITE, 0, 64).second, CL_INVALID_OPERATION);
  EXPECT_EQ(mapCount(target), 1u);
  // What does not overlap, or is only read, may be mapped.
  std::vector<void *> others = {map(target, CL_MAP_WRITE, 0, 16).first,
                                map(target, CL_MAP_WRITE_INVALIDATE_REGION, 32, 4).first,
                                map(target, CL_MAP_READ, 0, 64).first};
  EXPECT_EQ(mapCount(target), 4u);
  EXPECT_EQ(unmap(target, first), CL_SUCCESS);
  auto [again, allowed] = map(target, CL_MAP_WRITE, 20, 8);
  EXPECT_EQ(allowed, CL_SUCCESS);
  others.push_back(again);
  for (void *pointer : others)
    EXPECT_EQ(unmap(target, pointer), CL_SUCCESS);
  EXPECT_EQ(mapCount(target), 0u);
}

TEST_F(ClEnqueueMapBuffer, AMapThatIsTerminatedLeavesNothingMapped) {
  auto target = buffer<cl_int>(4);
  for (cl_bool isBlocking : {CL_FALSE, CL_TRUE}) {
    auto gate = userEvent();
    cl_event wait = gate;
    cl_int status = CL_SUCCESS;
    if (isBlocking)
      gate.setStatus(-1);
    clEnqueueMapBuffer(queue(), target, isBlocking, CL_MAP_WRITE, 0, 16, 1, &wait, nullptr,
                       &status);
    EXPECT_EQ(status, isBlocking ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
    if (!isBlocking) {
      EXPECT_EQ(mapCount(target), 1u);
      gate.setStatus(-1);
    }
    finish();
    EXPECT_EQ(mapCount(target), 0u);
  }
  auto [pointer, status] = map(target, CL_MAP_WRITE, 0, 16);
  EXPECT_EQ(status, CL_SUCCESS);
  EXPECT_EQ(unmap(target, pointer), CL_SUCCESS);
}

} // namespace
} // namespace weft::test
