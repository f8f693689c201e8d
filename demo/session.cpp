// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "session.h"

#include <vector>

namespace weft::demo {
namespace {

/// What clGetPlatformInfo or clGetDeviceInfo says in words.
template <class Query, class Object, class Name>
std::string text(Query query, const char *call, Object object, Name name) {
  size_t bytes = 0;
  check(query(object, name, 0, nullptr, &bytes), call);
  std::string words(bytes, '\0');
  check(query(object, name, bytes, words.data(), nullptr), call);
  return words.c_str();
}

std::string platformText(cl_platform_id platform, cl_platform_info name) {
  return text(clGetPlatformInfo, "clGetPlatformInfo", platform, name);
}

std::string deviceText(cl_device_id device, cl_device_info name) {
  return text(clGetDeviceInfo, "clGetDeviceInfo", device, name);
}

template <class T> T deviceNumber(cl_device_id device, cl_device_info name) {
  T value{};
  check(clGetDeviceInfo(device, name, sizeof(value), &value, nullptr), "clGetDeviceInfo");
  return value;
}

cl_device_id findDevice(const std::string &platformName) {
  cl_uint count = 0;
  // The loader's own status where it finds no driver at all is CL_PLATFORM_NOT_FOUND_KHR.
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0)
    throw DemoError(
        "the OpenCL loader finds no driver. OCL_ICD_VENDORS must be the folder vendors of "
        "the build tree (./bootstrap demo sets it), or Weft must be installed");
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::string seen;
  for (cl_platform_id platform : platforms) {
    std::string name = platformText(platform, CL_PLATFORM_NAME);
    if (name.find(platformName) == std::string::npos) {
      seen += " \"" + name + "\"";
      continue;
    }
    cl_device_id device = nullptr;
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    return device;
  }
  throw DemoError("no OpenCL platform is called \"" + platformName + "\"; the loader offers" +
                  seen + ". Set OCL_ICD_VENDORS to the folder vendors of the build tree");
}

} // namespace

void check(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    throw DemoError(std::string(call) + " failed with status " + std::to_string(status));
}

Session::Session(const std::string &platformName) : device_(findDevice(platformName)) {
  cl_int status = CL_SUCCESS;
  context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");
}

Session::~Session() {
  for (cl_kernel kernel : kernels_)
    clReleaseKernel(kernel);
  for (cl_program program : programs_)
    clReleaseProgram(program);
  for (cl_command_queue queue : {deviceQueue_, queue_})
    if (queue)
      clReleaseCommandQueue(queue);
  if (context_)
    clReleaseContext(context_);
}

std::string Session::description() const {
  std::string text;
  auto line = [&](const char *label, const std::string &value) {
    text += "  " + std::string(label) + value + "\n";
  };
  cl_platform_id platform = deviceNumber<cl_platform_id>(device_, CL_DEVICE_PLATFORM);
  line("platform  ", platformText(platform, CL_PLATFORM_NAME) + ", " +
                         platformText(platform, CL_PLATFORM_VERSION));
  line("device    ", deviceText(device_, CL_DEVICE_NAME));
  line("driver    ", deviceText(device_, CL_DRIVER_VERSION) + ", " +
                         deviceText(device_, CL_DEVICE_OPENCL_C_VERSION));
  line("units     ",
       std::to_string(deviceNumber<cl_uint>(device_, CL_DEVICE_MAX_COMPUTE_UNITS)) +
           " compute units, " +
           std::to_string(deviceNumber<cl_uint>(device_, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT)) +
           " floats in a vector register");
  line("memory    ",
       std::to_string(deviceNumber<cl_ulong>(device_, CL_DEVICE_GLOBAL_MEM_SIZE) >> 20) + " MiB");
  return text;
}

cl_kernel Session::buildKernel(const std::string &source, const char *options, const char *name) {
  const char *text = source.c_str();
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  programs_.push_back(program);
  status = clBuildProgram(program, 1, &device_, options, nullptr, nullptr);
  if (status != CL_SUCCESS) {
    size_t bytes = 0;
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
    std::string log(bytes, '\0');
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
    throw DemoError("the kernel does not build (status " + std::to_string(status) + "):\n" +
                    log.c_str());
  }
  return kernel(name);
}

cl_kernel Session::kernel(const char *name) {
  cl_int status = CL_SUCCESS;
  kernels_.push_back(clCreateKernel(programs_.back(), name, &status));
  check(status, "clCreateKernel");
  return kernels_.back();
}

void Session::createDeviceQueue() {
  if (!deviceNumber<cl_device_device_enqueue_capabilities>(device_,
                                                           CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES))
    throw DemoError("the device has no device-side enqueue");
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
      CL_QUEUE_SIZE, deviceNumber<cl_uint>(device_, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE), 0};
  cl_int status = CL_SUCCESS;
  deviceQueue_ = clCreateCommandQueueWithProperties(context_, device_, properties, &status);
  check(status, "clCreateCommandQueueWithProperties");
}

} // namespace weft::demo
