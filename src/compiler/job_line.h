// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the server and each of its children: a child that has done its job says so and is given
// another. Half the time that a small compilation takes in a process just forked goes into page
// faults, some 1900 of them, for code that is not mapped yet and for memory shared with the server.
#pragma once

#include "descriptor.h"
#include "weft/compiler/protocol.h"

#include <optional>
#include <utility>

namespace weft::compiler {

struct GivenJob {
  JobStart start;
  Descriptor stream;
};

enum class LineNews { Nothing, Done, Closed };

/// Both ends, the server's first. Invalid where there are no descriptors left.
std::pair<Descriptor, Descriptor> makeJobLine();

/// The server's side. False where nobody listens any more.
bool giveJob(int line, const JobStart &start, const Descriptor &stream);
LineNews hear(int line);

/// The child's side. Nothing where the server wants no more of it.
bool sayDone(int line);
std::optional<GivenJob> awaitJob(int line);

} // namespace weft::compiler
