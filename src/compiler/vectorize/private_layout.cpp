// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vectorize/private_layout.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// The uses of a private array, as long as all of them go element by element.
class ElementAccesses {
public:
  ElementAccesses(AllocaInst &array, const DataLayout &layout) : layout_(layout) {
    regular_ = visit(array);
    if (!regular_ || elementBytes_ == 0)
      regular_ = false;
    for (GetElementPtrInst *gep : geps)
      regular_ = regular_ && isMultipleOfElement(*gep);
  }
  bool regular() const { return regular_; }
  std::uint64_t elementBytes() const { return elementBytes_; }

  SmallVector<GetElementPtrInst *> geps;

private:
  bool visit(Instruction &pointer) {
    if (!visited_.insert(&pointer).second)
      return true;
    for (User *user : pointer.users()) {
      auto *instruction = cast<Instruction>(user);
      if (auto *load = dyn_cast<LoadInst>(instruction)) {
        if (!isElement(load->getType()))
          return false;
      } else if (auto *store = dyn_cast<StoreInst>(instruction)) {
        if (store->getValueOperand() == &pointer || !isElement(store->getValueOperand()->getType()))
          return false;
      } else if (auto *gep = dyn_cast<GetElementPtrInst>(instruction)) {
        geps.push_back(gep);
        if (gep->getType()->isVectorTy() || !visit(*gep))
          return false;
      } else if (isa<AddrSpaceCastInst>(instruction)) {
        if (!visit(*instruction))
          return false;
      } else if (auto *call = dyn_cast<IntrinsicInst>(instruction)) {
        if (!call->isLifetimeStartOrEnd())
          return false;
      } else {
        // Phis and selects may mix pointers into this array with others; the rest lets it escape.
        return false;
      }
    }
    return true;
  }

  bool isElement(Type *type) {
    if (!type->isSingleValueType() || type->getScalarType()->isIntegerTy(1))
      return false;
    const std::uint64_t bytes = layout_.getTypeStoreSize(type).getFixedValue();
    if (bytes != layout_.getTypeAllocSize(type).getFixedValue())
      return false;
    if (elementBytes_ == 0)
      elementBytes_ = bytes;
    return elementBytes_ == bytes;
  }

  bool isMultipleOfElement(GetElementPtrInst &gep) {
    for (auto index = gep_type_begin(gep), end = gep_type_end(gep); index != end; ++index) {
      if (StructType *structure = index.getStructTypeOrNull()) {
        const auto field = unsigned(cast<ConstantInt>(index.getOperand())->getZExtValue());
        if (layout_.getStructLayout(structure)->getElementOffset(field) % elementBytes_)
          return false;
      } else if (index.getSequentialElementStride(layout_).getFixedValue() % elementBytes_) {
        const auto *constant = dyn_cast<ConstantInt>(index.getOperand());
        if (!constant || constant->getZExtValue() *
                             index.getSequentialElementStride(layout_).getFixedValue() %
                             elementBytes_)
          return false;
      }
    }
    return true;
  }

  const DataLayout &layout_;
  SmallPtrSet<Instruction *, 16> visited_;
  std::uint64_t elementBytes_ = 0;
  bool regular_ = false;
};

/// The same step, `width` times as far.
void scaleOffset(GetElementPtrInst &gep, unsigned width, const DataLayout &layout) {
  IRBuilder<> builder(&gep);
  Value *offset = builder.getInt64(0);
  for (auto index = gep_type_begin(gep), end = gep_type_end(gep); index != end; ++index) {
    Value *bytes = nullptr;
    if (StructType *structure = index.getStructTypeOrNull()) {
      const auto field = unsigned(cast<ConstantInt>(index.getOperand())->getZExtValue());
      bytes = builder.getInt64(layout.getStructLayout(structure)->getElementOffset(field) * width);
    } else {
      Value *wide = builder.CreateSExtOrTrunc(index.getOperand(), builder.getInt64Ty());
      bytes = builder.CreateMul(
          wide, builder.getInt64(index.getSequentialElementStride(layout).getFixedValue() * width));
    }
    offset = builder.CreateAdd(offset, bytes);
  }
  Value *scaled = builder.CreateGEP(builder.getInt8Ty(), gep.getPointerOperand(), offset);
  scaled->takeName(&gep);
  gep.replaceAllUsesWith(scaled);
  gep.eraseFromParent();
}

} // namespace

DenseMap<const AllocaInst *, std::int64_t> layOutPrivateMemory(Function &kernel, unsigned width) {
  const DataLayout &layout = kernel.getDataLayout();
  SmallVector<AllocaInst *> allocas;
  for (Instruction &instruction : instructions(kernel))
    if (auto *alloca = dyn_cast<AllocaInst>(&instruction))
      allocas.push_back(alloca);

  DenseMap<const AllocaInst *, std::int64_t> strides;
  for (AllocaInst *alloca : allocas) {
    ElementAccesses accesses(*alloca, layout);
    IRBuilder<> builder(alloca);
    const std::uint64_t bytes = alignTo(
        layout.getTypeAllocSize(alloca->getAllocatedType()).getFixedValue(), alloca->getAlign());
    auto *wide = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), bytes * width),
                                      alloca->getAddressSpace(), alloca->getArraySize());
    // A whole vector register, for the accesses that become plain vector ones.
    wide->setAlignment(std::max(alloca->getAlign(), Align(64)));
    wide->takeName(alloca);
    if (accesses.regular()) {
      for (GetElementPtrInst *gep : accesses.geps)
        scaleOffset(*gep, width, layout);
      strides[wide] = std::int64_t(accesses.elementBytes());
    } else {
      strides[wide] = std::int64_t(bytes);
    }
    SmallVector<Instruction *> lifetimes;
    for (User *user : alloca->users())
      if (auto *marker = dyn_cast<IntrinsicInst>(user); marker && marker->isLifetimeStartOrEnd())
        lifetimes.push_back(marker);
    for (Instruction *marker : lifetimes)
      marker->eraseFromParent();
    alloca->replaceAllUsesWith(wide);
    alloca->eraseFromParent();
  }
  return strides;
}

} // namespace weft::compiler
