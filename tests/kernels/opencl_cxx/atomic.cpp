// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C++ 1.0 3.18 Atomic Operations Library: every member and function, and that they are
// atomic.
#include "support/library_test.h"

namespace weft::test {
namespace {

class OpenCLCxxAtomic : public LibraryTest {};

TEST_F(OpenCLCxxAtomic, Integers) {
  run(R"(
template <class T> void members(__global int *failed) {
  atomic<T> a(5), b;
  CHECK(a.is_lock_free() && a.load() == 5 && a == 5);
  b.store(7);
  CHECK(b.load(memory_order_acquire, memory_scope_work_group) == 7);
  b.store(8, memory_order_release);
  CHECK((b = 9) == 9 && b == 9);
  CHECK(b.exchange(10) == 9 && b == 10);
  T expected = 3;
  CHECK(!b.compare_exchange_strong(expected, 11) && expected == 10);
  CHECK(b.compare_exchange_strong(expected, 11) && b == 11);
  expected = 11;
  while (!b.compare_exchange_weak(expected, 12)) {}
  CHECK(b == 12);
  expected = 12;
  CHECK(b.compare_exchange_strong(expected, 13, memory_order_acq_rel, memory_order_relaxed,
                                  memory_scope_device));
  expected = 13;
  while (!b.compare_exchange_weak(expected, 12, memory_order_release, memory_order_relaxed,
                                  memory_scope_device)) {}
  CHECK(b.fetch_add(3) == 12 && b.fetch_sub(1) == 15 && b == 14);
  CHECK(b.fetch_and(6) == 14 && b.fetch_or(1) == 6 && b.fetch_xor(2) == 7 && b == 5);
  CHECK(b.fetch_min(3) == 5 && b.fetch_max(8, memory_order_relaxed) == 3 && b == 8);
  CHECK(b++ == 8 && b-- == 9 && ++b == 9 && --b == 8);
  CHECK((b += 4) == 12 && (b -= 2) == 10 && (b &= 14) == 10 && (b |= 5) == 15 && (b ^= 1) == 14);
  volatile atomic<T> c(2);
  c.fetch_add(2);
  CHECK(c.load() == 4 && (c = 6) == 6);

  CHECK(atomic_is_lock_free(&b));
  atomic_init(&b, T(1));
  atomic_store(&b, T(2));
  atomic_store_explicit(&b, T(3), memory_order_relaxed, memory_scope_work_group);
  CHECK(atomic_load(&b) == 3 && atomic_load_explicit(&b, memory_order_acquire) == 3);
  CHECK(atomic_exchange(&b, 4) == 3 && atomic_exchange_explicit(&b, 5, memory_order_acq_rel) == 4);
  expected = 5;
  CHECK(atomic_compare_exchange_strong(&b, &expected, 6) && b == 6);
  CHECK(!atomic_compare_exchange_strong_explicit(&b, &expected, 7, memory_order_acq_rel,
                                                 memory_order_acquire, memory_scope_device));
  while (!atomic_compare_exchange_weak(&b, &expected, 7)) {}
  while (!atomic_compare_exchange_weak_explicit(&b, &expected, 8, memory_order_relaxed,
                                                memory_order_relaxed)) expected = b;
  CHECK(atomic_fetch_add(&b, 2) == 8 && atomic_fetch_sub(&b, 1) == 10);
  CHECK(atomic_fetch_and(&b, 12) == 9 && atomic_fetch_or(&b, 1) == 8 && atomic_fetch_xor(&b, 8) == 9);
  CHECK(atomic_fetch_max(&b, 6) == 1 && atomic_fetch_min(&b, 2) == 6 && b == 2);
  CHECK(atomic_fetch_add_explicit(&b, 1, memory_order_relaxed, memory_scope_device) == 2 && b == 3);
}
kernel void k(global<int> *failed) {
  members<int>(failed);
  members<uint>(failed);
  members<long>(failed);
  members<ulong>(failed);
  atomic_fence(mem_fence::global | mem_fence::local, memory_order_acq_rel, memory_scope_device);
})",
      1);
}

TEST_F(OpenCLCxxAtomic, NegativeMinimaAndMaxima) {
  run(R"(
kernel void k(global<int> *failed) {
  atomic_int a(-5);
  CHECK(a.fetch_min(3) == -5 && a == -5 && a.fetch_max(-7) == -5 && a == -5);
  atomic_uint b(4000000000u);
  CHECK(b.fetch_max(1) == 4000000000u && b.fetch_min(1) == 4000000000u && b == 1);
})",
      1);
}

TEST_F(OpenCLCxxAtomic, FloatingPointAndPointers) {
  run(R"(
kernel void k(global<int> *failed) {
  atomic_float f(1.5f);
  CHECK(f == 1.5f && f.exchange(2.5f) == 1.5f);
  float expected = 2.5f;
  CHECK(f.compare_exchange_strong(expected, 3.5f) && (f = 4.5f) == 4.5f && f.load() == 4.5f);
  atomic_double d(0.25);
  d.store(0.5);
  CHECK(d.load() == 0.5);
  int list[4] = {0, 1, 2, 3};
  atomic<int *> p(list);
  CHECK(p.fetch_add(2) == list && *p.load() == 2);
  CHECK(p++ == list + 2 && ++p == list + 4 && --p == list + 3 && p-- == list + 3);
  CHECK((p -= 1) == list + 1 && (p += 2) == list + 3 && p.fetch_sub(3) == list + 3 && p == list);
  CHECK((p = list + 1) == list + 1 && p.exchange(list) == list + 1);
  atomic_size_t s(1);
  atomic_intptr_t i(-1);
  CHECK(s + 1 == 2 && i == -1 && sizeof(atomic_uintptr_t) == 8 && sizeof(atomic_ptrdiff_t) == 8);
})",
      1);
}

TEST_F(OpenCLCxxAtomic, Flag) {
  run(R"(
kernel void k(global<int> *failed) {
  local<atomic_flag> flag;
  flag.clear();
  CHECK(!flag.test_and_set() && flag.test_and_set());
  atomic_flag_clear(&flag);
  CHECK(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
  atomic_flag_clear_explicit(&flag, memory_order_release, memory_scope_work_group);
  CHECK(!flag.test_and_set(memory_order_acq_rel, memory_scope_device));
})",
      1);
}

TEST_F(OpenCLCxxAtomic, WorkItemsCountTogether) {
  auto counts = buffer<int>(std::vector<int>{0, 0, 0});
  run(R"(
kernel void k(global<int> *failed, global<atomic_int> *counts) {
  local<atomic_uint> shared;
  if (get_local_id(0) == 0) shared = 0;
  work_group_barrier(mem_fence::local);
  ++shared;
  counts[0].fetch_add(2);
  atomic_fetch_max(&counts[1], int(get_global_id(0)));
  work_group_barrier(mem_fence::local);
  if (get_local_id(0) == 0) counts[2] += shared;
})",
      NDRange(1000).local({50}), counts);
  EXPECT_THAT(read(counts), ::testing::ElementsAre(2000, 999, 1000));
}

TEST_F(OpenCLCxxAtomic, FunctionsOfOpenCLCTakeTheTypesToo) {
  auto counts = buffer<int>(std::vector<int>{0});
  Kernel kernel = buildKernel("#include <opencl_atomic>\n"
                              "kernel void k(__global atomic_int *count) {\n"
                              "  atomic_fetch_add(count, 1);\n"
                              "  atomic_fetch_add_explicit(count, 1, memory_order_relaxed,\n"
                              "                            memory_scope_device);\n}",
                              kOptions);
  kernel.setArgs(counts);
  enqueue(kernel, 100);
  EXPECT_THAT(read(counts), ::testing::ElementsAre(200));
}

} // namespace
} // namespace weft::test
