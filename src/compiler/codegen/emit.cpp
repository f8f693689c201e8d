// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit.h"

#include "codegen/llvm_option.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The machine scheduler's time grows with the cube of a basic block's memory accesses until a
/// block is called huge, from when on it forgets the oldest half of them. LLVM's limit is 1000: a
/// kernel of 1000 straight lines (CTS compiler, large_compile) takes 4 s then, and 4000 lines
/// minutes; with this limit 0.5 s and 3 s. Read by each process.
void limitSchedulerRegions() {
  setLlvmOption("dag-maps-huge-region", "300");
  setLlvmOption("dag-maps-reduction-size", "150");
}

} // namespace

Expected<std::string> emit(Module &module, TargetMachine &target, EmitKind kind) {
  limitSchedulerRegions();
  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  CodeGenFileType type =
      kind == EmitKind::Object ? CodeGenFileType::ObjectFile : CodeGenFileType::AssemblyFile;
  if (target.addPassesToEmitFile(passes, stream, nullptr, type, /*DisableVerify=*/true))
    return createStringError("the target emits no code of this kind");
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

} // namespace weft::compiler
