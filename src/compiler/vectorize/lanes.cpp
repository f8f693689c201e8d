// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/lanes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler {

using namespace llvm;

unsigned componentCount(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

bool Lanes::isWidenable(const Type *type) {
  if (const auto *structure = dyn_cast<StructType>(type))
    return all_of(structure->elements(), isWidenable);
  if (const auto *vector = dyn_cast<FixedVectorType>(type))
    type = vector->getElementType();
  return VectorType::isValidElementType(const_cast<Type *>(type));
}

Type *Lanes::wideType(Type *type) const {
  if (auto *structure = dyn_cast<StructType>(type)) {
    SmallVector<Type *> elements;
    for (Type *element : structure->elements())
      elements.push_back(wideType(element));
    return StructType::get(type->getContext(), elements);
  }
  return FixedVectorType::get(type->getScalarType(), width_ * componentCount(type));
}

Value *Lanes::splat(IRBuilderBase &builder, Value *value) const {
  Type *type = value->getType();
  if (isa<PoisonValue>(value))
    return PoisonValue::get(wideType(type));
  if (auto *structure = dyn_cast<StructType>(type)) {
    Value *wide = PoisonValue::get(wideType(type));
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      wide =
          builder.CreateInsertValue(wide, splat(builder, builder.CreateExtractValue(value, i)), i);
    return wide;
  }
  if (!type->isVectorTy())
    return builder.CreateVectorSplat(width_, value);
  const unsigned n = componentCount(type);
  SmallVector<int> indices;
  for (unsigned i = 0; i < n * width_; ++i)
    indices.push_back(int(i % n));
  return builder.CreateShuffleVector(value, indices);
}

Value *Lanes::strided(IRBuilderBase &builder, Value *base, std::int64_t stride) const {
  Type *type = base->getType();
  Type *stepType = type->isPointerTy() ? builder.getInt64Ty() : type;
  SmallVector<Constant *> steps;
  for (unsigned lane = 0; lane < width_; ++lane)
    steps.push_back(
        ConstantInt::get(stepType->getContext(), APInt(stepType->getIntegerBitWidth(),
                                                       std::uint64_t(stride) * lane, false, true)));
  Value *offsets = ConstantVector::get(steps);
  if (type->isPointerTy())
    return builder.CreateGEP(builder.getInt8Ty(), base, offsets);
  return builder.CreateAdd(builder.CreateVectorSplat(width_, base), offsets);
}

Value *Lanes::expandMask(IRBuilderBase &builder, Value *mask, unsigned n) const {
  if (n == 1)
    return mask;
  SmallVector<int> indices;
  for (unsigned i = 0; i < n * width_; ++i)
    indices.push_back(int(i / n));
  return builder.CreateShuffleVector(mask, indices);
}

Value *Lanes::extract(IRBuilderBase &builder, Value *wide, Type *type, Value *lane) const {
  if (auto *structure = dyn_cast<StructType>(type)) {
    Value *value = PoisonValue::get(type);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      value = builder.CreateInsertValue(
          value,
          extract(builder, builder.CreateExtractValue(wide, i), structure->getElementType(i), lane),
          i);
    return value;
  }
  const unsigned n = componentCount(type);
  if (!type->isVectorTy())
    return builder.CreateExtractElement(wide, lane);
  if (auto *known = dyn_cast<ConstantInt>(lane)) {
    SmallVector<int> indices;
    for (unsigned i = 0; i < n; ++i)
      indices.push_back(int(known->getZExtValue() * n + i));
    return builder.CreateShuffleVector(wide, indices);
  }
  Value *value = PoisonValue::get(type);
  Value *first = builder.CreateMul(lane, ConstantInt::get(lane->getType(), n));
  for (unsigned i = 0; i < n; ++i)
    value = builder.CreateInsertElement(
        value,
        builder.CreateExtractElement(
            wide, builder.CreateAdd(first, ConstantInt::get(lane->getType(), i))),
        std::uint64_t(i));
  return value;
}

Value *Lanes::insert(IRBuilderBase &builder, Value *wide, Value *value, Value *lane) const {
  Type *type = value->getType();
  if (auto *structure = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      wide = builder.CreateInsertValue(wide,
                                       insert(builder, builder.CreateExtractValue(wide, i),
                                              builder.CreateExtractValue(value, i), lane),
                                       i);
    return wide;
  }
  if (!type->isVectorTy())
    return builder.CreateInsertElement(wide, value, lane);
  const unsigned n = componentCount(type);
  Value *first = builder.CreateMul(lane, ConstantInt::get(lane->getType(), n));
  for (unsigned i = 0; i < n; ++i)
    wide =
        builder.CreateInsertElement(wide, builder.CreateExtractElement(value, std::uint64_t(i)),
                                    builder.CreateAdd(first, ConstantInt::get(lane->getType(), i)));
  return wide;
}

Value *Lanes::bits(IRBuilderBase &builder, Value *mask) const {
  return builder.CreateBitCast(mask, builder.getIntNTy(width_));
}

Value *Lanes::any(IRBuilderBase &builder, Value *mask) const {
  return builder.CreateICmpNE(bits(builder, mask), builder.getIntN(width_, 0));
}

} // namespace weft::compiler
