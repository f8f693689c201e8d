// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the loops of a work-group function are like, and the ids and sizes that they provide.
#pragma once

#include "llvm/IR/Instructions.h"

#include <array>
#include <cstdint>

namespace weft::compiler {

/// x, y, z.
using PerDimension = std::array<llvm::Value *, 3>;

/// Their names, for those of values.
inline constexpr const char *kAxis[3] = {"x", "y", "z"};

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

} // namespace weft::compiler
