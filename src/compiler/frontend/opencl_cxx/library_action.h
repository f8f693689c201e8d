// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's action for programs that may include the OpenCL C++ library (include/opencl_cxx). It
// costs nothing where they do not.
#pragma once

#include "frontend/opencl_cxx/kernel_parameters.h"
#include "frontend/opencl_cxx/library_names.h"

#include "clang/CodeGen/CodeGenAction.h"

namespace weft::compiler {

class LibraryAction : public clang::EmitLLVMOnlyAction {
public:
  explicit LibraryAction(llvm::LLVMContext &context) : EmitLLVMOnlyAction(&context) {}

  /// Parameters of the library's classes lowered; null after errors.
  std::unique_ptr<llvm::Module> takeKernelIR();

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &clang) override;
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &clang,
                                                        llvm::StringRef file) override;

private:
  LibraryUse use_;
  std::vector<KernelParameters> kernels_;
};

} // namespace weft::compiler
