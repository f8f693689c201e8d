// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/narrow_ids.h"

#include "lower/primitives.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

PreservedAnalyses FixDimensionsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module) {
    auto primitive = primitiveOf(function);
    if (!primitive || !isDimensional(*primitive))
      continue;
    SmallVector<CallInst *> variable;
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallInst>(user))
        if (!isa<ConstantInt>(call->getArgOperand(0)))
          variable.push_back(call);
    for (CallInst *call : variable) {
      IRBuilder<> builder(call);
      Value *dimension = call->getArgOperand(0);
      // The builtin has answered for dimensions beyond 2.
      Value *chosen = callPrimitive(builder, *primitive, {builder.getInt32(2)});
      for (unsigned d : {1u, 0u})
        chosen =
            builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(d)),
                                 callPrimitive(builder, *primitive, {builder.getInt32(d)}), chosen);
      call->replaceAllUsesWith(chosen);
      call->eraseFromParent();
    }
    // SimplifyCFG merges two calls into one with a phi for its argument where it may.
    function.addFnAttr(Attribute::NoMerge);
    boundPrimitive(function, *primitive);
  }
  return PreservedAnalyses::none();
}

namespace {

constexpr unsigned kMaxDepth = 6;

/// Whether an id is in the arithmetic of 64 bits whose low 32 depend on nothing but low halves.
bool isArithmeticOfIds(const Value *value, unsigned depth = 0) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth > kMaxDepth)
    return false;
  if (auto primitive = primitiveOf(*instruction))
    return *primitive < Primitive::GlobalId32;
  const bool isLowHalf =
      match(instruction, m_CombineOr(m_Add(m_Value(), m_Value()), m_Sub(m_Value(), m_Value()))) ||
      match(instruction,
            m_CombineOr(m_Mul(m_Value(), m_Value()), m_Shl(m_Value(), m_ConstantInt())));
  return isLowHalf && any_of(instruction->operands(), [&](const Use &operand) {
           return isArithmeticOfIds(operand, depth + 1);
         });
}

/// The low 32 bits of such arithmetic, from the low 32 bits of what is in it.
Value *lowHalf(IRBuilderBase &builder, Value *value, unsigned depth = 0) {
  Type *type = builder.getInt32Ty();
  auto *operation = dyn_cast<BinaryOperator>(value);
  if (auto *extension = dyn_cast<CastInst>(value); extension && isa<ZExtInst, SExtInst>(extension))
    return builder.CreateIntCast(extension->getOperand(0), type, isa<SExtInst>(extension));
  if (!operation || depth > kMaxDepth || !isArithmeticOfIds(value))
    return builder.CreateTrunc(value, type);
  Value *left = lowHalf(builder, operation->getOperand(0), depth + 1);
  Value *right = lowHalf(builder, operation->getOperand(1), depth + 1);
  if (match(operation, m_Shl(m_Value(), m_ConstantInt())) &&
      cast<ConstantInt>(operation->getOperand(1))->getValue().uge(32))
    return ConstantInt::get(type, 0);
  return builder.CreateBinOp(operation->getOpcode(), left, right);
}

/// `int i = get_global_id(1) * width + get_global_id(0)`: computed in 64 bits and cut off, as C has
/// it; the cut is moved to the ids.
bool narrowArithmetic(Function &function) {
  SmallVector<TruncInst *> cuts;
  for (Instruction &instruction : instructions(function))
    if (auto *cut = dyn_cast<TruncInst>(&instruction);
        cut && cut->getType()->isIntegerTy(32) && cut->getSrcTy()->isIntegerTy(64) &&
        isa<BinaryOperator>(cut->getOperand(0)) && isArithmeticOfIds(cut->getOperand(0)))
      cuts.push_back(cut);
  for (TruncInst *cut : cuts) {
    IRBuilder<> builder(cut);
    cut->replaceAllUsesWith(lowHalf(builder, cut->getOperand(0)));
    cut->eraseFromParent();
  }
  return !cuts.empty();
}

} // namespace

PreservedAnalyses NarrowIdsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = narrowArithmetic(function);
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto primitive = primitiveOf(instruction);
    if (!primitive || *primitive >= Primitive::GlobalId32)
      continue;
    Value *narrowed = nullptr;
    auto narrowId = [&] {
      if (!narrowed) {
        IRBuilder<> builder(instruction.getNextNode());
        narrowed = callPrimitive(builder, narrow(*primitive), {instruction.getOperand(0)});
      }
      return narrowed;
    };
    for (Use &use : make_early_inc_range(instruction.uses())) {
      auto *user = cast<Instruction>(use.getUser());
      if (isa<TruncInst>(user) && user->getType()->isIntegerTy(32)) {
        user->replaceAllUsesWith(narrowId());
        changed = true;
      } else if (match(user, m_And(m_Specific(&instruction), m_SpecificInt(0xffffffff)))) {
        // What InstCombine makes of zext(trunc(id)).
        IRBuilder<> builder(user);
        user->replaceAllUsesWith(builder.CreateZExt(narrowId(), user->getType()));
        changed = true;
      }
    }
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
