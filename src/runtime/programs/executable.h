// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program executable: loaded code, and the program-scope variables of one program object on one
// device (OpenCL C 3.0 6.7.1: their lifetime is the program's).
#pragma once

#include "programs/loaded_object.h"
#include "weft/abi/launch_state.h"

#include <cstddef>
#include <memory>
#include <new>
#include <string_view>

namespace weft::runtime {

/// Held by the program and by each of its kernels, so that it outlives what runs.
class Executable {
public:
  explicit Executable(std::shared_ptr<const LoadedObject> code);

  /// Null if there is no such kernel.
  const WeftKernelDescriptor *find(std::string_view kernelName) const;
  const WeftModuleDescriptor &module() const { return code_->module(); }
  /// Null if the program has no such variables.
  unsigned char *programScope() const { return programScope_.get(); }

private:
  static constexpr std::align_val_t kAlignment{WEFT_MEMORY_ALIGNMENT}; // at least
  struct AlignedDelete {
    std::align_val_t alignment = kAlignment;
    void operator()(unsigned char *bytes) const { ::operator delete[](bytes, alignment); }
  };
  std::shared_ptr<const LoadedObject> code_;
  std::unique_ptr<unsigned char[], AlignedDelete> programScope_{nullptr, AlignedDelete()};
};

} // namespace weft::runtime
