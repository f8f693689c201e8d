// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/initializer.h"

#include "lower/primitives.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft::compiler {

void lowerInitializer(Function &initializer) {
  initializer.setCallingConv(CallingConv::C);
  initializer.setLinkage(GlobalValue::ExternalLinkage);
  initializer.setVisibility(GlobalValue::HiddenVisibility);
  for (Instruction &instruction : make_early_inc_range(instructions(initializer))) {
    auto primitive = primitiveOf(instruction);
    if (!primitive)
      continue;
    Type *type = instruction.getType();
    if (*primitive == Primitive::ProgramScope) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(builder.CreateAddrSpaceCast(initializer.getArg(0), type));
    } else if (!type->isVoidTy()) {
      bool isSize = *primitive == Primitive::WorkDim ||
                    (isDimensional(*primitive) && !variesInGroup(*primitive) &&
                     !is_contained({Primitive::GroupId, Primitive::GroupId32,
                                    Primitive::GlobalOffset, Primitive::GlobalOffset32},
                                   *primitive));
      instruction.replaceAllUsesWith(isSize ? ConstantInt::get(type, 1)
                                            : Constant::getNullValue(type));
    }
    instruction.eraseFromParent();
  }
}

} // namespace weft::compiler
