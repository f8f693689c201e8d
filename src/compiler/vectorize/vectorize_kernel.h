// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SPMD vectoriser: a kernel for one work-item becomes one for a packet of them.
#pragma once

#include "vectorize/widen.h"

#include "llvm/IR/PassManager.h"

#include <string>
#include <vector>

namespace weft::compiler {

struct VectorizationResult {
  bool vectorized = false;
  std::string reason; // why not
  std::vector<WideningRemark> remarks;
};

/// Makes a packet of a kernel. Before: a kernel in normal form (README.md), one item being one
/// work-item. After: the same form, one item being `width` work-items side by side along local
/// dimension 0, or along the linear local id where useLinearIds() has been at work; ids along it
/// are those of the first, and __weft_packet_mask() says which of them exist (at least the first
/// does). Where it fails the function still computes what it did, but should be replaced by an
/// untouched copy.
class VectorizeKernelPass : public llvm::PassInfoMixin<VectorizeKernelPass> {
public:
  explicit VectorizeKernelPass(unsigned width, VectorizationResult *result = nullptr)
      : width_(width), result_(result) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  unsigned width_;
  VectorizationResult *result_; // may be null
};

} // namespace weft::compiler
