// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the calls of optional features return on a device without them: OpenCL 3.0 API, appendix H
// "OpenCL 3.0 Backwards Compatibility". A feature that arrives takes its test away from here.
#include "support/opencl_test.h"

namespace weft::test {
namespace {

class AbsentImages : public OpenClTest {
protected:
  void SetUp() override {
    if (deviceInfo<cl_bool>(CL_DEVICE_IMAGE_SUPPORT))
      GTEST_SKIP() << "the device has images";
  }
  const cl_image_format format_ = {CL_RGBA, CL_UNORM_INT8};
};

TEST_F(AbsentImages, CannotBeMade) {
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  EXPECT_CL(CL_INVALID_OPERATION, creationStatus([&](cl_int *status) {
              return clCreateImage(context(), 0, &format_, &description, nullptr, status);
            }));
  EXPECT_CL(CL_INVALID_OPERATION, creationStatus([&](cl_int *status) {
              return clCreateImageWithProperties(context(), nullptr, 0, &format_, &description,
                                                 nullptr, status);
            }));
  EXPECT_CL(CL_INVALID_OPERATION, creationStatus([&](cl_int *status) {
              return clCreateImage2D(context(), 0, &format_, 4, 4, 0, nullptr, status);
            }));
  EXPECT_CL(CL_INVALID_OPERATION, creationStatus([&](cl_int *status) {
              return clCreateImage3D(context(), 0, &format_, 4, 4, 4, 0, 0, nullptr, status);
            }));
  EXPECT_CL(CL_INVALID_CONTEXT, creationStatus([&](cl_int *status) {
              return clCreateImage(nullptr, 0, &format_, &description, nullptr, status);
            }));
}

TEST_F(AbsentImages, HaveNoFormats) {
  cl_uint count = 1;
  EXPECT_SUCCESS(clGetSupportedImageFormats(context(), CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0,
                                            nullptr, &count));
  EXPECT_EQ(count, 0u);
  EXPECT_CL(CL_INVALID_VALUE, clGetSupportedImageFormats(context(), CL_MEM_READ_WRITE,
                                                         CL_MEM_OBJECT_BUFFER, 0, nullptr, &count));
  cl_image_format format;
  EXPECT_CL(CL_INVALID_VALUE,
            clGetSupportedImageFormats(context(), CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0,
                                       &format, &count));
}

TEST_F(AbsentImages, ABufferIsNoImage) {
  auto memory = buffer<cl_uint>(64);
  const size_t origin[3] = {}, region[3] = {1, 1, 1};
  cl_uint pixel[4] = {};
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clGetImageInfo(memory, CL_IMAGE_WIDTH, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clEnqueueReadImage(queue(), memory, CL_TRUE, origin, region, 0,
                                                      0, pixel, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_MEM_OBJECT,
            clEnqueueFillImage(queue(), memory, pixel, origin, region, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_MEM_OBJECT, clEnqueueCopyImageToBuffer(queue(), memory, memory, origin,
                                                              region, 0, 0, nullptr, nullptr));
  cl_int status = CL_SUCCESS;
  size_t pitch = 0;
  EXPECT_EQ(clEnqueueMapImage(queue(), memory, CL_TRUE, CL_MAP_READ, origin, region, &pitch,
                              nullptr, 0, nullptr, nullptr, &status),
            nullptr);
  EXPECT_CL(CL_INVALID_MEM_OBJECT, status);
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE, clEnqueueReadImage(nullptr, memory, CL_TRUE, origin, region,
                                                         0, 0, pixel, 0, nullptr, nullptr));
}

TEST_F(AbsentImages, HaveNoSamplers) {
  EXPECT_CL(CL_INVALID_OPERATION, creationStatus([&](cl_int *status) {
              return clCreateSamplerWithProperties(context(), nullptr, status);
            }));
  EXPECT_CL(CL_INVALID_OPERATION, creationStatus([&](cl_int *status) {
              return clCreateSampler(context(), CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST,
                                     status);
            }));
  auto notSampler = reinterpret_cast<cl_sampler>(context());
  EXPECT_CL(CL_INVALID_SAMPLER, clRetainSampler(notSampler));
  EXPECT_CL(CL_INVALID_SAMPLER, clReleaseSampler(notSampler));
  EXPECT_CL(CL_INVALID_SAMPLER,
            clGetSamplerInfo(notSampler, CL_SAMPLER_FILTER_MODE, 0, nullptr, nullptr));
}

class AbsentPipes : public OpenClTest {
protected:
  void SetUp() override {
    if (deviceInfo<cl_bool>(CL_DEVICE_PIPE_SUPPORT))
      GTEST_SKIP() << "the device has pipes";
  }
};

TEST_F(AbsentPipes, CannotBeMade) {
  EXPECT_CL(CL_INVALID_OPERATION, creationStatus([&](cl_int *status) {
              return clCreatePipe(context(), CL_MEM_HOST_NO_ACCESS, 4, 4, nullptr, status);
            }));
  EXPECT_CL(CL_INVALID_MEM_OBJECT,
            clGetPipeInfo(buffer<cl_uint>(4), CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr));
}

class AbsentSvm : public OpenClTest {
protected:
  void SetUp() override {
    if (deviceInfo<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES))
      GTEST_SKIP() << "the device has SVM";
  }
};

TEST_F(AbsentSvm, AllocatesNothing) {
  EXPECT_EQ(clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0), nullptr);
  clSVMFree(context(), nullptr);
}

TEST_F(AbsentSvm, CommandsAreInvalidOperations) {
  cl_uint source = 1, target = 0;
  void *pointer = &target;
  EXPECT_CL(CL_INVALID_OPERATION, clEnqueueSVMMemcpy(queue(), CL_TRUE, &target, &source,
                                                     sizeof source, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_OPERATION, clEnqueueSVMMemFill(queue(), &target, &source, sizeof source,
                                                      sizeof source, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_OPERATION,
            clEnqueueSVMMap(queue(), CL_TRUE, CL_MAP_READ, pointer, 4, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_OPERATION, clEnqueueSVMUnmap(queue(), pointer, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_OPERATION,
            clEnqueueSVMFree(queue(), 1, &pointer, nullptr, nullptr, 0, nullptr, nullptr));
  const void *constPointer = pointer;
  EXPECT_CL(CL_INVALID_OPERATION,
            clEnqueueSVMMigrateMem(queue(), 1, &constPointer, nullptr, 0, 0, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMUnmap(nullptr, pointer, 0, nullptr, nullptr));
  EXPECT_EQ(target, 0u);
}

TEST_F(AbsentSvm, KernelArgumentsAreInvalidOperations) {
  auto kernel = buildKernel("kernel void nothing(global int *p) {}");
  EXPECT_CL(CL_INVALID_OPERATION, clSetKernelArgSVMPointer(kernel, 0, nullptr));
  EXPECT_CL(CL_INVALID_KERNEL, clSetKernelArgSVMPointer(nullptr, 0, nullptr));
}

class AbsentIntermediateLanguages : public OpenClTest {
protected:
  void SetUp() override {
    if (!deviceInfo<std::string>(CL_DEVICE_IL_VERSION).empty())
      GTEST_SKIP() << "the device takes an intermediate language";
  }
  static void CL_CALLBACK ignore(cl_program, void *) {}
};

TEST_F(AbsentIntermediateLanguages, MakeNoPrograms) {
  const cl_uint words[] = {0x07230203, 0x00010000};
  EXPECT_CL(CL_INVALID_OPERATION, creationStatus([&](cl_int *status) {
              return clCreateProgramWithIL(context(), words, sizeof words, status);
            }));
  EXPECT_CL(CL_INVALID_CONTEXT, creationStatus([&](cl_int *status) {
              return clCreateProgramWithIL(nullptr, words, sizeof words, status);
            }));
}

TEST_F(AbsentIntermediateLanguages, LeaveProgramsWithoutConstantsAndDestructors) {
  Program program = programWithSource("kernel void nothing() {}");
  cl_uint value = 1;
  EXPECT_CL(CL_INVALID_OPERATION,
            clSetProgramSpecializationConstant(program, 0, sizeof value, &value));
  EXPECT_CL(CL_INVALID_PROGRAM,
            clSetProgramSpecializationConstant(nullptr, 0, sizeof value, &value));
  EXPECT_CL(CL_INVALID_OPERATION, clSetProgramReleaseCallback(program, ignore, nullptr));
  EXPECT_CL(CL_INVALID_VALUE, clSetProgramReleaseCallback(program, nullptr, nullptr));
  EXPECT_CL(CL_INVALID_PROGRAM, clSetProgramReleaseCallback(nullptr, ignore, nullptr));
}

} // namespace
} // namespace weft::test
