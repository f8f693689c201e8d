// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/shape.h"

#include "lower/lane_operations.h"
#include "lower/primitives.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// Ids along the dimension that lanes lie along.
bool isLaneId(const Value &value) {
  if (auto operation = laneOperationOf(value))
    return operation->kind == LaneOperation::Kind::Lane;
  auto primitive = primitiveOf(value);
  if (primitive == Primitive::LinearId)
    return true;
  return primitive && isDimensional(*primitive) && variesInGroup(*primitive) &&
         cast<ConstantInt>(cast<CallBase>(value).getArgOperand(0))->isZero();
}

/// The meet of the fixpoint iteration.
Shape meet(Shape a, Shape b) {
  if (a.isUnknown())
    return b;
  if (b.isUnknown() || a == b)
    return a;
  return Shape::varying();
}

Shape add(Shape a, Shape b, std::int64_t sign) {
  if (a.isVarying() || b.isVarying())
    return Shape::varying();
  if (a.isUnknown() || b.isUnknown())
    return Shape::unknown();
  return Shape::strided(a.stride() + sign * b.stride());
}

Shape scale(Shape a, const ConstantInt *factor) {
  if (!a.isStrided() || a.isUniform())
    return a;
  if (factor->getBitWidth() > 64)
    return Shape::varying();
  // Kept well inside 64 bits, so that sums of strides cannot overflow.
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a.stride(), factor->getSExtValue(), &result) ||
      result > (std::int64_t(1) << 40) || result < -(std::int64_t(1) << 40))
    return Shape::varying();
  return Shape::strided(result);
}

} // namespace

ShapeAnalysis::ShapeAnalysis(Function &kernel, const LoopInfo &loops, PacketUniformity &uniformity,
                             const DenseMap<const AllocaInst *, std::int64_t> &privateStrides)
    : loops_(loops), uniformity_(uniformity), privateStrides_(privateStrides),
      layout_(kernel.getDataLayout()) {
  ReversePostOrderTraversal<Function *> order(&kernel);
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : order)
      for (Instruction &instruction : *block) {
        if (instruction.getType()->isVoidTy() || uniformity.isUniform(&instruction))
          continue;
        Shape &known = shapes_.try_emplace(&instruction, Shape::unknown()).first->second;
        // Only downwards, else a loop could go round for ever.
        Shape next = known.isVarying() ? known : meet(known, compute(instruction));
        changed |= !(next == known);
        shapes_.find(&instruction)->second = next;
      }
  }
}

Shape ShapeAnalysis::of(const Value *value) const {
  if (auto found = shapes_.find(value); found != shapes_.end())
    return found->second;
  if (!isa<Instruction>(value) || uniformity_.isUniform(value))
    return Shape::uniform();
  return Shape::unknown();
}

Shape ShapeAnalysis::ofPhi(const PHINode &phi) const {
  // Where lanes come together that went different ways, or left a loop at different times, they
  // hold different values whatever each of them is. A loop's header is no such place: all active
  // lanes are in the same iteration.
  const BasicBlock *block = phi.getParent();
  if (!loops_.isLoopHeader(block))
    for (const BasicBlock *from : phi.blocks())
      if (uniformity_.hasDivergentTerminator(*from))
        return Shape::varying();
  Shape result = Shape::unknown();
  for (const Value *incoming : phi.incoming_values())
    if (!isa<UndefValue>(incoming))
      result = meet(result, of(incoming));
  return result;
}

Shape ShapeAnalysis::compute(const Instruction &instruction) const {
  if (instruction.getType()->isVectorTy())
    return Shape::varying();
  switch (instruction.getOpcode()) {
  case Instruction::Alloca: {
    auto found = privateStrides_.find(cast<AllocaInst>(&instruction));
    return found == privateStrides_.end() ? Shape::varying() : Shape::strided(found->second);
  }
  case Instruction::Add:
    return add(of(instruction.getOperand(0)), of(instruction.getOperand(1)), 1);
  case Instruction::Sub:
    return add(of(instruction.getOperand(0)), of(instruction.getOperand(1)), -1);
  case Instruction::Or:
    // The form that addition takes where the bits do not overlap.
    if (cast<PossiblyDisjointInst>(instruction).isDisjoint())
      return add(of(instruction.getOperand(0)), of(instruction.getOperand(1)), 1);
    return Shape::varying();
  case Instruction::Mul: // constants stand on the right in canonical form
    return isa<ConstantInt>(instruction.getOperand(1))
               ? scale(of(instruction.getOperand(0)), cast<ConstantInt>(instruction.getOperand(1)))
               : Shape::varying();
  case Instruction::Shl:
    if (const auto *bits = dyn_cast<ConstantInt>(instruction.getOperand(1));
        bits && bits->getValue().ult(32))
      return scale(of(instruction.getOperand(0)),
                   cast<ConstantInt>(ConstantInt::get(Type::getInt64Ty(instruction.getContext()),
                                                      std::uint64_t(1) << bits->getZExtValue())));
    return Shape::varying();
  case Instruction::Trunc:
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast:
    return of(instruction.getOperand(0));
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return layout_.getTypeSizeInBits(instruction.getType()) ==
                   layout_.getTypeSizeInBits(instruction.getOperand(0)->getType())
               ? of(instruction.getOperand(0))
               : Shape::varying();
  case Instruction::SExt:
  case Instruction::ZExt: {
    const bool isSigned = isa<SExtInst>(instruction) || instruction.hasNonNeg();
    Shape shape = of(instruction.getOperand(0));
    if (shape.isUnknown())
      return shape;
    return shape.isStrided() && extends(instruction.getOperand(0), isSigned) ? shape
                                                                             : Shape::varying();
  }
  case Instruction::GetElementPtr: {
    const auto &gep = cast<GEPOperator>(instruction);
    Shape shape = of(gep.getPointerOperand());
    for (auto index = gep_type_begin(gep), end = gep_type_end(gep); index != end; ++index) {
      Shape step = of(index.getOperand());
      if (step.isUniform())
        continue;
      // Indices are sign-extended to the pointer's width; narrower ones would have to be proven.
      if (!index.getOperand()->getType()->isIntegerTy(64))
        return Shape::varying();
      const std::int64_t bytes = index.getSequentialElementStride(layout_).getFixedValue();
      shape = add(shape,
                  scale(step, cast<ConstantInt>(
                                  ConstantInt::getSigned(index.getOperand()->getType(), bytes))),
                  1);
    }
    return shape;
  }
  case Instruction::PHI:
    return ofPhi(cast<PHINode>(instruction));
  case Instruction::Select:
    return of(instruction.getOperand(0)).isUniform()
               ? meet(of(instruction.getOperand(1)), of(instruction.getOperand(2)))
               : Shape::varying();
  case Instruction::Call:
    return isLaneId(instruction) ? Shape::strided(1) : Shape::varying();
  default:
    return Shape::varying();
  }
}

std::int64_t ShapeAnalysis::plausibleStride(const Value *value) const {
  SmallPtrSet<const Value *, 8> visited;
  return plausibleStride(value, visited);
}

std::int64_t ShapeAnalysis::plausibleStride(const Value *value,
                                            SmallPtrSetImpl<const Value *> &visited) const {
  if (const Shape shape = of(value); shape.isStrided())
    return shape.stride();
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || value->getType()->isVectorTy() || !visited.insert(value).second)
    return 0;
  auto step = [&](unsigned operand) {
    return plausibleStride(instruction->getOperand(operand), visited);
  };
  auto either = [](std::int64_t a, std::int64_t b) {
    return a == 0 ? b : b == 0 || a == b ? a : 0;
  };
  switch (instruction->getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
    return step(0);
  case Instruction::Add:
    return step(0) + step(1);
  case Instruction::Sub:
    return step(0) - step(1);
  case Instruction::And:
    return either(step(0), step(1));
  case Instruction::URem:
  case Instruction::SRem:
    return step(1) == 0 ? step(0) : 0;
  case Instruction::Select:
    return either(step(1), step(2));
  case Instruction::PHI: {
    std::int64_t stride = 0;
    for (unsigned i = 0; i < instruction->getNumOperands(); ++i)
      stride = either(stride, step(i));
    return stride;
  }
  case Instruction::Call:
    return isa<MinMaxIntrinsic>(instruction) ? either(step(0), step(1)) : 0;
  case Instruction::GetElementPtr: {
    std::int64_t stride = step(0);
    for (auto index = gep_type_begin(*instruction), end = gep_type_end(*instruction); index != end;
         ++index)
      if (!index.isStruct())
        stride += plausibleStride(index.getOperand(), visited) *
                  std::int64_t(index.getSequentialElementStride(layout_).getFixedValue());
    return stride;
  }
  default:
    return 0;
  }
}

bool ShapeAnalysis::extends(const Value *value, bool isSigned) const {
  SmallPtrSet<const Value *, 8> visited;
  return extendsFrom(value, isSigned, visited);
}

bool ShapeAnalysis::extendsFrom(const Value *value, bool isSigned,
                                SmallPtrSetImpl<const Value *> &visited) const {
  if (of(value).isUniform())
    return true;
  if (!visited.insert(value).second)
    return true; // a loop's phi: decided by its other operands
  const auto *instruction = cast<Instruction>(value);
  auto operandsExtend = [&](unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      if (!extendsFrom(instruction->getOperand(i), isSigned, visited))
        return false;
    return true;
  };
  switch (instruction->getOpcode()) {
  case Instruction::Call:
    // A 32-bit id: the work-group function leaves launches with ids beyond 2^31 to scalar code.
    return isLaneId(*instruction);
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
    return (isSigned ? instruction->hasNoSignedWrap() : instruction->hasNoUnsignedWrap()) &&
           operandsExtend(2);
  case Instruction::Or: // disjoint, or its shape would be varying
    return operandsExtend(2);
  case Instruction::PHI:
    return operandsExtend(instruction->getNumOperands());
  default:
    return false;
  }
}

} // namespace weft::compiler
