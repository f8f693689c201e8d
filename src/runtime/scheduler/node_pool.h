// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the commands of one queue: freed nodes are kept, so that a steady stream of commands
// allocates nothing.
#pragma once

#include "scheduler/command_node.h"

#include <cstddef>
#include <cstdint>

namespace weft::runtime {

constexpr size_t kNodeAlignment = 128;
constexpr size_t roundUpToNode(size_t bytes) {
  return (bytes + kNodeAlignment - 1) / kNodeAlignment * kNodeAlignment;
}

/// Not thread-safe: the queue's mutex guards it.
class NodePool {
public:
  NodePool() = default;
  NodePool(const NodePool &) = delete;
  NodePool &operator=(const NodePool &) = delete;
  ~NodePool() {
    for (SizeClass &sizeClass : classes_)
      while (Free *block = sizeClass.free) {
        sizeClass.free = block->next;
        deallocate(block);
      }
  }

  /// Raw memory for a node and a command of `commandBytes`, or null if there is none to reuse: then
  /// allocate(), with no lock held.
  void *reuse(size_t commandBytes) noexcept {
    SizeClass &sizeClass = classes_[sizeClassOf(commandBytes)];
    Free *block = sizeClass.free;
    if (block) {
      sizeClass.free = block->next;
      --sizeClass.count;
    }
    return block;
  }
  static void *allocate(size_t commandBytes) {
    return ::operator new(kNodeBytes + kCommandBytes[sizeClassOf(commandBytes)],
                          std::align_val_t(kNodeAlignment));
  }
  /// False if it has enough already: then deallocate().
  bool keep(void *memory, std::uint8_t sizeClass) noexcept {
    SizeClass &into = classes_[sizeClass];
    if (into.count >= kKept)
      return false;
    into.free = new (memory) Free{into.free};
    ++into.count;
    return true;
  }
  static void deallocate(void *memory) noexcept {
    ::operator delete(memory, std::align_val_t(kNodeAlignment));
  }

  static std::uint8_t sizeClassOf(size_t commandBytes) {
    return commandBytes > kCommandBytes[0] ? 1 : 0;
  }
  /// Where the command lies.
  static void *storage(void *memory) { return static_cast<std::byte *>(memory) + kNodeBytes; }

private:
  struct Free {
    Free *next;
  };
  struct SizeClass {
    Free *free = nullptr;
    std::uint32_t count = 0;
  };

  static constexpr size_t kNodeBytes = roundUpToNode(sizeof(CommandNode));
  /// Small ones (markers and copies), so that a long chain of them is not a gigabyte; and launches.
  static constexpr size_t kCommandBytes[2] = {128, roundUpToNode(sizeof(NDRangeCommand))};
  static_assert(alignof(NDRangeCommand) <= kNodeAlignment &&
                alignof(FillCommand) <= kNodeAlignment);
  static_assert(sizeof(FillCommand) <= kCommandBytes[1]);
  static_assert(sizeof(CopyCommand) <= kCommandBytes[0] &&
                sizeof(EmptyCommand) <= kCommandBytes[0]);
  /// Of each size; more than a program has in flight unless it enqueues without end.
  static constexpr std::uint32_t kKept = 4096;

  SizeClass classes_[2];
};

} // namespace weft::runtime
