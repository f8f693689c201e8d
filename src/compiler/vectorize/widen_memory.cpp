// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of a packet, by the shape of the address: one step of an element is a vector
// access, a small multiple of it a wider one and a shuffle, anything else a gather or scatter.
#include "vectorize/widen.h"

#include "lower/address_space.h"

#include "llvm/Analysis/ValueTracking.h"
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

/// Address arithmetic once more, in the place where it is needed: gathers are rare ways, and with
/// a scalar base beside them the code generator makes one instruction of it all.
static Value *computedHere(IRBuilderBase &builder, Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !isa<GetElementPtrInst, ZExtInst, SExtInst>(instruction))
    return value;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    if (operand->getType()->isVectorTy())
      operand.set(computedHere(builder, operand.get()));
  return builder.Insert(copy);
}

/// The address of every component of every lane.
Value *PacketWidener::elementPointers(Builder &builder, Value *pointer, Type *type) {
  Value *pointers = computedHere(builder, vector(pointer));
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

Align PacketWidener::elementAlign(const Instruction &access) const {
  return std::min(getLoadStoreAlignment(&access),
                  layout_.getABITypeAlign(getLoadStoreType(&access)->getScalarType()));
}

/// Whether lanes `stride` bytes apart are one vector access, perhaps with gaps.
bool PacketWidener::isStridedAccess(Type *type, std::int64_t stride) const {
  const std::int64_t elementBytes = layout_.getTypeStoreSize(type->getScalarType());
  const std::int64_t step = stride / elementBytes;
  return stride % elementBytes == 0 &&
         (step == std::int64_t(componentCount(type)) ||
          (!type->isVectorTy() && step != 0 && std::abs(step) <= kMaxGap));
}

/// Memory that is there for all lanes, active or not, and that nobody else looks at: accesses need
/// no mask, and a store mixes old and new values. So arrays at constant indices become registers,
/// and a load behind a store need not wait until it is in the cache, as behind a masked one.
static bool isPrivateArray(const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() == unsigned(AddressSpace::Private) &&
         isa<AllocaInst>(getUnderlyingObject(pointer, 0));
}

/// A load whose addresses are `stride` bytes apart, from lane 0's; null where that takes a gather.
Value *PacketWidener::stridedLoad(Builder &builder, LoadInst &load, Value *pointer,
                                  std::int64_t stride, Value *mask) {
  Type *type = load.getType();
  if (!isStridedAccess(type, stride))
    return nullptr;
  const unsigned n = componentCount(type);
  const std::int64_t step =
      stride / std::int64_t(layout_.getTypeStoreSize(type->getScalarType()).getFixedValue());
  if (step == std::int64_t(n) && isPrivateArray(pointer))
    return builder.CreateAlignedLoad(lanes_.wideType(type), pointer, load.getAlign());
  if (step == std::int64_t(n))
    return builder.CreateMaskedLoad(lanes_.wideType(type), pointer, load.getAlign(),
                                    lanes_.expandMask(builder, mask, n));
  const GappedLanes gapped(step, lanes_.width());
  // Only the elements asked for are touched: what lies between may be somebody else's.
  Value *all = builder.CreateMaskedLoad(FixedVectorType::get(type, gapped.spread.size()),
                                        firstElement(builder, pointer, stride), elementAlign(load),
                                        spreadMask(builder, mask, gapped.spread));
  return builder.CreateShuffleVector(all, gapped.collect);
}

/// The step that an access is likely to have, where a second way beside the gather is not too long:
/// the optimiser unrolls short loops, and with them both ways of each access.
std::optional<LikelyStride> PacketWidener::likelyAccess(Builder &builder, Instruction &access,
                                                        Value *mask) {
  constexpr unsigned kMaxCopies = 256, kMaxUnrolled = 32;
  Value *pointer = getLoadStorePointerOperand(&access);
  if (shapes_.of(pointer).isStrided())
    return std::nullopt;
  // Of longer loops, and of those whose number of rounds is not known, nothing is unrolled whole.
  unsigned copies = 1;
  for (const Loop *loop = loops_.getLoopFor(originOf(access.getParent())); loop;
       loop = loop->getParentLoop()) {
    const unsigned trips = trips_.lookup(loop);
    if (trips == 0 || trips > kMaxUnrolled / copies)
      break;
    copies *= trips;
  }
  if (twoWayCopies_ + copies > kMaxCopies)
    return std::nullopt;
  auto likely = likelyStrides(builder, mask).of(pointer);
  if (!likely || !isStridedAccess(getLoadStoreType(&access), likely->stride))
    return std::nullopt;
  twoWayCopies_ += copies;
  return likely;
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
  if (!type->isSingleValueType() || layout_.getTypeSizeInBits(type->getScalarType()) % 8)
    return serialize(load, mask, "a load of a type that vectors cannot hold");

  if (wide_.contains(&load)) // with others of its row
    return;
  Builder builder(&load);
  if (shape.isStrided())
    if (Value *wide = stridedLoad(builder, load, pointer, shape.stride(), mask))
      return define(load, wide);
  if (loadRows(load, mask))
    return;
  auto gather = [&] {
    return builder.CreateMaskedGather(lanes_.wideType(type),
                                      elementPointers(builder, pointer, type), elementAlign(load),
                                      lanes_.expandMask(builder, mask, componentCount(type)));
  };
  auto likely = likelyAccess(builder, load, mask);
  if (!likely) {
    remark(load, "gathers");
    return define(load, gather());
  }
  remark(load, "gathers where its addresses turn out not to be side by side");
  const auto exchange = exchangeOf(builder, pointer, type);
  TwoWays ways = partTwoWays(load, likely->holds);
  builder.SetInsertPoint(ways.after, ways.after->begin());
  PHINode *either = builder.CreatePHI(lanes_.wideType(type), 2);
  if (exchange)
    for (auto [i, way] : enumerate(exchangeWays(*exchange, ways))) {
      builder.SetInsertPoint(way->getTerminator());
      Value *own = builder.CreateMaskedLoad(either->getType(), exchange->first, elementAlign(load),
                                            exchanged(builder, mask, 1u << i));
      either->addIncoming(exchanged(builder, own, 1u << i), way);
    }
  builder.SetInsertPoint(ways.likely->getTerminator());
  either->addIncoming(stridedLoad(builder, load, likely->first, likely->stride, mask), ways.likely);
  builder.SetInsertPoint(ways.otherwise->getTerminator());
  either->addIncoming(gather(), ways.otherwise);
  define(load, either);
}

/// As stridedLoad; false where it takes a scatter.
bool PacketWidener::stridedStore(Builder &builder, StoreInst &store, Value *pointer,
                                 std::int64_t stride, Value *mask) {
  Value *value = store.getValueOperand();
  Type *type = value->getType();
  if (!isStridedAccess(type, stride))
    return false;
  const unsigned n = componentCount(type);
  const std::int64_t step =
      stride / std::int64_t(layout_.getTypeStoreSize(type->getScalarType()).getFixedValue());
  Value *wide = vector(value);
  if (step == std::int64_t(n) && isPrivateArray(pointer)) {
    Value *old = builder.CreateAlignedLoad(wide->getType(), pointer, store.getAlign());
    builder.CreateAlignedStore(builder.CreateSelect(lanes_.expandMask(builder, mask, n), wide, old),
                               pointer, store.getAlign());
    return true;
  }
  if (step == std::int64_t(n)) {
    builder.CreateMaskedStore(wide, pointer, store.getAlign(), lanes_.expandMask(builder, mask, n));
    return true;
  }
  const GappedLanes gapped(step, lanes_.width());
  Value *all = builder.CreateShuffleVector(wide, PoisonValue::get(wide->getType()), gapped.spread);
  builder.CreateMaskedStore(all, firstElement(builder, pointer, stride), elementAlign(store),
                            spreadMask(builder, mask, gapped.spread));
  return true;
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
    Value *bits = builder.CreateZExt(lanes_.bits(builder, mask), builder.getInt64Ty());
    Value *last =
        builder.CreateSub(builder.getInt64(63),
                          builder.CreateBinaryIntrinsic(Intrinsic::ctlz, bits, builder.getFalse()));
    store.setOperand(0, scalarOperand(builder, value, last));
    return;
  }
  if (!type->isSingleValueType() || layout_.getTypeSizeInBits(type->getScalarType()) % 8)
    return serialize(store, mask, "a store of a type that vectors cannot hold");

  if (shape.isStrided() && stridedStore(builder, store, pointer, shape.stride(), mask)) {
    replaced_.push_back(&store);
    return;
  }
  if (storeRows(store, mask))
    return;
  replaced_.push_back(&store);
  // Lanes are stored in order, so where addresses coincide the last lane wins here too.
  auto scatter = [&] {
    builder.CreateMaskedScatter(vector(value), elementPointers(builder, pointer, type),
                                elementAlign(store),
                                lanes_.expandMask(builder, mask, componentCount(type)));
  };
  auto likely = likelyAccess(builder, store, mask);
  if (!likely) {
    remark(store, "scatters");
    return scatter();
  }
  remark(store, "scatters where its addresses turn out not to be side by side");
  const auto exchange = exchangeOf(builder, pointer, type);
  TwoWays ways = partTwoWays(store, likely->holds);
  if (exchange)
    for (auto [i, way] : enumerate(exchangeWays(*exchange, ways))) {
      builder.SetInsertPoint(way->getTerminator());
      builder.CreateMaskedStore(exchanged(builder, vector(value), 1u << i), exchange->first,
                                elementAlign(store), exchanged(builder, mask, 1u << i));
    }
  builder.SetInsertPoint(ways.likely->getTerminator());
  stridedStore(builder, store, likely->first, likely->stride, mask);
  builder.SetInsertPoint(ways.otherwise->getTerminator());
  scatter();
}

/// How the operands of several atomic operations become that of one, where they do.
static std::optional<LaneOperation> combinationOf(AtomicRMWInst::BinOp operation) {
  using Operator = LaneOperation::Operator;
  LaneOperation combined{LaneOperation::Kind::Reduce};
  switch (operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    combined.op = Operator::Add;
    return combined;
  case AtomicRMWInst::And:
    combined.op = Operator::And;
    return combined;
  case AtomicRMWInst::Or:
    combined.op = Operator::Or;
    return combined;
  case AtomicRMWInst::Xor:
    combined.op = Operator::Xor;
    return combined;
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::UMax:
    combined.isUnsigned = true;
    [[fallthrough]];
  case AtomicRMWInst::Min:
  case AtomicRMWInst::Max:
    combined.op = operation == AtomicRMWInst::Min || operation == AtomicRMWInst::UMin
                      ? Operator::Min
                      : Operator::Max;
    return combined;
  default:
    return std::nullopt;
  }
}

void PacketWidener::widenAtomic(AtomicRMWInst &atomic, Value *mask) {
  // One address for all lanes, and nobody looks at the old values: one atomic does for all. All
  // atomic functions take pointers to volatile (OpenCL C 3.0 6.15.12), so that tells nothing.
  const auto combination = combinationOf(atomic.getOperation());
  if (!combination || !atomic.use_empty() || isDivergent(atomic.getPointerOperand()))
    return serialize(atomic, mask, "atomic");
  Builder builder(&atomic);
  Value *operands = builder.CreateSelect(
      mask, vector(atomic.getValOperand()),
      ConstantVector::getSplat(ElementCount::getFixed(lanes_.width()),
                               neutralElement(*combination, atomic.getType())));
  AtomicRMWInst *one =
      builder.CreateAtomicRMW(atomic.getOperation(), atomic.getPointerOperand(),
                              reduceLanes(builder, *combination, operands), atomic.getAlign(),
                              atomic.getOrdering(), atomic.getSyncScopeID());
  one->setVolatile(atomic.isVolatile());
  replaced_.push_back(&atomic);
}

} // namespace weft::compiler
