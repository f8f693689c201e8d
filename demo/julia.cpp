// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture.h"
#include "reference.h"

#include "julia_source.h" // made from julia.cl by CMake

#include <algorithm>
#include <chrono>

namespace weft::demo {
namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Rendering renderJulia(Session &session, const PictureSettings &settings) {
  Rendering result;
  result.image = {settings.width, settings.height,
                  std::vector<Pixel>(size_t(settings.width) * size_t(settings.height))};
  const size_t bytes = result.image.pixels.size() * sizeof(Pixel);

  auto start = std::chrono::steady_clock::now();
  cl_kernel kernel = session.buildKernel(kJuliaSource, "-cl-std=CL3.0", "julia");
  result.buildSeconds = secondsSince(start);

  cl_int status = CL_SUCCESS;
  cl_mem pixels = clCreateBuffer(session.context(), CL_MEM_WRITE_ONLY, bytes, nullptr, &status);
  check(status, "clCreateBuffer");
  const cl_int samples = settings.samples;
  check(clSetKernelArg(kernel, 0, sizeof(pixels), &pixels), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof(samples), &samples), "clSetKernelArg");
  const size_t global[2] = {size_t(settings.width), size_t(settings.height)};
  result.drawSeconds = 1e30;
  double total = 0; // a slow machine draws once, a fast one often enough to be warm
  for (result.draws = 0; result.draws < 5 && total < 3; ++result.draws) {
    start = std::chrono::steady_clock::now();
    check(clEnqueueNDRangeKernel(session.queue(), kernel, 2, nullptr, global, nullptr, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(session.queue()), "clFinish");
    const double seconds = secondsSince(start);
    result.drawSeconds = std::min(result.drawSeconds, seconds);
    total += seconds;
  }
  check(clEnqueueReadBuffer(session.queue(), pixels, CL_TRUE, 0, bytes, result.image.pixels.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  clReleaseMemObject(pixels);
  return result;
}

void juliaReferenceRow(Pixel *row, int y, const PictureSettings &settings) {
  referenceJuliaRow(row, y, settings.width, settings.height, settings.samples);
}

} // namespace

const Picture kJuliaPicture = {"julia", "a quaternion Julia set over a pool, ray-marched",
                               renderJulia, juliaReferenceRow};

} // namespace weft::demo
