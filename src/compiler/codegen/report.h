// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM has to say while it compiles: errors for the build log, and for WEFT_DEBUG=vectorize
// what its vectorisers did and why not; and how much of the stack functions take.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DiagnosticHandler.h"

#include <cstdint>
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
  /// The most that a function with the attribute warn-stack-size takes, or one that is a form or a
  /// part of it: `NAME.anything`.
  std::uint64_t stackBytes(llvm::StringRef name) const;

private:
  explicit CompileReport(bool remarks) : remarks_(remarks) {}
  bool wanted(llvm::StringRef pass) const;

  bool remarks_;
  std::string errors_;
  std::string text_;
  llvm::StringMap<std::uint64_t> stackBytes_;
};

} // namespace weft::compiler
