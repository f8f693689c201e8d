// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a work-group function: over work-groups outside, over the work-items of a group
// inside, once for each region.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <array>
#include <cstdint>

namespace llvm {
class Function;
class MDNode;
} // namespace llvm

namespace weft::compiler {

/// Metadata of the loops round the loop along x. They count in 64 bits from zero by ones: there is
/// nothing in them to improve, and analysing them costs as much as the kernel itself.
inline constexpr const char *kOuterLoop = "weft.loop.outer";
/// Metadata of the loop along x over full packets.
inline constexpr const char *kPacketLoop = "weft.loop.packets";

using PerDimension = std::array<llvm::Value *, 3>;

struct LoopShape {
  /// Work-items side by side along x; an "item" of the loops is then a packet of them.
  unsigned packetWidth = 1;
  /// The group is one row: items lie along the linear local id, and ids along dimensions are not
  /// asked for.
  bool isLinear = false;
  /// Nothing in the kernel can tell one group from the next: the groups of a row are run as one
  /// long row of work-items.
  bool joinsGroups = false;
  /// The kernel asks for 32-bit global ids along x: rows are cut where these would wrap.
  bool cutsRows = true;
  /// The vector loop masks its last step and has no remainder. Right for rows as short as a group
  /// where masks are cheap: half of such a kernel's time goes into remainders otherwise, and most
  /// of its compile time. Long rows gain more from interleaving, which LLVM does only without
  /// masks.
  bool foldsTail = false;
  /// Rows hold a few work-items only, longer ones are run as packets: to vectorise or unroll the
  /// loop would be half of a kernel's compile time for nothing.
  bool shortRows = false;
  /// The function runs a piece of a row and is called by the loops over pieces, rows and groups,
  /// which all such functions of a module share (rows.h). Needs joinsGroups.
  bool isRow = false;
  std::array<std::uint32_t, 3> requiredLocalSize = {};
};

/// What is the same for all work-items of a group; 64-bit values.
struct GroupIds {
  PerDimension globalOffset, globalSize, enqueuedLocalSize, groupCount; // of the launch
  PerDimension groupId;
  PerDimension firstGlobalId;     // of the group
  PerDimension localSize;         // of this group; of the whole row where groups are joined
  PerDimension itemCount;         // the same, or one row of all where items lie along linear ids
  llvm::Value *workDim = nullptr; // i32
};

/// What differs between them.
struct ItemIds {
  PerDimension localId, globalId;     // i64
  PerDimension localId32, globalId32; // i32
  llvm::Value *index = nullptr;       // i64: the element of arrays in private memory
  llvm::Value *lanes = nullptr;       // i64: work-items in the packet; null where it is full
};

/// Elements that an array in private memory has for a row of `items` work-items.
llvm::Value *elementsOfRow(llvm::IRBuilderBase &builder, const LoopShape &shape,
                           llvm::Value *items);

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
