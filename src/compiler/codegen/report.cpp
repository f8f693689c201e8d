// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/report.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <memory>

using namespace llvm;

namespace weft::compiler {

CompileReport &CompileReport::install(LLVMContext &context, bool remarks) {
  std::unique_ptr<CompileReport> made(new CompileReport(remarks));
  CompileReport &report = *made;
  context.setDiagnosticHandler(std::move(made));
  return report;
}

bool CompileReport::wanted(StringRef pass) const {
  // Ours are called weft-...
  return remarks_ &&
         (pass == "loop-vectorize" || pass == "slp-vectorizer" || pass.starts_with("weft"));
}

bool CompileReport::handleDiagnostics(const DiagnosticInfo &info) {
  if (auto *remark = dyn_cast<DiagnosticInfoOptimizationBase>(&info)) {
    if (!wanted(remark->getPassName()))
      return true;
    raw_string_ostream stream(text_);
    stream << remark->getFunction().getName() << ": ";
    if (remark->isLocationAvailable())
      stream << remark->getLocationStr() << ": ";
    stream << remark->getMsg() << " [" << remark->getPassName() << "]\n";
    return true;
  }
  if (auto *stack = dyn_cast<DiagnosticInfoStackSize>(&info)) {
    stackBytes_[stack->getFunction().getName()] = stack->getStackSize();
    return true;
  }
  if (info.getSeverity() == DS_Error) {
    raw_string_ostream stream(errors_);
    DiagnosticPrinterRawOStream printer(stream);
    stream << "error: ";
    info.print(printer);
    stream << '\n';
  }
  return true; // warnings of the code generator speak of our IR, not of the source
}

std::uint64_t CompileReport::stackBytes(StringRef name) const {
  std::uint64_t most = 0;
  for (const auto &[function, bytes] : stackBytes_) {
    StringRef rest = function;
    if (rest.consume_front(name) && (rest.empty() || rest.starts_with(".")))
      most = std::max(most, bytes);
  }
  return most;
}

} // namespace weft::compiler
