// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/program_checks.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

std::string readableName(StringRef name) {
  // Clang's twin of a kernel that another kernel calls.
  name.consume_front("__clang_ocl_kern_imp_");
  std::string text = demangle(name);
  return text.substr(0, text.find('('));
}

} // namespace

Error checkNoRecursion(Module &program) {
  CallGraph graph(program);
  std::string log;
  for (auto cycle = scc_begin(&graph); !cycle.isAtEnd(); ++cycle) {
    if (!cycle.hasCycle())
      continue;
    std::vector<std::string> names;
    for (CallGraphNode *node : *cycle)
      if (Function *function = node->getFunction())
        names.push_back("'" + readableName(function->getName()) + "'");
    if (names.empty())
      continue;
    log += "error: recursion is not supported in OpenCL C (6.11): " + join(names, ", ") +
           (names.size() == 1 ? " calls itself\n" : " call each other\n");
  }
  return log.empty() ? Error::success() : createStringError(log);
}

} // namespace weft::compiler
