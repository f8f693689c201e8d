// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing the log: see log.h.
#include "support/log.h"

#include "support/environment.h"

#include <cstdio>
#include <string>

namespace weft::runtime {
namespace {

struct NamedTopic {
  std::string_view name;
  LogTopic topic;
};
constexpr NamedTopic kTopics[] = {{"vectorize", LogTopic::Vectorize},
                                  {"queue", LogTopic::Queue},
                                  {"build", LogTopic::Build},
                                  {"cache", LogTopic::Cache},
                                  {"error", LogTopic::Error}};

void writeLine(const std::string &line) {
  // One call, so that lines of several threads do not mix.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace

std::optional<LogTopic> logTopicNamed(std::string_view word) {
  for (const NamedTopic &each : kTopics)
    if (each.name == word)
      return each.topic;
  return std::nullopt;
}

bool logs(LogTopic topic) { return environment().debugTopics & std::uint32_t(topic); }

void log(LogTopic topic, std::string_view message) {
  if (!logs(topic))
    return;
  std::string line = "weft: ";
  for (const NamedTopic &each : kTopics)
    if (each.topic == topic)
      line.append(each.name).append(": ");
  writeLine(line.append(message).append("\n"));
}

void logAlways(std::string_view message) {
  writeLine(std::string("weft: ").append(message).append("\n"));
}

} // namespace weft::runtime
