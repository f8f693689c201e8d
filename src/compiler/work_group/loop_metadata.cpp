// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/loop_metadata.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace weft::compiler {

void setLoop(BranchInst &branch, ArrayRef<Metadata *> properties) {
  // The first operand of such a node is the node itself.
  SmallVector<Metadata *> operands = {nullptr};
  append_range(operands, properties);
  MDNode *loop = MDNode::getDistinct(branch.getContext(), operands);
  loop->replaceOperandWith(0, loop);
  branch.setMetadata(LLVMContext::MD_loop, loop);
}

void setOuterLoop(BranchInst &branch) {
  LLVMContext &context = branch.getContext();
  // To unroll the loop copies the whole kernel and gains nothing.
  setLoop(branch,
          {loopProperty(context, "llvm.loop.unroll.disable"),
           loopProperty(context, "llvm.loop.mustprogress"), loopProperty(context, kOuterLoop)});
}

MDNode *loopProperty(LLVMContext &context, const char *name) {
  return MDNode::get(context, MDString::get(context, name));
}

MDNode *loopProperty(LLVMContext &context, const char *name, bool value) {
  Constant *constant = ConstantInt::get(Type::getInt1Ty(context), value);
  return MDNode::get(context, {MDString::get(context, name), ConstantAsMetadata::get(constant)});
}

} // namespace weft::compiler
