// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where values and private variables live while a work-group goes from one region to the next.
#pragma once

#include "work_group/barrier_regions.h"

#include "llvm/ADT/MapVector.h"

#include <cstdint>
#include <memory>

namespace llvm {
class AllocaInst;
class Instruction;
} // namespace llvm

namespace weft::compiler {

enum class ValuePlace {
  Recompute, // a few instructions on ids, arguments and shared values: cheaper than a load
  Shared,    // one variable for the group
  PerItem,   // private memory: an array with an element for each work-item
};

enum class VariablePlace {
  Stack,    // used up within one run of a region; one copy, which the work-items use in turn
  PerGroup, // the same, but too large for the stack
  PerItem,  // keeps its contents across a barrier
};

struct PrivateVariable {
  VariablePlace place = VariablePlace::Stack;
  std::uint64_t offset = 0;
};

struct LiveValues {
  /// Instructions whose value is used in another region, or another run of the same one.
  llvm::MapVector<llvm::Instruction *, ValuePlace> places;
  /// Offset of the array of a PerItem value, in bytes for each work-item.
  llvm::DenseMap<llvm::Instruction *, std::uint64_t> offsets;
  llvm::MapVector<llvm::AllocaInst *, PrivateVariable> variables;
  std::uint64_t bytesPerItem = 0;
  std::uint64_t bytesPerGroup = 0;
};

/// Of a value in private memory.
llvm::Align keptAlignment(llvm::Type *type, const llvm::DataLayout &layout);

/// Regions that touch private memory of a work-item are run for each, whatever they compute.
void requireItems(BarrierRegions &regions, const LiveValues &live);

LiveValues findLiveValues(llvm::Function &kernel, const BarrierRegions &regions,
                          llvm::UniformityInfo &uniformity);

} // namespace weft::compiler
