// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM has to say while it compiles: errors for the build log, and for WEFT_DEBUG=vectorize
// what its vectorisers did and why not.
#pragma once

#include "llvm/IR/DiagnosticHandler.h"

#include <string>

namespace llvm {
class LLVMContext;
}

namespace weft::compiler {

class CompileReport final : public llvm::DiagnosticHandler {
public:
  /// Installed in the context, which owns it, in place of the one before.
  static CompileReport &install(llvm::LLVMContext &context, bool remarks);

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;
  bool isAnalysisRemarkEnabled(llvm::StringRef pass) const override { return wanted(pass); }
  bool isMissedOptRemarkEnabled(llvm::StringRef pass) const override { return wanted(pass); }
  bool isPassedOptRemarkEnabled(llvm::StringRef pass) const override { return wanted(pass); }
  bool isAnyRemarkEnabled() const override { return remarks_; }

  /// "error: ..." lines; what was compiled is not to be used then.
  std::string takeErrors() { return std::move(errors_); }
  std::string takeRemarks() { return std::move(text_); }

private:
  explicit CompileReport(bool remarks) : remarks_(remarks) {}
  bool wanted(llvm::StringRef pass) const;

  bool remarks_;
  std::string errors_;
  std::string text_;
};

} // namespace weft::compiler
