// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled IR to machine code.
#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

enum class EmitKind { Object, Assembly };

/// The bytes of a relocatable ELF file, or assembly text. The module is used up.
llvm::Expected<std::string> emit(llvm::Module &module, llvm::TargetMachine &target, EmitKind kind);

} // namespace weft::compiler
