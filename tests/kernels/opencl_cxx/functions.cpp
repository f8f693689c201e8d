// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C++ 1.0 3.15 to 3.22: the functions that the headers bring into namespace cl, and the
// types of <opencl_def>.
#include "support/library_test.h"

namespace weft::test {
namespace {

class OpenCLCxxFunctions : public LibraryTest {};

TEST_F(OpenCLCxxFunctions, WorkItem) {
  run(R"(
kernel void k(global<int> *failed) {
  size_t x = cl::get_global_id(0), y = get_global_id(1);
  CHECK(x >= 2 && x < 10 && y < 4 && get_work_dim() == 2);
  CHECK(cl::get_global_size(0) == 8 && cl::get_global_size(1) == 4);
  CHECK(cl::get_local_size(0) == 4 && cl::get_enqueued_local_size(1) == 2);
  CHECK(cl::get_local_id(0) == (x - 2) % 4 && cl::get_group_id(1) == y / 2);
  CHECK(cl::get_num_groups(0) == 2 && cl::get_global_offset(0) == 2);
  CHECK(cl::get_global_linear_id() == y * 8 + x - 2);
  CHECK(cl::get_local_linear_id() == (y % 2) * 4 + (x - 2) % 4);
})",
      NDRange({8, 4}).local({4, 2}).offset({2, 0}));
}

TEST_F(OpenCLCxxFunctions, MathIntegerAndCommon) {
  run(R"(
kernel void k(global<int> *failed) {
  float4 v = (float4)(0.25f);
  CHECK(cl::sqrt(v).x == 0.5f && sqrt(0.25) == 0.5 && cl::fabs(-2.0f) == 2.0f);
  CHECK(cl::fma(2.0f, 3.0f, 1.0f) == 7.0f && cl::ldexp(1.0f, 3) == 8.0f);
  float whole;
  CHECK(cl::modf(2.5f, &whole) == 0.5f && whole == 2.0f);
  int exponent;
  CHECK(cl::frexp(8.0f, &exponent) == 0.5f && exponent == 4);
  CHECK(fabs(cl::native::sqrt(4.0f) - 2.0f) < 0.01f && fabs(native::recip(v).y - 4.0f) < 0.01f);
  CHECK(fabs(cl::half_math::divide(1.0f, 4.0f) - 0.25f) < 0.01f);
  CHECK(fabs(half_math::powr(2.0f, 3.0f) - 8.0f) < 0.1f);
  CHECK(cl::popcount(7u) == 3 && cl::clz(1) == 31 && cl::ctz(8) == 3);
  CHECK(cl::rotate(1u, 4u) == 16 && cl::upsample((short)1, (ushort)2) == 0x10002);
  CHECK(cl::abs(-3) == 3u && cl::abs_diff(1, -2) == 3u && cl::add_sat(INT_MAX, 1) == INT_MAX);
  CHECK(cl::hadd(3, 4) == 3 && cl::rhadd(3, 4) == 4 && cl::mul_hi(1 << 30, 8) == 2);
  CHECK(cl::mad24(2, 3, 4) == 10 && cl::mul24(5, 6) == 30 && cl::sub_sat(INT_MIN, 1) == INT_MIN);
  CHECK(cl::max(1, 2) == 2 && cl::min(1.0f, 2.0f) == 1.0f && max((int2)(1, 5), 3).x == 3);
  CHECK(cl::clamp(5, 1, 3) == 3 && cl::clamp(0.5f, 1.0f, 3.0f) == 1.0f);
  CHECK(cl::mix(1.0f, 3.0f, 0.5f) == 2.0f && cl::step(1.0f, 2.0f) == 1.0f && cl::sign(-2.0f) == -1.0f);
  CHECK(cl::smoothstep(0.0f, 1.0f, 0.5f) == 0.5f);
  CHECK(fabs(cl::degrees(cl::radians(90.0f)) - 90.0f) < 0.001f);
})",
      1);
}

TEST_F(OpenCLCxxFunctions, Definitions) {
  run(R"(
kernel void k(global<int> *failed) {
  CHECK(sizeof(int8_t) == 1 && sizeof(uint16_t) == 2 && sizeof(int32_t) == 4);
  CHECK(sizeof(uint64_t) == 8 && sizeof(cl::intptr_t) == 8 && sizeof(cl::size_t) == 8);
  CHECK(sizeof(cl_uchar) == 1 && sizeof(cl_short) == 2 && sizeof(cl_float4) == 16);
  CHECK(sizeof(cl_double3) == 32 && sizeof(cl_ulong16) == 128);
  nullptr_t none = nullptr;
  int *p = none;
  CHECK(!p);
})",
      1);
}

TEST_F(OpenCLCxxFunctions, Barriers) {
  auto out = buffer<int>(std::vector<int>(64, 0));
  run(R"(
kernel void k(global<int> *failed, global<int> *out, local_ptr<int> shared) {
  uint i = get_local_id(0), n = get_local_size(0);
  shared.get()[i] = i;
  work_group_barrier(mem_fence::local);
  int other = shared.get()[n - 1 - i];
  CHECK(other == n - 1 - i);
  out[get_global_id(0)] = other;
  cl::work_group_barrier(mem_fence::global | mem_fence::local, memory_scope_device);
  CHECK(out[get_group_id(0) * n + n - 1 - i] == i);
  ::work_group_barrier(CLK_LOCAL_MEM_FENCE);
})",
      NDRange(64).local({16}), out, LocalMemory{16 * sizeof(cl_int)});
}

// As far as the device has them: the macros are its features.
TEST_F(OpenCLCxxFunctions, WorkGroup) {
  run(R"(
kernel void k(global<int> *failed) {
  int x = get_local_id(0), n = get_local_size(0);
  work_group_op plus = work_group_op::add;
  CHECK(plus == cl::work_group_op::add);
#ifdef __opencl_c_work_group_collective_functions
  CHECK(work_group_all(x < n) && !work_group_all(x > 1) && work_group_any(x > 1) && !cl::work_group_any(x < 0));
  CHECK(work_group_broadcast(x, 3) == 3 && cl::work_group_broadcast(0.5f + x, 2) == 2.5f);
  CHECK(work_group_reduce<work_group_op::add>(x) == n * (n - 1) / 2);
  CHECK(work_group_reduce<work_group_op::max>(x) == n - 1 && work_group_reduce<work_group_op::min>(x) == 0);
  CHECK(work_group_scan_exclusive<work_group_op::add>(x) == x * (x - 1) / 2);
  CHECK(work_group_scan_inclusive<work_group_op::add>(long(x)) == x * (x + 1) / 2);
  CHECK(work_group_scan_inclusive<work_group_op::max>(float(x)) == x);
  CHECK(work_group_scan_exclusive<work_group_op::min>(x) == (x ? 0 : INT_MAX));
#endif
#ifdef __opencl_c_subgroups
  int s = get_sub_group_local_id(), m = get_sub_group_size();
  CHECK(get_max_sub_group_size() >= m && get_sub_group_id() < get_num_sub_groups());
  CHECK(get_enqueued_num_sub_groups() == get_num_sub_groups());
  CHECK(sub_group_all(s < m) && !sub_group_any(s < 0) && sub_group_broadcast(s, m - 1) == m - 1);
  CHECK(sub_group_reduce<work_group_op::add>(s) == m * (m - 1) / 2);
  CHECK(sub_group_scan_exclusive<work_group_op::add>(s) == s * (s - 1) / 2);
  CHECK(sub_group_scan_inclusive<work_group_op::max>(s) == s);
  sub_group_barrier(mem_fence::local);
#endif
})",
      NDRange(64).local({16}));
}

} // namespace
} // namespace weft::test
