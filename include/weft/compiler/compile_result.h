// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What weftc answers. It is also what the object cache and program binaries hold.
#pragma once

#include "weft/compiler/kernel_signature.h"

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

enum class CompileStatus : std::uint8_t {
  Success,
  BuildFailure,   // the log says why: diagnostics, a crash, a limit
  InvalidOptions, // CL_INVALID_BUILD_OPTIONS, _COMPILER_OPTIONS or _LINKER_OPTIONS by the action
  InvalidBinary,  // a module that is no kernel IR of ours
};

/// A file that #include brought in from disk: a cached result holds while its contents do.
struct Dependency {
  std::string path;
  std::uint64_t hash = 0; // xxh3 of the contents (LLVM's xxh3_64bits)
  template <class Archive> void fields(Archive &archive) { archive(path, hash); }
};

enum class BinaryKind : std::uint8_t { None, CompiledObject, Library, Executable };

struct CompileResult {
  CompileStatus status = CompileStatus::BuildFailure;
  BinaryKind kind = BinaryKind::None;
  std::string log;      // CL_PROGRAM_BUILD_LOG
  std::string report;   // what the vectoriser did, for WEFT_DEBUG=vectorize
  std::string kernelIR; // CompiledObject, Library: LLVM bitcode
  std::string object;   // Executable: an ELF shared object exporting weft_module
  std::vector<KernelSignature> kernels;
  std::vector<Dependency> dependencies;

  template <class Archive> void fields(Archive &archive) {
    archive(status, kind, log, report, kernelIR, object, kernels, dependencies);
  }
};

} // namespace weft
