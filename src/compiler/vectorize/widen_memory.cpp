// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of a packet, by the shape of the address: one step of an element is a vector
// access, a small multiple of it a wider one and a shuffle, anything else a gather or scatter.
#include "vectorize/widen.h"

#include "llvm/IR/Constants.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// The widest step, in elements, that is still read by one access with gaps.
constexpr std::int64_t kMaxGap = 4;

/// Lanes that lie `distance` elements apart in memory, as the vector of all elements from the first
/// lane's to the last one's (and the gap behind it).
struct GappedLanes {
  unsigned distance;        // in elements, of the address order
  bool descending;          // lane 0 has the highest address
  SmallVector<int> spread;  // lanes to elements; a gap takes lane 0 of a second, empty operand
  SmallVector<int> collect; // elements to lanes

  GappedLanes(std::int64_t step, unsigned width)
      : distance(unsigned(step < 0 ? -step : step)), descending(step < 0),
        spread(std::size_t(distance) * width, int(width)) {
    for (unsigned lane = 0; lane < width; ++lane) {
      const unsigned at = (descending ? width - 1 - lane : lane) * distance;
      spread[at] = int(lane);
      collect.push_back(int(at));
    }
  }
};

} // namespace

/// The address of every component of every lane.
Value *PacketWidener::elementPointers(Builder &builder, Value *pointer, Type *type) {
  Value *pointers = vector(pointer);
  const unsigned n = componentCount(type);
  if (n == 1)
    return pointers;
  SmallVector<int> indices;
  SmallVector<Constant *> offsets;
  for (unsigned i = 0; i < n * lanes_.width(); ++i) {
    indices.push_back(int(i / n));
    offsets.push_back(builder.getInt64(i % n));
  }
  return builder.CreateGEP(type->getScalarType(), builder.CreateShuffleVector(pointers, indices),
                           ConstantVector::get(offsets));
}

/// The lowest of the lanes' addresses.
Value *PacketWidener::firstElement(Builder &builder, Value *pointer, std::int64_t stride) {
  if (stride >= 0)
    return pointer;
  return builder.CreateGEP(
      builder.getInt8Ty(), pointer,
      builder.getInt64(std::uint64_t(stride * std::int64_t(lanes_.width() - 1))));
}

Value *PacketWidener::spreadMask(Builder &builder, Value *mask, ArrayRef<int> spread) {
  return builder.CreateShuffleVector(mask, Constant::getNullValue(mask->getType()), spread);
}

void PacketWidener::widenLoad(LoadInst &load, Value *mask) {
  Type *type = load.getType();
  Value *pointer = load.getPointerOperand();
  const Shape shape = shapes_.of(pointer);
  if (!load.isSimple())
    return serialize(load, mask, load.isAtomic() ? "atomic load" : "volatile load");
  if (shape.isUniform() && shapes_.of(&load).isUniform())
    return;
  // An i1 in memory is a byte: no vector of them is loaded as such.
  const std::uint64_t elementBytes = layout_.getTypeStoreSize(type->getScalarType());
  if (!type->isSingleValueType() || layout_.getTypeSizeInBits(type->getScalarType()) % 8)
    return serialize(load, mask, "a load of a type that vectors cannot hold");

  Builder builder(&load);
  const unsigned n = componentCount(type);
  const unsigned width = lanes_.width();
  Type *wideType = lanes_.wideType(type);
  const Align align = std::min(load.getAlign(), layout_.getABITypeAlign(type->getScalarType()));
  if (shape.isStrided() && shape.stride() % std::int64_t(elementBytes) == 0) {
    const std::int64_t step = shape.stride() / std::int64_t(elementBytes);
    if (step == std::int64_t(n)) {
      Value *wide = builder.CreateMaskedLoad(wideType, pointer, load.getAlign(),
                                             lanes_.expandMask(builder, mask, n));
      return define(load, wide);
    }
    if (n == 1 && step != 0 && std::abs(step) <= kMaxGap) {
      const GappedLanes gapped(step, width);
      // Only the elements asked for are touched: what lies between may be somebody else's.
      Value *all = builder.CreateMaskedLoad(FixedVectorType::get(type, gapped.spread.size()),
                                            firstElement(builder, pointer, shape.stride()), align,
                                            spreadMask(builder, mask, gapped.spread));
      return define(load, builder.CreateShuffleVector(all, gapped.collect));
    }
  }
  remark(load, "gathers");
  define(load, builder.CreateMaskedGather(wideType, elementPointers(builder, pointer, type), align,
                                          lanes_.expandMask(builder, mask, n)));
}

void PacketWidener::widenStore(StoreInst &store, Value *mask) {
  Value *value = store.getValueOperand();
  Type *type = value->getType();
  Value *pointer = store.getPointerOperand();
  const Shape shape = shapes_.of(pointer);
  if (!store.isSimple())
    return serialize(store, mask, store.isAtomic() ? "atomic store" : "volatile store");
  if (shape.isUniform() && !isDivergent(value))
    return; // the same value to the same place: once is enough
  Builder builder(&store);
  if (shape.isUniform()) {
    // Lanes that write different values to one place race; the last one wins.
    Value *bits = builder.CreateZExt(lanes_.bits(builder, mask), builder.getInt32Ty());
    Value *last =
        builder.CreateSub(builder.getInt32(31),
                          builder.CreateBinaryIntrinsic(Intrinsic::ctlz, bits, builder.getFalse()));
    store.setOperand(0, scalarOperand(builder, value, last));
    return;
  }
  if (!type->isSingleValueType() || layout_.getTypeSizeInBits(type->getScalarType()) % 8)
    return serialize(store, mask, "a store of a type that vectors cannot hold");

  const unsigned n = componentCount(type);
  const unsigned width = lanes_.width();
  const std::uint64_t elementBytes = layout_.getTypeStoreSize(type->getScalarType());
  const Align align = std::min(store.getAlign(), layout_.getABITypeAlign(type->getScalarType()));
  if (shape.isStrided() && shape.stride() % std::int64_t(elementBytes) == 0) {
    const std::int64_t step = shape.stride() / std::int64_t(elementBytes);
    if (step == std::int64_t(n)) {
      builder.CreateMaskedStore(vector(value), pointer, store.getAlign(),
                                lanes_.expandMask(builder, mask, n));
      replaced_.push_back(&store);
      return;
    }
    if (n == 1 && step != 0 && std::abs(step) <= kMaxGap) {
      const GappedLanes gapped(step, width);
      Value *wide = vector(value);
      Value *all =
          builder.CreateShuffleVector(wide, PoisonValue::get(wide->getType()), gapped.spread);
      builder.CreateMaskedStore(all, firstElement(builder, pointer, shape.stride()), align,
                                spreadMask(builder, mask, gapped.spread));
      replaced_.push_back(&store);
      return;
    }
  }
  remark(store, "scatters");
  // Lanes are stored in order, so where addresses coincide the last lane wins here too.
  builder.CreateMaskedScatter(vector(value), elementPointers(builder, pointer, type), align,
                              lanes_.expandMask(builder, mask, n));
  replaced_.push_back(&store);
}

void PacketWidener::widenAtomic(AtomicRMWInst &atomic, Value *mask) {
  Intrinsic::ID reduce = Intrinsic::not_intrinsic;
  Type *type = atomic.getType();
  APInt neutral = APInt::getZero(type->isIntegerTy() ? type->getIntegerBitWidth() : 1);
  switch (atomic.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    reduce = Intrinsic::vector_reduce_add;
    break;
  case AtomicRMWInst::Or:
    reduce = Intrinsic::vector_reduce_or;
    break;
  case AtomicRMWInst::Xor:
    reduce = Intrinsic::vector_reduce_xor;
    break;
  case AtomicRMWInst::And:
    reduce = Intrinsic::vector_reduce_and;
    neutral.setAllBits();
    break;
  case AtomicRMWInst::Max:
    reduce = Intrinsic::vector_reduce_smax;
    neutral = APInt::getSignedMinValue(neutral.getBitWidth());
    break;
  case AtomicRMWInst::Min:
    reduce = Intrinsic::vector_reduce_smin;
    neutral = APInt::getSignedMaxValue(neutral.getBitWidth());
    break;
  case AtomicRMWInst::UMax:
    reduce = Intrinsic::vector_reduce_umax;
    break;
  case AtomicRMWInst::UMin:
    reduce = Intrinsic::vector_reduce_umin;
    neutral.setAllBits();
    break;
  default:
    break;
  }
  // One address for all lanes, and nobody looks at the old values: one atomic does for all.
  if (reduce == Intrinsic::not_intrinsic || !atomic.use_empty() || atomic.isVolatile() ||
      isDivergent(atomic.getPointerOperand()))
    return serialize(atomic, mask, "atomic");
  Builder builder(&atomic);
  Value *operands =
      builder.CreateSelect(mask, vector(atomic.getValOperand()),
                           ConstantVector::getSplat(ElementCount::getFixed(lanes_.width()),
                                                    ConstantInt::get(type, neutral)));
  Value *combined = builder.CreateUnaryIntrinsic(reduce, operands);
  builder.CreateAtomicRMW(atomic.getOperation(), atomic.getPointerOperand(), combined,
                          atomic.getAlign(), atomic.getOrdering(), atomic.getSyncScopeID());
  replaced_.push_back(&atomic);
}

} // namespace weft::compiler
