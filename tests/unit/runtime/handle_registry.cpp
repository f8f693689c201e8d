// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registry of live handles, also while other threads make and release objects.
#include "objects/object.h"
#include "support/fork.h"

#include <gmock/gmock.h>

#include <random>
#include <thread>
#include <vector>

namespace weft::runtime {
namespace {

constexpr std::uint8_t kEvent = std::uint8_t(HandleKind::Event);
constexpr std::uint8_t kKernel = std::uint8_t(HandleKind::Kernel);

/// Addresses that nothing else registers: inside one allocation of the test's own.
struct Addresses {
  explicit Addresses(size_t count) : memory(count) {}
  const void *operator[](size_t i) const { return &memory[i]; }
  struct alignas(8) Item {
    char bytes[8];
  };
  std::vector<Item> memory;
};

TEST(HandleRegistry, KnowsAHandleUnderItsOwnKindOnly) {
  Addresses at(1);
  handles::add(at[0], kEvent);
  EXPECT_TRUE(handles::contains(at[0], kEvent));
  EXPECT_FALSE(handles::contains(at[0], kKernel));
  handles::remove(at[0]);
  EXPECT_FALSE(handles::contains(at[0], kEvent));
}

TEST(HandleRegistry, RefusesGarbageThatDiffersFromALiveHandleInHighBitsOnly) {
  Addresses at(1);
  handles::add(at[0], kEvent);
  for (unsigned bit = 57; bit < 64; ++bit) {
    auto garbage = reinterpret_cast<std::uintptr_t>(at[0]) ^ (std::uintptr_t(1) << bit);
    EXPECT_FALSE(handles::contains(reinterpret_cast<const void *>(garbage), kEvent)) << bit;
  }
  handles::remove(at[0]);
}

TEST(HandleRegistry, RemovingWhatIsNotThereIsHarmless) {
  Addresses at(1);
  handles::remove(at[0]);
  EXPECT_FALSE(handles::contains(at[0], kEvent));
}

TEST(HandleRegistry, AgreesWithAMapUnderRandomAddsAndRemoves) {
  constexpr size_t kCount = 20'000; // more than a table's first capacity, so that it grows
  Addresses at(kCount);
  std::vector<bool> live(kCount);
  std::mt19937 random(1);
  for (int step = 0; step < 200'000; ++step) {
    // Few distinct ones early on: runs of neighbours form and are broken up.
    size_t i = random() % (step < 100'000 ? 500 : kCount);
    if (live[i])
      handles::remove(at[i]);
    else
      handles::add(at[i], kEvent);
    live[i] = !live[i];
  }
  size_t wrong = 0;
  for (size_t i = 0; i < kCount; ++i) {
    wrong += handles::contains(at[i], kEvent) != live[i];
    if (live[i])
      handles::remove(at[i]);
  }
  EXPECT_EQ(wrong, 0u);
}

TEST(HandleRegistry, ALiveHandleIsFoundWhileOthersComeAndGo) {
  constexpr size_t kLasting = 64, kChurning = 2'000;
  Addresses at(kLasting + 2 * kChurning);
  for (size_t i = 0; i < kLasting; ++i)
    handles::add(at[i], kKernel);
  std::atomic<bool> stop{false};
  std::atomic<size_t> missed{0};
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 2; ++reader)
    readers.emplace_back([&] {
      while (!stop)
        for (size_t i = 0; i < kLasting; ++i)
          missed += !handles::contains(at[i], kKernel);
    });
  std::vector<std::thread> writers;
  for (size_t writer = 0; writer < 2; ++writer)
    writers.emplace_back([&, writer] {
      size_t begin = kLasting + writer * kChurning;
      for (int round = 0; round < 20; ++round) {
        for (size_t i = begin; i < begin + kChurning; ++i)
          handles::add(at[i], kEvent);
        for (size_t i = begin; i < begin + kChurning; ++i)
          handles::remove(at[i]);
      }
    });
  for (std::thread &writer : writers)
    writer.join();
  stop = true;
  for (std::thread &reader : readers)
    reader.join();
  EXPECT_EQ(missed, 0u);
  for (size_t i = 0; i < kLasting; ++i)
    handles::remove(at[i]);
}

TEST(HandleRegistry, AChildForkedWhileOthersAddAndRemoveIsNotLockedOut) {
  constexpr size_t kChurning = 64;
  Addresses at(kChurning + 1);
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    while (!stop)
      for (size_t i = 0; i < kChurning; ++i) {
        handles::add(at[i], kEvent);
        handles::remove(at[i]);
      }
  });
  int status = 0;
  for (int round = 0; round < 100 && status == 0; ++round)
    status = test::inFork([&] {
      bool found = false;
      for (size_t i = 0; i <= kChurning; ++i)
        found |= handles::contains(at[i], kKernel); // not found: asks under the lock
      handles::add(at[kChurning], kKernel);
      return !found && handles::contains(at[kChurning], kKernel) ? 0 : 1;
    });
  stop = true;
  writer.join();
  EXPECT_EQ(status, 0) << "a lock that nobody holds in the child is waited for without end";
}

} // namespace
} // namespace weft::runtime
