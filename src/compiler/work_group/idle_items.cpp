// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/idle_items.h"

#include "lower/primitives.h"
#include "work_group/live_values.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft::compiler {
namespace {

/// Whether the block leaves nothing behind, apart from the barrier that ends the region.
bool isIdle(const BasicBlock &block, const LiveValues &live) {
  for (const Instruction &instruction : block) {
    auto place = live.places.find(const_cast<Instruction *>(&instruction));
    if (place != live.places.end() && place->second != ValuePlace::Recompute)
      return false;
    if (primitiveOf(instruction) != Primitive::Barrier && !instruction.isTerminator() &&
        (instruction.mayHaveSideEffects() || instruction.mayWriteToMemory()))
      return false;
  }
  return true;
}

bool isLocalIdAlongX(const Value &value) {
  auto primitive = primitiveOf(value);
  return (primitive == Primitive::LocalId || primitive == Primitive::LocalId32) &&
         cast<ConstantInt>(cast<CallBase>(value).getArgOperand(0))->isZero();
}

} // namespace

Value *firstIdleLocalId(const Region &region, const LiveValues &live) {
  if (region.exits.size() != 1)
    return nullptr;
  const BasicBlock *block = region.entry;
  while (isIdle(*block, live) && block != region.exits.front() && block->getSingleSuccessor())
    block = block->getSingleSuccessor();
  auto *branch = dyn_cast<BranchInst>(block->getTerminator());
  if (!branch || !branch->isConditional() || block == region.exits.front() || !isIdle(*block, live))
    return nullptr;
  auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
  if (!compare)
    return nullptr;
  Value *id = compare->getOperand(0), *limit = compare->getOperand(1);
  CmpInst::Predicate predicate = compare->getPredicate();
  if (isLocalIdAlongX(*limit)) {
    std::swap(id, limit);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  unsigned idleWay = 1;
  if (ICmpInst::isGE(predicate) || predicate == CmpInst::ICMP_NE) {
    predicate = CmpInst::getInversePredicate(predicate);
    idleWay = 0;
  }
  if (predicate == CmpInst::ICMP_EQ && match(limit, PatternMatch::m_Zero())) {
    predicate = CmpInst::ICMP_ULT;
    limit = ConstantInt::get(limit->getType(), 1);
  }
  // Below a negative limit there are no items; taken for a large one, it stops none from finding
  // out.
  if (!ICmpInst::isLT(predicate) || !isLocalIdAlongX(*id))
    return nullptr;
  // The limit must be known before the region runs, and be the same for all.
  auto *computed = dyn_cast<Instruction>(limit);
  if (computed) {
    auto place = live.places.find(computed);
    if (region.blocks.contains(computed->getParent()) || place == live.places.end() ||
        place->second != ValuePlace::Shared)
      return nullptr;
  }
  for (const BasicBlock *idle = branch->getSuccessor(idleWay);; idle = idle->getSingleSuccessor()) {
    if (!idle || !region.blocks.contains(const_cast<BasicBlock *>(idle)) || !isIdle(*idle, live))
      return nullptr;
    if (idle == region.exits.front())
      return limit;
  }
}

} // namespace weft::compiler
