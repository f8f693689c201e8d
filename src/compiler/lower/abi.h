// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes the structures of include/weft/abi from generated code.
#pragma once

#include "weft/abi/kernel_descriptor.h"
#include "weft/abi/launch_state.h"
#include "weft/abi/runtime_functions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"

namespace weft::compiler {

/// The address `offset` bytes behind `base`.
inline llvm::Value *atByte(llvm::IRBuilderBase &builder, llvm::Value *base, std::uint64_t offset,
                           const llvm::Twine &name = "") {
  if (offset == 0)
    return base;
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), base, builder.getInt64(offset), name);
}

/// A field that nobody changes while a kernel runs.
inline llvm::LoadInst *loadField(llvm::IRBuilderBase &builder, llvm::Type *type, llvm::Value *base,
                                 std::uint64_t offset, const llvm::Twine &name = "") {
  llvm::LoadInst *load = builder.CreateLoad(type, atByte(builder, base, offset), name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

/// Says how a loaded pointer is aligned.
inline void setPointerAlignment(llvm::LoadInst &load, std::uint64_t alignment) {
  llvm::LLVMContext &context = load.getContext();
  auto *value = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), alignment);
  load.setMetadata(llvm::LLVMContext::MD_align,
                   llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(value)));
  load.setMetadata(llvm::LLVMContext::MD_nonnull, llvm::MDNode::get(context, {}));
}

/// The entry at `offset` of the table that the launch state points at.
inline llvm::Value *runtimeFunction(llvm::IRBuilderBase &builder, llvm::Value *launch,
                                    std::uint64_t offset) {
  llvm::Value *table =
      loadField(builder, builder.getPtrTy(), launch, offsetof(WeftLaunchState, functions));
  return loadField(builder, builder.getPtrTy(), table, offset);
}

} // namespace weft::compiler
