// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of every test that goes through the API: a context and an in-order queue of its own,
// and short forms of what every test does. A test file names it after the entry point:
//   using ClEnqueueNDRangeKernel = OpenClTest;
#pragma once

#include "support/info.h"
#include "support/kernel.h"
#include "support/test_device.h"

#include <gmock/gmock.h>

#include <span>
#include <string>
#include <vector>

namespace weft::test {

class OpenClTest : public ::testing::Test {
public:
  using Waits = std::initializer_list<cl_event>;

  cl_device_id device() const { return testDevice(); }
  cl_context context() const { return context_; }
  cl_command_queue queue() const { return queue_; }

  /// Another context on the same device, for "not in the same context" errors.
  Context otherContext() const;
  /// A further queue, for example CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE.
  Queue makeQueue(cl_command_queue_properties properties = 0) const;
  UserEvent userEvent() const;

  /// Not built yet.
  Program programWithSource(const std::string &source) const;
  /// Throws with the build log where the build fails.
  Program buildProgram(const std::string &source, const char *options = "-cl-std=CL3.0") const;
  template <class T> T buildInfo(cl_program program, cl_program_build_info name) const {
    return info<T>(clGetProgramBuildInfo, program, device(), name);
  }
  std::string buildLog(cl_program program) const {
    return buildInfo<std::string>(program, CL_PROGRAM_BUILD_LOG);
  }
  Kernel kernel(cl_program program, const char *name) const;
  /// What a kernel whose only argument is `global int *out` writes there.
  int valueOf(cl_program program, const char *name = "k") const;
  /// The first (or only) kernel of the source, or the one named.
  Kernel buildKernel(const std::string &source, const char *options = "-cl-std=CL3.0",
                     const char *name = nullptr) const;

  template <class T>
  Buffer<T> buffer(size_t count, cl_mem_flags flags = CL_MEM_READ_WRITE,
                   const T *values = nullptr) const {
    return Buffer<T>(makeBuffer(count * sizeof(T), flags, values), count);
  }
  template <class T> Buffer<T> buffer(const std::vector<T> &values) const {
    return buffer<T>(values.size(), CL_MEM_READ_WRITE, values.data());
  }

  /// Enqueue on queue(); throw where the call fails.
  Event enqueue(cl_kernel kernel, const NDRange &range, Waits waits = {}) const;
  Event enqueueOn(cl_command_queue queue, cl_kernel kernel, const NDRange &range,
                  Waits waits = {}) const;
  void finish() const;
  /// Blocks, after everything in queue().
  template <class T> std::vector<T> read(const Buffer<T> &source) const {
    std::vector<T> values(source.count());
    readBytes(source, source.bytes(), values.data());
    return values;
  }
  template <class T> void write(const Buffer<T> &target, const std::vector<T> &values) const {
    writeBytes(target, values.size() * sizeof(T), values.data());
  }

  cl_int status(cl_event event) const {
    return info<cl_int>(clGetEventInfo, event, cl_event_info{CL_EVENT_COMMAND_EXECUTION_STATUS});
  }
  template <class T> T deviceInfo(cl_device_info name) const {
    return info<T>(clGetDeviceInfo, device(), name);
  }
  bool hasExtension(const std::string &name) const;

protected:
  OpenClTest();

private:
  cl_mem makeBuffer(size_t bytes, cl_mem_flags flags, const void *values) const;
  void readBytes(cl_mem source, size_t bytes, void *target) const;
  void writeBytes(cl_mem target, size_t bytes, const void *source) const;

  Context context_;
  Queue queue_;
};

} // namespace weft::test
