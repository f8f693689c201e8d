// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel objects as LLD makes them: self-contained but for the few libraries that may be needed.
#include "codegen/link.h"
#include "codegen/emit.h"
#include "codegen/target.h"
#include "memory_file.h"
#include "parallel_codegen.h"
#include "support/fork.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"

#include <gmock/gmock.h>

using namespace testing;

namespace weft::compiler {
namespace {

std::string object(const std::string &ir) {
  initializeTargets();
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(ir, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  auto target = llvm::cantFail(createTargetMachine({}, false));
  setTarget(*module, *target);
  return llvm::cantFail(emit(*module, *target, EmitKind::Object));
}

/// LLD runs once in a process, so in one of its own. The shared object, or "error: ...".
std::string link(std::vector<std::string> objects) {
  MemoryFile result;
  EXPECT_EQ(0, test::inFork([&] {
              llvm::Expected<std::string> linked = linkKernelObject(objects);
              return result.write(linked ? *linked : "error: " + llvm::toString(linked.takeError()))
                         ? 0
                         : 1;
            }));
  return result.read();
}

std::vector<std::string> needed(const std::string &shared) {
  auto file = llvm::cantFail(
      llvm::object::ELFObjectFile<llvm::object::ELF64LE>::create({shared, "kernel object"}));
  std::vector<std::string> names;
  llvm::StringRef strings;
  for (const auto &section : llvm::cantFail(file.getELFFile().sections()))
    if (section.sh_type == llvm::ELF::SHT_DYNSYM)
      strings = llvm::cantFail(file.getELFFile().getStringTableForSymtab(section));
  for (const auto &entry : llvm::cantFail(file.getELFFile().dynamicEntries()))
    if (entry.getTag() == llvm::ELF::DT_NEEDED)
      names.push_back(strings.substr(entry.getVal()).split('\0').first.str());
  return names;
}

std::vector<std::string> exported(const std::string &shared) {
  auto file = llvm::cantFail(
      llvm::object::ELFObjectFile<llvm::object::ELF64LE>::create({shared, "kernel object"}));
  std::vector<std::string> names;
  for (const auto &symbol : file.getDynamicSymbolIterators())
    if (!(llvm::cantFail(symbol.getFlags()) & llvm::object::SymbolRef::SF_Undefined))
      names.push_back(llvm::cantFail(symbol.getName()).str());
  return names;
}

TEST(LinkKernelObject, PartsSeeEachOtherAndOneNameIsExported) {
  std::string shared = link({object("@weft_module = constant ptr @weft.kernel.k\n"
                                    "@weft.kernel.k = external hidden constant i32\n"),
                             object("@weft.kernel.k = hidden constant i32 7\n")});
  ASSERT_THAT(shared, StartsWith("\x7f"
                                 "ELF"));
  EXPECT_THAT(exported(shared), ElementsAre("weft_module"));
  EXPECT_THAT(needed(shared), IsEmpty());
}

TEST(LinkKernelObject, MissingFunctionsAreNamed) {
  std::string log = link({object("@weft_module = constant i32 1\n"
                                 "declare void @no_such_function()\n"
                                 "define void @f() { call void @no_such_function() ret void }\n")});
  EXPECT_THAT(log, AllOf(HasSubstr("undefined symbol"), HasSubstr("no_such_function")));
}

TEST(LinkKernelObject, LibrariesAreNeededWhereUsed) {
  std::string shared =
      link({object("@weft_module = constant ptr @f\n"
                   "declare <4 x float> @Sleef_sinf4_u10sse4(<4 x float>)\n"
                   "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
                   "define hidden <4 x float> @f(<4 x float> %x, ptr %p, ptr %q, i64 %n) {\n"
                   "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)\n"
                   "  %y = call <4 x float> @Sleef_sinf4_u10sse4(<4 x float> %x)\n"
                   "  ret <4 x float> %y\n}\n")});
  ASSERT_THAT(shared, StartsWith("\x7f"
                                 "ELF"));
  EXPECT_THAT(needed(shared), UnorderedElementsAre("libsleef.so.3", "libc.so.6"));
}

TEST(LinkKernelObject, SupportRoutinesAreLinkedIn) {
  // x86 has no conversion of double to half: __truncdfhf2.
  std::string shared = link({object("@weft_module = constant ptr @f\n"
                                    "define hidden half @f(double %x) {\n"
                                    "  %y = fptrunc double %x to half\n  ret half %y\n}\n")});
  ASSERT_THAT(shared, StartsWith("\x7f"
                                 "ELF"));
  EXPECT_THAT(exported(shared), ElementsAre("weft_module"));
  EXPECT_THAT(needed(shared), IsEmpty());
}

TEST(Balance, HeavyUnitsAreSpread) {
  std::vector<CompileUnit> units = {{"a", 10}, {"b", 10}, {"c", 1}, {"d", 18}, {"e", 1}};
  auto parts = balance(units, 2);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_THAT(parts[0], ElementsAre("c", "d", "e"));
  EXPECT_THAT(parts[1], ElementsAre("a", "b"));
}

TEST(Balance, NoPartIsEmpty) {
  std::vector<CompileUnit> units = {{"a", 1}, {"b", 1}};
  EXPECT_EQ(balance(units, 8).size(), 2u);
  EXPECT_EQ(balance({}, 8).size(), 0u);
}

} // namespace
} // namespace weft::compiler
