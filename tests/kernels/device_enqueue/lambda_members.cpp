// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C++ 1.0 3.14 Device Enqueue Library, member by member.
#include "support/info.h"
#include "support/lambda_test.h"

namespace weft::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

class Lambda : public LambdaTest {};

// --- The examples of the chapter, unchanged ------------------------------------------------------

class LambdaExample : public LambdaTest {
protected:
  /// The example enqueues something that leaves no trace; it is seen to build and to run.
  void runsUnchanged(const char *source, bool takesQueue) {
    Kernel kernel = buildKernel(source, "-cl-std=CLC++2021");
    if (takesQueue)
      kernel.setArg(0, deviceQueue());
    enqueue(kernel, 1);
    EXPECT_CL(CL_SUCCESS, clFinish(queue()));
  }
};

TEST_F(LambdaExample, LambdaWithoutCaptures) {
  runsUnchanged(R"(#include <opencl_device_queue>
#include <opencl_work_item>
using namespace cl;

kernel void foo() {
    auto q = get_default_device_queue();
    q.enqueue_kernel(enqueue_policy::no_wait,
                     ndrange( 1 ),
                     [](){ uint tid = get_global_id(0); } );
}
)",
                false);
}

TEST_F(LambdaExample, LambdaWithALocalPointer) {
  runsUnchanged(R"(#include <opencl_device_queue>
#include <opencl_work_item>
using namespace cl;

kernel void foo(device_queue q) {
    auto lambda = [](local_ptr<ushort16> p) { uint tid = get_global_id(0); };
    q.enqueue_kernel(enqueue_policy::no_wait,
                     ndrange{1},
                     lambda,
                     local_ptr<ushort16>::size_type{1});
}
)",
                true);
}

TEST_F(LambdaExample, FunctorWithATemplate) {
  runsUnchanged(R"(#include <opencl_device_queue>
#include <opencl_work_item>
using namespace cl;

struct Lambda {
    template <typename T>
    void operator ()(T t) const { uint tid = get_global_id(0); }
};

kernel void foo(device_queue q) {
    auto lambda = Lambda{};
    q.enqueue_kernel(enqueue_policy::no_wait,
                     ndrange{1},
                     lambda,
                     local_ptr<ushort16>::size_type{1});
}
)",
                true);
}

// --- device_queue::enqueue_kernel ----------------------------------------------------------------

TEST_F(Lambda, RunsOverItsRange) {
  EXPECT_THAT(runLambda("kernel void k(global<int> *out) {"
                        "  auto status = get_default_device_queue().enqueue_kernel("
                        "    enqueue_policy::no_wait, ndrange(5),"
                        "    [=] { out[get_global_id(0)] = 10 + get_global_id(0); });"
                        "  if (status != enqueue_status::success) out[5] = int(status); }",
                        6, 1),
              ElementsAre(10, 11, 12, 13, 14, 0));
}

TEST_F(Lambda, RunsOnAQueueThatIsAnArgument) {
  Queue other = makeDeviceQueue();
  EXPECT_THAT(runLambda("kernel void k(global<int> *out, device_queue q) {"
                        "  out[1] = q.is_valid();"
                        "  out[2] = int(q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1),"
                        "                                [=] { out[0] = 4; })); }",
                        3, 1, other.get()),
              ElementsAre(4, 1, 0));
}

TEST_F(Lambda, CapturesOfEveryKindAreCopied) {
  EXPECT_THAT(runLambda(R"(
struct Pair { int a; double b; };
struct alignas(64) Wide { int a; };
kernel void k(global<int> *out) {
  char c = 1; short s = 2; long l = 3; float f = 4; double d = 5;
  int4 v = {6, 7, 8, 9}; float3 w = {10, 11, 12}; Pair p = {13, 14}; int list[3] = {15, 16, 17};
  global_ptr<int> g(out); Wide x = {18}; ushort16 u = (ushort16)(19); bool b = true;
  auto inner = [=](int y) { return y + c; };
  get_default_device_queue().enqueue_kernel(enqueue_policy::wait_kernel, ndrange(1), [=] {
    out[0] = c + s + l + f + d + v.x + v.w + w.z + p.a + p.b + list[2] + x.a + u.sf + b + inner(20);
    g.get()[1] = out[0]; });
  c = 100; v = 0; list[2] = 0; // a closure has the values of when it was made
})",
                        2, 1),
              ElementsAre(145, 145));
}

TEST_F(Lambda, GenericLambdasAndArguments) {
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out) {
  auto q = get_default_device_queue();
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1),
                   [=](auto x, auto y) { out[0] = x + sizeof(x) * 100 + y; }, short(7), 0.5 + 0.5);
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1),
                   [](auto... all) { (*all.get() + ...); }, global_ptr<int>(out), global_ptr<int>(out));
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1),
                   [](global<int> *p, int4 v, const float &f) { p[1] = v.y + f; }, out,
                   int4{1, 2, 3, 4}, 40.0f);
})",
                        2, 1),
              ElementsAre(208, 42));
}

TEST_F(Lambda, FunctorsThatAreStructures) {
  EXPECT_THAT(runLambda(R"(
struct Base { int base; };
struct Scale : Base {
  global<int> *out; int factor;
  template <class T> void operator()(T value) const { out[get_global_id(0)] = base + value * factor; }
};
struct Add { int n; void operator()(global<int> *out) { n += 1; out[2] = n; } };
kernel void k(global<int> *out) {
  auto q = get_default_device_queue();
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(2), Scale{{100}, out, 3}, 4.5f);
  Add add{6};
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), add, out);
})",
                        3, 1),
              ElementsAre(113, 113, 7));
}

TEST_F(Lambda, EachWorkItemHasItsOwnMutableCaptures) {
  EXPECT_THAT(
      runLambda("kernel void k(global<int> *out) { int n = 5;"
                "  get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait,"
                "    ndrange(4, 4), [=]() mutable { n += get_global_id(0);"
                "      work_group_barrier(mem_fence::local); out[get_global_id(0)] = n; }); }",
                4, 1),
      ElementsAre(5, 6, 7, 8));
}

TEST_F(Lambda, LocalMemoryOfTheSizesAsked) {
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out) {
  out[8] = int(get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait, ndrange(8, 4),
    [=](local_ptr<int> a, int hundred, local_ptr<long[]> b, local_ptr<ushort16> c) {
      size_t l = get_local_id(0);
      a.get()[l] = get_global_id(0);
      b[l] = hundred * get_group_id(0);
      if (l == 3) *c = (ushort16)(1000);
      work_group_barrier(mem_fence::local);
      out[get_global_id(0)] = a.get()[3 - l] + b[(l + 1) % 4] + c->s7;
    }, local_ptr<int>::size_type{4}, 100, local_ptr<long[]>::size_type(4), local_ptr<ushort16>::size_type{1}));
})",
                        9, 1),
              ElementsAre(1003, 1002, 1001, 1000, 1107, 1106, 1105, 1104, 0));
}

TEST_F(Lambda, QueuesAndEventsPassedAsArguments) {
  Queue other = makeDeviceQueue();
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out, device_queue q) {
  event gate = make_user_event();
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), [=](device_queue r, event e) {
    out[0] = r.is_valid() && e;
    r.enqueue_kernel(enqueue_policy::no_wait, 1, &e, nullptr, ndrange(1), [=] { out[1] = 7; });
    e.set_status(event_status::complete);
    e.release();
  }, q, gate);
})",
                        2, 1, other.get()),
              ElementsAre(1, 7));
}

TEST_F(Lambda, LambdasEnqueueLambdas) {
  EXPECT_THAT(runLambda(R"(
struct Chain {
  global<int> *out; int left;
  void operator()(device_queue q) const {
    out[left] = left + 1;
    if (left > 0)
      q.enqueue_kernel(enqueue_policy::wait_kernel, ndrange(1), Chain{out, left - 1}, q);
  }
};
kernel void k(global<int> *out) {
  auto q = get_default_device_queue();
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), Chain{out, 4}, q);
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), [=](device_queue r) {
    r.enqueue_kernel(enqueue_policy::no_wait, ndrange(2),
                     [=] { out[5 + get_global_id(0)] = 9; });
  }, q);
})",
                        7, 1),
              ElementsAre(1, 2, 3, 4, 5, 9, 9));
}

TEST_F(Lambda, WaitsForEventsAndReturnsOne) {
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out) {
  auto q = get_default_device_queue();
  event first, second;
  out[1] = int(q.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &first, ndrange(1),
                                [=] { out[0] = 1; }));
  out[2] = int(q.enqueue_kernel(enqueue_policy::no_wait, 1, &first, &second, ndrange(1),
                                [=] { out[0] = out[0] * 10 + 2; }));
  event both[2] = {first, second};
  out[3] = int(q.enqueue_kernel(enqueue_policy::no_wait, 2, both, nullptr, ndrange(1),
                                [=](int n) { out[0] = out[0] * 10 + n; }, 3));
  out[4] = first.is_valid() && second;
  first.release();
  second.release();
})",
                        5, 1),
              ElementsAre(123, 0, 0, 0, 1));
}

TEST_F(Lambda, PoliciesOrderParentAndChild) {
  for (const char *policy : {"wait_kernel", "wait_work_group"}) {
    std::vector<int> got = runLambda(std::string(R"(
kernel void k(global<int> *out) {
  size_t i = get_global_id(0);
  if (get_local_id(0) == 0)
    get_default_device_queue().enqueue_kernel(enqueue_policy::)") +
                                         policy + R"(, ndrange(4, 4), [=] {
      int base = i, sum = 0;
      for (int j = 0; j < 4; ++j) sum += out[base + j];
      if (get_local_id(0) == 0) out[64 + base / 4] = sum; });
  out[i] = 1;
})",
                                     64 + 16, NDRange(64).local({4}));
    got.erase(got.begin(), got.begin() + 64);
    EXPECT_THAT(got, Each(4)) << policy;
  }
}

TEST_F(Lambda, BesideBlocksInOneProgram) {
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out, queue_t plain) {
  enqueue_kernel(plain, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ out[0] = 1; });
  get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait, ndrange(1), [=] { out[1] = 2; });
})",
                        2, 1, deviceQueue()),
              ElementsAre(1, 2));
}

// --- device_queue and get_default_device_queue
// ----------------------------------------------------

TEST_F(Lambda, DefaultQueueIsNotValidWhereNoneWasCreated) {
  const std::string source = "kernel void k(global<int> *out) {"
                             "  out[0] = 2 + get_default_device_queue().is_valid(); }";
  EXPECT_THAT(runLambda(source, 1, 1), ElementsAre(3));
  dropDefaultQueue();
  EXPECT_THAT(runLambda(source, 1, 1), ElementsAre(2));
}

TEST_F(Lambda, QueuesAreCopiedAndMoved) {
  Queue other = makeDeviceQueue();
  EXPECT_THAT(
      runLambda(
          "kernel void k(global<int> *out, device_queue q) {"
          "  device_queue copy = q; device_queue moved = static_cast<device_queue &&>(copy);"
          "  out[0] = copy.is_valid(); out[1] = moved.is_valid();"
          "  out[2] = int(moved.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), [] {})); }",
          3, 1, other.get()),
      ElementsAre(1, 1, 0));
}

// --- enqueue_marker ------------------------------------------------------------------------------

TEST_F(Lambda, MarkersWaitForAll) {
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out) {
  auto q = get_default_device_queue();
  event gate = make_user_event(), child, marker;
  event all[2];
  q.enqueue_kernel(enqueue_policy::no_wait, 1, &gate, &child, ndrange(1), [=] { out[0] = 1; });
  all[0] = gate; all[1] = child;
  out[1] = int(q.enqueue_marker(2, all, &marker));
  q.enqueue_kernel(enqueue_policy::no_wait, 1, &marker, nullptr, ndrange(1),
                   [=] { out[2] = out[0] + 5; });
  gate.set_status(event_status::complete);
  gate.release(); child.release(); marker.release();
})",
                        3, 1),
              ElementsAre(1, 0, 6));
}

TEST_F(Lambda, MarkersWithoutAWaitListAreDone) {
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out) {
  auto q = get_default_device_queue();
  event marker;
  out[0] = int(q.enqueue_marker(0, nullptr, &marker));
  out[1] = marker.is_valid();
  q.enqueue_kernel(enqueue_policy::no_wait, 1, &marker, nullptr, ndrange(1), [=] { out[2] = 5; });
  marker.release();
})",
                        3, 1),
              ElementsAre(0, 1, 5));
}

TEST_F(Lambda, MarkersWithoutAnEventDoNothing) {
  EXPECT_THAT(
      runLambda("kernel void k(global<int> *out) { event e; "
                "  out[0] = int(get_default_device_queue().enqueue_marker(0, nullptr, nullptr));"
                "  out[1] = int(get_default_device_queue().enqueue_marker(1, &e, nullptr)); }",
                2, 1),
      ElementsAre(0, 0));
}

// --- event ---------------------------------------------------------------------------------------

TEST_F(Lambda, EventsAreValidOrNot) {
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out) {
  event none;
  out[0] = none.is_valid(); out[1] = bool(none); out[2] = none ? 1 : 0;
  event user = make_user_event();
  out[3] = user.is_valid(); out[4] = bool(user);
  event copy = user, moved(static_cast<event &&>(copy)), assigned;
  assigned = user;
  out[5] = copy.is_valid() && moved && assigned;
  assigned = static_cast<event &&>(none);
  out[6] = assigned.is_valid();
  user.set_status(event_status::complete);
  user.release();
})",
                        7, 1),
              ElementsAre(0, 0, 0, 1, 1, 1, 0));
}

TEST_F(Lambda, RetainedEventsOutliveARelease) {
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out) {
  event user = make_user_event();
  user.retain();
  user.release();
  out[0] = user.is_valid();
  user.set_status(event_status::complete);
  user.release();
  out[1] = user.is_valid();
})",
                        2, 1),
              ElementsAre(1, 0));
}

TEST_F(Lambda, AFailedUserEventFailsTheParent) {
  Kernel kernel = buildKernel(kHeaders + R"(
kernel void k(global<int> *out) {
  event user = make_user_event();
  get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait, 1, &user, nullptr, ndrange(1),
                                            [=] { out[0] = 1; });
  user.set_status(event_status::error);
  user.release();
})",
                              "-cl-std=CLC++2021");
  auto out = buffer<int>(std::vector<int>(1));
  kernel.setArgs(out);
  const size_t one = 1;
  cl_event event = nullptr;
  ASSERT_CL(CL_SUCCESS, clEnqueueNDRangeKernel(queue(), kernel.get(), 1, nullptr, &one, nullptr, 0,
                                               nullptr, &event));
  Event done(event);
  clWaitForEvents(1, &event);
  EXPECT_LT(status(event), 0);
  EXPECT_THAT(read(out), ElementsAre(0));
}

TEST_F(Lambda, ProfilingInfoHasBothTimes) {
  replaceDefaultQueue(CL_QUEUE_PROFILING_ENABLE);
  auto times = buffer<cl_long>(std::vector<cl_long>{-1, -1, -1, -1});
  EXPECT_THAT(runLambda(R"(
kernel void k(global<int> *out, global_ptr<long> times) {
  auto q = get_default_device_queue();
  event done, other;
  q.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &done, ndrange(1000), [=](device_queue r) {
    if (get_global_id(0) == 0)
      r.enqueue_kernel(enqueue_policy::wait_kernel, ndrange(1000), [=] { out[1 + get_global_id(0)] = 1; });
  }, q);
  q.enqueue_kernel(enqueue_policy::no_wait, 0, nullptr, &other, ndrange(1), [] {});
  done.profiling_info(event_profiling_info::exec_time, times);
  other.profiling_info(event_profiling_info::exec_time, times.get() + 2);
  other.release();
  done.release();
  out[0] = 1;
})",
                        1001, 1, times),
              Each(1));
  std::vector<cl_long> got = read(times);
  EXPECT_GE(got[0], 0);
  EXPECT_GE(got[1], got[0]); // COMPLETE is after END
  EXPECT_GE(got[2], 0);
  EXPECT_GE(got[3], got[2]);
}

// --- ndrange -------------------------------------------------------------------------------------

TEST_F(Lambda, NDRangesOfEveryForm) {
  // Each child writes what it sees of its range to its own place.
  const std::string see = R"(
struct See {
  global<int> *to;
  void operator()() const {
    bool first = true;
    for (uint d = 0; d < 3; ++d) first = first && get_global_id(d) == get_global_offset(d);
    if (!first) return;
    to[0] = get_work_dim();
    for (uint d = 0; d < 3; ++d) {
      to[1 + d] = get_global_offset(d); to[4 + d] = get_global_size(d);
      to[7 + d] = get_enqueued_local_size(d);
    }
  }
};
kernel void k(global<int> *out) {
  size_t g1[1] = {6}, l1[1] = {3}, o1[1] = {2};
  size_t g2[2] = {6, 4}, l2[2] = {3, 2}, o2[2] = {1, 2};
  const size_t g3[3] = {4, 6, 2}, l3[3] = {2, 3, 1}, o3[3] = {1, 2, 3};
  auto q = get_default_device_queue();
  const ndrange all[] = {)";
  struct Case {
    const char *form;
    std::vector<int> seen; // local sizes of 0: the driver's choice
  };
  const Case cases[] = {
      {"ndrange(6)", {1, 0, 0, 0, 6, 1, 1, 0, 0, 0}},
      {"ndrange{6, 3}", {1, 0, 0, 0, 6, 1, 1, 3, 1, 1}},
      {"ndrange(2, 6, 3)", {1, 2, 0, 0, 6, 1, 1, 3, 1, 1}},
      {"{6, 3}", {1, 0, 0, 0, 6, 1, 1, 3, 1, 1}},
      {"ndrange(g1)", {1, 0, 0, 0, 6, 1, 1, 0, 0, 0}},
      {"ndrange(g1, l1)", {1, 0, 0, 0, 6, 1, 1, 3, 1, 1}},
      {"ndrange(o1, g1, l1)", {1, 2, 0, 0, 6, 1, 1, 3, 1, 1}},
      {"ndrange(g2)", {2, 0, 0, 0, 6, 4, 1, 0, 0, 0}},
      {"ndrange(g2, l2)", {2, 0, 0, 0, 6, 4, 1, 3, 2, 1}},
      {"ndrange(o2, g2, l2)", {2, 1, 2, 0, 6, 4, 1, 3, 2, 1}},
      {"ndrange(g3)", {3, 0, 0, 0, 4, 6, 2, 0, 0, 0}},
      {"ndrange(g3, l3)", {3, 0, 0, 0, 4, 6, 2, 2, 3, 1}},
      {"ndrange(o3, g3, l3)", {3, 1, 2, 3, 4, 6, 2, 2, 3, 1}},
      {"ndrange({6, 4})", {2, 0, 0, 0, 6, 4, 1, 0, 0, 0}},
      {"ndrange({6, 4}, {3, 2})", {2, 0, 0, 0, 6, 4, 1, 3, 2, 1}},
      {"ndrange({1, 2, 3}, {4, 6, 2}, {2, 3, 1})", {3, 1, 2, 3, 4, 6, 2, 2, 3, 1}},
      {"ndrange({6, 4}, l2)", {2, 0, 0, 0, 6, 4, 1, 3, 2, 1}},
      {"ndrange(g2, {3, 2})", {2, 0, 0, 0, 6, 4, 1, 3, 2, 1}},
      {"ndrange(o2, {6, 4}, l2)", {2, 1, 2, 0, 6, 4, 1, 3, 2, 1}},
      {"ndrange({1, 2}, g2, {3, 2})", {2, 1, 2, 0, 6, 4, 1, 3, 2, 1}},
  };
  std::string source = see;
  for (const Case &each : cases)
    source += std::string(each.form) + ", ";
  source += "};\n  for (uint i = 0; i < " + std::to_string(std::size(cases)) +
            "; ++i) q.enqueue_kernel(enqueue_policy::no_wait, all[i], See{out + 10 * i});\n}";
  std::vector<int> got = runLambda(source, 10 * std::size(cases), 1);
  for (size_t i = 0; i < std::size(cases); ++i) {
    std::vector<int> seen(got.begin() + 10 * i, got.begin() + 10 * (i + 1));
    for (size_t d = 7; d < 10; ++d)
      if (cases[i].seen[7] == 0) {
        EXPECT_GE(seen[d], 1) << cases[i].form;
        seen[d] = 0;
      }
    EXPECT_EQ(seen, cases[i].seen) << cases[i].form;
  }
}

// --- How programs are built
// ------------------------------------------------------------------------

TEST_F(Lambda, WithoutOptimisationAndWithDebugInformation) {
  const std::string source = R"(
struct Scale { global<int> *out; int by;
  template <class T> void operator()(T p, int n) const {
    p[get_local_id(0)] = n; work_group_barrier(mem_fence::local);
    out[get_global_id(0)] = by * p[3 - get_local_id(0)]; } };
kernel void k(global<int> *out, local_ptr<float> unused) {
  size_t local[1] = {4};
  get_default_device_queue().enqueue_kernel(enqueue_policy::wait_kernel, ndrange({8}, local),
    Scale{out, 6}, local_ptr<int[]>::size_type(4), 7); })";
  for (const char *options :
       {"-cl-opt-disable", "-g", "-g -cl-opt-disable", "-cl-fast-relaxed-math"})
    EXPECT_THAT(runLambdaWith(options, source, 8, 1, LocalMemory{4}), Each(42)) << options;
}

TEST_F(Lambda, InProgramsThatAreLinked) {
  // Both parts have the same templates of the headers, and lambdas without a name.
  Program parts[] = {programWithSource(kHeaders + R"(
void other(device_queue q, global<int> *out);
kernel void k(global<int> *out) {
  auto q = get_default_device_queue();
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), [=](int n) { out[0] = n; }, 1);
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), [=](device_queue q) { other(q, out); }, q);
})"),
                     programWithSource(kHeaders + R"(
void other(device_queue q, global<int> *out) {
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), [=](int n) { out[1] = n; }, 2);
  q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), [=](int n) { out[2] = 3 * n; }, 3);
})")};
  std::vector<cl_program> compiled;
  for (Program &part : parts) {
    ASSERT_CL(CL_SUCCESS, clCompileProgram(part.get(), 0, nullptr, "-cl-std=CLC++2021", 0, nullptr,
                                           nullptr, nullptr, nullptr))
        << buildLog(part.get());
    compiled.push_back(part.get());
  }
  cl_int status;
  Program whole(
      clLinkProgram(context(), 0, nullptr, nullptr, 2, compiled.data(), nullptr, nullptr, &status));
  ASSERT_CL(CL_SUCCESS, status);
  // What is enqueued is no kernel to the host.
  EXPECT_EQ(
      info<std::string>(clGetProgramInfo, whole.get(), cl_program_info{CL_PROGRAM_KERNEL_NAMES}),
      "k");
  Kernel made = kernel(whole.get(), "k");
  auto out = buffer<int>(std::vector<int>(3));
  made.setArgs(out);
  enqueue(made, 1);
  EXPECT_THAT(read(out), ElementsAre(1, 2, 9));
}

// --- Queries -------------------------------------------------------------------------------------

TEST_F(Lambda, QueriesAnswerForFunctors) {
  std::vector<int> got = runLambda(R"(
kernel void k(global<int> *out) {
  auto plain = [=] { out[50] = 1; };
  auto withLocal = [=](local_ptr<int> p) { *p = 1; out[50] = *p; };
  local_ptr<int>::size_type n{16};
  out[0] = get_kernel_work_group_size(plain);
  out[1] = get_kernel_work_group_size(withLocal, n);
  out[2] = get_kernel_preferred_work_group_size_multiple(plain);
  out[3] = get_kernel_preferred_work_group_size_multiple(withLocal, n);
  out[4] = get_kernel_max_sub_group_size_for_ndrange(ndrange(64, 32), plain);
  out[5] = get_kernel_max_sub_group_size_for_ndrange(ndrange(64, 32), withLocal, n);
  out[6] = get_kernel_sub_group_count_for_ndrange(ndrange(64, 32), plain);
  out[7] = get_kernel_sub_group_count_for_ndrange(ndrange(64, 32), withLocal, n);
  out[8] = get_kernel_local_size_for_sub_group_count(2, plain);
  out[9] = get_kernel_local_size_for_sub_group_count(2, withLocal, n);
  out[10] = get_kernel_max_num_sub_groups(plain);
  out[11] = get_kernel_max_num_sub_groups(withLocal, n);
  out[12] = get_kernel_local_size_for_sub_group_count(1u << 30, plain);
  out[13] = int(get_default_device_queue().enqueue_kernel(enqueue_policy::no_wait,
    ndrange(out[0], out[0]), [] {}));
})",
                                   51, 1);
  for (int i : {0, 1})
    EXPECT_EQ(size_t(got[i]), deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE)) << i;
  for (int i : {2, 3})
    EXPECT_GE(got[i], 1) << i;
  EXPECT_EQ(got[12], 0); // no local size has so many sub-groups
  EXPECT_EQ(got[13], 0);
  if (deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS) == 0) {
    EXPECT_THAT(std::vector<int>(got.begin() + 4, got.begin() + 12), Each(0));
    return;
  }
  for (int i : {4, 5, 6, 7})
    EXPECT_GE(got[i], 1) << i;
  for (int i : {4, 5}) {
    EXPECT_EQ(got[i + 2], (32 + got[i] - 1) / got[i]);
    EXPECT_EQ(got[i + 4] % got[i], 0);
    EXPECT_EQ(got[i + 6], (got[i - 4] + got[i] - 1) / got[i]);
  }
}

} // namespace
} // namespace weft::test
