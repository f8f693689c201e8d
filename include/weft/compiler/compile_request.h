// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What libweft asks of weftc. Every option that can change the outcome is in here and nowhere else
// (no environment variable is read by the compiler), so the serialised request is the cache key.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

enum class CompileAction : std::uint8_t {
  Build,   // clBuildProgram: source to an executable
  Compile, // clCompileProgram: source to kernel IR
  Link,    // clLinkProgram: kernel IR modules to an executable or a library
};

/// A program given to clCompileProgram as a header, under the name it is included by.
struct NamedSource {
  std::string name;
  std::string text;
  template <class Archive> void fields(Archive &archive) { archive(name, text); }
};

/// How code is made, whoever the application is.
struct CodeOptions {
  std::string cpu; // empty: the host's; else an LLVM CPU name, "x86-64-v3" say (WEFT_CPU)
  std::uint32_t vectorWidth = 0;        // 0: cost model; else 1, 4, 8, ... 64 (WEFT_VECTOR_WIDTH)
  std::uint8_t verifyEach = 0;          // LLVM's verifier after each pass (WEFT_VERIFY)
  std::uint8_t reportVectorization = 0; // WEFT_DEBUG=vectorize: report in CompileResult::report
  std::string dumpDirectory; // WEFT_DUMP, WEFT_DUMP_DIR: numbered stages are written here
  std::string dumpStages;    // "source,ir,asm"
  template <class Archive> void fields(Archive &archive) {
    archive(cpu, vectorWidth, verifyEach, reportVectorization, dumpDirectory, dumpStages);
  }
};

struct CompileRequest {
  CompileAction action = CompileAction::Build;
  std::string workingDirectory;     // what a relative -I is relative to
  std::string options;              // as the application wrote them
  std::string source;               // Build, Compile
  std::string sourceName;           // what debuggers find it by, where there is a file of it
  std::vector<NamedSource> headers; // Compile
  std::vector<std::string> modules; // Link: kernel IR, from CompileResult::kernelIR
  CodeOptions code;
  std::uint32_t jobs = 1; // processes that may generate code side by side

  template <class Archive> void fields(Archive &archive) {
    archive(action, workingDirectory, options, source, sourceName, headers, modules, code, jobs);
  }
};

} // namespace weft
