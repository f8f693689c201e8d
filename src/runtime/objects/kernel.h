// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel object: a kernel of an executable, and the argument values set so far.
#pragma once

#include "objects/launch_arguments.h"
#include "objects/object.h"
#include "objects/program.h"
#include "objects/ref.h"
#include "weft/compiler/kernel_signature.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace weft::runtime {

class Context;
class Device;

/// Does not retain the objects set as its arguments (OpenCL 3.0 API 5.9.2); the LaunchArguments
/// taken from it do.
class Kernel : public Object<_cl_kernel, Kernel, HandleKind::Kernel> {
public:
  /// Throws CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION.
  Kernel(Program &program, std::string_view name);
  /// clCloneKernel.
  Kernel(const Kernel &source);
  ~Kernel();

  Program &program() const { return *program_; }
  Context &context() const { return program_->context(); }
  const KernelSignature &signature() const { return *signature_; }
  /// Throws CL_INVALID_PROGRAM_EXECUTABLE where the program has no executable for the device.
  const WeftKernelDescriptor &descriptor(const Device &device) const;

  /// clSetKernelArg; throws the errors of API 5.9.2.
  void setArgument(cl_uint index, size_t size, const void *value);

  /// Fills in the values set so far. Throws CL_INVALID_KERNEL_ARGS where one is missing or its
  /// memory object has been released, CL_INVALID_PROGRAM_EXECUTABLE,
  /// CL_MISALIGNED_SUB_BUFFER_OFFSET, and CL_OUT_OF_RESOURCES for more local memory than there is.
  void captureArguments(const Device &device, LaunchArguments &out);

  /// What the kernel's own local variables and the local arguments set so far take.
  std::uint64_t localBytes() const { return localBytes_; }

  void onApiReleased();

private:
  struct DeviceCode {
    const Device *device;
    const WeftKernelDescriptor *descriptor;
    std::shared_ptr<Executable> executable;
    std::shared_ptr<const ObjectImage> image; // owns the signature
  };
  struct ArgumentState {
    bool isSet = false;
    std::uint64_t localSize = 0;
    cl_mem memory = nullptr;          // not retained: ask the registry before use
    cl_command_queue queue = nullptr; // likewise
  };

  const DeviceCode &codeFor(const Device &device) const;
  void setMemory(ArgumentState &state, size_t size, const void *value);
  void setQueue(ArgumentState &state, size_t size, const void *value);
  void setLocal(ArgumentState &state, size_t size, const void *value);
  void layOutLocalMemory();

  Ref<Program> program_;
  Program::Attachment attachment_; // ends when the application releases the kernel
  std::vector<DeviceCode> code_;
  const KernelSignature *signature_ = nullptr;
  std::vector<ArgumentState> arguments_;
  std::vector<cl_uint> memoryArguments_; // indices of those that may hold a memory object
  std::vector<cl_uint> queueArguments_;
  std::vector<std::byte> block_; // without the addresses of objects, which each launch looks up
  std::uint64_t localBytes_ = 0;
  std::size_t unset_ = 0;
};

} // namespace weft::runtime
