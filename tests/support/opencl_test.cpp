// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/opencl_test.h"

#include <stdexcept>

namespace weft::test {
namespace {

Context makeContext() {
  cl_device_id device = testDevice();
  return created("clCreateContext", [&](cl_int *error) {
    return clCreateContext(nullptr, 1, &device, nullptr, nullptr, error);
  });
}

} // namespace

OpenClTest::OpenClTest() : context_(makeContext()), queue_(makeQueue()) {}

Context OpenClTest::otherContext() const { return makeContext(); }

Queue OpenClTest::makeQueue(cl_command_queue_properties properties) const {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  return created("clCreateCommandQueueWithProperties", [&](cl_int *error) {
    return clCreateCommandQueueWithProperties(context_, device(), list, error);
  });
}

UserEvent OpenClTest::userEvent() const {
  cl_int status = CL_SUCCESS;
  cl_event event = clCreateUserEvent(context_, &status);
  check(status, "clCreateUserEvent");
  return UserEvent(event);
}

Program OpenClTest::programWithSource(const std::string &source) const {
  const char *text = source.c_str();
  return created("clCreateProgramWithSource", [&](cl_int *error) {
    return clCreateProgramWithSource(context_, 1, &text, nullptr, error);
  });
}

Program OpenClTest::buildProgram(const std::string &source, const char *options) const {
  Program program = programWithSource(source);
  cl_device_id target = device();
  cl_int status = clBuildProgram(program, 1, &target, options, nullptr, nullptr);
  if (status != CL_SUCCESS)
    throw std::runtime_error("clBuildProgram returned " + statusName(status) + ":\n" +
                             buildLog(program) + "\nof\n" + source);
  return program;
}

Kernel OpenClTest::kernel(cl_program program, const char *name) const {
  cl_int status = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program, name, &status));
  check(status, "clCreateKernel");
  return kernel;
}

int OpenClTest::valueOf(cl_program program, const char *name) const {
  Kernel writer = kernel(program, name);
  auto out = buffer<int>(1);
  writer.setArgs(out);
  enqueue(writer, 1);
  return read(out)[0];
}

Kernel OpenClTest::buildKernel(const std::string &source, const char *options,
                               const char *name) const {
  Program program = buildProgram(source, options);
  if (name)
    return kernel(program, name);
  auto names =
      info<std::string>(clGetProgramInfo, program.get(), cl_program_info{CL_PROGRAM_KERNEL_NAMES});
  return kernel(program, names.substr(0, names.find(';')).c_str());
}

Event OpenClTest::enqueue(cl_kernel kernel, const NDRange &range, Waits waits) const {
  return enqueueOn(queue_, kernel, range, waits);
}

Event OpenClTest::enqueueOn(cl_command_queue queue, cl_kernel kernel, const NDRange &range,
                            Waits waits) const {
  Event event;
  check(clEnqueueNDRangeKernel(queue, kernel, range.dimensions(), range.offset(), range.global(),
                               range.local(), static_cast<cl_uint>(waits.size()),
                               waits.size() ? waits.begin() : nullptr, event.out()),
        "clEnqueueNDRangeKernel");
  return event;
}

void OpenClTest::finish() const { check(clFinish(queue_), "clFinish"); }

bool OpenClTest::hasExtension(const std::string &name) const {
  std::string all = " " + deviceInfo<std::string>(CL_DEVICE_EXTENSIONS) + " ";
  return all.find(" " + name + " ") != std::string::npos;
}

cl_mem OpenClTest::makeBuffer(size_t bytes, cl_mem_flags flags, const void *values) const {
  if (values)
    flags |= CL_MEM_COPY_HOST_PTR;
  return created("clCreateBuffer",
                 [&](cl_int *error) {
                   return clCreateBuffer(context_, flags, bytes, const_cast<void *>(values), error);
                 })
      .detach();
}

void OpenClTest::readBytes(cl_mem source, size_t bytes, void *target) const {
  check(clEnqueueReadBuffer(queue_, source, CL_TRUE, 0, bytes, target, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

void OpenClTest::writeBytes(cl_mem target, size_t bytes, const void *source) const {
  check(clEnqueueWriteBuffer(queue_, target, CL_TRUE, 0, bytes, source, 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
}

} // namespace weft::test
