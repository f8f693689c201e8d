// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The path of a small command on an in-order queue: no memory from the heap, no other thread.
#include "queue_fixture.h"
#include "support/sanitizers.h"

#include <cstdlib>
#include <new>

#if WEFT_TEST_SANITIZED
#include <sanitizer/allocator_interface.h>
#endif

namespace {

/// Counts what this thread takes from the heap.
thread_local int allocations = 0;

} // namespace

#if WEFT_TEST_SANITIZED
// Their runtimes have the operators already.
namespace {
const int kHooked = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void *, std::size_t) { ++allocations; }, [](const volatile void *) {});
} // namespace
#else
namespace {
void *allocate(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  std::size_t size = (bytes + alignment - 1) / alignment * alignment;
  if (void *memory = std::aligned_alloc(alignment, size ? size : alignment))
    return memory;
  throw std::bad_alloc();
}
} // namespace

void *operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void *operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, std::size_t(alignment));
}
void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept {
  ++allocations;
  return std::malloc(bytes);
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif

namespace weft::runtime::test {
namespace {

class CountCommand final : public Command {
public:
  explicit CountCommand(int &runs) : Command(CL_COMMAND_TASK), runs_(runs) {}
  cl_int run(Execution &) noexcept override {
    ++runs_;
    return CL_COMPLETE;
  }

private:
  int &runs_;
};

class CheapPath : public SchedulerTest {};

TEST_F(CheapPath, EnqueueAndFinishTakeNothingFromTheHeap) {
  auto queue = makeQueue();
  int runs = 0;
  auto round = [&](int count) {
    for (int i = 0; i < count; ++i)
      queue->enqueue(queue->make<CountCommand>(runs), {}, nullptr);
    queue->finish();
  };
  round(100); // the queue gets its memory
  EXPECT_GT(allocations, 0) << "nothing is counted";
  allocations = 0;
  for (int i = 0; i < 1000; ++i)
    round(i % 100);
  EXPECT_EQ(allocations, 0);
  EXPECT_EQ(runs, 100 + 10 * (99 * 100 / 2));
}

} // namespace
} // namespace weft::runtime::test
