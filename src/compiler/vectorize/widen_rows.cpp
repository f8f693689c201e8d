// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items that each have a row of memory to themselves, as an element of an array of structures
// or a few entries in turn: instead of a gather for each column, the rows are loaded and transposed
// in registers. Sixteen gathers take 400 cycles, sixteen loads and 64 shuffles about 70.
#include "vectorize/widen.h"

#include "lower/address_space.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kMaxRowBytes = 64;

/// Something between two accesses of a group that they must not be moved across.
bool isBetween(const Instruction &instruction, bool movesStores) {
  if (!instruction.mayReadOrWriteMemory())
    return false;
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  if (pointer && pointer->getType()->getPointerAddressSpace() == unsigned(AddressSpace::Private))
    return false; // the group's memory is none of a work-item's own
  if (const auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple())
    return movesStores;
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return !call || !call->isAssumeLikeIntrinsic();
}

} // namespace

/// The accesses from `first` on that take neighbouring elements of each lane's row, by column: a
/// power of two of them. Empty where that would gain nothing.
SmallVector<Instruction *> PacketWidener::columnsFrom(Instruction &first) {
  Value *pointer = getLoadStorePointerOperand(&first);
  Type *type = getLoadStoreType(&first);
  const Shape shape = shapes_.of(pointer);
  const std::int64_t bytes = layout_.getTypeStoreSize(type).getFixedValue();
  if (type->isVectorTy() || (bytes != 4 && bytes != 8) || !shape.isStrided() ||
      pointer->getType()->getPointerAddressSpace() == unsigned(AddressSpace::Private))
    return {};
  auto placeOf = [&](Value *address) {
    APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    Value *base = address->stripAndAccumulateConstantOffsets(layout_, offset, true);
    return std::pair(base, offset.getSExtValue());
  };
  const auto [base, start] = placeOf(pointer);
  DenseMap<std::int64_t, Instruction *> byOffset;
  for (Instruction *at = &first; at; at = at->getNextNode()) {
    Value *address = getLoadStorePointerOperand(at);
    if (address && at->getOpcode() == first.getOpcode() && getLoadStoreType(at) == type &&
        !at->isVolatile() && !at->isAtomic() && shapes_.of(address) == shape) {
      const auto [otherBase, offset] = placeOf(address);
      if (otherBase == base) {
        if (!byOffset.try_emplace(offset, at).second && isa<StoreInst>(at))
          return {};
        continue;
      }
    }
    if (isBetween(*at, isa<StoreInst>(first)))
      break;
  }
  std::int64_t low = start;
  while (byOffset.contains(low - bytes))
    low -= bytes;
  SmallVector<Instruction *> columns;
  while (columns.size() < lanes_.width() && bytes * (columns.size() + 1) <= kMaxRowBytes &&
         std::int64_t(bytes * (columns.size() + 1)) <= shape.stride() &&
         byOffset.contains(low + std::int64_t(columns.size()) * bytes))
    columns.push_back(byOffset.lookup(low + std::int64_t(columns.size()) * bytes));
  columns.truncate(columns.empty() ? 0 : std::size_t(1) << Log2_64(columns.size()));
  if (columns.size() < 4 || !is_contained(columns, &first))
    return {};
  return columns;
}

/// Swaps lanes and columns: rows[i] holds row i, row i + n, ... of n elements each; or the reverse.
static void transpose(IRBuilderBase &builder, SmallVectorImpl<Value *> &rows, unsigned width) {
  for (unsigned distance = rows.size() / 2; distance > 0; distance /= 2) {
    SmallVector<int> low, high;
    for (unsigned lane = 0; lane < width; ++lane) {
      const bool upper = lane & distance;
      low.push_back(int(upper ? width + lane - distance : lane));
      high.push_back(int(upper ? width + lane : lane + distance));
    }
    for (unsigned i = 0; i < rows.size(); ++i)
      if (!(i & distance)) {
        Value *a = rows[i], *b = rows[i + distance];
        rows[i] = builder.CreateShuffleVector(a, b, low);
        rows[i + distance] = builder.CreateShuffleVector(a, b, high);
      }
  }
}

namespace {

/// Where the rows of all lanes start, and which lanes have one.
struct RowAccess {
  IRBuilderBase &builder;
  Value *first; // address of lane 0's row
  std::int64_t stride;
  Value *mask;
  unsigned columns;

  Value *address(unsigned lane) {
    return builder.CreateGEP(builder.getInt8Ty(), first,
                             builder.getInt64(std::uint64_t(stride) * lane));
  }
  Value *has(unsigned lane) {
    return builder.CreateVectorSplat(columns, builder.CreateExtractElement(mask, lane));
  }
};

} // namespace

bool PacketWidener::loadRows(LoadInst &load, Value *mask) {
  const SmallVector<Instruction *> columns =
      mask == entryMask_ ? columnsFrom(load) : SmallVector<Instruction *>();
  if (columns.empty())
    return false;
  Builder builder(&load);
  const unsigned n = unsigned(columns.size()), width = lanes_.width();
  RowAccess row{builder, firstOfRow(builder, load, *columns.front()),
                shapes_.of(load.getPointerOperand()).stride(), mask, n};
  Type *rowType = FixedVectorType::get(load.getType(), n);
  SmallVector<Value *> rows;
  for (unsigned i = 0; i < n; ++i) {
    SmallVector<Value *> parts;
    for (unsigned lane = i; lane < width; lane += n)
      parts.push_back(
          builder.CreateMaskedLoad(rowType, row.address(lane), elementAlign(load), row.has(lane)));
    rows.push_back(concatenateVectors(builder, parts));
  }
  transpose(builder, rows, width);
  for (unsigned i = 0; i < n; ++i)
    define(*columns[i], rows[i]);
  return true;
}

bool PacketWidener::storeRows(StoreInst &store, Value *mask) {
  if (auto pending = rowStores_.find(&store); pending != rowStores_.end()) {
    if (!pending->second.empty()) // the last of its group: all values are there
      writeRows(store, pending->second, mask);
    return true;
  }
  const SmallVector<Instruction *> columns =
      mask == entryMask_ ? columnsFrom(store) : SmallVector<Instruction *>();
  if (columns.empty())
    return false;
  Instruction *last = &store;
  for (Instruction *column : columns) {
    if (last->comesBefore(column))
      last = column;
    rowStores_[column] = {};
    replaced_.push_back(column);
  }
  rowStores_[last] = columns;
  return true;
}

void PacketWidener::writeRows(StoreInst &last, ArrayRef<Instruction *> columns, Value *mask) {
  Builder builder(&last);
  const unsigned n = unsigned(columns.size()), width = lanes_.width();
  SmallVector<Value *> rows;
  for (Instruction *column : columns)
    rows.push_back(vector(cast<StoreInst>(column)->getValueOperand()));
  transpose(builder, rows, width);
  RowAccess row{builder, firstOfRow(builder, last, *columns.front()),
                shapes_.of(last.getPointerOperand()).stride(), mask, n};
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *wide = rows[lane % n];
    Value *part = n == width
                      ? wide
                      : builder.CreateShuffleVector(wide, createSequentialMask(lane / n * n, n, 0));
    builder.CreateMaskedStore(part, row.address(lane), elementAlign(last), row.has(lane));
  }
}

/// The address of the first column in lane 0, from an access that is at hand.
Value *PacketWidener::firstOfRow(Builder &builder, Instruction &access, Instruction &column) {
  APInt here(64, 0), there(64, 0);
  Value *base =
      getLoadStorePointerOperand(&access)->stripAndAccumulateConstantOffsets(layout_, here, true);
  getLoadStorePointerOperand(&column)->stripAndAccumulateConstantOffsets(layout_, there, true);
  return builder.CreateGEP(builder.getInt8Ty(), base, builder.getInt64(there.getZExtValue()));
}

} // namespace weft::compiler
