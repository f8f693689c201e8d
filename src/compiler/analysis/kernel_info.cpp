// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/kernel_info.h"

#include "lower/address_space.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace weft::compiler {
namespace {

ArgumentKind kindOf(const Argument &argument) {
  Type *type = argument.getType();
  if (auto *opaque = dyn_cast<TargetExtType>(type)) {
    StringRef name = opaque->getName();
    if (name == "spirv.Queue")
      return ArgumentKind::Queue;
    if (name == "spirv.Sampler")
      return ArgumentKind::Sampler;
    if (name == "spirv.Pipe")
      return ArgumentKind::Pipe;
    return name.contains("Image") ? ArgumentKind::Image : ArgumentKind::Value;
  }
  if (!type->isPointerTy() || argument.hasByValAttr())
    return ArgumentKind::Value;
  switch (AddressSpace(type->getPointerAddressSpace())) {
  case AddressSpace::Global:
    return ArgumentKind::GlobalPointer;
  case AddressSpace::Constant:
    return ArgumentKind::ConstantPointer;
  case AddressSpace::Local:
    return ArgumentKind::LocalPointer;
  default:
    return ArgumentKind::Value; // the literal of a block
  }
}

} // namespace

bool isKernel(const Function &function) {
  return function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

bool isBlockKernel(const Function &function) {
  // Clang's name for it (CGOpenCLRuntime); an application's kernel may be called so by accident,
  // but has no generic pointer for its first argument, which kernels may not have.
  return isKernel(function) && function.getName().ends_with("_kernel") &&
         function.getName().contains("_block_invoke") && function.arg_size() >= 1 &&
         function.getArg(0)->getType()->isPointerTy() &&
         function.getArg(0)->getType()->getPointerAddressSpace() == unsigned(AddressSpace::Generic);
}

std::uint32_t blockLocalArguments(const Function &kernel) {
  return isBlockKernel(kernel) ? std::uint32_t(kernel.arg_size()) - 1 : 0;
}

std::array<std::uint32_t, 3> requiredLocalSize(const Function &kernel) {
  std::array<std::uint32_t, 3> size = {};
  if (const MDNode *node = kernel.getMetadata("reqd_work_group_size"))
    for (unsigned i = 0; i < 3 && i < node->getNumOperands(); ++i)
      if (auto *value = mdconst::dyn_extract<ConstantInt>(node->getOperand(i)))
        size[i] = std::uint32_t(value->getZExtValue());
  return size;
}

unsigned requiredSubGroupSize(const Function &kernel) {
  const MDNode *node = kernel.getMetadata("intel_reqd_sub_group_size");
  if (!node || node->getNumOperands() == 0)
    return 0;
  auto *value = mdconst::dyn_extract<ConstantInt>(node->getOperand(0));
  return value ? unsigned(value->getLimitedValue(~0u)) : 0;
}

KernelSignature signatureOf(const Function &kernel) {
  const DataLayout &layout = kernel.getDataLayout();
  KernelSignature signature;
  signature.name = kernel.getName().str();
  std::uint64_t offset = 0;
  for (const Argument &argument : kernel.args()) {
    KernelArgument placed;
    placed.kind = kindOf(argument);
    Type *type = argument.getType();
    std::uint64_t size = layout.getTypeAllocSize(type);
    Align alignment = layout.getABITypeAlign(type);
    if (argument.hasByValAttr()) {
      type = argument.getParamByValType();
      size = layout.getTypeAllocSize(type);
      alignment = argument.getParamAlign().value_or(layout.getABITypeAlign(type));
    }
    offset = alignTo(offset, alignment);
    placed.offset = std::uint32_t(offset);
    placed.size = std::uint32_t(size);
    placed.alignment = std::uint32_t(alignment.value());
    offset += size;
    signature.arguments.push_back(std::move(placed));
  }
  signature.argumentBytes = std::uint32_t(offset);
  auto required = requiredLocalSize(kernel);
  std::copy(required.begin(), required.end(), signature.requiredLocalSize);
  signature.requiredSubGroupSize = requiredSubGroupSize(kernel);
  return signature;
}

} // namespace weft::compiler
