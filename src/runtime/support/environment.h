// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every variable of the environment that changes what the driver does, read once and in one place,
// so that behaviour never hangs on a getenv() deep inside. README.md lists them.
#pragma once

#include <cstdint>
#include <string>

namespace weft::runtime {

struct Environment {
  std::string compiler;          // WEFT_COMPILER: path of weftc; empty: beside the library
  std::string cpu;               // WEFT_CPU: an LLVM CPU name; empty: the host's
  std::uint32_t vectorWidth = 0; // WEFT_VECTOR_WIDTH: 0 (cost model), 1, 4, 8, ... 64
  bool verify = false; // WEFT_VERIFY: LLVM's verifier after each pass
  std::uint32_t buildTimeoutSeconds = 300; // WEFT_BUILD_TIMEOUT
  std::string cacheDirectory;              // WEFT_CACHE_DIR; empty: the XDG cache folder
  std::uint64_t cacheBytes = 512u << 20;   // WEFT_CACHE_SIZE, with K, M or G; 0: no cache
  std::uint32_t maxComputeUnits = 0;       // WEFT_MAX_COMPUTE_UNITS; 0: what the machine gives
  std::uint32_t debugTopics = 0;           // WEFT_DEBUG: bits of LogTopic (log.h)
  std::string dumpStages;                  // WEFT_DUMP: "source,ir,asm"
  std::string dumpDirectory;               // WEFT_DUMP_DIR; empty: the working folder
};

/// The environment as it was at the first call.
const Environment &environment();

/// One parse, for tests: `get` answers like getenv. Each complaint about a word or number that
/// means nothing here is handed to `complain`.
Environment parseEnvironment(const char *(*get)(const char *name),
                             void (*complain)(const std::string &sentence));

} // namespace weft::runtime
