// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "picture.h"
#include "reference.h"

#include "mandelbrot_source.h" // made from mandelbrot.cl by CMake

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

namespace weft::demo {
namespace {

constexpr int kTile = 192;

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Memory on the device that goes with the scope.
class Memory {
public:
  Memory(Session &session, size_t bytes) : session_(session), bytes_(bytes) {
    cl_int status = CL_SUCCESS;
    memory_ = clCreateBuffer(session.context(), CL_MEM_READ_WRITE, bytes, nullptr, &status);
    check(status, "clCreateBuffer");
  }
  ~Memory() { clReleaseMemObject(memory_); }
  Memory(const Memory &) = delete;

  cl_mem get() const { return memory_; }
  void clear() {
    const cl_int zero = 0;
    check(clEnqueueFillBuffer(session_.queue(), memory_, &zero, sizeof zero, 0, bytes_, 0, nullptr,
                              nullptr),
          "clEnqueueFillBuffer");
    check(clFinish(session_.queue()), "clFinish");
  }
  std::vector<cl_int> read() {
    std::vector<cl_int> values(bytes_ / sizeof(cl_int));
    check(clEnqueueReadBuffer(session_.queue(), memory_, CL_TRUE, 0, bytes_, values.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
    return values;
  }

private:
  Session &session_;
  size_t bytes_;
  cl_mem memory_ = nullptr;
};

template <class... Arguments> void setArguments(cl_kernel kernel, const Arguments &...arguments) {
  cl_uint index = 0;
  (check(clSetKernelArg(kernel, index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
}

/// The best of a few launches, each until clFinish.
double timeOf(Session &session, cl_kernel kernel, const size_t global[2], const size_t *local,
              int &draws) {
  double best = 1e30, total = 0;
  for (draws = 0; draws < 5 && total < 3; ++draws) {
    const auto start = std::chrono::steady_clock::now();
    check(clEnqueueNDRangeKernel(session.queue(), kernel, 2, nullptr, global, local, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(session.queue()), "clFinish");
    const double seconds = secondsSince(start);
    best = std::min(best, seconds);
    total += seconds;
  }
  return best;
}

Rendering renderMandelbrot(Session &session, const PictureSettings &settings) {
  Rendering result;
  const cl_int width = settings.width, height = settings.height, most = mandelbrotSteps(settings);
  const size_t count = size_t(width) * size_t(height);
  session.createDeviceQueue();

  const auto start = std::chrono::steady_clock::now();
  cl_kernel plain = session.buildKernel(kMandelbrotSource, "-cl-std=CL3.0", "plain");
  cl_kernel adaptive = session.kernel("adaptive");
  result.buildSeconds = secondsSince(start);

  Memory pixels(session, count * sizeof(cl_int)), failures(session, sizeof(cl_int));
  const size_t all[2] = {size_t(width), size_t(height)};
  setArguments(plain, pixels.get(), most);
  int draws = 0;
  const double plainSeconds = timeOf(session, plain, all, nullptr, draws);
  const std::vector<cl_int> expected = pixels.read();

  const cl_int tile = kTile;
  const size_t local[2] = {64, 1};
  const size_t tiles[2] = {size_t((width + tile - 1) / tile) * local[0],
                           size_t((height + tile - 1) / tile)};
  pixels.clear();
  failures.clear();
  setArguments(adaptive, pixels.get(), failures.get(), width, height, most, tile);
  result.drawSeconds = timeOf(session, adaptive, tiles, local, result.draws);
  if (cl_int failed = failures.read()[0])
    throw DemoError(std::to_string(failed) + " calls of enqueue_kernel failed");

  const std::vector<cl_int> dwells = pixels.read();
  size_t differing = 0;
  for (size_t i = 0; i < count; ++i)
    differing += dwells[i] != expected[i];
  char text[200];
  std::snprintf(text, sizeof text,
                "  plain     %.1f ms with a work-item for each pixel: kernels that launch kernels "
                "are %.1f times as fast\n            and differ in %zu of %zu pixels",
                1e3 * plainSeconds, plainSeconds / result.drawSeconds, differing, count);
  result.remark = text;
  // A filament thinner than a pixel can cross a border unseen; more than a few are a fault.
  if (differing * 200 > count)
    throw DemoError(std::string("the two pictures differ:\n") + text);

  result.image = {width, height, std::vector<Pixel>(count)};
  std::vector<Pixel> colours(size_t(most) + 1);
  for (int dwell = 0; dwell <= most; ++dwell)
    colours[size_t(dwell)] = mandelbrotPixel(dwell, most);
  for (size_t i = 0; i < count; ++i)
    result.image.pixels[i] = colours[size_t(std::clamp(dwells[i], 0, most))];
  return result;
}

} // namespace

const Picture kMandelbrotPicture = {
    "mandelbrot", "the Mandelbrot set by kernels that launch kernels (Mariani and Silver)",
    renderMandelbrot, referenceMandelbrotRow};

} // namespace weft::demo
