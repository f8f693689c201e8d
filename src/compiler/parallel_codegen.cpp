// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parallel_codegen.h"

#include "codegen/dump.h"
#include "codegen/emit.h"
#include "codegen/report.h"
#include "fatal_errors.h"
#include "memory_file.h"
#include "weft/compiler/serialize.h"
#include "work_group/emit_work_group.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>
#include <csignal>
#include <numeric>
#include <string>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace weft::compiler {

namespace {

// A process of its own costs about as much as compiling this many instructions.
constexpr uint64_t kWorthAProcess = 60;

struct KernelFacts {
  CompiledKernel kernel;
  template <class Archive> void fields(Archive &archive) {
    archive(kernel.name, kernel.localBytes, kernel.privateBytes, kernel.preferredMultiple,
            kernel.subGroupSize, kernel.stackBytes);
  }
};

/// What one process makes of its part.
struct Part {
  std::string error;
  std::string object;
  std::string remarks;
  std::vector<KernelFacts> kernels;
  template <class Archive> void fields(Archive &archive) {
    archive(error, object, remarks, kernels);
  }
};

/// With `table` the part has the program's module table too.
Part compilePart(Module &program, ArrayRef<std::string> units, Module &builtins,
                 TargetMachine &target, const PipelineOptions &options,
                 const PreparedProgram *table = nullptr) {
  Part part;
  CompileReport &report =
      CompileReport::install(program.getContext(), options.code.reportVectorization != 0);
  Expected<std::vector<CompiledKernel>> kernels =
      compileKernels(program, units, builtins, target, options);
  if (!kernels) {
    part.error = toString(kernels.takeError());
    return part;
  }
  for (CompiledKernel &kernel : *kernels)
    part.kernels.push_back({std::move(kernel)});
  // In an object of its own it would cost another run of the code generator.
  if (table &&
      Linker::linkModules(program, emitModuleTable(program.getContext(), target, *table))) {
    part.error = "the module table does not link";
    return part;
  }
  if (dumps(options.code, "asm"))
    dumpText(options.code, "asm", "s", [&](raw_ostream &out) {
      if (Expected<std::string> text = emit(*CloneModule(program), target, EmitKind::Assembly))
        out << *text;
      else
        consumeError(text.takeError());
    });
  Expected<std::string> object = emit(program, target, EmitKind::Object);
  if (object)
    part.object = std::move(*object);
  else
    part.error = toString(object.takeError());
  for (KernelFacts &facts : part.kernels)
    facts.kernel.stackBytes = report.stackBytes(workGroupFunctionName(facts.kernel.name));
  part.error += report.takeErrors();
  part.remarks = report.takeRemarks();
  return part;
}

struct Worker {
  pid_t process;
  MemoryFile result; // the worker fills it and ends; nobody waits for the other meanwhile
};

[[noreturn]] void work(const MemoryFile &result, pid_t parent, function_ref<Part()> compile) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  onFatalError([&](const std::string &reason) {
    Part failed;
    failed.error = reason;
    result.write(serialize(failed));
  });
  _exit(result.write(serialize(compile())) ? 0 : 1);
}

Part collect(Worker &worker) {
  int status = 0;
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR)
    ;
  Part part;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !deserialize(worker.result.read(), part)) {
    part.error = WIFSIGNALED(status)
                     ? std::string("the compiler crashed: ") + strsignal(WTERMSIG(status))
                     : std::string("the compiler ended without a result");
  }
  return part;
}

} // namespace

std::vector<std::vector<std::string>> balance(ArrayRef<CompileUnit> units, unsigned parts) {
  std::vector<size_t> heaviestFirst(units.size());
  std::iota(heaviestFirst.begin(), heaviestFirst.end(), 0);
  std::sort(heaviestFirst.begin(), heaviestFirst.end(), [&](size_t a, size_t b) {
    return std::pair(units[b].weight, a) < std::pair(units[a].weight, b);
  });
  std::vector<std::vector<size_t>> groups(parts);
  std::vector<uint64_t> weights(parts);
  for (size_t unit : heaviestFirst) {
    size_t lightest = std::min_element(weights.begin(), weights.end()) - weights.begin();
    groups[lightest].push_back(unit);
    weights[lightest] += units[unit].weight;
  }
  std::vector<std::vector<std::string>> names;
  for (std::vector<size_t> &group : groups) {
    if (group.empty())
      continue;
    // In the order of the source, so that objects do not depend on weights alone.
    std::sort(group.begin(), group.end());
    std::vector<std::string> &part = names.emplace_back();
    for (size_t unit : group)
      part.push_back(units[unit].name);
  }
  return names;
}

Expected<GeneratedCode> generateCode(Module &program, const PreparedProgram &prepared,
                                     Module &builtins, TargetMachine &target,
                                     const PipelineOptions &options, unsigned jobs) {
  GeneratedCode code;
  uint64_t weight = 0;
  for (const CompileUnit &unit : prepared.units)
    weight += unit.weight;
  unsigned useful = std::min<uint64_t>(prepared.units.size(), weight / kWorthAProcess + 1);
  std::vector<std::vector<std::string>> groups =
      balance(prepared.units, std::clamp(jobs, 1u, std::max(useful, 1u)));
  if (groups.empty())
    groups.emplace_back(); // the module table alone

  std::vector<Worker> workers;
  pid_t self = getpid();
  std::vector<Part> parts;
  for (const std::vector<std::string> &units : drop_begin(groups)) {
    Worker worker{-1, MemoryFile()};
    worker.process = worker.result.valid() ? fork() : -1;
    if (worker.process == 0)
      work(worker.result, self,
           [&] { return compilePart(program, units, builtins, target, options); });
    if (worker.process > 0) {
      workers.push_back(std::move(worker));
      continue;
    }
    // No process to be had: this one does it all.
    append_range(groups.front(), units);
  }
  parts.push_back(compilePart(program, groups.front(), builtins, target, options, &prepared));
  for (Worker &worker : workers)
    parts.push_back(collect(worker));

  std::string errors;
  for (Part &part : parts) {
    if (!part.error.empty())
      errors += part.error + (part.error.back() == '\n' ? "" : "\n");
    code.objects.push_back(std::move(part.object));
    code.remarks += part.remarks;
    for (KernelFacts &facts : part.kernels)
      code.kernels.push_back(std::move(facts.kernel));
  }
  if (!errors.empty())
    return createStringError(errors);
  return code;
}

} // namespace weft::compiler
