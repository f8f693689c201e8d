// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of the application as a command (OpenCL 3.0 API 5.10 clEnqueueNativeKernel).
#pragma once

#include "commands/command.h"
#include "objects/mem_object.h"
#include "objects/ref.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace weft::runtime {

class NativeCommand final : public Command {
public:
  using Function = void(CL_CALLBACK *)(void *);

  /// `arguments` is copied, the addresses of the memory objects already written into the copy.
  NativeCommand(Function function, std::vector<std::byte> arguments, bool hasArguments,
                std::vector<Ref<MemObject>> objects)
      : Command(CL_COMMAND_NATIVE_KERNEL), function_(function), arguments_(std::move(arguments)),
        hasArguments_(hasArguments), objects_(std::move(objects)) {}

  cl_int run(Execution &) noexcept override {
    function_(hasArguments_ ? arguments_.data() : nullptr);
    return CL_COMPLETE;
  }
  // Nothing is known of it: do not let it wait for others to collect.
  std::uint64_t expectedNanoseconds() const noexcept override { return 1'000'000; }

private:
  Function function_;
  std::vector<std::byte> arguments_;
  bool hasArguments_;
  std::vector<Ref<MemObject>> objects_;
};

} // namespace weft::runtime
