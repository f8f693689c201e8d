// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.10 Executing Kernels: clEnqueueNativeKernel.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

struct Arguments {
  cl_int *memory;
  cl_int *none;
  cl_int add;
};

void CL_CALLBACK addToFirst(void *pointer) {
  auto *arguments = static_cast<Arguments *>(pointer);
  if (!arguments->none)
    arguments->memory[0] += arguments->add;
}

class ClEnqueueNativeKernel : public OpenClTest {};

TEST_F(ClEnqueueNativeKernel, GetsACopyOfItsArgumentsWithTheBuffersAddresses) {
  auto target = buffer(std::vector<cl_int>{5});
  Arguments arguments{nullptr, reinterpret_cast<cl_int *>(8), 2};
  cl_mem memories[] = {target, nullptr};
  const void *places[] = {&arguments.memory, &arguments.none};
  UserEvent gate = userEvent();
  cl_event waits[] = {gate};
  ASSERT_EQ(clEnqueueNativeKernel(queue(), addToFirst, &arguments, sizeof arguments, 2, memories,
                                  places, 1, waits, nullptr),
            CL_SUCCESS);
  arguments.add = 100; // too late
  gate.complete();
  EXPECT_EQ(read(target)[0], 7);
}

TEST_F(ClEnqueueNativeKernel, ChecksItsArguments) {
  auto target = buffer<cl_int>(1);
  Arguments arguments{};
  cl_mem memories[] = {target}, bad[] = {cl_mem(context())};
  const void *places[] = {&arguments.memory};
  auto enqueue = [&](void(CL_CALLBACK * function)(void *), void *pointer, size_t bytes,
                     cl_uint count, const cl_mem *list, const void **where) {
    return clEnqueueNativeKernel(queue(), function, pointer, bytes, count, list, where, 0, nullptr,
                                 nullptr);
  };
  size_t size = sizeof arguments;
  EXPECT_EQ(enqueue(nullptr, &arguments, size, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(addToFirst, nullptr, size, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(addToFirst, nullptr, 0, 1, memories, places), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(addToFirst, &arguments, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(addToFirst, &arguments, size, 1, nullptr, places), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(addToFirst, &arguments, size, 1, memories, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(addToFirst, &arguments, size, 0, memories, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(addToFirst, &arguments, size, 0, nullptr, places), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(addToFirst, &arguments, size, 1, bad, places), CL_INVALID_MEM_OBJECT);
  auto *begin = reinterpret_cast<char *>(&arguments);
  for (const void *elsewhere :
       {static_cast<const void *>(nullptr), static_cast<const void *>(begin - 1),
        static_cast<const void *>(begin + size - 7), static_cast<const void *>(begin + size),
        reinterpret_cast<const void *>(~std::uintptr_t(3))})
    EXPECT_EQ(enqueue(addToFirst, &arguments, size, 1, memories, &elsewhere), CL_INVALID_VALUE);
}

} // namespace
} // namespace weft::test
