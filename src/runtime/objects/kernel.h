// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel object: a kernel of an executable, and the argument values set so far.
#pragma once

#include "objects/launch_arguments.h"
#include "objects/object.h"
#include "objects/ref.h"
#include "weft/compiler/kernel_signature.h"

namespace weft::runtime {

class Context;
class Device;
class Program;

/// Does not retain the objects set as its arguments (OpenCL 3.0 API 5.9.2); the LaunchArguments
/// taken from it do.
class Kernel : public Object<_cl_kernel, Kernel, HandleKind::Kernel> {
public:
  virtual ~Kernel();

  virtual Program &program() const = 0;
  virtual Context &context() const = 0;
  virtual const KernelSignature &signature() const = 0;
  /// Throws CL_INVALID_PROGRAM_EXECUTABLE where the program has no executable for the device.
  virtual const WeftKernelDescriptor &descriptor(const Device &device) const = 0;
  /// Fills in the values set so far; throws CL_INVALID_KERNEL_ARGS where one is missing, and
  /// CL_INVALID_PROGRAM_EXECUTABLE.
  virtual void captureArguments(const Device &device, LaunchArguments &out) = 0;
};

} // namespace weft::runtime
