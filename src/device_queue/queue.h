// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a queue_t points at.
#pragma once

#include "block_pool.h"
#include "command.h"

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>

namespace weft::device_queue {

/// A place for a device queue, which there are kMaxQueues of for ever, so that a stale queue_t can
/// be looked at. Its memory is all that its commands take (CL_QUEUE_SIZE).
///
/// No order among commands is kept here, for there is none: a device queue is out-of-order
/// (OpenCL 3.0 API 5.1). What is ready lies in the deques of the threads.
class Queue {
public:
  Queue() = default;
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;
  ~Queue() { unmap(); }

  /// By the scheduler, under its mutex, of a place that is free.
  void open(std::uint32_t bytes, bool isProfiled) {
    if (bytes != bytes_) {
      unmap();
      BlockPool pool(bytes / kBlockBytes);
      // From the system: touched only as far as it is used.
      void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED)
        throw std::bad_alloc();
      memory_ = static_cast<unsigned char *>(memory);
      bytes_ = bytes;
      pool_ = std::move(pool);
    }
    isProfiled_ = isProfiled;
    isOpen_.store(true, std::memory_order_release);
  }
  /// By the application, from any thread.
  void close() noexcept { isOpen_.store(false, std::memory_order_relaxed); }
  bool isOpen() const noexcept { return isOpen_.load(std::memory_order_acquire); }
  /// Closed, and all its commands have ended.
  bool isFree() const noexcept { return !isOpen() && (!bytes_ || pool_.isUntouched()); }

  bool isProfiled() const noexcept { return isProfiled_; }
  std::uint32_t bytes() const noexcept { return bytes_; }

  /// Room for a command and what follows it, or null.
  void *take(std::size_t bytes, std::uint32_t &hint, std::uint32_t &firstBlock,
             std::uint32_t &blockCount) noexcept {
    blockCount = std::uint32_t((bytes + kBlockBytes - 1) / kBlockBytes);
    firstBlock = pool_.take(blockCount, hint);
    return firstBlock == BlockPool::kNone ? nullptr
                                          : memory_ + std::size_t(firstBlock) * kBlockBytes;
  }
  void give(const Command &command) noexcept { pool_.give(command.firstBlock, command.blockCount); }

private:
  void unmap() noexcept {
    if (memory_)
      munmap(memory_, bytes_);
    memory_ = nullptr;
    bytes_ = 0;
  }

  Atomic<bool> isOpen_{false};
  bool isProfiled_ = false;
  unsigned char *memory_ = nullptr;
  std::uint32_t bytes_ = 0;
  BlockPool pool_;
};

} // namespace weft::device_queue
