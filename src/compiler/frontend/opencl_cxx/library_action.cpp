// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/opencl_cxx/library_action.h"

#include "frontend/opencl_cxx/library_checks.h"
#include "frontend/typed_blocks.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/IR/Module.h"

using namespace clang;

namespace weft::compiler {

namespace {

/// Looks at a program before code is made of it.
class LibraryConsumer : public ASTConsumer {
public:
  LibraryConsumer(CompilerInstance &clang, const LibraryUse &use,
                  std::vector<KernelParameters> &kernels)
      : clang_(clang), use_(use), kernels_(kernels) {}

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    if (!use_.isIncluded)
      return true;
    for (Decl *declaration : group) {
      if (auto *space = dyn_cast<NamespaceDecl>(declaration);
          space && !isReady_ && space->getName() == "cl") {
        isReady_ = true;
        findBuiltinsIn(*space->getFirstDecl(), clang_, use_);
      }
      if (auto *function = dyn_cast<FunctionDecl>(declaration);
          function && function->hasAttr<DeviceKernelAttr>() &&
          function->isThisDeclarationADefinition())
        kernels_.push_back(kernelParameters(*function));
    }
    return true;
  }

  void HandleTranslationUnit(ASTContext &ast) override {
    if (use_.isIncluded && !ast.getDiagnostics().hasErrorOccurred())
      checkLibraryUse(ast);
  }

private:
  CompilerInstance &clang_;
  const LibraryUse &use_;
  std::vector<KernelParameters> &kernels_;
  bool isReady_ = false;
};

} // namespace

bool LibraryAction::BeginSourceFileAction(CompilerInstance &clang) {
  addLibraryPragmas(clang, use_);
  addTypedBlocksPragma(clang);
  return EmitLLVMOnlyAction::BeginSourceFileAction(clang);
}

std::unique_ptr<ASTConsumer> LibraryAction::CreateASTConsumer(CompilerInstance &clang,
                                                              StringRef file) {
  std::vector<std::unique_ptr<ASTConsumer>> consumers;
  consumers.push_back(std::make_unique<LibraryConsumer>(clang, use_, kernels_));
  consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(clang, file));
  return std::make_unique<MultiplexConsumer>(std::move(consumers));
}

std::unique_ptr<llvm::Module> LibraryAction::takeKernelIR() {
  std::unique_ptr<llvm::Module> module = takeModule();
  if (module)
    lowerKernelParameters(*module, kernels_);
  return module;
}

} // namespace weft::compiler
