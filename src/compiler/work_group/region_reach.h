// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which definitions have been passed where a value is used, as far as one region can tell.
#pragma once

#include "work_group/barrier_regions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Use;
} // namespace llvm

namespace weft::compiler {

/// Says whether a definition has been passed when a use of it runs.
class RegionReach {
public:
  explicit RegionReach(const Region &region);
  /// Does every way from the region's entry to the end of `user` lead through `definition`?
  bool dominates(llvm::BasicBlock *definition, llvm::BasicBlock *user) const;
  /// Is there a way from `definition` to `user` that stays in the region?
  bool leads(llvm::BasicBlock *definition, llvm::BasicBlock *user) const;

private:
  /// Its place in the dominator tree of the region, in preorder: its own number, and one more than
  /// that of the last block below it.
  struct Span {
    unsigned first = 0, end = 0;
  };
  /// Where control can go from `block` without leaving the region.
  llvm::SmallVector<llvm::BasicBlock *, 2> next(llvm::BasicBlock *block) const;

  const Region &region_;
  llvm::DenseMap<llvm::BasicBlock *, Span> spans_;
};

/// The operand of `use` is defined in the region and its value has been computed when it is used.
bool isAvailable(const Region &region, const RegionReach &reach, const llvm::Use &use);

/// May `edge`'s value in a phi be asked for in this region?
bool hasEdge(const BarrierRegions &regions, const Region &region, llvm::BasicBlock *predecessor);

} // namespace weft::compiler
