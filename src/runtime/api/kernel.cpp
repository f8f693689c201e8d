// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.9 Kernel Objects.
#include "objects/kernel.h"

#include "api/entry.h"
#include "api/info_query.h"

#include <algorithm>

using namespace weft;
using namespace weft::runtime;

// 5.9.1 Creating Kernel Objects

WEFT_ENTRY cl_kernel clCreateKernel(cl_program programHandle, const char *name, cl_int *statusOut) {
  return entryReturning(statusOut, [&]() -> cl_kernel {
    auto &program = object<Program>(programHandle);
    throwIf(!name, CL_INVALID_VALUE);
    return (new Kernel(program, name))->handle();
  });
}

WEFT_ENTRY cl_int clCreateKernelsInProgram(cl_program programHandle, cl_uint room,
                                           cl_kernel *kernels, cl_uint *countOut) {
  return entry([&] {
    auto &program = object<Program>(programHandle);
    // "Kernel objects are not created for any __kernel functions in program that do not have the
    // same function definition across all devices".
    std::vector<Ref<Kernel>> made;
    for (const std::string &name : program.kernelNames()) {
      try {
        made.push_back(Ref<Kernel>::adopt(new Kernel(program, name)));
      } catch (const Error &error) {
        if (error.status() != CL_INVALID_KERNEL_DEFINITION &&
            error.status() != CL_INVALID_KERNEL_NAME)
          throw;
      }
    }
    bool fits = !kernels || room >= made.size();
    if (countOut && fits)
      *countOut = cl_uint(made.size());
    for (size_t i = 0; i < made.size(); ++i) {
      if (kernels && fits)
        kernels[i] = made[i].release()->handle();
      else
        made[i].release()->releaseFromApi();
    }
    throwIf(!fits, CL_INVALID_VALUE);
  });
}

WEFT_ENTRY cl_kernel clCloneKernel(cl_kernel source, cl_int *statusOut) {
  return entryReturning(statusOut,
                        [&] { return cl_kernel((new Kernel(object<Kernel>(source)))->handle()); });
}

WEFT_ENTRY cl_int clRetainKernel(cl_kernel kernel) {
  return entry([&] { retain<Kernel>(kernel); });
}

WEFT_ENTRY cl_int clReleaseKernel(cl_kernel kernel) {
  return entry([&] {
    release<Kernel>(kernel);
    LoadedObject::unloadDropped();
  });
}

// 5.9.2 Setting Kernel Arguments

WEFT_ENTRY cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  return entry([&] { object<Kernel>(kernel).setArgument(index, size, value); });
}

WEFT_ENTRY cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
                                      const void *value) {
  return entry([&] {
    object<Kernel>(kernel);
    throwIf(!value && size > 0, CL_INVALID_VALUE);
    switch (name) {
    case CL_KERNEL_EXEC_INFO_SVM_PTRS:
      throwIf(size % sizeof(void *) != 0, CL_INVALID_VALUE);
      // "CL_INVALID_OPERATION if ... no devices in the context associated with kernel support SVM."
      throw Error(CL_INVALID_OPERATION);
    case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
      throwIf(size != sizeof(cl_bool), CL_INVALID_VALUE);
      // "CL_INVALID_OPERATION if ... param_value is CL_TRUE and no devices ... support fine-grain
      // system SVM allocations." CL_FALSE is how it is anyway.
      throwIf(*static_cast<const cl_bool *>(value) == CL_TRUE, CL_INVALID_OPERATION);
      return;
    }
    throw Error(CL_INVALID_VALUE);
  });
}

// 5.9.4 Kernel Object Queries

namespace {

InfoAnswered kernelInfo(Kernel &kernel, cl_kernel_info name, InfoQuery out) {
  switch (name) {
  case CL_KERNEL_FUNCTION_NAME:
    return out.writeString(kernel.signature().name);
  case CL_KERNEL_NUM_ARGS:
    return out.write(cl_uint(kernel.signature().arguments.size()));
  case CL_KERNEL_REFERENCE_COUNT:
    return out.write(kernel.apiReferenceCount());
  case CL_KERNEL_CONTEXT:
    return out.write(cl_context(kernel.context().handle()));
  case CL_KERNEL_PROGRAM:
    return out.write(cl_program(kernel.program().handle()));
  case CL_KERNEL_ATTRIBUTES:
    return out.writeString(kernel.signature().attributes);
  }
  throw Error(CL_INVALID_VALUE);
}

InfoAnswered kernelArgumentInfo(const KernelArgument &argument, cl_kernel_arg_info name,
                                InfoQuery out) {
  switch (name) {
  case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
    return out.write(cl_kernel_arg_address_qualifier(argument.addressQualifier));
  case CL_KERNEL_ARG_ACCESS_QUALIFIER:
    return out.write(cl_kernel_arg_access_qualifier(argument.accessQualifier));
  case CL_KERNEL_ARG_TYPE_NAME:
    return out.writeString(argument.typeName);
  case CL_KERNEL_ARG_TYPE_QUALIFIER:
    return out.write(cl_kernel_arg_type_qualifier(argument.typeQualifiers));
  case CL_KERNEL_ARG_NAME:
    return out.writeString(argument.name);
  }
  throw Error(CL_INVALID_VALUE);
}

/// "CL_INVALID_DEVICE if device is not in the list of devices associated with kernel or if device
/// is NULL but there is more than one device associated with kernel."
Device &kernelDevice(Kernel &kernel, cl_device_id handle) {
  const Program::Devices &devices = kernel.program().devices();
  if (!handle) {
    throwIf(devices.size() != 1, CL_INVALID_DEVICE);
    return *devices.front();
  }
  auto &device = object<Device>(handle);
  throwIf(!kernel.program().has(device), CL_INVALID_DEVICE);
  return device;
}

size_t maxWorkGroupSize(const KernelSignature &signature) {
  size_t size = signature.maxLocalSize
                    ? std::min<size_t>(signature.maxLocalSize, Device::kMaxWorkGroupSize)
                    : Device::kMaxWorkGroupSize;
  const auto &required = signature.requiredLocalSize;
  return required[0] ? size_t(required[0]) * required[1] * required[2] : size;
}

InfoAnswered kernelWorkGroupInfo(Kernel &kernel, cl_kernel_work_group_info name, InfoQuery out) {
  const KernelSignature &signature = kernel.signature();
  switch (name) {
  case CL_KERNEL_WORK_GROUP_SIZE:
    return out.write(maxWorkGroupSize(signature));
  case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
    const size_t required[3] = {signature.requiredLocalSize[0], signature.requiredLocalSize[1],
                                signature.requiredLocalSize[2]};
    return out.writeArray(std::span<const size_t>(required));
  }
  case CL_KERNEL_LOCAL_MEM_SIZE:
    return out.write(cl_ulong(kernel.localBytes()));
  case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return out.write(size_t(signature.preferredMultiple));
  case CL_KERNEL_PRIVATE_MEM_SIZE:
    return out.write(cl_ulong(signature.privateBytes));
  case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
    return out.write(cl_ulong(signature.stackBytes));
  case CL_KERNEL_GLOBAL_WORK_SIZE: // for built-in kernels only, and there are none
    break;
  }
  throw Error(CL_INVALID_VALUE);
}

} // namespace

WEFT_ENTRY cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size, void *value,
                                  size_t *sizeOut) {
  return entry([&] { kernelInfo(object<Kernel>(kernel), name, InfoQuery(size, value, sizeOut)); });
}

WEFT_ENTRY cl_int clGetKernelArgInfo(cl_kernel kernelHandle, cl_uint index, cl_kernel_arg_info name,
                                     size_t size, void *value, size_t *sizeOut) {
  return entry([&] {
    auto &kernel = object<Kernel>(kernelHandle);
    const KernelSignature &signature = kernel.signature();
    throwIf(index >= signature.arguments.size(), CL_INVALID_ARG_INDEX);
    throwIf(!signature.hasArgumentInfo, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    kernelArgumentInfo(signature.arguments[index], name, InfoQuery(size, value, sizeOut));
  });
}

WEFT_ENTRY cl_int clGetKernelWorkGroupInfo(cl_kernel kernelHandle, cl_device_id deviceHandle,
                                           cl_kernel_work_group_info name, size_t size, void *value,
                                           size_t *sizeOut) {
  return entry([&] {
    auto &kernel = object<Kernel>(kernelHandle);
    kernelDevice(kernel, deviceHandle);
    kernelWorkGroupInfo(kernel, name, InfoQuery(size, value, sizeOut));
  });
}

// Sub-groups are packets of one size, in the order of linear local ids.

namespace {

/// The items of the local size that a query is about.
size_t localItems(const void *input, size_t inputSize) {
  const size_t dimensions = inputSize / sizeof(size_t);
  throwIf(!input || inputSize % sizeof(size_t) || dimensions < 1 ||
              dimensions > Device::kMaxDimensions,
          CL_INVALID_VALUE);
  size_t items = 1;
  for (size_t i = 0; i < dimensions; ++i)
    throwIf(__builtin_mul_overflow(items, static_cast<const size_t *>(input)[i], &items),
            CL_INVALID_VALUE);
  return items;
}

size_t subGroupsOf(size_t items, size_t width) { return items / width + (items % width != 0); }

/// "Any returned work-group will have one dimension. Other dimensions inferred from the value
/// specified for param_value_size will be filled with the value 1. [...] If no work-group size can
/// accommodate the requested number of sub-groups, 0 will be returned in each element".
InfoAnswered localSizeFor(const KernelSignature &signature, size_t subGroups, size_t room,
                          InfoQuery out) {
  const size_t dimensions = std::clamp<size_t>(room / sizeof(size_t), 1, Device::kMaxDimensions);
  const size_t limit = maxWorkGroupSize(signature);
  size_t items = subGroups <= limit ? subGroups * signature.subGroupSize : 0;
  const auto &required = signature.requiredLocalSize;
  if (items > limit || (required[0] && items != required[0]) || required[1] > 1 || required[2] > 1)
    items = 0;
  size_t size[Device::kMaxDimensions];
  std::fill_n(size, Device::kMaxDimensions, items ? 1 : 0);
  size[0] = items;
  return out.writeArray(std::span<const size_t>(size, dimensions));
}

InfoAnswered kernelSubGroupInfo(Kernel &kernel, cl_kernel_sub_group_info name, const void *input,
                                size_t inputSize, size_t room, InfoQuery out) {
  const KernelSignature &signature = kernel.signature();
  const size_t width = signature.subGroupSize;
  switch (name) {
  case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    localItems(input, inputSize);
    return out.write(width);
  case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
    return out.write(subGroupsOf(localItems(input, inputSize), width));
  case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
    throwIf(!input || inputSize != sizeof(size_t), CL_INVALID_VALUE);
    return localSizeFor(signature, *static_cast<const size_t *>(input), room, out);
  case CL_KERNEL_MAX_NUM_SUB_GROUPS:
    return out.write(subGroupsOf(maxWorkGroupSize(signature), width));
  case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: // no language that we take can say it
    return out.write(size_t(0));
  case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
    return out.write(size_t(signature.requiredSubGroupSize));
  }
  throw Error(CL_INVALID_VALUE);
}

} // namespace

WEFT_ENTRY cl_int clGetKernelSubGroupInfo(cl_kernel kernelHandle, cl_device_id deviceHandle,
                                          cl_kernel_sub_group_info name, size_t inputSize,
                                          const void *input, size_t size, void *value,
                                          size_t *sizeOut) {
  return entry([&] {
    auto &kernel = object<Kernel>(kernelHandle);
    kernelDevice(kernel, deviceHandle);
    kernelSubGroupInfo(kernel, name, input, inputSize, size, InfoQuery(size, value, sizeOut));
  });
}
