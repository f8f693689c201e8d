// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/linear_ids.h"

#include "lower/primitives.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <array>

namespace weft::compiler {

using namespace llvm;

namespace {

/// a / b for numbers that are small beside 2^22, as local sizes are: no vector unit divides
/// integers. a + 1/2 is exact as a float and at least 1 / (2 b) away from every multiple of b, more
/// than the rounding of the quotient can be.
Value *divideSmall(IRBuilderBase &builder, Value *a, Value *b) {
  Type *type = builder.getFloatTy();
  Value *numerator = builder.CreateFAdd(builder.CreateSIToFP(a, type), ConstantFP::get(type, 0.5));
  return builder.CreateFPToSI(builder.CreateFDiv(numerator, builder.CreateSIToFP(b, type)),
                              a->getType());
}

} // namespace

void useLinearIds(Function &kernel) {
  SmallVector<CallInst *> ids;
  for (Instruction &instruction : instructions(kernel))
    if (auto primitive = primitiveOf(instruction))
      if (isDimensional(*primitive) && variesInGroup(*primitive))
        ids.push_back(cast<CallInst>(&instruction));
  if (ids.empty())
    return;

  BasicBlock &entry = kernel.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  auto ask = [&](Primitive primitive, unsigned dimension) {
    return callPrimitive(builder, primitive, builder.getInt32(dimension));
  };
  Value *linear = callPrimitive(builder, Primitive::LinearId);
  Value *sizeX = ask(Primitive::LocalSize32, 0);
  Value *sizeY = ask(Primitive::LocalSize32, 1);
  Value *row = divideSmall(builder, linear, sizeX);
  std::array<Value *, 3> local;
  local[0] = builder.CreateSub(linear, builder.CreateMul(row, sizeX), "local.x");
  local[2] = divideSmall(builder, row, sizeY);
  local[1] = builder.CreateSub(row, builder.CreateMul(local[2], sizeY), "local.y");

  for (CallInst *id : ids) {
    const Primitive primitive = *primitiveOf(*id);
    const unsigned dimension =
        unsigned(cast<ConstantInt>(id->getArgOperand(0))->getLimitedValue(2));
    Value *value = builder.CreateZExt(local[dimension], builder.getInt64Ty());
    if (primitive == Primitive::GlobalId || primitive == Primitive::GlobalId32) {
      Value *group = builder.CreateMul(ask(Primitive::GroupId, dimension),
                                       ask(Primitive::EnqueuedLocalSize, dimension));
      value = builder.CreateAdd(builder.CreateAdd(group, ask(Primitive::GlobalOffset, dimension)),
                                value);
    }
    id->replaceAllUsesWith(builder.CreateTrunc(value, id->getType()));
  }
  for (CallInst *id : ids)
    id->eraseFromParent();
}

} // namespace weft::compiler
