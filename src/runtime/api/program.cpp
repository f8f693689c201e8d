// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.8 Program Objects, except for intermediate languages (program_il.cpp).
#include "objects/program.h"

#include "api/entry.h"
#include "api/info_query.h"
#include "objects/platform.h"
#include "programs/program_binary.h"

#include <algorithm>
#include <cstring>

using namespace weft;
using namespace weft::runtime;

namespace {

/// "CL_INVALID_VALUE if device_list is NULL and num_devices is greater than zero, or if device_list
/// is not NULL and num_devices is zero. CL_INVALID_DEVICE if any device in device_list is not in
/// the list of devices associated with" the owner; without a list, all of them.
template <class Owner>
Program::Devices deviceList(const Owner &owner, cl_uint count, const cl_device_id *list) {
  throwIf((list == nullptr) != (count == 0), CL_INVALID_VALUE);
  if (!list)
    return owner.devices();
  Program::Devices devices;
  for (cl_uint i = 0; i < count; ++i) {
    auto &device = object<Device>(list[i]);
    throwIf(!owner.has(device), CL_INVALID_DEVICE);
    devices.emplace_back(device);
  }
  return devices;
}

bool isPartOf(const Device &device, const Device &whole) {
  const Device *each = device.parent();
  while (each && each != &whole)
    each = each->parent();
  return each;
}

/// The devices to build for: an executable for a device serves the sub-devices of it too, so those
/// of the owner's count as listed (CTS test_device_partition depends on it).
template <class Owner>
Program::Devices buildDevices(const Owner &owner, cl_uint count, const cl_device_id *list) {
  Program::Devices devices = deviceList(owner, count, list);
  const size_t listed = devices.size();
  auto has = [&](const Device &device) {
    return std::any_of(devices.begin(), devices.end(),
                       [&](const Hold<Device> &each) { return each.get() == &device; });
  };
  for (const Hold<Device> &each : owner.devices())
    for (size_t i = 0; i < listed && !has(*each); ++i)
      if (isPartOf(*each, *devices[i]))
        devices.push_back(each);
  return devices;
}

/// For the calls that must have a list (API 5.8.1).
Program::Devices requiredDeviceList(const Context &context, cl_uint count,
                                    const cl_device_id *list) {
  throwIf(!list || count == 0, CL_INVALID_VALUE);
  return deviceList(context, count, list);
}

Program::Completion completion(Program::Notify notify, void *userData) {
  throwIf(!notify && userData, CL_INVALID_VALUE);
  return {notify, userData};
}

} // namespace

// 5.8.1 Creating Program Objects

WEFT_ENTRY cl_program clCreateProgramWithSource(cl_context contextHandle, cl_uint count,
                                                const char **strings, const size_t *lengths,
                                                cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_program {
    auto &context = object<Context>(contextHandle);
    throwIf(count == 0 || !strings, CL_INVALID_VALUE);
    std::string source;
    for (cl_uint i = 0; i < count; ++i) {
      throwIf(!strings[i], CL_INVALID_VALUE);
      size_t length = lengths && lengths[i] ? lengths[i] : std::strlen(strings[i]);
      source.append(strings[i], length);
    }
    // "The concatenation strips any nulls in the original source strings" (CL_PROGRAM_SOURCE).
    std::erase(source, '\0');
    return (new Program(context, std::move(source)))->handle();
  });
}

WEFT_ENTRY cl_program clCreateProgramWithBinary(cl_context contextHandle, cl_uint deviceCount,
                                                const cl_device_id *deviceHandles,
                                                const size_t *lengths,
                                                const unsigned char **binaries,
                                                cl_int *binaryStatus, cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_program {
    auto &context = object<Context>(contextHandle);
    Program::Devices devices = requiredDeviceList(context, deviceCount, deviceHandles);
    throwIf(!lengths || !binaries, CL_INVALID_VALUE);
    const std::string &build = compileService().compiler().buildId;
    std::vector<Program::Binary> loaded(deviceCount);
    cl_int status = CL_SUCCESS;
    for (cl_uint i = 0; i < deviceCount; ++i) {
      cl_int one = CL_SUCCESS;
      if (lengths[i] == 0 || !binaries[i]) {
        one = CL_INVALID_VALUE;
      } else {
        std::string_view bytes(reinterpret_cast<const char *>(binaries[i]), lengths[i]);
        ParsedBinary parsed = parseProgramBinary(bytes, build);
        one = parsed.image ? CL_SUCCESS : CL_INVALID_BINARY;
        loaded[i] = {std::move(parsed.image), std::move(parsed.options)};
      }
      if (binaryStatus)
        binaryStatus[i] = one;
      if (one != CL_SUCCESS && status != CL_INVALID_VALUE)
        status = one;
    }
    throwIf(status != CL_SUCCESS, status);
    return (new Program(context, std::move(devices), std::move(loaded)))->handle();
  });
}

WEFT_ENTRY cl_program clCreateProgramWithBuiltInKernels(cl_context contextHandle,
                                                        cl_uint deviceCount,
                                                        const cl_device_id *deviceHandles,
                                                        const char *kernelNames,
                                                        cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_program {
    auto &context = object<Context>(contextHandle);
    requiredDeviceList(context, deviceCount, deviceHandles);
    // "CL_INVALID_VALUE if kernel_names is NULL or kernel_names contains a kernel name that is not
    // supported by any of the devices": CL_DEVICE_BUILT_IN_KERNELS is empty.
    throw Error(CL_INVALID_VALUE);
  });
}

WEFT_ENTRY cl_int clRetainProgram(cl_program program) {
  return entry([&] { retain<Program>(program); });
}

WEFT_ENTRY cl_int clReleaseProgram(cl_program program) {
  return entry([&] {
    release<Program>(program);
    LoadedObject::unloadDropped();
  });
}

// 5.8.4 Building Program Executables, 5.8.5 Separate Compilation and Linking of Programs

WEFT_ENTRY cl_int clBuildProgram(cl_program programHandle, cl_uint deviceCount,
                                 const cl_device_id *deviceHandles, const char *options,
                                 void(CL_CALLBACK *notify)(cl_program, void *), void *userData) {
  return entry([&] {
    auto &program = object<Program>(programHandle);
    Program::Devices devices = buildDevices(program, deviceCount, deviceHandles);
    program.build(devices, options, completion(notify, userData));
  });
}

WEFT_ENTRY cl_int clCompileProgram(cl_program programHandle, cl_uint deviceCount,
                                   const cl_device_id *deviceHandles, const char *options,
                                   cl_uint headerCount, const cl_program *headerHandles,
                                   const char **headerNames,
                                   void(CL_CALLBACK *notify)(cl_program, void *), void *userData) {
  return entry([&] {
    auto &program = object<Program>(programHandle);
    Program::Devices devices = buildDevices(program, deviceCount, deviceHandles);
    // "CL_INVALID_VALUE if num_input_headers is zero and header_include_names or input_headers are
    // not NULL or if num_input_headers is not zero and [they] are NULL."
    throwIf((headerCount == 0) != (headerHandles == nullptr) ||
                (headerCount == 0) != (headerNames == nullptr),
            CL_INVALID_VALUE);
    std::vector<NamedSource> headers;
    for (cl_uint i = 0; i < headerCount; ++i) {
      auto &header = object<Program>(headerHandles[i]);
      throwIf(&header.context() != &program.context(), CL_INVALID_CONTEXT);
      throwIf(!headerNames[i], CL_INVALID_VALUE);
      headers.push_back({headerNames[i], header.source()});
    }
    program.compile(devices, options, std::move(headers), completion(notify, userData));
  });
}

WEFT_ENTRY cl_program clLinkProgram(cl_context contextHandle, cl_uint deviceCount,
                                    const cl_device_id *deviceHandles, const char *options,
                                    cl_uint inputCount, const cl_program *inputHandles,
                                    void(CL_CALLBACK *notify)(cl_program, void *), void *userData,
                                    cl_int *statusOut) {
  // A program that could not be linked is returned all the same, with its log.
  cl_int linkStatus = CL_SUCCESS, status = CL_SUCCESS;
  cl_program program = entryReturning(&status, [&] {
    auto &context = object<Context>(contextHandle);
    Program::Devices devices = buildDevices(context, deviceCount, deviceHandles);
    throwIf(inputCount == 0 || !inputHandles, CL_INVALID_VALUE);
    std::vector<Program *> inputs;
    for (cl_uint i = 0; i < inputCount; ++i) {
      inputs.push_back(&object<Program>(inputHandles[i]));
      throwIf(&inputs.back()->context() != &context, CL_INVALID_CONTEXT);
    }
    return Program::link(context, devices, options, inputs, completion(notify, userData),
                         linkStatus)
        .release()
        ->handle();
  });
  if (statusOut)
    *statusOut = status != CL_SUCCESS ? status : linkStatus;
  return program;
}

// 5.8.8 Unloading the OpenCL Compiler

WEFT_ENTRY cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  return entry([&] {
    object<Platform>(platform);
    compileService().process().stop();
  });
}

WEFT_ENTRY cl_int clUnloadCompiler(void) {
  return entry([] { compileService().process().stop(); });
}

// 5.8.9 Program Object Queries

namespace {

/// Made anew for each query; equal for equal builds, since nothing in it depends on the moment.
std::string binaryOf(const Program &program, const Device &device) {
  ProgramBuild build = program.buildOf(device);
  if (!build.image)
    return {};
  return makeProgramBinary(*build.image, build.options, compileService().compiler().buildId);
}

InfoAnswered programInfo(Program &program, cl_program_info name, size_t size, void *value,
                         size_t *sizeOut) {
  InfoQuery out(size, value, sizeOut);
  switch (name) {
  case CL_PROGRAM_REFERENCE_COUNT:
    return out.write(program.apiReferenceCount());
  case CL_PROGRAM_CONTEXT:
    return out.write(cl_context(program.context().handle()));
  case CL_PROGRAM_NUM_DEVICES:
    return out.write(cl_uint(program.devices().size()));
  case CL_PROGRAM_DEVICES: {
    std::vector<cl_device_id> devices;
    for (const Hold<Device> &device : program.devices())
      devices.push_back(device->handle());
    return out.writeArray(std::span<const cl_device_id>(devices));
  }
  case CL_PROGRAM_SOURCE:
    return out.writeString(program.source());
  case CL_PROGRAM_IL: // "param_value will be unchanged and param_value_size_ret will be set to 0"
    return out.writeArray(std::span<const char>());
  case CL_PROGRAM_BINARY_SIZES: {
    std::vector<size_t> sizes;
    for (const Hold<Device> &device : program.devices())
      sizes.push_back(binaryOf(program, *device).size());
    return out.writeArray(std::span<const size_t>(sizes));
  }
  case CL_PROGRAM_BINARIES: {
    // The value is an array of pointers to the application's buffers: read, not written.
    std::vector<unsigned char *> buffers(program.devices().size());
    size_t bytes = buffers.size() * sizeof(unsigned char *);
    throwIf(value && size < bytes, CL_INVALID_VALUE);
    if (value)
      std::memcpy(buffers.data(), value, bytes);
    for (size_t i = 0; i < buffers.size(); ++i)
      if (buffers[i]) {
        std::string binary = binaryOf(program, *program.devices()[i]);
        std::memcpy(buffers[i], binary.data(), binary.size());
      }
    return out.writeArray(std::span<unsigned char *const>(buffers));
  }
  case CL_PROGRAM_NUM_KERNELS:
    return out.write(size_t(program.kernelNames().size()));
  case CL_PROGRAM_KERNEL_NAMES: {
    std::string names;
    for (const std::string &kernel : program.kernelNames())
      names += (names.empty() ? "" : ";") + kernel;
    return out.writeString(names);
  }
  // OpenCL C has no constructors at program scope.
  case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
  case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
    program.executables(); // CL_INVALID_PROGRAM_EXECUTABLE if there is none
    return out.write(cl_bool(CL_FALSE));
  }
  throw Error(CL_INVALID_VALUE);
}

InfoAnswered programBuildInfo(Program &program, Device &device, cl_program_build_info name,
                              InfoQuery out) {
  ProgramBuild build = program.buildOf(device);
  switch (name) {
  case CL_PROGRAM_BUILD_STATUS:
    return out.write(build.status);
  case CL_PROGRAM_BUILD_OPTIONS:
    return out.writeString(build.status == CL_BUILD_NONE ? std::string() : build.options);
  case CL_PROGRAM_BUILD_LOG:
    return out.writeString(build.log);
  case CL_PROGRAM_BINARY_TYPE:
    return out.write(build.binaryType());
  case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: {
    size_t bytes = 0;
    if (build.isBuilt())
      bytes = size_t(program.load(device, build)->module().programScopeBytes);
    return out.write(bytes);
  }
  }
  throw Error(CL_INVALID_VALUE);
}

} // namespace

WEFT_ENTRY cl_int clGetProgramInfo(cl_program program, cl_program_info name, size_t size,
                                   void *value, size_t *sizeOut) {
  return entry([&] { programInfo(object<Program>(program), name, size, value, sizeOut); });
}

WEFT_ENTRY cl_int clGetProgramBuildInfo(cl_program programHandle, cl_device_id deviceHandle,
                                        cl_program_build_info name, size_t size, void *value,
                                        size_t *sizeOut) {
  return entry([&] {
    auto &program = object<Program>(programHandle);
    auto &device = object<Device>(deviceHandle);
    throwIf(!program.has(device), CL_INVALID_DEVICE);
    programBuildInfo(program, device, name, InfoQuery(size, value, sizeOut));
  });
}
