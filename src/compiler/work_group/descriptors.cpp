// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/descriptors.h"

#include "weft/abi/version.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {
namespace {

/// Builds a constant structure field by field. LLVM's natural layout is the C compiler's for these.
class FieldList {
public:
  explicit FieldList(Module &module) : context_(module.getContext()) {}
  FieldList &u32(std::uint64_t value) {
    return add(ConstantInt::get(Type::getInt32Ty(context_), value));
  }
  FieldList &u64(std::uint64_t value) {
    return add(ConstantInt::get(Type::getInt64Ty(context_), value));
  }
  FieldList &address(Constant *value) {
    return add(value ? value : ConstantPointerNull::get(PointerType::get(context_, 0)));
  }
  FieldList &size3(const std::uint32_t (&value)[3]) {
    return u32(value[0]).u32(value[1]).u32(value[2]);
  }
  Constant *build() const { return ConstantStruct::getAnon(context_, fields_); }

private:
  FieldList &add(Constant *field) {
    fields_.push_back(field);
    return *this;
  }
  LLVMContext &context_;
  SmallVector<Constant *> fields_;
};

GlobalVariable *define(Module &module, Constant *value, GlobalValue::LinkageTypes linkage,
                       const Twine &name) {
  auto *variable = new GlobalVariable(module, value->getType(), true, linkage, value, name);
  variable->setAlignment(Align(8));
  return variable;
}

} // namespace

std::string descriptorName(StringRef kernel) { return ("weft.kernel." + kernel).str(); }

Constant *declareDescriptor(Module &module, StringRef kernel) {
  std::string name = descriptorName(kernel);
  if (GlobalVariable *existing = module.getNamedGlobal(name))
    return existing;
  auto *variable = new GlobalVariable(module, Type::getInt8Ty(module.getContext()), true,
                                      GlobalValue::ExternalLinkage, nullptr, name);
  variable->setVisibility(GlobalValue::HiddenVisibility);
  return variable;
}

void emitDescriptor(Module &module, const KernelDescription &kernel) {
  SmallVector<Constant *> rows;
  for (const VariantDescription &variant : kernel.variants) {
    Constant *row = FieldList(module)
                        .address(variant.run)
                        .u32(variant.packetWidth)
                        .u32(variant.packing)
                        .u64(variant.privateBytesPerGroup)
                        .u64(variant.privateBytesPerItem)
                        .size3(variant.requiredLocalSize)
                        .u32(0)
                        .build();
    static_assert(sizeof(WeftKernelVariant) == 48);
    rows.push_back(row);
  }
  Constant *table = ConstantArray::get(ArrayType::get(rows.front()->getType(), rows.size()), rows);
  Constant *name = ConstantDataArray::getString(module.getContext(), kernel.name);
  Constant *value =
      FieldList(module)
          .address(define(module, name, GlobalValue::PrivateLinkage, "weft.name"))
          .address(define(module, table, GlobalValue::PrivateLinkage, "weft.variants"))
          .u32(kernel.variants.size())
          .u32(kernel.flags)
          .u64(kernel.argumentBytes)
          .u64(kernel.localBytes)
          .size3(kernel.requiredLocalSize)
          .u32(kernel.subGroupSize)
          .u32(kernel.blockLocalArguments)
          .u32(0)
          .build();
  static_assert(sizeof(WeftKernelDescriptor) == 64);
  std::string symbol = descriptorName(kernel.name);
  GlobalVariable *declared = module.getNamedGlobal(symbol);
  if (declared)
    declared->setName("");
  GlobalVariable *descriptor = define(module, value, GlobalValue::ExternalLinkage, symbol);
  descriptor->setVisibility(GlobalValue::HiddenVisibility);
  if (declared) {
    declared->replaceAllUsesWith(descriptor);
    declared->eraseFromParent();
  }
}

void emitModuleDescriptor(Module &module, const ModuleDescription &description) {
  LLVMContext &context = module.getContext();
  SmallVector<Constant *> rows;
  for (const std::string &kernel : description.kernels)
    rows.push_back(declareDescriptor(module, kernel));
  Type *pointer = PointerType::get(context, 0);
  Constant *list = nullptr;
  if (!rows.empty())
    list = define(module, ConstantArray::get(ArrayType::get(pointer, rows.size()), rows),
                  GlobalValue::PrivateLinkage, "weft.kernels");
  Function *initializer = nullptr;
  if (!description.initializer.empty()) {
    initializer = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer}, false),
                                   GlobalValue::ExternalLinkage, description.initializer, module);
    initializer->setVisibility(GlobalValue::HiddenVisibility);
  }
  Constant *value = FieldList(module)
                        .u32(WEFT_ABI_VERSION)
                        .u32(rows.size())
                        .address(list)
                        .u64(description.programScopeBytes)
                        .u64(description.programScopeAlignment)
                        .address(initializer)
                        .build();
  static_assert(sizeof(WeftModuleDescriptor) == 40);
  define(module, value, GlobalValue::ExternalLinkage, WEFT_MODULE_SYMBOL);
}

} // namespace weft::compiler
