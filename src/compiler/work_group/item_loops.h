// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops over the work-items of a group, once for each region.
#pragma once

#include "work_group/loop_shape.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class MDNode;
} // namespace llvm

namespace weft::compiler {

/// Elements that an array in private memory has for a row of `items` work-items.
llvm::Value *elementsOfRow(llvm::IRBuilderBase &builder, const LoopShape &shape,
                           llvm::Value *items);

/// The loops z, y, x over the work-items of a group. A row is cut where its global ids pass a
/// multiple of 2^31, which happens once in a launch if at all: within a piece 32-bit ids wrap
/// neither as signed nor as unsigned numbers, so `(int)get_global_id(0)` is an affine index however
/// large the launch is. Where items are packets, a piece has a loop over the full ones and a tail.
class ItemLoops {
public:
  /// Starts the loops at the end of `before` (which has no terminator yet). From local id x
  /// `idleFrom` on, if that is not null, full packets are left out: they would do nothing.
  ItemLoops(llvm::BasicBlock *before, const GroupIds &group, const LoopShape &shape,
            llvm::Value *idleFrom);

  const ItemIds &ids() const { return ids_; }
  /// Where the code of an item starts; it has no terminator yet.
  llvm::BasicBlock *body() const { return body_; }
  /// Where the code of an item ends by branching to.
  llvm::BasicBlock *latch() const { return latch_; }
  bool hasTail() const { return shape_.packetWidth > 1; }
  /// Closes the loop over full packets; ids(), body() and latch() are then those of the tail.
  void startTail();
  /// Only the loops over rows and pieces, with `run` in the place of the loop along x. Returns the
  /// block behind them.
  static llvm::BasicBlock *
  forEachPiece(llvm::BasicBlock *before, const GroupIds &group, const LoopShape &shape,
               llvm::function_ref<void(llvm::IRBuilderBase &builder, llvm::Value *firstGlobalId,
                                       llvm::Value *items)>
                   run);
  /// Closes the loops; returns the block behind them. Memory accesses in the body that are marked
  /// with accessGroup() are independent from one work-item to the next.
  llvm::BasicBlock *close();
  llvm::MDNode *accessGroup() const { return accessGroup_; }

private:
  struct Level {
    llvm::BasicBlock *header;
    llvm::BasicBlock *latch;
    llvm::PHINode *local, *global, *local32, *global32;
  };
  Level open(llvm::BasicBlock *before, unsigned dimension, llvm::Value *firstLocalId);
  llvm::BasicBlock *closeLevel(Level &level, unsigned dimension, llvm::Value *end);

  ItemLoops(const GroupIds &group, const LoopShape &shape) : group_(group), shape_(shape) {}
  void openRows(llvm::BasicBlock *before);
  llvm::BasicBlock *closeRows(llvm::BasicBlock *afterX);
  llvm::BasicBlock *startPiece(llvm::BasicBlock *before);
  llvm::BasicBlock *startPackets(llvm::BasicBlock *piece);
  llvm::Value *indexOf(llvm::IRBuilderBase &builder, llvm::Value *localId);

  const GroupIds &group_;
  LoopShape shape_;
  ItemIds ids_;
  llvm::PHINode *pieceStart_ = nullptr; // local id x
  llvm::Value *pieceEnd_ = nullptr;
  llvm::Value *firstLocalId_ = nullptr; // x, of the piece or the row
  llvm::Value *rowStart_ = nullptr;     // the element of the row's first item
  llvm::Value *idleFrom_ = nullptr;
  llvm::Value *fullEnd_ = nullptr; // local id x behind the last full packet
  llvm::Value *runEnd_ = nullptr;  // behind the last of them that is run
  llvm::BasicBlock *beforeTail_ = nullptr;
  llvm::BasicBlock *afterTail_ = nullptr;
  std::array<Level, 3> levels_; // z, y, x
  llvm::BasicBlock *body_ = nullptr;
  llvm::BasicBlock *latch_ = nullptr;
  llvm::MDNode *accessGroup_ = nullptr;
};

} // namespace weft::compiler
