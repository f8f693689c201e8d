// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_device_enqueue_local_arg_types: blocks that take pointers to local memory of any type.
#pragma once

namespace clang {
class CompilerInstance;
}

namespace weft::compiler {

/// Clang knows blocks with `local void *` parameters only: its builtin enqueue_kernel refuses
/// others, with an error that no option turns off. So what it gets is the form it knows.
///
/// weft-builtins.h makes `enqueue_kernel` a macro for `_Pragma("weft typed_blocks")
/// enqueue_kernel`, and the handler of that pragma, which this installs, looks at the tokens that
/// follow:
/// - of a block literal, `^(local T *p) { ... }` becomes
///   `^(local void *__weft_local_0) { local T *p = __weft_local_0; ... }`;
/// - a block variable whose parameters are not all `local void *` gets a cast to the type with such
///   parameters, which code generation looks through.
/// `#pragma weft typed_blocks known` makes Clang take the extension's pragma. The parser has said
/// what the variables are by then, for it reads no more than a token ahead.
void addTypedBlocksPragma(clang::CompilerInstance &clang);

} // namespace weft::compiler
