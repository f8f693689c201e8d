// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values a kernel's arguments have at the moment of an enqueue (OpenCL 3.0 API 5.9.2: a later
// clSetKernelArg is for later launches). Owned by the command, so that running it needs no lock on
// the kernel, and without a heap allocation for ordinary kernels.
#pragma once

#include "objects/mem_object.h"
#include "objects/queue_object.h"
#include "objects/ref.h"
#include "weft/abi/kernel_descriptor.h"
#include "weft/abi/launch_state.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace weft::runtime {

class Executable; // programs/executable.h: a loaded kernel object, with its program-scope memory

class LaunchArguments {
public:
  static constexpr size_t kInlineBytes = 256;
  static constexpr size_t kInlineMemObjects = 8;

  LaunchArguments() = default;
  LaunchArguments(const LaunchArguments &) = delete;
  LaunchArguments &operator=(const LaunchArguments &) = delete;

  /// Room for the block; its contents are the caller's to fill.
  std::byte *reserve(size_t bytes) {
    if (bytes <= kInlineBytes)
      return inline_;
    heap_.reset(new (std::align_val_t(WEFT_MEMORY_ALIGNMENT)) std::byte[bytes]);
    return heap_.get();
  }
  const std::byte *block() const { return heap_ ? heap_.get() : inline_; }

  void retain(MemObject &object) {
    if (memObjectCount_ < kInlineMemObjects)
      memObjects_[memObjectCount_++] = Ref(object);
    else
      moreMemObjects_.emplace_back(object);
  }

  /// A queue_t argument's. Rare enough to allocate for.
  void retain(QueueObject &queue) { queues_.emplace_back(queue); }

  const WeftKernelDescriptor *descriptor = nullptr;
  Executable *executable = nullptr; // kept alive by the Ref<Kernel> that the command holds
  unsigned char *programScope = nullptr;
  std::uint64_t localBytes = 0; // the kernel's own and the local arguments

private:
  struct AlignedDelete {
    void operator()(std::byte *bytes) const {
      ::operator delete[](bytes, std::align_val_t(WEFT_MEMORY_ALIGNMENT));
    }
  };
  alignas(WEFT_MEMORY_ALIGNMENT) std::byte inline_[kInlineBytes];
  std::unique_ptr<std::byte[], AlignedDelete> heap_;
  Ref<MemObject> memObjects_[kInlineMemObjects];
  std::vector<Ref<MemObject>> moreMemObjects_;
  std::vector<Ref<QueueObject>> queues_;
  std::uint32_t memObjectCount_ = 0;
};

} // namespace weft::runtime
