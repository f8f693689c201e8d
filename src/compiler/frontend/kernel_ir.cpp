// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/kernel_ir.h"

#include "weft/abi/version.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft::compiler {

namespace {

// One node for each linked module: ABI version, LLVM version, then the flags below. The linker
// appends the operands of named metadata.
constexpr const char *kNote = "weft.kernel_ir";

enum Flags : unsigned {
  kDisableOptimization = 1,
  kDebug = 2,
  kUniformWorkGroups = 4,
  kRelaxedMath = 8,
};

uint64_t number(const MDNode &node, unsigned operand) {
  auto *value = mdconst::dyn_extract_or_null<ConstantInt>(node.getOperand(operand));
  return value ? value->getZExtValue() : ~0ull;
}

/// Collects what LLVM's linker says instead of printing it.
class LinkDiagnostics : public DiagnosticHandler {
public:
  explicit LinkDiagnostics(std::string &log) : log_(log) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error) {
      raw_string_ostream stream(log_);
      DiagnosticPrinterRawOStream printer(stream);
      stream << "error: ";
      info.print(printer);
      stream << '\n';
    }
    return true;
  }

private:
  std::string &log_;
};

} // namespace

void writeNote(Module &module, const BuildOptions &options) {
  LLVMContext &context = module.getContext();
  unsigned flags = (options.disableOptimization ? kDisableOptimization : 0) |
                   (options.debug ? kDebug : 0) |
                   (options.uniformWorkGroups() ? kUniformWorkGroups : 0) |
                   (options.fastRelaxedMath ? kRelaxedMath : 0);
  auto constant = [&](uint64_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
  };
  module.getOrInsertNamedMetadata(kNote)->addOperand(MDNode::get(
      context, {constant(WEFT_ABI_VERSION), constant(LLVM_VERSION_MAJOR), constant(flags)}));
}

Expected<CodeGenerationOptions> readNote(const Module &module) {
  const NamedMDNode *note = module.getNamedMetadata(kNote);
  if (!note || note->getNumOperands() == 0)
    return createStringError("not made by this driver");
  CodeGenerationOptions options;
  options.relaxedMath = true;
  for (const MDNode *node : note->operands()) {
    if (node->getNumOperands() != 3 || number(*node, 0) != WEFT_ABI_VERSION ||
        number(*node, 1) != LLVM_VERSION_MAJOR)
      return createStringError("made by another version of this driver");
    uint64_t flags = number(*node, 2);
    options.disableOptimization |= (flags & kDisableOptimization) != 0;
    options.debug |= (flags & kDebug) != 0;
    // OpenCL 3.0 API 5.10: for work-groups that are not uniform, "all input programs must support"
    // them.
    options.uniformWorkGroups |= (flags & kUniformWorkGroups) != 0;
    options.relaxedMath &= (flags & kRelaxedMath) != 0;
  }
  return options;
}

std::string writeKernelIR(const Module &module) {
  std::string bytes;
  raw_string_ostream stream(bytes);
  WriteBitcodeToFile(module, stream);
  return bytes;
}

Expected<std::unique_ptr<Module>> readKernelIR(const std::string &bytes, LLVMContext &context) {
  Expected<std::unique_ptr<Module>> module =
      parseBitcodeFile(MemoryBufferRef(bytes, "kernel IR"), context);
  if (!module)
    return module.takeError();
  if (Expected<CodeGenerationOptions> note = readNote(**module); !note)
    return note.takeError();
  return module;
}

Expected<std::unique_ptr<Module>> linkKernelIR(std::vector<std::unique_ptr<Module>> modules) {
  assert(!modules.empty() && "nothing to link");
  LLVMContext &context = modules.front()->getContext();
  std::string log;
  std::unique_ptr<DiagnosticHandler> before = context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<LinkDiagnostics>(log));
  auto whole = std::make_unique<Module>("program", context);
  whole->setTargetTriple(modules.front()->getTargetTriple());
  whole->setDataLayout(modules.front()->getDataLayout());
  Linker linker(*whole);
  for (std::unique_ptr<Module> &module : modules)
    linker.linkInModule(std::move(module));
  context.setDiagnosticHandler(std::move(before));
  if (!log.empty())
    return createStringError(log);
  return whole;
}

} // namespace weft::compiler
