// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ways in which kernels write their indices, around one and the same sum of three neighbours in
// a row of floats. Each should take one to three times as long as the plain one; with gathers, and
// divisions in each lane, it was up to twenty times.
#include "support/kernel.h"
#include "support/test_device.h"

#include <benchmark/benchmark.h>

namespace weft::test {
namespace {

constexpr size_t kWidth = 1024, kHeight = 512;

/// One kernel over a field of kWidth x kHeight floats.
class Field {
public:
  explicit Field(const char *body) {
    cl_device_id device = testDevice();
    context_ = created("clCreateContext", [&](cl_int *status) {
      return clCreateContext(nullptr, 1, &device, nullptr, nullptr, status);
    });
    queue_ = created("clCreateCommandQueueWithProperties", [&](cl_int *status) {
      return clCreateCommandQueueWithProperties(context_, device, nullptr, status);
    });
    const std::string source = std::string("kernel void sum(global const float *in, global float "
                                           "*out, int w, int h, ulong n) {\n") +
                               body + "}\n";
    const char *text = source.c_str();
    program_ = created("clCreateProgramWithSource", [&](cl_int *status) {
      return clCreateProgramWithSource(context_, 1, &text, nullptr, status);
    });
    check(clBuildProgram(program_, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    kernel_ = Kernel(created("clCreateKernel", [&](cl_int *status) {
                       return clCreateKernel(program_, "sum", status);
                     }).detach());
    for (Mem *memory : {&in_, &out_})
      *memory = created("clCreateBuffer", [&](cl_int *status) {
        return clCreateBuffer(context_, CL_MEM_READ_WRITE, kWidth * kHeight * sizeof(float),
                              nullptr, status);
      });
    kernel_.setArgs(in_, out_, cl_int(kWidth), cl_int(kHeight), cl_ulong(kWidth * kHeight));
  }

  void launch(const NDRange &range) {
    check(clEnqueueNDRangeKernel(queue_, kernel_, range.dimensions(), range.offset(),
                                 range.global(), range.local(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue_), "clFinish");
  }

private:
  Context context_;
  Queue queue_;
  Program program_;
  Kernel kernel_;
  Mem in_, out_;
};

void sum(benchmark::State &state, const char *body, const NDRange &range) {
  Field field(body);
  for (auto unused : state)
    field.launch(range);
  state.SetBytesProcessed(state.iterations() * std::int64_t(kWidth * kHeight * 2 * sizeof(float)));
}

const NDRange kFlat(kWidth *kHeight), kRows({kWidth, kHeight}), kFew(4096);

BENCHMARK_CAPTURE(sum, plain,
                  "int x = get_global_id(0), y = get_global_id(1); if (x > 0 && x < w - 1) "
                  "out[y * w + x] = in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1];",
                  kRows);
BENCHMARK_CAPTURE(sum, clamped,
                  "int x = get_global_id(0), y = get_global_id(1); float s = 0; for (int d = -1; d "
                  "<= 1; ++d) s += in[y * w + clamp(x + d, 0, w - 1)]; out[y * w + x] = s;",
                  kRows);
BENCHMARK_CAPTURE(
    sum, periodic,
    "int x = get_global_id(0), y = get_global_id(1); out[y * w + x] = in[y * w + (x + "
    "w - 1) % w] + in[y * w + x] + in[y * w + (x + 1) % w];",
    kRows);
BENCHMARK_CAPTURE(sum, edgesByCondition,
                  "int x = get_global_id(0), y = get_global_id(1); int l = x == 0 ? w - 1 : x - 1, "
                  "r = x == w - 1 ? 0 : x + 1; "
                  "out[y * w + x] = in[y * w + l] + in[y * w + x] + in[y * w + r];",
                  kRows);
BENCHMARK_CAPTURE(
    sum, offsetsFromATable,
    "const int dx[3] = {-1, 0, 1}; int x = get_global_id(0), y = get_global_id(1); "
    "float s = 0; for (int k = 0; k < 3; ++k) s += in[y * w + clamp(x + dx[k], 0, w - "
    "1)]; out[y * w + x] = s;",
    kRows);
BENCHMARK_CAPTURE(sum, rowAndColumnOfAFlatId,
                  "int i = get_global_id(0), x = i % w, y = i / w; if (x > 0 && x < w - 1) "
                  "out[y * w + x] = in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1];",
                  kFlat);
BENCHMARK_CAPTURE(sum, flatIndexOfTwoIds,
                  "int i = get_global_id(1) * w + get_global_id(0); if (i > 0 && i < n - 1) "
                  "out[i] = in[i - 1] + in[i] + in[i + 1];",
                  kRows);
BENCHMARK_CAPTURE(sum, steppingByTheLaunch,
                  "for (size_t i = get_global_id(0) + 1; i < n - 1; i += get_global_size(0)) "
                  "out[i] = in[i - 1] + in[i] + in[i + 1];",
                  kFew);

} // namespace
} // namespace weft::test
