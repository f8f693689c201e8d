// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions without a body by which the lanes of a packet ask something of each other
// (src/builtins/weft_lanes.h): sub-group functions and work-group functions are written with them.
// The vectoriser makes vector instructions of them; no other file knows the names.
#pragma once

#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

struct LaneOperation {
  enum class Kind {
    Lane,      // the number of the lane
    Size,      // how many lanes of the packet are work-items
    MaxSize,   // the width of packets
    Ballot,    // a bit for each active lane whose predicate is true
    Shuffle,   // the value of another lane
    Broadcast, // of one lane for all
    Reduce,    // over the active lanes
    Inclusive, // scans over the active lanes
    Exclusive,
    Clustered, // reductions over lanes whose numbers agree but for the lowest bits
  };
  enum class Operator { Add, Mul, Min, Max, And, Or, Xor };

  Kind kind;
  Operator op = Operator::Add; // of reductions and scans
  bool isUnsigned = false;
  /// Tells how work-items are laid on lanes, or any question of a sub-group.
  bool isOfSubGroup = true;

  /// The same for all lanes that run it together.
  bool isUniform() const {
    return kind == Kind::Size || kind == Kind::MaxSize || kind == Kind::Ballot ||
           kind == Kind::Broadcast || kind == Kind::Reduce;
  }
};

/// What a call is, if it is one of these.
std::optional<LaneOperation> laneOperationOf(const llvm::Value &value);

/// Whether it can be seen in the kernel which work-items form a sub-group.
bool usesSubGroups(const llvm::Function &kernel);

/// `a` and `b`, scalars or vectors, combined.
llvm::Value *combine(llvm::IRBuilderBase &builder, const LaneOperation &operation, llvm::Value *a,
                     llvm::Value *b);
/// What changes no value that it is combined with. `isResult`: as the exclusive scan of the first
/// lane, for which a sum is +0.
llvm::Constant *neutralElement(const LaneOperation &operation, llvm::Type *type,
                               bool isResult = false);

/// Before vectorising: the width becomes a number.
void setSubGroupSize(llvm::Function &kernel, unsigned width);

/// For kernels whose packets are single work-items; also what the vectoriser leaves, since it keeps
/// strided values as those of lane 0.
void lowerLaneOperations(llvm::Function &kernel);

} // namespace weft::compiler
