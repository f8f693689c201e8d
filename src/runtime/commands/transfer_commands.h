// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that move bytes: between host memory and buffers, between buffers, and fills. A CPU
// device works on the buffer's memory itself, so reading, writing and copying are all one thing.
#pragma once

#include "commands/command.h"
#include "objects/mem_object.h"
#include "objects/ref.h"

#include <array>
#include <cstddef>

namespace weft::runtime {

/// What to move, and the objects that must outlive it. Host memory has no object.
struct TransferEnd {
  std::byte *data = nullptr;
  Ref<MemObject> object;
};

class CopyCommand final : public Command {
public:
  CopyCommand(cl_command_type type, TransferEnd to, TransferEnd from, size_t bytes)
      : Command(type), to_(std::move(to)), from_(std::move(from)), bytes_(bytes) {}

  cl_int run(Execution &execution) noexcept override;
  std::uint64_t expectedNanoseconds() const noexcept override;

private:
  TransferEnd to_, from_;
  size_t bytes_;
};

/// Rows of `row` bytes; pitches in bytes.
struct RectShape {
  size_t rowBytes = 0;
  size_t rows = 0;
  size_t slices = 0;
};
struct RectEnd {
  TransferEnd end; ///< data is the first byte of the region
  size_t rowPitch = 0;
  size_t slicePitch = 0;
};

class RectCopyCommand final : public Command {
public:
  RectCopyCommand(cl_command_type type, RectEnd to, RectEnd from, RectShape shape)
      : Command(type), to_(std::move(to)), from_(std::move(from)), shape_(shape) {}

  cl_int run(Execution &execution) noexcept override;
  std::uint64_t expectedNanoseconds() const noexcept override;

private:
  RectEnd to_, from_;
  RectShape shape_;
};

class FillCommand final : public Command {
public:
  static constexpr size_t kMaxPatternBytes = 128;

  /// `bytes` is a multiple of `patternBytes`, a power of two up to 128.
  FillCommand(cl_command_type type, TransferEnd to, const void *pattern, size_t patternBytes,
              size_t bytes);

  cl_int run(Execution &execution) noexcept override;
  std::uint64_t expectedNanoseconds() const noexcept override;

private:
  TransferEnd to_;
  size_t patternBytes_;
  size_t bytes_;
  /// The pattern, repeated to the end.
  alignas(64) std::array<std::byte, kMaxPatternBytes> pattern_;
};

} // namespace weft::runtime
