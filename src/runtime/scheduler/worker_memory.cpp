// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scratch memory of a thread.
#include "scheduler/worker_memory.h"

#include <algorithm>
#include <bit>
#include <pthread.h>
#include <sys/mman.h>

namespace weft::runtime {
namespace {

constexpr std::uint64_t kFirstBytes = 64 << 10;

} // namespace

bool WorkerMemory::Block::grow(std::uint64_t wanted) noexcept {
  if (wanted <= bytes)
    return true;
  free();
  // Whole pages from the system: aligned for every type, and touched only as far as they are used.
  std::uint64_t size = std::bit_ceil(std::max(wanted, kFirstBytes));
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  begin = static_cast<unsigned char *>(memory);
  bytes = size;
  return true;
}

void WorkerMemory::Block::free() noexcept {
  if (begin)
    munmap(begin, bytes);
  begin = nullptr;
  bytes = 0;
}

WorkerMemory::WorkerMemory() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *begin = nullptr;
    size_t bytes = 0;
    if (pthread_attr_getstack(&attributes, &begin, &bytes) == 0) {
      state_.stackBegin = static_cast<unsigned char *>(begin);
      state_.stackEnd = state_.stackBegin + bytes;
    }
    pthread_attr_destroy(&attributes);
  }
}

WorkerMemory::~WorkerMemory() {
  local_.free();
  private_.free();
}

WorkerMemory &WorkerMemory::ofThisThread() {
  thread_local WorkerMemory memory;
  return memory;
}

bool WorkerMemory::reserve(std::uint64_t localBytes, std::uint64_t privateBytes) noexcept {
  if (privateBytes > kMaxPrivateBytes || !local_.grow(localBytes) || !private_.grow(privateBytes))
    return false;
  state_.localMemory = local_.begin;
  state_.localBytes = local_.bytes;
  state_.privateMemory = private_.begin;
  state_.privateBytes = private_.bytes;
  return true;
}

std::uint64_t privateBytesFor(const WeftKernelVariant &variant,
                              const std::uint64_t size[3]) noexcept {
  std::uint64_t width = variant.packetWidth;
  auto padded = [width](std::uint64_t items) { return (items + width - 1) / width * width; };
  std::uint64_t items = 0;
  switch (variant.packing) {
  case WEFT_PACK_LINEAR:
    items = padded(size[0] * size[1] * size[2]);
    break;
  case WEFT_PACK_Y:
    items = size[0] * padded(size[1]) * size[2];
    break;
  case WEFT_PACK_Z:
    items = size[0] * size[1] * padded(size[2]);
    break;
  default:
    items = padded(size[0]) * size[1] * size[2];
  }
  std::uint64_t bytes;
  if (__builtin_mul_overflow(items, variant.privateBytesPerItem, &bytes) ||
      __builtin_add_overflow(bytes, variant.privateBytesPerGroup, &bytes))
    return UINT64_MAX;
  return bytes;
}

} // namespace weft::runtime
