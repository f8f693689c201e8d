// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pool of blocks: no block has two owners, and what was given can be taken.
#include "block_pool.h"
#include "explorer/explorer.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

namespace weft::device_queue {
namespace {

class BlockPoolModel : public testing::Test {
protected:
  void expectRight(std::uint32_t blocks, std::vector<std::function<void()>> threads) {
    explorer::Result result = explorer::explore({[&] {
                                                   pool.emplace(blocks);
                                                   owners.fill(0);
                                                   taken = 0;
                                                 },
                                                 std::move(threads),
                                                 [&] {
                                                   if (!pool->isUntouched())
                                                     explorer::fail("a block is missing");
                                                 }});
    EXPECT_EQ(result.failure, "");
    EXPECT_TRUE(result.isComplete) << "after " << result.executions;
    RecordProperty("executions", int(result.executions));
  }

  std::uint32_t take(std::uint32_t count) {
    std::uint32_t hint = 0, first = pool->take(count, hint);
    if (first != BlockPool::kNone) {
      ++taken;
      for (std::uint32_t i = first; i < first + count; ++i)
        if (++owners[i] != 1)
          explorer::fail("two owners");
    }
    return first;
  }
  void give(std::uint32_t first, std::uint32_t count) {
    if (first == BlockPool::kNone)
      return;
    for (std::uint32_t i = first; i < first + count; ++i)
      --owners[i];
    pool->give(first, count);
  }
  void takeAndGive(std::uint32_t count) { give(take(count), count); }

  std::optional<BlockPool> pool;
  std::array<int, 256> owners;
  int taken = 0;
};

TEST_F(BlockPoolModel, ThreeThreadsAndTwoBlocks) {
  expectRight(2, {[&] { takeAndGive(1); }, [&] { takeAndGive(1); }, [&] { takeAndGive(2); }});
}

TEST_F(BlockPoolModel, TakenTwiceEach) {
  expectRight(3, {[&] {
                    takeAndGive(2);
                    takeAndGive(1);
                  },
                  [&] {
                    takeAndGive(1);
                    takeAndGive(2);
                  }});
}

TEST_F(BlockPoolModel, MoreThanAWord) {
  expectRight(192, {[&] { takeAndGive(100); },
                    [&] {
                      takeAndGive(1);
                      takeAndGive(70);
                    }});
}

TEST_F(BlockPoolModel, WhatIsGivenCanBeTaken) {
  std::uint32_t kept = 0;
  expectRight(1, {[&] {
                kept = take(1);
                give(kept, 1);
                kept = take(1);
                if (kept == BlockPool::kNone)
                  explorer::fail("it was free");
                give(kept, 1);
              }});
}

} // namespace
} // namespace weft::device_queue
