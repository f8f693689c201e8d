// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C 3.0 6.15.12 Atomic Functions: under contention of work-groups on several threads, in
// global and local memory, by the 1.x and the 2.0 names.
#include "kernels/builtins/element_types.h"
#include "support/opencl_test.h"

#include <algorithm>

namespace weft::test {
namespace {

template <class T> class Atomics : public OpenClTest {};
class TypeNames {
public:
  template <class T> static std::string GetName(int) { return kTypeName<T>; }
};
using IntegerTypes = testing::Types<int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(Atomics, IntegerTypes, TypeNames);

constexpr size_t kItems = 1 << 14, kGroup = 64;

std::string withType(std::string text, const std::string &type) {
  for (size_t at; (at = text.find('$')) != std::string::npos;)
    text.replace(at, 1, type);
  return text;
}

TYPED_TEST(Atomics, LegacyFunctionsCountEveryWorkItem) {
  using T = TypeParam;
  // Both spellings; long exists as atom_ only.
  for (const char *prefix : {"atomic_", "atom_"}) {
    if (sizeof(T) == 8 && prefix == std::string("atomic_"))
      continue;
    std::string source =
        "kernel void f(global $ *g, global $ *sums, local $ *l) {\n"
        "  $ id = get_global_id(0), lid = get_local_id(0);\n"
        "  if (lid == 0) { l[0] = 0; l[1] = 100; l[2] = 0; }\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  @add(&g[0], ($)3); @sub(&g[1], ($)1); @inc(&g[2]); @dec(&g[3]);\n"
        "  @min(&g[4], ($)(1000 - id)); @max(&g[5], id); @and(&g[6], ~(($)1 << id % 16));\n"
        "  @or(&g[7], ($)1 << id % 16); @xor(&g[8], id);\n"
        "  while (1) { $ old = @add(&g[9], ($)0);\n"
        "    if (@cmpxchg(&g[9], old, old + 2) == old) break; }\n"
        "  @add(&g[10], @xchg(&g[11], ($)1));\n"
        "  @add(&l[0], lid); @min(&l[1], lid); @max(&l[2], lid);\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (lid == 0) { sums[3 * get_group_id(0)] = l[0]; sums[3 * get_group_id(0) + 1] = "
        "l[1];\n"
        "    sums[3 * get_group_id(0) + 2] = l[2]; }\n}\n";
    for (size_t at; (at = source.find('@')) != std::string::npos;)
      source.replace(at, 1, prefix);
    auto kernel = this->buildKernel(withType(source, kTypeName<T>), "-cl-std=CL1.2");
    std::vector<T> counters(12), expected(12);
    counters[4] = T(1000);
    counters[6] = T(~T(0));
    auto g = this->buffer(counters);
    auto sums = this->buffer(std::vector<T>(3 * kItems / kGroup));
    kernel.setArgs(g, sums, LocalMemory{3 * sizeof(T)});
    this->enqueue(kernel, NDRange(kItems).local({kGroup}));
    expected[0] = T(3 * kItems);
    expected[1] = T(T(0) - T(kItems));
    expected[2] = T(kItems);
    expected[3] = T(T(0) - T(kItems));
    // 1000 - id passes zero: the least signed value, or as unsigned none below 0.
    expected[4] = std::is_signed_v<T> ? T(T(1000) - T(kItems - 1)) : T(0);
    expected[5] = T(kItems - 1);
    expected[6] = T(~T(0xffff));
    expected[7] = T(0xffff);
    expected[8] = 0; // 0 ^ 1 ^ ... ^ 2^14 - 1
    expected[9] = T(2 * kItems);
    expected[10] = T(kItems - 1); // the first exchange alone finds 0
    expected[11] = 1;
    EXPECT_EQ(this->read(g), expected) << prefix;
    const auto local = this->read(sums);
    for (size_t group = 0; group < kItems / kGroup; ++group) {
      ASSERT_EQ(local[3 * group], T(kGroup * (kGroup - 1) / 2));
      ASSERT_EQ(local[3 * group + 1], T(0));
      ASSERT_EQ(local[3 * group + 2], T(kGroup - 1));
    }
  }
}

TYPED_TEST(Atomics, ExplicitOrdersAndScopesInGlobalLocalAndGenericMemory) {
  using T = TypeParam;
  const std::string source =
      "void count(atomic_$ *a, $ id) {\n" // generic pointers
      "  atomic_fetch_add(&a[0], ($)3);\n"
      "  atomic_fetch_sub_explicit(&a[1], ($)1, memory_order_relaxed);\n"
      "  atomic_fetch_min_explicit(&a[2], id, memory_order_acq_rel, memory_scope_device);\n"
      "  atomic_fetch_max_explicit(&a[3], id, memory_order_seq_cst, "
      "memory_scope_all_svm_devices);\n"
      "  atomic_fetch_and_explicit(&a[4], ~(($)1 << id % 16), memory_order_release);\n"
      "  atomic_fetch_or_explicit(&a[5], ($)1 << id % 16, memory_order_acquire);\n"
      "  atomic_fetch_xor(&a[6], id);\n"
      "  $ old = atomic_load_explicit(&a[7], memory_order_relaxed);\n"
      "  while (!atomic_compare_exchange_weak_explicit(&a[7], &old, old + 2, "
      "memory_order_acq_rel,\n"
      "                                                memory_order_relaxed)) {}\n"
      "  old = atomic_load(&a[7]);\n"
      "  while (!atomic_compare_exchange_strong(&a[7], &old, old + 1)) {}\n"
      "  atomic_fetch_add(&a[8], atomic_exchange_explicit(&a[9], ($)1, memory_order_acq_rel,\n"
      "                                                   memory_scope_device));\n"
      "  atomic_store_explicit(&a[10], ($)7, memory_order_release, memory_scope_device);\n"
      "}\n"
      "kernel void f(global atomic_$ *g, global $ *copies, local atomic_$ *l) {\n"
      "  $ id = get_global_id(0), lid = get_local_id(0);\n"
      "  if (lid == 0) for (int i = 0; i < 11; ++i)\n"
      "    atomic_init(&l[i], ($)(i == 2 ? 1000 : i == 4 ? -1 : 0));\n"
      "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  count(g, id);\n  count(l, lid);\n"
      "  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);\n"
      "  if (lid == 0) for (int i = 0; i < 11; ++i)\n"
      "    copies[11 * get_group_id(0) + i] = atomic_load(&l[i]);\n}\n";
  auto kernel = this->buildKernel(withType(source, kTypeName<T>));
  auto expected = [](size_t n) {
    return std::vector<T>{T(3 * n), T(T(0) - T(n)), 0, T(n - 1), T(~T(0xffff)), T(0xffff), 0,
                          T(3 * n), T(n - 1),       1, 7};
  };
  std::vector<T> counters(11);
  counters[2] = 1000;
  counters[4] = T(~T(0));
  auto g = this->buffer(counters);
  auto copies = this->buffer(std::vector<T>(11 * kItems / kGroup));
  kernel.setArgs(g, copies, LocalMemory{11 * sizeof(T)});
  this->enqueue(kernel, NDRange(kItems).local({kGroup}));
  EXPECT_EQ(this->read(g), expected(kItems));
  const auto local = this->read(copies);
  for (size_t group = 0; group < kItems / kGroup; ++group)
    ASSERT_EQ(std::vector<T>(&local[11 * group], &local[11 * group] + 11), expected(kGroup));
}

class FloatAtomics : public OpenClTest {};

TEST_F(FloatAtomics, ExchangeAndCompareExchange) {
  auto kernel = buildKernel(
      "kernel void f(global atomic_float *f, global atomic_double *d, global float *x,\n"
      "              global float *seen) {\n"
      "  float old = atomic_load(f);\n"
      "  while (!atomic_compare_exchange_strong(f, &old, old + 1.0f)) {}\n"
      "  double last = atomic_load_explicit(d, memory_order_relaxed, memory_scope_device);\n"
      "  while (!atomic_compare_exchange_weak(d, &last, last + 0.5)) {}\n"
      "  seen[get_global_id(0)] = atomic_xchg(x, (float)get_global_id(0));\n}\n");
  auto f = buffer(std::vector<float>{0}), x = buffer(std::vector<float>{-1}),
       seen = buffer(std::vector<float>(kItems));
  auto d = buffer(std::vector<double>{0});
  kernel.setArgs(f, d, x, seen);
  enqueue(kernel, NDRange(kItems).local({kGroup}));
  EXPECT_EQ(read(f), std::vector<float>{float(kItems)});
  EXPECT_EQ(read(d), std::vector<double>{kItems / 2.0});
  // Every value was exchanged exactly once: those seen and the last one are a permutation.
  std::vector<float> values = read(seen);
  values.push_back(read(x)[0]);
  std::sort(values.begin(), values.end());
  for (size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(values[i], float(i) - 1);
}

TEST_F(FloatAtomics, FlagIsALockBetweenWorkGroups) {
  auto kernel = buildKernel(
      "kernel void f(global atomic_flag *lock, global volatile int *count) {\n"
      "  for (bool done = false; !done;)\n"
      "    if (!atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) {\n"
      "      *count = *count + 1;\n"
      "      atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_device);\n"
      "      done = true;\n    }\n}\n");
  auto lock = buffer(std::vector<int>{0}), count = buffer(std::vector<int>{0});
  kernel.setArgs(lock, count);
  enqueue(kernel, NDRange(kItems).local({kGroup}));
  EXPECT_EQ(read(count), std::vector<int>{kItems});
  EXPECT_EQ(read(lock), std::vector<int>{0});
}

} // namespace
} // namespace weft::test
