// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/enqueue_case.h"

#include <ostream>

namespace weft::test {
namespace {

using R = EnqueueResources;
constexpr size_t kOrigin[3] = {0, 0, 0};
constexpr size_t kRegion[3] = {16, 4, 2};

bool hasSvm(const OpenClTest &test) {
  return test.deviceInfo<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES) != 0;
}

bool hasNativeKernels(const OpenClTest &test) {
  return test.deviceInfo<cl_device_exec_capabilities>(CL_DEVICE_EXECUTION_CAPABILITIES) &
         CL_EXEC_NATIVE_KERNEL;
}

void CL_CALLBACK nothing(void *) {}

EnqueueCase::Enqueue readBuffer(cl_bool blocking) {
  return [=](R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueReadBuffer(queue, r.source, blocking, 0, R::kBytes, r.host.data(), count, waits,
                               event);
  };
}

EnqueueCase::Enqueue writeBuffer(cl_bool blocking) {
  return [=](R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueWriteBuffer(queue, r.target, blocking, 0, R::kBytes, r.host.data(), count,
                                waits, event);
  };
}

EnqueueCase::Enqueue readBufferRect(cl_bool blocking) {
  return [=](R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueReadBufferRect(queue, r.source, blocking, kOrigin, kOrigin, kRegion, 0, 0, 0, 0,
                                   r.host.data(), count, waits, event);
  };
}

EnqueueCase::Enqueue writeBufferRect(cl_bool blocking) {
  return [=](R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueWriteBufferRect(queue, r.target, blocking, kOrigin, kOrigin, kRegion, 0, 0, 0,
                                    0, r.host.data(), count, waits, event);
  };
}

EnqueueCase::Enqueue mapBuffer(cl_bool blocking) {
  return [=](R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    cl_int status = CL_SUCCESS;
    void *pointer = clEnqueueMapBuffer(queue, r.source, blocking, CL_MAP_READ, 0, R::kBytes, count,
                                       waits, event, &status);
    if (pointer)
      r.mapped = pointer;
    return status;
  };
}

EnqueueCase::Enqueue svmMemcpy(cl_bool blocking) {
  return [=](R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueSVMMemcpy(queue, blocking, r.svmTarget, r.svm, R::kBytes, count, waits, event);
  };
}

EnqueueCase::Enqueue svmMap(cl_bool blocking) {
  return [=](R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
    return clEnqueueSVMMap(queue, blocking, CL_MAP_WRITE, r.svm, R::kBytes, count, waits, event);
  };
}

cl_int ndRange(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits,
               cl_event *event) {
  const size_t items = R::kBytes;
  return clEnqueueNDRangeKernel(queue, r.kernel, 1, nullptr, &items, nullptr, count, waits, event);
}

cl_int task(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
  return clEnqueueTask(queue, r.kernel, count, waits, event);
}

cl_int native(R &, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
  return clEnqueueNativeKernel(queue, nothing, nullptr, 0, 0, nullptr, nullptr, count, waits,
                               event);
}

cl_int copyBuffer(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits,
                  cl_event *event) {
  return clEnqueueCopyBuffer(queue, r.source, r.target, 0, 0, R::kBytes, count, waits, event);
}

cl_int copyBufferRect(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits,
                      cl_event *event) {
  return clEnqueueCopyBufferRect(queue, r.source, r.target, kOrigin, kOrigin, kRegion, 0, 0, 0, 0,
                                 count, waits, event);
}

cl_int fillBuffer(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits,
                  cl_event *event) {
  const cl_uint pattern = 0x01020304;
  return clEnqueueFillBuffer(queue, r.target, &pattern, sizeof(pattern), 0, R::kBytes, count, waits,
                             event);
}

cl_int unmap(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
  // Unmaps a mapping made before the case begins (on the test's own queue).
  return clEnqueueUnmapMemObject(queue, r.target, r.mapTarget(), count, waits, event);
}

cl_int migrate(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits,
               cl_event *event) {
  cl_mem memory = r.source;
  return clEnqueueMigrateMemObjects(queue, 1, &memory, CL_MIGRATE_MEM_OBJECT_HOST, count, waits,
                                    event);
}

cl_int marker(R &, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
  return clEnqueueMarkerWithWaitList(queue, count, waits, event);
}

cl_int barrier(R &, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
  return clEnqueueBarrierWithWaitList(queue, count, waits, event);
}

cl_int svmMemFill(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits,
                  cl_event *event) {
  const cl_uint pattern = 7;
  return clEnqueueSVMMemFill(queue, r.svm, &pattern, sizeof(pattern), R::kBytes, count, waits,
                             event);
}

cl_int svmUnmap(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits,
                cl_event *event) {
  return clEnqueueSVMUnmap(queue, r.svm, count, waits, event);
}

cl_int svmMigrate(R &r, cl_command_queue queue, cl_uint count, const cl_event *waits,
                  cl_event *event) {
  const void *pointer = r.svm;
  return clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, count, waits, event);
}

cl_int svmFree(R &, cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event) {
  void *pointer = nullptr; // a null pointer is ignored; the resources free their own memory
  return clEnqueueSVMFree(queue, 1, &pointer, nullptr, nullptr, count, waits, event);
}

} // namespace

EnqueueResources::EnqueueResources(const OpenClTest &test)
    : test(test), source(test.buffer<cl_uchar>(kBytes)), target(test.buffer<cl_uchar>(kBytes)),
      kernel(test.buildKernel("kernel void fill(global uchar *out) { out[get_global_id(0)] = 1; }",
                              "")) {
  kernel.setArgs(target);
  if (hasSvm(test)) {
    svm = clSVMAlloc(test.context(), CL_MEM_READ_WRITE, kBytes, 0);
    svmTarget = clSVMAlloc(test.context(), CL_MEM_READ_WRITE, kBytes, 0);
  }
}

EnqueueResources::~EnqueueResources() {
  if (mapped)
    clEnqueueUnmapMemObject(test.queue(), source, mapped, 0, nullptr, nullptr);
  clFinish(test.queue());
  clSVMFree(test.context(), svm);
  clSVMFree(test.context(), svmTarget);
}

void *EnqueueResources::mapTarget() {
  cl_int status = CL_SUCCESS;
  void *pointer = clEnqueueMapBuffer(test.queue(), target, CL_TRUE, CL_MAP_READ, 0, kBytes, 0,
                                     nullptr, nullptr, &status);
  check(status, "clEnqueueMapBuffer");
  return pointer;
}

std::ostream &operator<<(std::ostream &out, const EnqueueCase &enqueueCase) {
  return out << enqueueCase.name;
}

const std::vector<EnqueueCase> &enqueueCases() {
  static const std::vector<EnqueueCase> cases = {
      {"NDRangeKernel", CL_COMMAND_NDRANGE_KERNEL, ndRange},
      {"Task", CL_COMMAND_TASK, task},
      {"NativeKernel", CL_COMMAND_NATIVE_KERNEL, native, nullptr, hasNativeKernels},
      {"ReadBuffer", CL_COMMAND_READ_BUFFER, readBuffer(CL_FALSE), readBuffer(CL_TRUE)},
      {"WriteBuffer", CL_COMMAND_WRITE_BUFFER, writeBuffer(CL_FALSE), writeBuffer(CL_TRUE)},
      {"ReadBufferRect", CL_COMMAND_READ_BUFFER_RECT, readBufferRect(CL_FALSE),
       readBufferRect(CL_TRUE)},
      {"WriteBufferRect", CL_COMMAND_WRITE_BUFFER_RECT, writeBufferRect(CL_FALSE),
       writeBufferRect(CL_TRUE)},
      {"CopyBuffer", CL_COMMAND_COPY_BUFFER, copyBuffer},
      {"CopyBufferRect", CL_COMMAND_COPY_BUFFER_RECT, copyBufferRect},
      {"FillBuffer", CL_COMMAND_FILL_BUFFER, fillBuffer},
      {"MapBuffer", CL_COMMAND_MAP_BUFFER, mapBuffer(CL_FALSE), mapBuffer(CL_TRUE)},
      {"UnmapMemObject", CL_COMMAND_UNMAP_MEM_OBJECT, unmap},
      {"MigrateMemObjects", CL_COMMAND_MIGRATE_MEM_OBJECTS, migrate},
      {"Marker", CL_COMMAND_MARKER, marker},
      {"Barrier", CL_COMMAND_BARRIER, barrier},
      {"SVMMemcpy", CL_COMMAND_SVM_MEMCPY, svmMemcpy(CL_FALSE), svmMemcpy(CL_TRUE), hasSvm},
      {"SVMMemFill", CL_COMMAND_SVM_MEMFILL, svmMemFill, nullptr, hasSvm},
      {"SVMMap", CL_COMMAND_SVM_MAP, svmMap(CL_FALSE), svmMap(CL_TRUE), hasSvm},
      {"SVMUnmap", CL_COMMAND_SVM_UNMAP, svmUnmap, nullptr, hasSvm},
      {"SVMMigrateMem", CL_COMMAND_SVM_MIGRATE_MEM, svmMigrate, nullptr, hasSvm},
      {"SVMFree", CL_COMMAND_SVM_FREE, svmFree, nullptr, hasSvm},
  };
  return cases;
}

} // namespace weft::test
