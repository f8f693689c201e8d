// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of any vector width, made of calls of the one width that there is.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class CallInst;
}

namespace weft::compiler {

/// What `call` (elementwise, of scalars or vectors) returns, from `operate`, which gets vectors of
/// `width` elements and is called as often as needed. Missing lanes repeat the last one: no lane
/// computes with garbage, which could be slow.
llvm::Value *splitLanes(llvm::IRBuilder<> &builder, llvm::CallInst &call, unsigned width,
                        llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> operate);

} // namespace weft::compiler
