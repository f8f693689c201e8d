// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values are the same in all lanes of a packet.
#pragma once

#include "analysis/uniformity.h"

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// LLVM's uniformity analysis for the lanes of a packet; valid as long as the kernel does not
/// change.
class PacketUniformity {
public:
  explicit PacketUniformity(llvm::Function &kernel, const DivergentValues *known = nullptr);

  bool isUniform(const llvm::Value *value) const { return info_->isUniform(value); }
  bool hasDivergentTerminator(const llvm::BasicBlock &block) const {
    return info_->hasDivergentTerminator(block);
  }

private:
  llvm::FunctionAnalysisManager analyses_;
  llvm::UniformityInfo *info_;
};

/// What LLVM's analysis (of 22) overlooks: where a loop has several exits and lanes leave by them
/// at different times, a phi of constants behind the exits differs from lane to lane.
DivergentValues divergentExitPhis(llvm::Function &kernel);

} // namespace weft::compiler
