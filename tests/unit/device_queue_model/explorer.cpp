// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads are contexts on stacks of their own in one thread of the system; a schedule is the list
// of who goes next at each step, and is replayed from the start with another last choice.
#include "explorer/explorer.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <ucontext.h>

namespace weft::explorer {
namespace {

constexpr std::size_t kStackBytes = 64 << 10;

struct Operation {
  const void *address = nullptr;
  Access access = Access::Read;
  bool conflictsWith(const Operation &other) const {
    return address == other.address && (access == Access::Write || other.access == Access::Write);
  }
};

struct Thread {
  ucontext_t context;
  std::unique_ptr<char[]> stack = std::make_unique<char[]>(kStackBytes);
  const std::function<void()> *body = nullptr;
  Operation next; ///< what it is about to do
  bool isDone = false;
};

/// A step of the schedule.
struct Choice {
  std::uint32_t thread = 0;
  std::uint32_t asleep = 0;   ///< threads that need not go next: an equal schedule has been run
  std::uint32_t finished = 0; ///< of those, the ones that have been chosen at this step
};

class Explorer {
public:
  explicit Explorer(const Scenario &scenario) : scenario_(scenario) {
    for (const auto &body : scenario.threads) {
      threads_.push_back(std::make_unique<Thread>());
      threads_.back()->body = &body;
    }
  }

  Result explore(std::uint64_t most) {
    Result result;
    do {
      if (result.executions == most)
        return result;
      if (execute())
        ++result.executions;
      if (!failure_.empty()) {
        result.failure = failure_ + "; schedule";
        for (const Choice &choice : path_)
          result.failure += " " + std::to_string(choice.thread);
        return result;
      }
    } while (advance());
    result.isComplete = true;
    return result;
  }

  void step(const void *address, Access access) {
    if (!running_)
      return; // setUp and check
    Thread &self = *running_;
    self.next = {address, access};
    // Most steps go on with the thread that made the last one; to switch costs a system call.
    Thread *next = isStarting_ ? nullptr : decide();
    if (next != &self)
      switchTo(self, next);
    auto above = buried_.upper_bound(static_cast<const char *>(address));
    if (above != buried_.begin()) {
      --above;
      if (static_cast<const char *>(address) < above->first + above->second)
        fail("memory that was given back is touched");
    }
  }
  void bury(const void *address, std::size_t bytes) {
    buried_[static_cast<const char *>(address)] = bytes;
  }
  void unbury(const void *address) { buried_.erase(static_cast<const char *>(address)); }
  void fail(const std::string &message) {
    if (failure_.empty())
      failure_ = message;
  }

private:
  static void enter() {
    Thread &self = *current->running_;
    (*self.body)();
    self.isDone = true;
    current->switchTo(self, current->isStarting_ ? nullptr : current->decide());
  }

  /// Null: back to execute().
  void switchTo(Thread &from, Thread *to) {
    running_ = to;
    swapcontext(&from.context, to ? &to->context : &main_);
  }

  /// One execution along path_, and on with the first choices there are. False if it was given up,
  /// because all that can go next is asleep.
  bool execute() {
    current = this;
    buried_.clear();
    scenario_.setUp();
    isStarting_ = true;
    for (auto &thread : threads_) {
      thread->isDone = false;
      getcontext(&thread->context);
      thread->context.uc_stack.ss_sp = thread->stack.get();
      thread->context.uc_stack.ss_size = kStackBytes;
      thread->context.uc_link = nullptr;
      makecontext(&thread->context, &Explorer::enter, 0);
      running_ = thread.get();
      swapcontext(&main_, &thread->context); // up to its first operation
    }
    isStarting_ = isGivenUp_ = false;
    depth_ = asleep_ = 0;
    running_ = decide();
    if (running_)
      swapcontext(&main_, &running_->context);
    running_ = nullptr;
    if (!isGivenUp_ && failure_.empty())
      scenario_.check();
    return !isGivenUp_;
  }

  /// Who goes next; null if nobody can, need, or should.
  Thread *decide() {
    if (!failure_.empty())
      return nullptr;
    std::uint32_t enabled = 0;
    for (std::size_t i = 0; i < threads_.size(); ++i)
      if (!threads_[i]->isDone)
        enabled |= 1u << i;
    if (!enabled)
      return nullptr;
    if (depth_ == path_.size()) {
      std::uint32_t awake = enabled & ~asleep_;
      if (!awake) {
        isGivenUp_ = true;
        return nullptr;
      }
      path_.push_back({std::uint32_t(__builtin_ctz(awake)), asleep_, 0});
    }
    Choice &choice = path_[depth_];
    Operation operation = threads_[choice.thread]->next;
    asleep_ = 0;
    for (std::size_t i = 0; i < threads_.size(); ++i)
      if ((choice.asleep | choice.finished) >> i & 1 && i != choice.thread &&
          !threads_[i]->next.conflictsWith(operation))
        asleep_ |= 1u << i;
    enabled_.resize(depth_ + 1);
    enabled_[depth_++] = enabled;
    return threads_[choice.thread].get();
  }

  /// To the next schedule: the last step that has another choice.
  bool advance() {
    while (!path_.empty()) {
      Choice &choice = path_.back();
      choice.finished |= 1u << choice.thread;
      std::uint32_t left = enabled_[path_.size() - 1] & ~choice.asleep & ~choice.finished;
      if (left) {
        choice.thread = std::uint32_t(__builtin_ctz(left));
        return true;
      }
      path_.pop_back();
    }
    return false;
  }

  static Explorer *current;
  friend void explorer::step(const void *, Access);
  friend void explorer::bury(const void *, std::size_t);
  friend void explorer::unbury(const void *);
  friend void explorer::fail(const std::string &);
  friend Result explorer::explore(const Scenario &, std::uint64_t);

  const Scenario &scenario_;
  std::vector<std::unique_ptr<Thread>> threads_;
  ucontext_t main_;
  Thread *running_ = nullptr;
  bool isStarting_ = false, isGivenUp_ = false;
  std::size_t depth_ = 0;
  std::uint32_t asleep_ = 0;
  std::vector<Choice> path_;
  std::vector<std::uint32_t> enabled_;
  std::map<const char *, std::size_t> buried_;
  std::string failure_;
};

Explorer *Explorer::current = nullptr;

} // namespace

void step(const void *address, Access access) {
  if (Explorer::current)
    Explorer::current->step(address, access);
}
void bury(const void *address, std::size_t bytes) {
  if (Explorer::current)
    Explorer::current->bury(address, bytes);
}
void unbury(const void *address) {
  if (Explorer::current)
    Explorer::current->unbury(address);
}
void fail(const std::string &message) {
  if (Explorer::current)
    Explorer::current->fail(message);
  else
    ADD_FAILURE() << message;
}

Result explore(const Scenario &scenario, std::uint64_t most) {
  Explorer explorer(scenario);
  Result result = explorer.explore(most);
  Explorer::current = nullptr;
  return result;
}

// The explorer itself: it must find what is wrong, and must not leave anything out.
namespace {

struct Cell {
  int value = 0;
  int load() {
    step(this, Access::Read);
    return value;
  }
  void store(int to) {
    step(this, Access::Write);
    value = to;
  }
};

TEST(Explorer, FindsALostUpdate) {
  Cell cell;
  auto increment = [&] { cell.store(cell.load() + 1); };
  std::map<int, int> results;
  Scenario scenario{
      [&] { cell.value = 0; }, {increment, increment}, [&] { ++results[cell.value]; }};
  Result result = explore(scenario);
  EXPECT_TRUE(result.isComplete);
  EXPECT_GT(results[1], 0);
  EXPECT_EQ(results[2], 2); // one after the other, in both orders
}

TEST(Explorer, FindsTheOneWrongScheduleOfDekkersAttempt) {
  Cell a, b;
  bool first = false, second = false;
  Scenario scenario{[&] {
                      a.value = b.value = 0;
                      first = second = false;
                    },
                    {[&] {
                       first = !b.load();
                       a.store(1);
                     },
                     [&] {
                       second = !a.load();
                       b.store(1);
                     }},
                    [&] {
                      if (first && second)
                        fail("both");
                    }};
  EXPECT_NE(explore(scenario).failure, "");
  scenario.threads = {[&] {
                        a.store(1);
                        first = !b.load();
                      },
                      [&] {
                        b.store(1);
                        second = !a.load();
                      }};
  Result right = explore(scenario);
  EXPECT_EQ(right.failure, "");
  EXPECT_EQ(right.executions, 3u); // of six: the two stores, and the two loads, commute
}

TEST(Explorer, FindsATouchOfBuriedMemory) {
  Cell cell;
  Scenario scenario{[&] {},
                    {[&] { cell.load(); },
                     [&] {
                       cell.store(1);
                       bury(&cell, sizeof cell);
                     }},
                    [] {}};
  EXPECT_NE(explore(scenario).failure, "");
}

} // namespace
} // namespace weft::explorer
