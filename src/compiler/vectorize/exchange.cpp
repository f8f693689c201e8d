// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partners at `i ^ distance`, as in butterflies and sorting networks: within a packet they are its
// own lanes in another order.
#include "vectorize/widen.h"

namespace weft::compiler {

using namespace llvm;

std::optional<PacketWidener::Exchange> PacketWidener::exchangeOf(Builder &builder, Value *pointer,
                                                                 Type *type) {
  auto *gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || gep->getNumIndices() != 1 || type->isVectorTy() ||
      isDivergent(gep->getPointerOperand()) ||
      layout_.getTypeAllocSize(gep->getSourceElementType()) != layout_.getTypeStoreSize(type))
    return std::nullopt;
  Value *index = gep->getOperand(1);
  auto *extension = dyn_cast<ZExtInst>(index);
  auto *flip = dyn_cast<BinaryOperator>(extension ? extension->getOperand(0) : index);
  if (!flip || flip->getOpcode() != Instruction::Xor)
    return std::nullopt;
  Value *id = flip->getOperand(0), *distance = flip->getOperand(1);
  if (shapes_.of(id).isUniform())
    std::swap(id, distance);
  if (!shapes_.of(distance).isUniform() || shapes_.of(id) != Shape::strided(1))
    return std::nullopt;
  Type *integer = id->getType();
  Value *low = builder.CreateAnd(id, ConstantInt::get(integer, lanes_.width() - 1));
  Value *known =
      builder.CreateSelect(builder.CreateIsNull(low), distance, ConstantInt::get(integer, 0));
  Value *own = extension ? builder.CreateZExt(id, extension->getType()) : id;
  return Exchange{builder.CreateGEP(gep->getSourceElementType(), gep->getPointerOperand(), own),
                  known};
}

SmallVector<BasicBlock *> PacketWidener::exchangeWays(const Exchange &exchange, TwoWays &ways) {
  BasicBlock *original = originOf(ways.otherwise);
  auto makeWay = [&](const Twine &name) {
    auto *way = BasicBlock::Create(kernel_.getContext(), name, &kernel_, ways.after);
    BranchInst::Create(ways.after, way);
    origins_[way] = original;
    return way;
  };
  BasicBlock *asking = ways.otherwise;
  asking->getTerminator()->eraseFromParent();
  ways.otherwise = makeWay("scattered");
  Builder builder(asking);
  SwitchInst *choice = builder.CreateSwitch(exchange.distance, ways.otherwise);
  SmallVector<BasicBlock *> result;
  for (unsigned distance = 1; distance < lanes_.width(); distance *= 2) {
    result.push_back(makeWay("exchange"));
    choice->addCase(cast<ConstantInt>(ConstantInt::get(exchange.distance->getType(), distance)),
                    result.back());
  }
  return result;
}

Value *PacketWidener::exchanged(Builder &builder, Value *value, unsigned distance) const {
  SmallVector<int> indices;
  for (unsigned lane = 0; lane < lanes_.width(); ++lane)
    indices.push_back(int(lane ^ distance));
  return builder.CreateShuffleVector(value, indices);
}

} // namespace weft::compiler
