// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies the builtins that a program calls into it, and what those call in turn.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// `builtins` shares the program's LLVMContext and may be lazily loaded: functions are materialised
/// in it one by one. llvm::Linker would do the same after a look at each of thousands of symbols,
/// which is most of the time that a small kernel takes.
///
/// Elementwise math (math_names.h) is left declared until loops have been vectorised:
/// LowerVectorMathPass asks for it then.
enum class ElementwiseMath { Declared, Defined };
void linkBuiltins(llvm::Module &program, llvm::Module &builtins, ElementwiseMath math);

} // namespace weft::compiler
