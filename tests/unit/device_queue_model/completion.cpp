// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion counters: a command completes once, after all below it; each Completion is given back
// once, and not touched afterwards; statuses reach the top; what nobody can see is spliced out.
#include "weft/device_queue/completion.h"
#include "explorer/explorer.h"

#include <gtest/gtest.h>

#include <array>

namespace weft::device_queue {
namespace {

class Node final : public Completion {
public:
  int completed = 0, unused = 0;
  std::int32_t status = 1;
  int finished = 0; ///< of the commands below it and itself, those whose work is done
  int expected = 0;
  bool isRoot = false;

private:
  bool onComplete(std::int32_t with, Worker *) noexcept override {
    ++completed;
    status = with;
    if (finished < expected)
      explorer::fail("complete before those below it");
    return !isRoot;
  }
  void onUnused(Worker *) noexcept override {
    if (++unused != 1)
      explorer::fail("given back twice");
    explorer::bury(static_cast<Completion *>(this), sizeof(Completion));
  }
};

class CompletionModel : public testing::Test {
protected:
  /// Fresh nodes: root, and those that a scenario starts.
  void reset() {
    for (Node &node : nodes)
      node.~Node(), new (&node) Node;
    root.isRoot = true;
    static_cast<Completion &>(root).start(nullptr, 0);
  }
  void start(Node &node, Completion *up, std::uint32_t handles) {
    explorer::unbury(static_cast<Completion *>(&node));
    node.start(up, handles);
  }
  /// A command is done with its own work: for those that it counts for.
  void work(std::initializer_list<Node *> above) {
    for (Node *node : above)
      ++node->finished;
  }
  void expectRight(std::function<void()> setUp, std::vector<std::function<void()>> threads,
                   std::function<void()> check, std::uint64_t most = 2'000'000) {
    explorer::Result result = explorer::explore({[&] {
                                                   reset();
                                                   setUp();
                                                 },
                                                 std::move(threads),
                                                 [&] {
                                                   if (root.completed != 1)
                                                     explorer::fail("the root did not complete");
                                                   check();
                                                 }},
                                                most);
    EXPECT_EQ(result.failure, "");
    EXPECT_TRUE(result.isComplete) << "after " << result.executions;
    RecordProperty("executions", int(result.executions));
  }
  void mustBeGone(std::initializer_list<Node *> gone) {
    for (Node *node : gone)
      if (node->unused != 1)
        explorer::fail("memory is lost");
  }

  std::array<Node, 5> nodes;
  Node &root = nodes[0], &a = nodes[1], &b = nodes[2], &c = nodes[3];
};

TEST_F(CompletionModel, ARootCompletesAfterItsChildren) {
  expectRight(
      [&] {
        root.expected = 3;
        Completion::addChild(&root, true);
        Completion::addChild(&root, true);
      },
      {[&] {
         work({&root});
         Completion::giveBack(&root, 0, nullptr);
       },
       [&] {
         work({&root});
         Completion::giveBack(&root, -3, nullptr);
       },
       [&] {
         work({&root});
         Completion::giveBack(&root, 0, nullptr);
       }},
      [&] {
        if (root.status != -3)
          explorer::fail("the error is lost");
      });
}

// The event of a command with a child is released while the command and the child end.
TEST_F(CompletionModel, SplicingAgainstTheEndOfRunAndChild) {
  expectRight(
      [&] {
        root.expected = 2;
        a.expected = 2;
        start(a, Completion::addChild(&root, true), 1);
        Completion *at = Completion::addChild(&a, true); // seen by its handle
        if (at != &a)
          explorer::fail("an event that is held counts");
        root.endRunOfRoot(0);
      },
      {[&] {
         work({&root, &a});
         a.endRun(0, nullptr);
       },
       [&] {
         work({&root, &a});
         Completion::giveBack(&a, -2, nullptr);
       },
       [&] { a.release(nullptr); }},
      [&] {
        mustBeGone({&a});
        if (root.status != -2)
          explorer::fail("the error is lost");
      });
}

// Two levels: both events are released while the lower command ends and the last one completes.
TEST_F(CompletionModel, SplicingTwoLevelsAtOnce) {
  expectRight(
      [&] {
        root.expected = 1;
        start(a, Completion::addChild(&root, true), 1);
        start(b, Completion::addChild(&a, true), 1);
        Completion::addChild(&b, true);
        root.endRunOfRoot(0);
        a.endRun(0, nullptr);
        b.endRun(0, nullptr);
      },
      {[&] { a.release(nullptr); }, [&] { b.release(nullptr); },
       [&] {
         work({&root});
         Completion::giveBack(&b, -9, nullptr);
       }},
      [&] {
        mustBeGone({&a, &b});
        if (root.status != -9)
          explorer::fail("the error is lost");
      });
}

// A running command, counted by an event of its parent, enqueues while that event is spliced out.
TEST_F(CompletionModel, AddingWhileTheAncestorIsSpliced) {
  expectRight(
      [&] {
        root.expected = 2;
        start(a, Completion::addChild(&root, true), 1);
        Completion::addChild(&a, true);
        root.endRunOfRoot(0);
      },
      {[&] {
         Completion *child = Completion::addChild(&a, false); // by the child of a
         work({&root});
         Completion::giveBack(&a, 0, nullptr); // which ends
         work({&root});
         Completion::giveBack(child, 0, nullptr);
       },
       [&] { a.endRun(0, nullptr); }, [&] { a.release(nullptr); }},
      [&] { mustBeGone({&a}); });
}

// Three references go at the same time: whoever is last splices.
TEST_F(CompletionModel, TheLastOfSeveralReleasesSplices) {
  expectRight(
      [&] {
        root.expected = 1;
        start(a, Completion::addChild(&root, true), 2);
        Completion::addChild(&a, true);
        root.endRunOfRoot(0);
        a.endRun(0, nullptr);
      },
      {[&] { a.release(nullptr); }, [&] { a.release(nullptr); },
       [&] {
         work({&root});
         Completion::giveBack(&a, 0, nullptr);
       }},
      [&] { mustBeGone({&a}); });
}

// A chain in which each event is held until the next command has ended: b is spliced while a, that
// is above it, forwards or is about to.
TEST_F(CompletionModel, AChainIsCompressed) {
  expectRight(
      [&] {
        root.expected = 1;
        start(a, Completion::addChild(&root, true), 1);
        start(b, Completion::addChild(&a, true), 1);
        start(c, Completion::addChild(&b, true), 1);
        root.endRunOfRoot(0);
        a.endRun(0, nullptr);
        b.endRun(0, nullptr);
        a.release(nullptr);
      },
      {[&] { b.release(nullptr); },
       [&] {
         work({&root});
         c.endRun(0, nullptr);
         c.release(nullptr);
       }},
      [&] { mustBeGone({&a, &b, &c}); });
}

// What the chain is for: with one link alive, however many there were, two are in memory.
TEST_F(CompletionModel, AnEndlessChainNeedsConstantMemory) {
  reset();
  constexpr int kLinks = 1000;
  std::vector<std::unique_ptr<Node>> chain;
  Completion *up = &root;
  for (int i = 0; i < kLinks; ++i) {
    chain.push_back(std::make_unique<Node>());
    chain.back()->start(Completion::addChild(up, true), 1);
    up = chain.back().get();
    if (i) {
      // The new one has been enqueued by the last, which ends; the event of the last is released
      // only now, by the new one.
      chain[std::size_t(i) - 1]->endRun(0, nullptr);
      chain[std::size_t(i) - 1]->release(nullptr);
    } else {
      EXPECT_FALSE(root.endRunOfRoot(0));
    }
    int alive = 0;
    for (const auto &node : chain)
      alive += !node->unused;
    EXPECT_LE(alive, 2);
  }
  chain.back()->endRun(-1, nullptr);
  chain.back()->release(nullptr);
  EXPECT_EQ(root.completed, 1);
  EXPECT_EQ(root.status, -1);
}

TEST_F(CompletionModel, AUserEventIsSetOnce) {
  int times = 0;
  expectRight(
      [&] {
        times = 0;
        root.expected = 0;
        start(a, nullptr, 1);
        Completion::giveBack(&root, 0, nullptr);
      },
      {[&] {
         if (a.claimStatus()) {
           ++times;
           Completion::giveBack(&a, -5, nullptr);
         }
       },
       [&] {
         if (a.claimStatus()) {
           ++times;
           Completion::giveBack(&a, 0, nullptr);
         }
       },
       [&] {
         if (a.tryRetain())
           a.release(nullptr);
       }},
      [&] {
        if (times != 1 || a.completed != 1)
          explorer::fail("set " + std::to_string(times));
        a.release(nullptr);
        mustBeGone({&a});
      });
}

} // namespace
} // namespace weft::device_queue
