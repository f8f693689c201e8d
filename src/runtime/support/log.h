// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the driver says on stderr. Silent unless WEFT_DEBUG names the topic, except for what the
// user must know: an environment variable that means nothing, a bug of ours.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace weft::runtime {

/// The words of WEFT_DEBUG.
enum class LogTopic : std::uint32_t {
  Vectorize = 1u << 0, // what became of each kernel
  Queue = 1u << 1,     // commands and their events
  Build = 1u << 2,     // the compiler process, requests and their times
  Cache = 1u << 3,     // hits, misses and why
  Error = 1u << 4,     // each API call that returns an error
};

std::optional<LogTopic> logTopicNamed(std::string_view word);

/// Whether the topic is on: ask before composing a message.
bool logs(LogTopic topic);

/// One line "weft: <topic>: <message>", where the topic is on.
void log(LogTopic topic, std::string_view message);

/// One line "weft: <message>", always.
void logAlways(std::string_view message);

} // namespace weft::runtime
