// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host side must know of a kernel: argument placement for clSetKernelArg, and the answers
// to clGetKernelInfo, clGetKernelArgInfo and clGetKernelWorkGroupInfo.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

enum class ArgumentKind : std::uint8_t {
  Value,         // scalar, vector or structure, by value
  GlobalPointer, // cl_mem (buffer) or SVM pointer
  ConstantPointer,
  LocalPointer, // a size; the slot takes an offset into local memory
  Image,
  Sampler,
  Pipe,
  Queue, // queue_t
};

/// Strings and qualifiers are what clGetKernelArgInfo reports (OpenCL 3.0 API 5.9.4).
struct KernelArgument {
  ArgumentKind kind = ArgumentKind::Value;
  std::uint32_t offset = 0;           // in the argument block
  std::uint32_t size = 0;             // bytes clSetKernelArg must be given for a Value
  std::uint32_t alignment = 0;        // of the value, or of what a local pointer points to
  std::uint32_t addressQualifier = 0; // CL_KERNEL_ARG_ADDRESS_*
  std::uint32_t accessQualifier = 0;  // CL_KERNEL_ARG_ACCESS_*
  std::uint64_t typeQualifiers = 0;   // CL_KERNEL_ARG_TYPE_*
  std::string typeName;
  std::string name;

  template <class Archive> void fields(Archive &archive) {
    archive(kind, offset, size, alignment, addressQualifier, accessQualifier, typeQualifiers,
            typeName, name);
  }
};

struct KernelSignature {
  std::string name;
  std::string attributes; // CL_KERNEL_ATTRIBUTES
  std::vector<KernelArgument> arguments;
  std::uint8_t hasArgumentInfo = 0; // CL_KERNEL_ARG_INFO_NOT_AVAILABLE where 0
  std::uint32_t argumentBytes = 0;
  std::uint32_t requiredLocalSize[3] = {};
  std::uint64_t localBytes = 0;
  std::uint64_t privateBytes = 0; // per work-item, for CL_KERNEL_PRIVATE_MEM_SIZE
  std::uint32_t preferredMultiple = 1;
  std::uint32_t subGroupSize = 1;
  std::uint32_t requiredSubGroupSize = 0; // intel_reqd_sub_group_size, or 0
  std::uint64_t stackBytes = 0;           // what registers did not hold
  std::uint32_t maxLocalSize = 0;         // 0: the device's limit

  template <class Archive> void fields(Archive &archive) {
    archive(name, attributes, arguments, hasArgumentInfo, argumentBytes, requiredLocalSize,
            localBytes, privateBytes, preferredMultiple, subGroupSize, requiredSubGroupSize,
            stackBytes, maxLocalSize);
  }
};

} // namespace weft
