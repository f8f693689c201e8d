// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The demo's side of OpenCL: finds Weft among the platforms the loader offers, and owns a context,
// a queue and a program.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace weft::demo {

/// What went wrong and what to do about it, for the person at the terminal.
struct DemoError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws a DemoError that names the call, unless status is CL_SUCCESS.
void check(cl_int status, const char *call);

class Session {
public:
  /// `platformName`: a part of the name of the platform to use.
  explicit Session(const std::string &platformName);
  ~Session();
  Session(const Session &) = delete;

  /// A few lines about the device.
  std::string description() const;
  /// Builds and returns a kernel, valid as long as the session. Throws with the build log.
  cl_kernel buildKernel(const std::string &source, const char *options, const char *name);
  /// A further kernel of the program that was built last.
  cl_kernel kernel(const char *name);
  /// The device's default queue, for kernels that enqueue kernels.
  void createDeviceQueue();

  cl_context context() const { return context_; }
  cl_command_queue queue() const { return queue_; }
  cl_device_id device() const { return device_; }

private:
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  cl_command_queue deviceQueue_ = nullptr;
  std::vector<cl_program> programs_;
  std::vector<cl_kernel> kernels_;
};

} // namespace weft::demo
