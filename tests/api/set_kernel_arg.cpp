// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clSetKernelArg and clSetKernelExecInfo: OpenCL 3.0 API 5.9.2 Setting Kernel Arguments.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

const char kSource[] = "typedef struct { char c; long l; int i[3]; } S;\n"
                       "kernel void k(global int *out, constant int *in, local int *tmp, int x,\n"
                       "              float3 v, S s) {\n"
                       "  *tmp = in ? *in : 0;\n"
                       "  *out = *tmp + x + (int)(v.x + v.y + v.z) + s.c + (int)s.l + s.i[2];\n"
                       "}\n";

struct S {
  cl_char c;
  cl_long l;
  cl_int i[3];
};

class ClSetKernelArg : public OpenClTest {
protected:
  cl_int launch(cl_kernel kernel) const {
    size_t global = 1;
    return clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &global, nullptr, 0, nullptr,
                                  nullptr);
  }
  Kernel k = buildKernel(kSource);
  Buffer<int> out = buffer<int>(1), in = buffer(std::vector<int>{1000});
  cl_float3 v = {{1, 2, 3}};
  S s = {40, 500, {0, 0, 7}};
};

TEST_F(ClSetKernelArg, EveryKindOfArgumentArrives) {
  k.setArgs(out, in, LocalMemory{4}, 10000, v, s);
  enqueue(k, 1);
  EXPECT_EQ(read(out)[0], 1000 + 10000 + 6 + 547);
}

TEST_F(ClSetKernelArg, AValueIsCopiedWhenItIsSet) {
  int x = 1;
  k.setArgs(out, in, LocalMemory{4}, x, v, s);
  x = 2;
  v.s[0] = 100;
  enqueue(k, 1);
  EXPECT_EQ(read(out)[0], 1000 + 1 + 6 + 547);
}

TEST_F(ClSetKernelArg, TheLastValueIsTheOneUsed) {
  k.setArgs(out, in, LocalMemory{4}, 1, v, s);
  k.setArg(3, 2);
  k.setArg(2, LocalMemory{1024});
  enqueue(k, 1);
  EXPECT_EQ(read(out)[0], 1000 + 2 + 6 + 547);
}

TEST_F(ClSetKernelArg, ABufferMayBeNull) {
  for (bool byPointer : {true, false}) {
    k.setArgs(out, in, LocalMemory{4}, 0, v, s);
    cl_mem none = nullptr;
    ASSERT_SUCCESS(clSetKernelArg(k, 1, sizeof none, byPointer ? &none : nullptr));
    enqueue(k, 1);
    EXPECT_EQ(read(out)[0], 6 + 547);
  }
}

TEST_F(ClSetKernelArg, RefusesWhatTheSpecificationDoes) {
  int x = 1;
  cl_mem memory = out, garbage = reinterpret_cast<cl_mem>(&x);
  EXPECT_CL(CL_INVALID_KERNEL, clSetKernelArg(nullptr, 0, sizeof memory, &memory));
  EXPECT_CL(CL_INVALID_ARG_INDEX, clSetKernelArg(k, 6, sizeof x, &x));
  EXPECT_CL(CL_INVALID_ARG_INDEX, clSetKernelArg(k, cl_uint(-1), sizeof x, &x));
  // Memory objects.
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 0, sizeof memory - 1, &memory));
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 0, sizeof memory + 1, &memory));
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 0, sizeof garbage, &garbage));
  cl_context notMemory = context();
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clSetKernelArg(k, 1, sizeof notMemory, &notMemory));
  // Local memory.
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 2, 0, nullptr));
  EXPECT_CL(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 2, 4, &x));
  // Values.
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 3, sizeof x - 1, &x));
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 3, sizeof x + 1, &x));
  EXPECT_CL(CL_INVALID_ARG_VALUE, clSetKernelArg(k, 3, sizeof x, nullptr));
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 4, 12, &v)); // a float3 takes 16 bytes
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 5, sizeof s - 1, &s));
}

TEST_F(ClSetKernelArg, AFailedCallChangesNothing) {
  k.setArgs(out, in, LocalMemory{4}, 3, v, s);
  int wrong = 4;
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 3, 2, &wrong));
  EXPECT_CL(CL_INVALID_ARG_SIZE, clSetKernelArg(k, 2, 0, nullptr));
  enqueue(k, 1);
  EXPECT_EQ(read(out)[0], 1000 + 3 + 6 + 547);
}

TEST_F(ClSetKernelArg, AnObjectOfAnotherContextIsRefused) {
  Context other = otherContext();
  Mem foreign = created("clCreateBuffer", [&](cl_int *status) {
    return clCreateBuffer(other, 0, 4, nullptr, status);
  });
  cl_mem memory = foreign;
  EXPECT_CL(CL_INVALID_CONTEXT, clSetKernelArg(k, 0, sizeof memory, &memory));
}

TEST_F(ClSetKernelArg, EachArgumentMustBeSetBeforeALaunch) {
  cl_mem outMemory = out, inMemory = in;
  int x = 1;
  const struct {
    size_t size;
    const void *value;
  } values[] = {{sizeof outMemory, &outMemory},
                {sizeof inMemory, &inMemory},
                {4, nullptr},
                {sizeof x, &x},
                {sizeof v, &v},
                {sizeof s, &s}};
  for (cl_uint i = 0; i < 6; ++i) {
    EXPECT_CL(CL_INVALID_KERNEL_ARGS, launch(k)) << i;
    ASSERT_SUCCESS(clSetKernelArg(k, i, values[i].size, values[i].value));
  }
  EXPECT_SUCCESS(launch(k));
  finish();
}

TEST_F(ClSetKernelArg, DoesNotRetainAMemoryObject) {
  k.setArgs(out, in, LocalMemory{4}, 1, v, s);
  EXPECT_EQ(info<cl_uint>(clGetMemObjectInfo, in.get(), cl_mem_info{CL_MEM_REFERENCE_COUNT}), 1u);
  in.reset();
  // The address that the kernel knows is not valid any more; no launch may use it.
  EXPECT_CL(CL_INVALID_KERNEL_ARGS, launch(k));
  auto another = buffer(std::vector<int>{2000});
  k.setArg(1, another);
  enqueue(k, 1);
  EXPECT_EQ(read(out)[0], 2000 + 1 + 6 + 547);
}

// The allocator likes to give the handle of a released object to the next one. That is what the
// handle stands for then.
TEST_F(ClSetKernelArg, AHandleThatHasComeToAnotherObjectIsThatObject) {
  for (int i = 0; i < 100; ++i) {
    auto passing = buffer(std::vector<int>{5});
    cl_mem stale = passing;
    k.setArgs(out, passing, LocalMemory{4}, 1, v, s);
    auto filler = buffer<int>(1); // takes the memory of the other contents
    passing.reset();
    std::vector<int> contents(4096, 3000);
    auto next = buffer(contents);
    if (next.get() != stale)
      continue;
    enqueue(k, 1);
    EXPECT_EQ(read(out)[0], 3000 + 1 + 6 + 547);
    return;
  }
  GTEST_SKIP() << "no handle came again";
}

TEST_F(ClSetKernelArg, ALaunchKeepsTheMemoryObjectsItWasGiven) {
  UserEvent gate = userEvent();
  k.setArgs(out, in, LocalMemory{4}, 1, v, s);
  enqueue(k, 1, {gate});
  in.reset();
  gate.complete();
  EXPECT_EQ(read(out)[0], 1000 + 1 + 6 + 547);
}

TEST_F(ClSetKernelArg, MoreLocalMemoryThanThereIsFailsTheLaunch) {
  auto available = deviceInfo<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  k.setArgs(out, in, LocalMemory{size_t(available)}, 1, v, s);
  EXPECT_SUCCESS(launch(k));
  for (size_t bytes : {size_t(available) + 1, SIZE_MAX / 2, SIZE_MAX}) {
    cl_int status = clSetKernelArg(k, 2, bytes, nullptr);
    if (status == CL_SUCCESS)
      status = launch(k);
    EXPECT_CL(CL_OUT_OF_RESOURCES, status) << bytes;
  }
  finish();
}

TEST_F(ClSetKernelArg, LocalSizesThatWrapRoundFailTheLaunch) {
  Kernel two = buildKernel("kernel void k(local char *a, local char *b) { a[0] = b[0] = 1; }");
  const size_t half = SIZE_MAX / 2 + 1;
  const std::pair<size_t, size_t> pairs[] = {{SIZE_MAX, half},
                                             {half, half},
                                             {half, half - 128},
                                             {SIZE_MAX, SIZE_MAX},
                                             {SIZE_MAX - 126, 1}};
  for (auto [a, b] : pairs) {
    two.setArgs(LocalMemory{a}, LocalMemory{b});
    EXPECT_CL(CL_OUT_OF_RESOURCES, launch(two)) << a << " and " << b;
  }
}

TEST_F(ClSetKernelArg, LocalArgumentsDoNotOverlap) {
  Kernel two = buildKernel("kernel void k(local char *a, local long16 *b, local char *c,\n"
                           "              global uint *out) {\n"
                           "  local int own[3];\n"
                           "  own[0] = 1; own[1] = 2; own[2] = 3;\n"
                           "  for (int i = 0; i < 5; ++i) a[i] = 10 + i;\n"
                           "  *b = (long16)(77);\n"
                           "  for (int i = 0; i < 7; ++i) c[i] = 20 + i;\n"
                           "  uint wrong = own[0] != 1 || own[1] != 2 || own[2] != 3;\n"
                           "  for (int i = 0; i < 5; ++i) wrong += a[i] != 10 + i;\n"
                           "  wrong += any(*b != (long16)(77));\n"
                           "  for (int i = 0; i < 7; ++i) wrong += c[i] != 20 + i;\n"
                           "  wrong += ((size_t)b & 127) != 0;\n"
                           "  *out = wrong;\n"
                           "}\n");
  auto wrong = buffer<cl_uint>(1);
  two.setArgs(LocalMemory{5}, LocalMemory{128}, LocalMemory{7}, wrong);
  enqueue(two, NDRange(1).local({1}));
  EXPECT_EQ(read(wrong)[0], 0u);
}

class ClSetKernelExecInfo : public OpenClTest {
protected:
  Kernel k = buildKernel("kernel void k() {}");
};

TEST_F(ClSetKernelExecInfo, RefusesWhatTheDeviceDoesNotSupport) {
  if (deviceInfo<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES))
    GTEST_SKIP() << "the device has shared virtual memory";
  void *pointers[] = {nullptr};
  cl_bool yes = CL_TRUE, no = CL_FALSE;
  EXPECT_CL(CL_INVALID_OPERATION,
            clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers));
  EXPECT_CL(CL_INVALID_OPERATION,
            clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
  EXPECT_SUCCESS(clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof no, &no));
  EXPECT_CL(CL_INVALID_VALUE,
            clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &no));
  EXPECT_CL(CL_INVALID_VALUE,
            clSetKernelExecInfo(k, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clSetKernelExecInfo(k, 0, sizeof no, &no));
  EXPECT_CL(CL_INVALID_KERNEL,
            clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers));
}

} // namespace
} // namespace weft::test
