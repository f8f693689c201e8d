// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft::compiler {

Expected<std::string> emit(Module &module, TargetMachine &target, EmitKind kind) {
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
