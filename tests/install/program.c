/* SPDX-FileCopyrightText: The Weft authors
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What somebody's program does: builds a kernel on Weft, runs it and looks at the result. The same
 * source is linked against the installed package and against a loader. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdio.h>
#include <string.h>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cl_int status_ = (call);                                                                       \
    if (status_ != CL_SUCCESS) {                                                                   \
      fprintf(stderr, "%s: status %d\n", #call, status_);                                          \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)

static const char *kSource = "kernel void squares(global int *out) {"
                             "  size_t i = get_global_id(0);"
                             "  out[i] = (int)(i * i);"
                             "}";

int main(void) {
  cl_platform_id platforms[16], platform = NULL;
  cl_uint count = 0;
  char name[256];
  CHECK(clGetPlatformIDs(16, platforms, &count));
  for (cl_uint i = 0; i < count && i < 16; ++i) {
    CHECK(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL));
    printf("platform: %s\n", name);
    if (strstr(name, "Weft"))
      platform = platforms[i];
  }
  if (!platform) {
    fprintf(stderr, "Weft is not among %u platforms\n", count);
    return 1;
  }
  cl_device_id device;
  cl_int status;
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  CHECK(status);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
  CHECK(status);
  cl_program program = clCreateProgramWithSource(context, 1, &kSource, NULL, &status);
  CHECK(status);
  CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "squares", &status);
  CHECK(status);

  int values[1000];
  const size_t items = 1000;
  cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(values), NULL, &status);
  CHECK(status);
  CHECK(clSetKernelArg(kernel, 0, sizeof(out), &out));
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
  CHECK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof(values), values, 0, NULL, NULL));
  for (int i = 0; i < 1000; ++i)
    if (values[i] != i * i) {
      fprintf(stderr, "values[%d] is %d\n", i, values[i]);
      return 1;
    }
  CHECK(clReleaseMemObject(out));
  CHECK(clReleaseKernel(kernel));
  CHECK(clReleaseProgram(program));
  CHECK(clReleaseCommandQueue(queue));
  CHECK(clReleaseContext(context));
  puts("1000 squares are right");
  return 0;
}
