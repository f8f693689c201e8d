// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame of a work-group function: what it loads from the launch, and the loop over work-groups.
#pragma once

#include "work_group/loop_shape.h"

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// void(launch, worker, firstGroup, endGroup) with the loop over groups. Code for a group goes
/// between `body` and `next`. For a row it is void(launch, worker, firstGlobalId, items) without a
/// loop.
class GroupLoop {
public:
  GroupLoop(llvm::Function &function, const LoopShape &shape);

  llvm::Value *launch() const { return launch_; }
  llvm::Value *worker() const { return worker_; }
  /// Runs once a call: what is the same for all groups is computed there.
  llvm::IRBuilder<> &entry() { return entry_; }
  llvm::BasicBlock *body() const { return body_; }
  llvm::BasicBlock *next() const { return next_; }
  const GroupIds &ids() const { return ids_; }

private:
  void loadLaunch();
  void makeLoop(llvm::Value *first, llvm::Value *end);
  void makeRow(llvm::Value *firstGlobalId, llvm::Value *items);

  LoopShape shape_;
  llvm::Value *launch_;
  llvm::Value *worker_;
  llvm::IRBuilder<> entry_;
  llvm::BasicBlock *body_;
  llvm::BasicBlock *next_;
  GroupIds ids_;
};

} // namespace weft::compiler
