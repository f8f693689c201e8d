// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the environment: see environment.h.
#include "support/environment.h"

#include "support/log.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace weft::runtime {
namespace {

struct Source {
  const char *(*get)(const char *);
  void (*complain)(const std::string &);

  std::string text(const char *name) const {
    const char *value = get(name);
    return value ? value : "";
  }

  /// The words of a comma-separated value, each given to `known`, which says whether it is one.
  template <class Known> void words(const char *name, Known known) const {
    std::string value = text(name);
    std::string_view rest = value;
    while (!rest.empty()) {
      size_t comma = std::min(rest.find(','), rest.size());
      std::string_view word = rest.substr(0, comma);
      if (!word.empty() && !known(word))
        complain(std::string(name) + ": unknown word '" + std::string(word) + "' ignored");
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }

  std::optional<std::uint64_t> number(const char *name, std::string_view suffixes = {}) const {
    std::string value = text(name);
    if (value.empty())
      return std::nullopt;
    std::uint64_t result = 0;
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
    std::string_view suffix(end, size_t(value.data() + value.size() - end));
    if (error == std::errc() && suffix.size() == 1) {
      // "KMG": each letter stands for 2^10 more than the one before it.
      if (size_t at = suffixes.find(suffix[0]); at != suffixes.npos) {
        unsigned shift = 10 * unsigned(at + 1);
        if (result <= (UINT64_MAX >> shift))
          return result << shift;
      }
    }
    if (error == std::errc() && suffix.empty())
      return result;
    complain(std::string(name) + ": '" + value + "' is no number and is ignored");
    return std::nullopt;
  }
};

constexpr std::uint32_t kVectorWidths[] = {0, 1, 4, 8, 16, 32, 64};

} // namespace

Environment parseEnvironment(const char *(*get)(const char *),
                             void (*complain)(const std::string &)) {
  Source source{get, complain};
  Environment result;
  result.compiler = source.text("WEFT_COMPILER");
  result.cpu = source.text("WEFT_CPU");
  if (auto width = source.number("WEFT_VECTOR_WIDTH")) {
    if (std::find(std::begin(kVectorWidths), std::end(kVectorWidths), *width) !=
        std::end(kVectorWidths))
      result.vectorWidth = std::uint32_t(*width);
    else
      complain("WEFT_VECTOR_WIDTH: may be 0, 1, 4, 8, 16, 32 or 64; ignored");
  }
  if (auto verify = source.number("WEFT_VERIFY"))
    result.verify = *verify != 0;
  if (auto seconds = source.number("WEFT_BUILD_TIMEOUT"))
    result.buildTimeoutSeconds = std::uint32_t(std::min<std::uint64_t>(*seconds, UINT32_MAX));
  result.cacheDirectory = source.text("WEFT_CACHE_DIR");
  if (auto bytes = source.number("WEFT_CACHE_SIZE", "KMG"))
    result.cacheBytes = *bytes;
  if (auto units = source.number("WEFT_MAX_COMPUTE_UNITS"))
    result.maxComputeUnits = std::uint32_t(std::min<std::uint64_t>(*units, UINT32_MAX));
  source.words("WEFT_DEBUG", [&](std::string_view word) {
    std::optional<LogTopic> topic = logTopicNamed(word);
    if (topic)
      result.debugTopics |= std::uint32_t(*topic);
    return topic.has_value();
  });
  source.words("WEFT_DUMP", [&](std::string_view word) {
    bool known = word == "source" || word == "ir" || word == "asm";
    if (known)
      result.dumpStages += (result.dumpStages.empty() ? "" : ",") + std::string(word);
    return known;
  });
  result.dumpDirectory = source.text("WEFT_DUMP_DIR");
  return result;
}

const Environment &environment() {
  // Never destroyed: applications release OpenCL objects from static destructors.
  static const Environment *const kEnvironment = new Environment(
      parseEnvironment([](const char *name) -> const char * { return std::getenv(name); },
                       [](const std::string &sentence) { logAlways(sentence); }));
  return *kEnvironment;
}

} // namespace weft::runtime
