// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C++ 1.0 3.4 Address Spaces Library: every member of the pointer classes, the storage
// classes, the casts.
#include "support/library_test.h"

namespace weft::test {
namespace {

class OpenCLCxxMemory : public LibraryTest {};

/// The members that all four classes have, with `P` the class for one int and `A` that for an
/// array, and `p` a raw pointer to {10, 11, 12, 13}.
const char *const kPointerMembers = R"(
  CHECK(!P());
  CHECK(!P(nullptr));
  P a(p);
  CHECK(a);
  CHECK(a.get() == p && *a == 10 && a.operator->() == p);
  P b = a;
  CHECK(b == a && !(b != a) && b <= a && b >= a && !(b < a) && !(b > a));
  ++b;
  CHECK(*b == 11 && a < b && b > a && a != b && a <= b && b >= a);
  CHECK(*b++ == 11 && *b == 12);
  CHECK(*b-- == 12 && *b == 11);
  CHECK(*--b == 10);
  b += 3;
  CHECK(*b == 13);
  b -= 2;
  CHECK(*b == 11);
  CHECK(*(a + 2) == 12 && *a == 10 && *(b - 1) == 10 && *b == 11);
  CHECK(b - a == 1);
  a.swap(b);
  CHECK(*a == 11 && *b == 10);
  swap(a, b);
  CHECK(*a == 10 && *b == 11);
  CHECK(a.release() == p && !a && a == nullptr && nullptr == a);
  CHECK(a >= nullptr && a <= nullptr && nullptr <= a && nullptr >= a && !(a < nullptr));
  CHECK(b != nullptr && nullptr != b && b > nullptr && nullptr < b);
  CHECK(!(b < nullptr) && !(nullptr > b) && b >= nullptr && nullptr <= b && !(b <= nullptr));
  a.reset(p + 1);
  CHECK(*a == 11);
  a.reset();
  CHECK(!a);
  a = p;
  CHECK(*a == 10);
  a = nullptr;
  CHECK(!a);
  a = b;
  CHECK(a == b);
  P moved(static_cast<P &&>(a));
  CHECK(moved == b);

  A c(p);
  CHECK(c && c.get() == p && c[0] == 10 && c[3] == 13);
  CHECK(!A() && !A(nullptr) && A() == nullptr);
  A d = c;
  CHECK(d == c && d <= c);
  ++d; d++; --d; d--;
  CHECK(d == c);
  d += 2;
  CHECK(d[0] == 12 && d != c && c < d);
  d -= 1;
  CHECK(d[0] == 11 && (d + 1)[0] == 12 && (d - 1)[0] == 10);
  d.swap(c);
  CHECK(d[0] == 10 && c[0] == 11);
  swap(c, d);
  CHECK(c[0] == 10);
  CHECK(c.release() == p && !c);
  c.reset(p);
  CHECK(c[1] == 11);
  c.reset();
  CHECK(!c);
  c.reset(nullptr);
  CHECK(!c);
  c = p;
  c = nullptr;
  CHECK(!c);
  CHECK(sizeof(P) == 8 && sizeof(A) == 8);
)";

TEST_F(OpenCLCxxMemory, GlobalPtr) {
  auto data = buffer<int>(std::vector<int>{10, 11, 12, 13});
  run(std::string("using P = global_ptr<int>; using A = global_ptr<int[]>;\n"
                  "kernel void k(global<int> *failed, global<int> *p) {") +
          kPointerMembers + "  *P{p} = 20; CHECK(p[0] == 20); A{p}[2] = 22; CHECK(p[2] == 22);\n}",
      1, data);
  EXPECT_THAT(read(data), ::testing::ElementsAre(20, 11, 22, 13));
}

TEST_F(OpenCLCxxMemory, LocalPtr) {
  run(std::string("using P = local_ptr<int>; using A = local_ptr<int[]>;\n"
                  "kernel void k(global<int> *failed) { local<int[4]> p;\n"
                  "  for (int i = 0; i < 4; ++i) p[i] = 10 + i;\n") +
          kPointerMembers +
          "  P::size_type s{5}; A::size_type t(6); CHECK(size_t(s) == 5 && t == 6);\n}",
      1);
}

TEST_F(OpenCLCxxMemory, PrivatePtr) {
  run(std::string("using P = private_ptr<int>; using A = private_ptr<int[]>;\n"
                  "kernel void k(global<int> *failed) { priv<int[4]> p = {10, 11, 12, 13};\n") +
          kPointerMembers + "}",
      1);
}

TEST_F(OpenCLCxxMemory, ConstantPtr) {
  run(std::string("using P = constant_ptr<int>; using A = constant_ptr<int[]>;\n"
                  "constant<int[4]> p = {10, 11, 12, 13};\n"
                  "kernel void k(global<int> *failed) {") +
          kPointerMembers + "}",
      1);
}

TEST_F(OpenCLCxxMemory, MemberTypes) {
  run(R"(
template <class, class> struct same { static constexpr bool value = false; };
template <class T> struct same<T, T> { static constexpr bool value = true; };
kernel void k(global<int> *failed) {
  CHECK(same<global_ptr<float>::element_type, float>::value);
  CHECK(same<global_ptr<float[]>::element_type, float>::value);
  CHECK(same<global_ptr<float>::pointer, __global float *>::value);
  CHECK(same<local_ptr<float>::reference, __local float &>::value);
  CHECK(same<constant_ptr<float>::const_pointer, const __constant float *>::value);
  CHECK(same<private_ptr<float>::const_reference, const __private float &>::value);
  CHECK(same<local_ptr<float[]>::difference_type, ptrdiff_t>::value);
  CHECK(is_marker_type<device_queue>() && !is_marker_type<int>::value);
})",
      1);
}

TEST_F(OpenCLCxxMemory, PointersToClasses) {
  auto data = buffer<int>(std::vector<int>{1, 2});
  run("struct S { int a, b; int sum() const { return a + b; } };\n"
      "kernel void k(global<int> *failed, global_ptr<S> s) {\n"
      "  CHECK(s->a == 1 && s->b == 2 && s->sum() == 3 && (*s).sum() == 3);\n"
      "  int *plain = &s->a; CHECK(*plain == 1);\n"
      "}",
      1, data);
}

TEST_F(OpenCLCxxMemory, StorageClasses) {
  run(R"(
global<int> counter{3};
constant<float> half_pi = 1.57f;
struct S { int a; int twice() const { return 2 * a; } };
global<S> object = {21};
int add(int a, int b) { return a + b; }
kernel void k(global<int> *failed) {
  local<int> shared;
  local<int[8]> list;
  static global<int> called{5};
  priv<int> mine = 4;
  shared = mine;
  shared += 2;
  list[3] = shared;
  CHECK(shared == 6 && list[3] == 6);
  CHECK(add(counter, called) == 8 && half_pi == 1.57f && object.twice() == 42);
  global<int> *address = &counter;
  *address = 9;
  CHECK(counter == 9);
  int *plain = &shared;
  *plain = 7;
  CHECK(shared == 7);
})",
      1);
}

TEST_F(OpenCLCxxMemory, Casts) {
  auto data = buffer<int>(std::vector<int>{0x3f800000, 2});
  run(R"(
struct Base { int a; };
struct Derived : Base { int b; };
kernel void k(global<int> *failed, global_ptr<int> arg) {
  local<int> l;
  int p = 0;
  int *to_global = arg, *to_local = &l, *to_private = &p;
  CHECK(dynamic_asptr_cast<global_ptr<int>>(to_global) == arg);
  CHECK(!dynamic_asptr_cast<local_ptr<int>>(to_global));
  CHECK(!dynamic_asptr_cast<private_ptr<int>>(to_global));
  CHECK(dynamic_asptr_cast<local_ptr<int>>(to_local) == local_ptr<int>(&l));
  CHECK(!dynamic_asptr_cast<global_ptr<int>>(to_local));
  CHECK(dynamic_asptr_cast<private_ptr<int>>(to_private).get() == &p);
  CHECK(!dynamic_asptr_cast<local_ptr<int>>(to_private));
  CHECK(*reinterpret_asptr_cast<float>(arg) == 1.0f);
  CHECK(*static_asptr_cast<const int>(arg) == 0x3f800000);
  CHECK(static_asptr_cast<Base>(reinterpret_asptr_cast<Derived>(arg))->a == 0x3f800000);
  CHECK(reinterpret_asptr_cast<Derived>(arg)->b == 2);
  CHECK(*reinterpret_asptr_cast<uint>(private_ptr<int>(&p)) == 0);
  local_ptr<int> q(&l);
  *q = 5;
  CHECK(*reinterpret_asptr_cast<uint>(q) == 5 && *static_asptr_cast<const int>(q) == 5);
  CHECK(get_mem_fence(to_global) == mem_fence::global);
  CHECK(get_mem_fence(to_local) == mem_fence::local);
  CHECK(addressof(p) == &p);
})",
      1, data);
}

TEST_F(OpenCLCxxMemory, FencesAreABitfield) {
  run(R"(
kernel void k(global<int> *failed) {
  mem_fence both = mem_fence::local | mem_fence::global;
  CHECK((both & mem_fence::local) == mem_fence::local);
  CHECK((both ^ mem_fence::local) == mem_fence::global);
  CHECK((~both & mem_fence::image) == mem_fence::image && (~both & both) == mem_fence(0));
})",
      1);
}

} // namespace
} // namespace weft::test
