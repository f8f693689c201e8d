// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/choose_width.h"

#include "analysis/kernel_info.h"
#include "analysis/packet_uniformity.h"
#include "analysis/shape.h"
#include "lower/address_space.h"
#include "lower/lane_operations.h"
#include "lower/primitives.h"
#include "work_group/emit_work_group.h"
#include "work_group/rows.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Target/TargetMachine.h"

#include <bit>
#include <cmath>

namespace weft::compiler {

using namespace llvm;

namespace {

/// Vector registers that the packet form of one value may take.
constexpr unsigned kMaxRegistersPerValue = 4;

/// Floating-point operations of a loop that leaves execution units idle.
constexpr unsigned kShortLoop = 12;

/// Floating-point work weighs by loop depth, since that is where registers are short.
struct HotTypes {
  double narrow = 0, wide = 0; // up to 32 bits, 64 bits
  unsigned widestBits = 0;     // of a vector of one work-item

  void count(const Instruction &instruction, unsigned depth) {
    Type *type = instruction.getType()->getScalarType();
    if (isa<StoreInst>(instruction))
      type = instruction.getOperand(0)->getType()->getScalarType();
    if (auto *vector = dyn_cast<FixedVectorType>(instruction.getType()))
      widestBits = std::max(widestBits, unsigned(vector->getPrimitiveSizeInBits().getFixedValue()));
    const double weight = std::pow(8.0, std::min(depth, 4u));
    // 64-bit integers are mostly addresses, which stay scalars.
    if (type->isDoubleTy())
      wide += weight;
    else if (type->isFloatingPointTy() ||
             (type->isIntegerTy() && !type->isIntegerTy(64) && !type->isIntegerTy(1)))
      narrow += weight;
  }
};

/// An innermost loop that each work-item leaves at another time and that does little but load from
/// scattered addresses, as over the rows of a sparse matrix. (Not one that steps by the group:
/// there the addresses are side by side.) Lanes that have left it idle, a gather is no faster than
/// loads one by one, and nothing is left to gain: sixteen lanes took 8 times as long as one.
bool isScatteredLoop(const Loop &loop, const PacketUniformity &uniformity,
                     const ShapeAnalysis &shapes) {
  if (!loop.isInnermost())
    return false;
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  if (none_of(exiting, [&](BasicBlock *b) { return uniformity.hasDivergentTerminator(*b); }))
    return false;
  unsigned gathers = 0;
  unsigned work = 0;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        gathers += load->getPointerAddressSpace() != unsigned(AddressSpace::Private) &&
                   !uniformity.isUniform(load->getPointerOperand()) &&
                   shapes.plausibleStride(load->getPointerOperand()) == 0;
      else
        work += isa<BinaryOperator, SelectInst, CallInst>(instruction);
    }
  return gathers >= 2 && work <= 2 * gathers;
}

bool hasScatteredLoop(Function &kernel, const LoopInfo &loops) {
  PacketUniformity uniformity(kernel);
  const DenseMap<const AllocaInst *, std::int64_t> noArrays;
  const ShapeAnalysis shapes(kernel, loops, uniformity, noArrays);
  return any_of(loops.getLoopsInPreorder(),
                [&](const Loop *loop) { return isScatteredLoop(*loop, uniformity, shapes); });
}

/// A loop so short that a packet of one register waits for its own results: two registers side by
/// side share what is uniform and fill each other's gaps. Twice as fast for matrix products, half
/// as fast again for the Mandelbrot set; longer loops have enough to do.
bool wantsTwoRegisters(const Function &kernel, const LoopInfo &loops) {
  bool found = false;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    unsigned work = 0;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block) {
        if (isa<StoreInst, AllocaInst>(instruction) || instruction.getType()->isVectorTy())
          return false;
        if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
          return false;
        if (auto *load = dyn_cast<LoadInst>(&instruction);
            load && load->getPointerAddressSpace() == unsigned(AddressSpace::Private))
          return false;
        work += instruction.getType()->isFloatingPointTy() && !isa<PHINode, LoadInst>(instruction);
      }
    if (work > kShortLoop)
      return false;
    found |= work != 0;
  }
  // Where groups are joined rows are as long as the launch, and wide packets rarely empty in part.
  return found && !observesGroups(kernel);
}

} // namespace

bool needsLinearPacking(const Function &kernel, unsigned width) {
  const auto local = requiredLocalSize(kernel);
  if (local[1] * local[2] <= 1) // one row, or not known
    return false;
  return usesSubGroups(kernel) ? local[0] % width != 0 : local[0] < shortestRow(width);
}

unsigned choosePacketWidth(const Function &kernel, const TargetMachine &target, unsigned wanted) {
  if (const unsigned required = requiredSubGroupSize(kernel))
    return required;
  if (wanted != 0)
    return wanted;
  Function &function = const_cast<Function &>(kernel);
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  const bool asksLanes = usesSubGroups(kernel);
  if (!asksLanes && !loops.empty() && hasScatteredLoop(function, loops))
    return 1;
  HotTypes types;
  for (const BasicBlock &block : kernel)
    for (const Instruction &instruction : block)
      types.count(instruction, loops.getLoopDepth(&block));
  TargetTransformInfo costs = target.getTargetTransformInfo(kernel);
  const unsigned bits = unsigned(
      costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
  unsigned width = std::clamp(bits / (types.wide > types.narrow ? 64 : 32), 1u, 16u);
  // A double16 of 16 work-items would be 16384 bits: far more than registers hold, and LLVM takes
  // minutes over such vectors.
  while (width > 1 && types.widestBits * width > kMaxRegistersPerValue * bits)
    width /= 2;
  if (width > 1 && !asksLanes && wantsTwoRegisters(kernel, loops))
    width *= 2;
  const auto local = requiredLocalSize(kernel);
  const unsigned required =
      asksLanes || needsLinearPacking(kernel, width) ? local[0] * local[1] * local[2] : local[0];
  if (required != 0 && required < width)
    return std::max(1u, std::bit_floor(required));
  return width;
}

} // namespace weft::compiler
