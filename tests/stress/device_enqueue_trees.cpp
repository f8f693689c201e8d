// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random trees of device-side enqueues (OpenCL C 3.0 6.15.19): several queues, wait lists, markers,
// user events with good and bad statuses, all flags, queues that overflow. A kernel plays a plan
// and writes down when what began and ended; a sequential walk over the same plan says which
// commands run, and what must have come before what.
//
// WEFT_STRESS_TREES sets how many; ten thousand take a minute.
#include "support/device_enqueue_test.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <random>
#include <set>
#include <thread>

namespace weft::test {
namespace {

constexpr int kMaxItems = 8, kMaxChildren = 6, kMaxNodes = 120, kQueues = 3;

enum Kind : cl_int { kKernel, kMarker, kUserEvent };

/// The kernel has the same.
struct Node {
  cl_int kind, flags, queue, items, local;
  cl_int owner;        ///< which work-item of the parent enqueues it
  cl_int first, count; ///< children
  cl_int wantsEvent;
  cl_int waits;  ///< bit i: for the event of sibling i, which the same work-item has enqueued
  cl_int sets;   ///< the sibling, a user event, that it sets at its end, or -1
  cl_int status; ///< to which it sets that
  cl_int toil;   ///< rounds of nothing, so that other threads come to help
};

const char *const kPlayer = R"(
typedef struct { int kind, flags, queue, items, localSize, owner, first, count, wantsEvent, waits, sets,
                 status, toil; } Node;
typedef struct { global const Node *plan; global int *clock, *begins, *ends, *runs, *refused;
                 char ballast[BALLAST]; } Play;

void visit(Play play, queue_t q0, queue_t q1, queue_t q2, int id, clk_event_t gate) {
  int item = get_global_id(0);
  Node node = play.plan[id];
  atomic_min(play.begins + id, atomic_inc(play.clock));
  atomic_inc(play.runs + id);
  for (int i = 0; i < node.toil; ++i) atomic_or(play.clock, 0);
  clk_event_t events[6], list[6];
  int have = 0, given = 0;
  for (int c = 0; c < node.count; ++c) {
    int at = node.first + c;
    Node child = play.plan[at];
    if (child.owner != item) continue;
    if (child.kind == 2) {
      events[c] = create_user_event(); have |= 1 << c;
      continue;
    }
    int n = 0, status;
    for (int s = 0; s < c; ++s) if (child.waits & have & 1 << s) list[n++] = events[s];
    queue_t queue = q0;
    if (child.queue == 1) queue = q1;
    if (child.queue == 2) queue = q2;
    if (child.kind == 1) {
      status = n ? enqueue_marker(queue, n, list, &events[c]) : -1;
    } else {
      clk_event_t opens = CLK_NULL_EVENT;
      if (child.sets >= 0) { opens = events[child.sets]; retain_event(opens); }
      ndrange_t range = ndrange_1D(child.items, child.localSize);
      void (^block)(void) = ^{ visit(play, q0, q1, q2, at, opens); };
      if (n == 0 && !child.wantsEvent) status = enqueue_kernel(queue, child.flags, range, block);
      else if (n == 0) status = enqueue_kernel(queue, child.flags, range, 0, NULL, &events[c], block);
      else if (child.wantsEvent)
        status = enqueue_kernel(queue, child.flags, range, n, list, &events[c], block);
      else status = enqueue_kernel(queue, child.flags, range, n, list, NULL, block);
      if (child.sets >= 0 && status) { // then nobody else will
        set_user_event_status(opens, child.status); release_event(opens);
      }
    }
    if (status) play.refused[at] = 1;
    else if (child.kind == 1 || child.wantsEvent) have |= 1 << c;
  }
  for (int c = 0; c < node.count; ++c) if (have & 1 << c) release_event(events[c]);
  play.ends[id * 8 + item] = atomic_inc(play.clock);
  if (node.sets >= 0 && item == 0) { set_user_event_status(gate, node.status); release_event(gate); }
}
kernel void play(global const Node *plan, global int *clock, global int *begins, global int *ends,
                 global int *runs, global int *refused, queue_t q0, queue_t q1, queue_t q2) {
  Play play = {plan, clock, begins, ends, runs, refused};
  visit(play, q0, q1, q2, 0, CLK_NULL_EVENT);
}
)";

std::vector<Node> randomPlan(std::mt19937 &random) {
  auto upTo = [&](int most) { return int(random() % unsigned(most + 1)); };
  auto kernelNode = [&] {
    Node node{};
    node.flags = upTo(2);
    node.queue = upTo(kQueues - 1);
    node.local = 1 + upTo(3);
    node.items = std::min(node.local * (1 + upTo(2)), kMaxItems);
    node.sets = -1;
    node.toil = upTo(3) ? 0 : 600;
    return node;
  };
  std::vector<Node> plan = {kernelNode()};
  for (size_t at = 0; at < plan.size() && plan.size() + kMaxChildren < kMaxNodes; ++at) {
    if (plan[at].kind != kKernel)
      continue;
    const int count = at ? upTo(kMaxChildren) * (upTo(2) != 0) : kMaxChildren;
    const int first = int(plan.size());
    plan[at].first = first;
    plan[at].count = count;
    for (int c = 0; c < count; ++c) {
      Node child = kernelNode();
      child.owner = upTo(plan[at].items - 1);
      child.wantsEvent = upTo(1);
      const int kind = upTo(9);
      child.kind = kind == 0 ? kUserEvent : kind == 1 ? kMarker : kKernel;
      int unset = -1; // a user event that nobody sets yet
      for (int s = 0; s < c; ++s) {
        const Node &sibling = plan[size_t(first + s)];
        if (sibling.owner != child.owner)
          continue;
        if (upTo(2) == 0 && (sibling.kind != kKernel || sibling.wantsEvent))
          child.waits |= 1 << s;
        if (sibling.kind == kUserEvent && sibling.sets < 0)
          unset = s;
      }
      if (child.kind == kMarker && !child.waits)
        child.kind = kKernel;
      if (unset >= 0 && (upTo(1) || c + 1 == count) && child.kind == kKernel) {
        child.sets = unset;
        child.status = upTo(3) ? 0 : -100 - c;
        child.waits = 0; // it must run, whatever else does
        plan[size_t(first + unset)].sets = c;
        plan[size_t(first + unset)].status = child.status;
      }
      plan.push_back(child);
    }
    // One that nobody sets would hold the tree for ever; who would wait for it, does not.
    for (int c = 0; c < count; ++c)
      if (Node &user = plan[size_t(first + c)]; user.kind == kUserEvent && user.sets < 0) {
        user.kind = kKernel;
        user.wantsEvent = 1;
        user.waits = 0;
      }
  }
  return plan;
}

struct Played {
  std::vector<int> begins, ends, runs, refused;
};

/// What the specification says of a plan that was played.
class Model {
public:
  Model(const std::vector<Node> &plan, const Played &played)
      : plan_(plan), played_(played), completed_(plan.size()), failed_(plan.size()) {}

  void check() {
    completed_[0] = walk(0, 0);
    for (size_t i = 0; i < plan_.size(); ++i)
      if (!reached_.contains(int(i)))
        EXPECT_EQ(played_.runs[i], 0) << "command " << i << " must not run";
  }
  bool rootFailed() const { return failed_[0]; }

private:
  int begin(int id) const { return played_.begins[size_t(id)]; }
  int end(int id, int item) const { return played_.ends[size_t(id * kMaxItems + item)]; }

  /// The command has run, and not before `notBefore`. Returns when it was complete, at the
  /// earliest.
  int walk(int id, int notBefore) {
    reached_.insert(id);
    const Node &node = plan_[size_t(id)];
    EXPECT_EQ(played_.runs[size_t(id)], node.items) << "command " << id;
    EXPECT_GE(begin(id), notBefore) << "command " << id << " was too early";
    int runEnd = 0;
    for (int item = 0; item < node.items; ++item)
      runEnd = std::max(runEnd, end(id, item));
    int complete = runEnd;
    for (int c = 0; c < node.count; ++c) {
      int at = node.first + c;
      const Node &child = plan_[size_t(at)];
      if (child.kind == kUserEvent) {
        failed_[size_t(at)] = child.status < 0;
        completed_[size_t(at)] = 0; // when its setter ends, or at once where that was refused
        int setter = node.first + child.sets;
        if (!played_.refused[size_t(setter)])
          completed_[size_t(at)] = end(setter, 0);
        continue;
      }
      if (played_.refused[size_t(at)])
        continue;
      int after = begin(id);
      if (child.flags == 1 && child.kind == kKernel) // CLK_ENQUEUE_FLAGS_WAIT_KERNEL
        after = runEnd;
      if (child.flags == 2 && child.kind == kKernel) { // CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP
        int group = child.owner / node.local;
        for (int item = group * node.local; item < std::min((group + 1) * node.local, node.items);
             ++item)
          after = std::max(after, end(id, item));
      }
      bool terminated = false;
      for (int s = 0; s < c; ++s)
        if (child.waits >> s & 1 && !played_.refused[size_t(node.first + s)]) {
          terminated |= failed_[size_t(node.first + s)];
          after = std::max(after, completed_[size_t(node.first + s)]);
        }
      failed_[size_t(at)] = terminated;
      completed_[size_t(at)] = after;
      if (!terminated && child.kind == kKernel)
        completed_[size_t(at)] = walk(at, after);
      failed_[size_t(id)] = failed_[size_t(id)] || failed_[size_t(at)];
      complete = std::max(complete, completed_[size_t(at)]);
    }
    return complete;
  }

  const std::vector<Node> &plan_;
  const Played &played_;
  std::vector<int> completed_;
  std::vector<char> failed_;
  std::set<int> reached_;
};

class DeviceEnqueueTrees : public DeviceEnqueueTest {
protected:
  /// Several threads of the host play trees on the same device queues.
  void playTrees(unsigned firstSeed, unsigned count, cl_uint queueBytes, bool mayRefuse) {
    // What is captured fills a small queue quickly.
    Program program = buildProgram(kPlayer, mayRefuse ? "-cl-std=CL3.0 -DBALLAST=1600"
                                                      : "-cl-std=CL3.0 -DBALLAST=1");
    std::vector<Queue> queues;
    for (int i = 0; i < kQueues; ++i)
      queues.push_back(makeDeviceQueue(i == 1 ? CL_QUEUE_PROFILING_ENABLE : 0, queueBytes));
    const cl_command_queue first = queues[0], second = mayRefuse ? first : queues[1].get(),
                           third = mayRefuse ? first : queues[2].get();
    std::atomic<unsigned> next{firstSeed};
    std::atomic<size_t> refusals{0}, commands{0};
    auto play = [&] {
      Queue host = makeQueue();
      Kernel kernel = this->kernel(program, "play");
      auto clock = buffer<int>(1), begins = buffer<int>(kMaxNodes), runs = buffer<int>(kMaxNodes),
           refused = buffer<int>(kMaxNodes), ends = buffer<int>(kMaxNodes * kMaxItems);
      auto plan = buffer<Node>(kMaxNodes);
      kernel.setArgs(plan, clock, begins, ends, runs, refused, first, second, third);
      auto send = [&](cl_mem to, const auto &values) {
        check(clEnqueueWriteBuffer(host, to, CL_TRUE, 0, values.size() * sizeof values[0],
                                   values.data(), 0, nullptr, nullptr),
              "clEnqueueWriteBuffer");
      };
      auto receive = [&](const Buffer<int> &from) {
        std::vector<int> values(from.count());
        check(clEnqueueReadBuffer(host, from, CL_TRUE, 0, from.bytes(), values.data(), 0, nullptr,
                                  nullptr),
              "clEnqueueReadBuffer");
        return values;
      };
      for (unsigned seed; (seed = next++) < firstSeed + count && !HasFailure();) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        const std::vector<Node> nodes = randomPlan(random);
        send(plan, nodes);
        send(clock, std::vector<int>(1));
        send(begins, std::vector<int>(kMaxNodes, INT_MAX));
        for (const Buffer<int> *zeros : {&runs, &refused})
          send(*zeros, std::vector<int>(kMaxNodes));
        send(ends, std::vector<int>(kMaxNodes * kMaxItems));
        Event event = enqueueOn(host, kernel,
                                NDRange(size_t(nodes[0].items)).local({size_t(nodes[0].local)}));
        const cl_event list[] = {event};
        const cl_int waited = clWaitForEvents(1, list);
        Played played{receive(begins), receive(ends), receive(runs), receive(refused)};
        Model model(nodes, played);
        model.check();
        EXPECT_CL(model.rootFailed() ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS,
                  waited);
        refusals += size_t(std::count(played.refused.begin(), played.refused.end(), 1));
        commands += nodes.size();
      }
    };
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 3; ++i)
        threads.emplace_back(play);
    }
    RecordProperty("commands", int(commands));
    RecordProperty("refusals", int(refusals));
    EXPECT_GT(commands, size_t(count) * 20) << "the trees are no trees";
    EXPECT_EQ(refusals != 0, mayRefuse) << refusals << " were refused";
  }
  static unsigned trees() {
    const char *asked = std::getenv("WEFT_STRESS_TREES");
    return asked ? unsigned(std::atoi(asked)) : 300;
  }
};

TEST_F(DeviceEnqueueTrees, RunInAnOrderThatIsAllowed) { playTrees(1, trees(), 1 << 20, false); }

// What does not fit is refused, and everything else goes its way.
TEST_F(DeviceEnqueueTrees, LoseNothingWhereQueuesAreFull) {
  playTrees(1'000'000, trees(), 16 << 10, true);
}

// What is finished and nobody can see takes no memory (src/device_queue/README.md).
TEST_F(DeviceEnqueueTrees, AMillionDeepChainFitsTheSmallestQueue) {
  replaceDefaultQueue(0, 16 << 10);
  const int links = trees() >= 300 ? 1'000'000 : 100'000;
  for (bool withEvents : {false, true}) {
    SCOPED_TRACE(withEvents);
    const std::string enqueue =
        withEvents ? "0, NULL, &event, ^{ link_(out, left - 1); })) atomic_inc(out + 1); else "
                     "release_event(event);"
                   : "^{ link_(out, left - 1); })) atomic_inc(out + 1);";
    EXPECT_THAT(run("void link_(global int *out, int left) {"
                    "  ++out[0]; clk_event_t event; if (!left) return;"
                    "  if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL,"
                    "    ndrange_1D(1), " +
                        enqueue +
                        " } kernel void k(global int *out, int left) { link_(out, left); }",
                    2, 1, links),
                ::testing::ElementsAre(links + 1, 0));
  }
}

// A queue that several threads of the host feed at once, each by its own kernels.
TEST_F(DeviceEnqueueTrees, SeveralHostQueuesShareTheDeviceQueue) {
  Kernel kernel =
      buildKernel("void grow(global int *out, int level) { atomic_inc(out);"
                  "  if (level) for (int i = 0; i < 2; ++i) enqueue_kernel(get_default_queue(), 0,"
                  "    ndrange_1D(1), ^{ grow(out, level - 1); }); }"
                  "kernel void k(global int *out) { grow(out + get_global_id(0), 5); }");
  replaceDefaultQueue(0, 16 << 20);
  auto out = buffer<int>(std::vector<int>(64));
  kernel.setArgs(out);
  std::vector<Queue> queues;
  std::vector<Event> events;
  for (int i = 0; i < 4; ++i)
    queues.push_back(makeQueue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0));
  for (int round = 0; round < 20; ++round)
    for (Queue &each : queues) {
      events.push_back(enqueueOn(each, kernel, 64));
      check(clFlush(each), "clFlush");
    }
  for (Event &event : events) {
    const cl_event list[] = {event};
    check(clWaitForEvents(1, list), "clWaitForEvents");
  }
  EXPECT_THAT(read(out), ::testing::Each(63 * 80));
}

} // namespace
} // namespace weft::test
