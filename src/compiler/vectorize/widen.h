// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From one work-item to a packet of them: each value that differs between lanes becomes a vector,
// in place. Uniform values stay scalars, strided ones are kept as the scalar of lane 0 and become
// vectors only where one is needed.
#pragma once

#include "analysis/packet_uniformity.h"
#include "analysis/shape.h"
#include "lower/lane_operations.h"
#include "vectorize/lanes.h"
#include "vectorize/likely_stride.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>
#include <string>
#include <vector>

namespace weft::compiler {

/// What did not become a plain vector instruction, and why; for WEFT_DEBUG=vectorize.
struct WideningRemark {
  std::string text;
  llvm::DebugLoc location;
};

class PacketWidener {
public:
  /// `kernel`: structurised, its private memory laid out. The analyses are of it as it is now.
  PacketWidener(llvm::Function &kernel, unsigned width, llvm::DominatorTree &dominators,
                const llvm::PostDominatorTree &postDominators, llvm::LoopInfo &loops,
                PacketUniformity &uniformity, ShapeAnalysis &shapes);

  /// False, and nothing is changed, where the control flow is not what structurising promises.
  bool canWiden(std::string &reason);
  void run();
  const std::vector<WideningRemark> &remarks() const { return remarks_; }

private:
  using Builder = llvm::IRBuilder<>;

  /// A place where lanes that skipped a region meet those that went through it.
  struct Join {
    llvm::BasicBlock *branch = nullptr;   // where they parted: the block that now holds the branch
    llvm::BasicBlock *original = nullptr; // the same, as the analyses know it
    llvm::Value *mask = nullptr;          // the lanes that went through
    bool flattened = false;               // there is no jump over the region
  };
  /// A loop that lanes leave at different times.
  struct DivergentLoop {
    llvm::BasicBlock *preheader = nullptr;
    llvm::BasicBlock *latch = nullptr; // the block that now ends in the branch back
    llvm::PHINode *liveMask = nullptr; // lanes that are in the loop still
    llvm::Value *latchMask = nullptr;  // those that run this iteration's end
  };

  /// An address that lane l has where lane l ^ distance had its own: partners in a butterfly.
  struct Exchange {
    llvm::Value *first;    // address of lane 0 itself
    llvm::Value *distance; // uniform integer; 0 where partners are not in one packet
  };
  struct TwoWays {
    llvm::BasicBlock *likely, *otherwise, *after;
  };

  // widen.cpp: values
  llvm::Value *vector(llvm::Value *value);
  llvm::Value *constantVector(llvm::Constant &constant);
  bool isDivergent(const llvm::Value *value) const { return !shapes_.of(value).isUniform(); }
  bool isFullyVarying(const llvm::Value *value) const { return !shapes_.of(value).isStrided(); }
  void widenBlock(llvm::BasicBlock &block);
  void widenInstruction(llvm::Instruction &instruction, llvm::Value *mask);
  void widenElementwise(llvm::Instruction &instruction, llvm::Value *mask, Builder &builder);
  llvm::Value *widenDivision(llvm::BinaryOperator &division, llvm::Value *mask, Builder &builder);
  llvm::Value *divideLanes(Builder &builder, llvm::BinaryOperator &division, llvm::Value *dividend,
                           llvm::Value *divisor, llvm::Value *mask);
  llvm::Value *widenShuffle(llvm::ShuffleVectorInst &shuffle, Builder &builder);
  llvm::Value *widenExtractElement(llvm::ExtractElementInst &extract, Builder &builder);
  llvm::Value *widenInsertElement(llvm::InsertElementInst &insert, Builder &builder);
  llvm::Value *widenGetElementPtr(llvm::GetElementPtrInst &gep, Builder &builder);
  void replaceDisjointOr(llvm::Instruction &disjointOr);
  void replaceExtension(llvm::CastInst &extension);
  llvm::Value *extended(llvm::Value *value, bool isSigned, llvm::Type *type,
                        llvm::DenseMap<llvm::Value *, llvm::Value *> &done);

  // widen_control.cpp: masks, branches, phis
  void collectLoops();
  llvm::Value *maskOf(llvm::BasicBlock *block);
  void widenTerminator(llvm::BasicBlock &block);
  llvm::Value *firstLaneDecides(Builder &builder, llvm::BranchInst &branch, llvm::Value *mask,
                                bool negated);
  void widenPhi(llvm::PHINode &phi);
  llvm::Value *leaveLoop(llvm::PHINode &exitPhi, DivergentLoop &loop);
  void completePhis();
  bool isCheapToRun(llvm::BasicBlock &region, llvm::BasicBlock &join) const;
  llvm::BasicBlock *tailOf(llvm::BasicBlock *original) const {
    llvm::BasicBlock *tail = tails_.lookup(original);
    return tail ? tail : original;
  }
  llvm::BasicBlock *originOf(llvm::BasicBlock *block) const {
    llvm::BasicBlock *origin = origins_.lookup(block);
    return origin ? origin : block;
  }
  llvm::BasicBlock *findJoin(llvm::BranchInst &branch) const;
  /// Splits the block before the instruction, with a block for each answer in between.
  TwoWays partTwoWays(llvm::Instruction &instruction, llvm::Value *condition);

  // widen_memory.cpp
  void widenLoad(llvm::LoadInst &load, llvm::Value *mask);
  void widenStore(llvm::StoreInst &store, llvm::Value *mask);
  llvm::Value *elementPointers(Builder &builder, llvm::Value *pointer, llvm::Type *type);
  llvm::Value *firstElement(Builder &builder, llvm::Value *pointer, std::int64_t stride);
  llvm::Value *spreadMask(Builder &builder, llvm::Value *mask, llvm::ArrayRef<int> spread);
  void widenAtomic(llvm::AtomicRMWInst &atomic, llvm::Value *mask);
  llvm::Align elementAlign(const llvm::Instruction &access) const;
  bool isStridedAccess(llvm::Type *type, std::int64_t stride) const;
  llvm::Value *stridedLoad(Builder &builder, llvm::LoadInst &load, llvm::Value *pointer,
                           std::int64_t stride, llvm::Value *mask);
  bool stridedStore(Builder &builder, llvm::StoreInst &store, llvm::Value *pointer,
                    std::int64_t stride, llvm::Value *mask);

  // widen_rows.cpp
  llvm::SmallVector<llvm::Instruction *> columnsFrom(llvm::Instruction &first);
  bool loadRows(llvm::LoadInst &load, llvm::Value *mask);
  bool storeRows(llvm::StoreInst &store, llvm::Value *mask);
  void writeRows(llvm::StoreInst &last, llvm::ArrayRef<llvm::Instruction *> columns,
                 llvm::Value *mask);
  llvm::Value *firstOfRow(Builder &builder, llvm::Instruction &access, llvm::Instruction &column);

  /// Of values of the kernel, as they are where the builder is.
  LikelyStrides likelyStrides(Builder &builder, llvm::Value *mask) {
    return {builder, shapes_, lanes_, mask, [this](llvm::Value *value) { return vector(value); }};
  }
  std::optional<LikelyStride> likelyAccess(Builder &builder, llvm::Instruction &access,
                                           llvm::Value *mask);

  // exchange.cpp
  std::optional<Exchange> exchangeOf(Builder &builder, llvm::Value *pointer, llvm::Type *type);
  /// Ways between `otherwise` and the block behind it, for the distances 1, 2, 4, ...; the block
  /// that is left for other distances takes the place of `otherwise`.
  llvm::SmallVector<llvm::BasicBlock *> exchangeWays(const Exchange &exchange, TwoWays &ways);
  llvm::Value *exchanged(Builder &builder, llvm::Value *value, unsigned distance) const;

  // widen_lanes.cpp
  void widenLaneOperation(llvm::CallBase &call, const LaneOperation &operation, llvm::Value *mask);
  llvm::Value *shuffleLanes(Builder &builder, llvm::Value *values, llvm::Value *indices);
  llvm::Value *reduceLanes(Builder &builder, const LaneOperation &operation, llvm::Value *values);
  llvm::Value *scanLanes(Builder &builder, const LaneOperation &operation, llvm::Value *values,
                         bool isInclusive);
  llvm::Value *reduceClusters(Builder &builder, const LaneOperation &operation, llvm::Value *values,
                              llvm::Value *size);

  // widen_calls.cpp
  void widenCall(llvm::CallBase &call, llvm::Value *mask);
  bool widenIntrinsic(llvm::CallBase &call);
  bool widenMath(llvm::CallBase &call);
  /// Runs a copy of the instruction for each set lane of the mask, one after the other, in order.
  void serialize(llvm::Instruction &instruction, llvm::Value *mask, llvm::StringRef reason);
  llvm::Value *scalarOperand(Builder &builder, llvm::Value *operand, llvm::Value *lane);
  llvm::Value *laneOf(Builder &builder, llvm::Value *wide, llvm::Type *type, llvm::Value *lane);

  void define(llvm::Instruction &scalar, llvm::Value *wide);
  void defineUniform(llvm::Instruction &scalar, llvm::Value *value);
  void remark(llvm::Instruction &instruction, const llvm::Twine &text);

  llvm::Function &kernel_;
  Lanes lanes_;
  const llvm::DominatorTree &dominators_;
  const llvm::PostDominatorTree &postDominators_;
  const llvm::LoopInfo &loops_;
  PacketUniformity &uniformity_;
  ShapeAnalysis &shapes_;
  const llvm::DataLayout &layout_;

  llvm::DenseMap<const llvm::Loop *, unsigned> trips_; // where they are known
  unsigned twoWayCopies_ = 0;                          // see likelyAccess
  llvm::Value *entryMask_ = nullptr;
  llvm::DenseMap<llvm::Value *, llvm::Value *> wide_;
  llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> masks_;
  llvm::DenseMap<llvm::BasicBlock *, Join> joins_; // by the block where lanes meet
  llvm::DenseMap<const llvm::Loop *, DivergentLoop> divergentLoops_;
  llvm::DenseMap<const llvm::Loop *, llvm::BasicBlock *> preheaders_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> joinOf_; // by the parting block
  // Blocks are split where lanes are run one by one; the analyses know the first part.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> tails_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> origins_;
  std::vector<std::pair<llvm::PHINode *, llvm::PHINode *>> openPhis_; // scalar, wide
  std::vector<llvm::Instruction *> replaced_;
  // Stores that are done with others; the last of them has the list, by column.
  llvm::DenseMap<llvm::Instruction *, llvm::SmallVector<llvm::Instruction *>> rowStores_;
  std::vector<WideningRemark> remarks_;
};

} // namespace weft::compiler
