// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills, in pieces that several threads can share.
#include "commands/transfer_commands.h"

#include <algorithm>
#include <cstring>

namespace weft::runtime {
namespace {

/// About what one thread moves; only for estimates.
std::uint64_t nanosecondsFor(std::uint64_t bytes) { return 50 + bytes / 8; }

struct CopyTask final : RangeTask {
  CopyTask(std::byte *to, const std::byte *from) : to(to), from(from) {}
  void run(std::uint64_t begin, std::uint64_t end) noexcept override {
    std::memcpy(to + begin, from + begin, end - begin);
  }
  std::byte *to;
  const std::byte *from;
};

struct RectTask final : RangeTask {
  RectTask(const RectEnd &to, const RectEnd &from, const RectShape &shape)
      : to(to), from(from), shape(shape) {}
  void run(std::uint64_t begin, std::uint64_t end) noexcept override {
    for (std::uint64_t row = begin; row < end; ++row) {
      std::uint64_t slice = row / shape.rows, y = row % shape.rows;
      std::memcpy(to.end.data + slice * to.slicePitch + y * to.rowPitch,
                  from.end.data + slice * from.slicePitch + y * from.rowPitch, shape.rowBytes);
    }
  }
  const RectEnd &to;
  const RectEnd &from;
  const RectShape &shape;
};

struct FillTask final : RangeTask {
  FillTask(std::byte *to, const std::byte *block) : to(to), block(block) {}
  void run(std::uint64_t begin, std::uint64_t end) noexcept override {
    constexpr std::uint64_t kBlock = FillCommand::kMaxPatternBytes;
    // A piece may start inside the repeated pattern.
    if (std::uint64_t offset = begin % kBlock; offset && begin < end) {
      std::uint64_t bytes = std::min(kBlock - offset, end - begin);
      std::memcpy(to + begin, block + offset, bytes);
      begin += bytes;
    }
    for (; begin + kBlock <= end; begin += kBlock)
      std::memcpy(to + begin, block, kBlock);
    if (begin < end)
      std::memcpy(to + begin, block, end - begin);
  }
  std::byte *to;
  const std::byte *block;
};

struct ByteFillTask final : RangeTask {
  ByteFillTask(std::byte *to, std::byte value) : to(to), value(value) {}
  void run(std::uint64_t begin, std::uint64_t end) noexcept override {
    std::memset(to + begin, int(value), end - begin);
  }
  std::byte *to;
  std::byte value;
};

} // namespace

cl_int CopyCommand::run(Execution &execution) noexcept {
  if (to_.data == from_.data)
    return CL_COMPLETE;
  // Memory that the application owns may overlap a CL_MEM_USE_HOST_PTR buffer in ways that no check
  // sees; in order, on one thread, is what it would expect then.
  if (to_.data < from_.data + bytes_ && from_.data < to_.data + bytes_) {
    std::memmove(to_.data, from_.data, bytes_);
    return CL_COMPLETE;
  }
  CopyTask task(to_.data, from_.data);
  execution.runTransfer(task, bytes_, bytes_);
  return CL_COMPLETE;
}

std::uint64_t CopyCommand::expectedNanoseconds() const noexcept { return nanosecondsFor(bytes_); }

cl_int RectCopyCommand::run(Execution &execution) noexcept {
  RectTask task(to_, from_, shape_);
  std::uint64_t rows = std::uint64_t(shape_.rows) * shape_.slices;
  execution.runTransfer(task, rows, rows * shape_.rowBytes);
  return CL_COMPLETE;
}

std::uint64_t RectCopyCommand::expectedNanoseconds() const noexcept {
  return nanosecondsFor(std::uint64_t(shape_.rows) * shape_.slices * (shape_.rowBytes + 32));
}

FillCommand::FillCommand(cl_command_type type, TransferEnd to, const void *pattern,
                         size_t patternBytes, size_t bytes)
    : Command(type), to_(std::move(to)), patternBytes_(patternBytes), bytes_(bytes) {
  for (size_t at = 0; at < kMaxPatternBytes; at += patternBytes)
    std::memcpy(pattern_.data() + at, pattern, patternBytes);
}

cl_int FillCommand::run(Execution &execution) noexcept {
  if (patternBytes_ == 1) {
    ByteFillTask task(to_.data, pattern_[0]);
    execution.runTransfer(task, bytes_, bytes_);
  } else {
    FillTask task(to_.data, pattern_.data());
    execution.runTransfer(task, bytes_, bytes_);
  }
  return CL_COMPLETE;
}

std::uint64_t FillCommand::expectedNanoseconds() const noexcept { return nanosecondsFor(bytes_); }

} // namespace weft::runtime
