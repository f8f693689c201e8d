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
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses NarrowIdsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
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
