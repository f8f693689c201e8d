// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One request to one result: the way of a program through front end, passes, code generator and
// linker.
#pragma once

#include "weft/compiler/compile_request.h"
#include "weft/compiler/compile_result.h"

#include <memory>
#include <optional>
#include <string>

namespace weft::compiler {

/// A stage that a person wants to see (weftc --emit). Object is the one before the link.
enum class Show { KernelIR, IR, Assembly, Object };

/// What is ready before the first request: the target machine and the builtins, read as far as
/// their names. A server makes one and forks, so that each compilation finds it in memory.
class Compiler {
public:
  Compiler();
  ~Compiler();

  /// Faults in code, tables and memory by compiling a small program, which is thrown away.
  void warmUp();

  /// One program after the other. With `show` the stage goes to
  /// `text`, and what comes after it is not made.
  CompileResult compile(const CompileRequest &request, std::optional<Show> show = {},
                        std::string *text = nullptr);

  /// How long each stage took so far, a line each.
  std::string stageTimes() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace weft::compiler
