// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work-stealing deque: whatever the schedule, each command is had by one thread.
#include "work_deque.h"
#include "explorer/explorer.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace weft::device_queue {
namespace {

struct Item {
  int taken = 0;
};

struct DequeModel {
  std::array<Atomic<Item *>, 4> cells;
  std::optional<WorkDeque<Item>> deque;
  std::array<Item, 6> items;
  std::size_t pushed = 0;

  void setUp() {
    deque.emplace(cells.data(), cells.size());
    items = {};
    pushed = 0;
  }
  void push() { deque->push(&items[pushed++]); }
  static void had(Item *item) {
    if (item)
      ++item->taken;
  }
  void take() { had(deque->take()); }
  void steal() { had(deque->steal()); }
  void check() {
    while (Item *item = deque->take())
      had(item);
    for (std::size_t i = 0; i < items.size(); ++i)
      if (items[i].taken != (i < pushed))
        explorer::fail("item " + std::to_string(i) + " was had " + std::to_string(items[i].taken) +
                       " times");
  }
};

class WorkDequeModel : public testing::Test {
protected:
  DequeModel m;
  void expectRight(std::vector<std::function<void()>> threads) {
    explorer::Result result =
        explorer::explore({[&] { m.setUp(); }, std::move(threads), [&] { m.check(); }});
    EXPECT_EQ(result.failure, "");
    EXPECT_TRUE(result.isComplete) << "after " << result.executions;
    RecordProperty("executions", int(result.executions));
  }
};

TEST_F(WorkDequeModel, TheLastOneIsHadByOwnerOrThief) {
  expectRight({[&] {
                 m.push();
                 m.take();
               },
               [&] { m.steal(); }, [&] { m.steal(); }});
}

TEST_F(WorkDequeModel, OwnerAndThiefMeetInTheMiddle) {
  expectRight({[&] {
                 m.push();
                 m.push();
                 m.push();
                 m.take();
                 m.take();
               },
               [&] {
                 m.steal();
                 m.steal();
               }});
}

TEST_F(WorkDequeModel, TwoThievesAndAnOwnerThatGoesOn) {
  expectRight({[&] {
                 m.push();
                 m.push();
                 m.take();
                 m.push();
                 m.take();
               },
               [&] { m.steal(); }, [&] { m.steal(); }});
}

TEST_F(WorkDequeModel, CellsAreUsedAgain) {
  expectRight({[&] {
                 for (int i = 0; i < 5; ++i) {
                   m.push();
                   m.take();
                 }
                 m.push();
               },
               [&] {
                 m.steal();
                 m.steal();
               }});
}

} // namespace
} // namespace weft::device_queue
