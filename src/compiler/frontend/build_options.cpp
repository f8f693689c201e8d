// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/build_options.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace llvm;

namespace weft::compiler {

namespace {

// Where an option may stand.
enum Place : unsigned {
  kCompiling = 1, // clBuildProgram, clCompileProgram
  kLinking = 2,   // clLinkProgram
};

struct Flag {
  StringLiteral name;
  unsigned places;
  bool BuildOptions::*value; // null: accepted and without effect
};

constexpr Flag kFlags[] = {
    {"-cl-single-precision-constant", kCompiling, &BuildOptions::singlePrecisionConstant},
    {"-cl-denorms-are-zero", kCompiling | kLinking, &BuildOptions::denormsAreZero},
    {"-cl-fp32-correctly-rounded-divide-sqrt", kCompiling,
     &BuildOptions::correctlyRoundedDivideSqrt},
    {"-cl-opt-disable", kCompiling, &BuildOptions::disableOptimization},
    // Withdrawn after OpenCL 1.0, still given by old applications; it is how C aliases anyway.
    {"-cl-strict-aliasing", kCompiling, nullptr},
    {"-cl-mad-enable", kCompiling, &BuildOptions::madEnable},
    {"-cl-no-signed-zeros", kCompiling | kLinking, &BuildOptions::noSignedZeros},
    {"-cl-unsafe-math-optimizations", kCompiling | kLinking, &BuildOptions::unsafeMath},
    {"-cl-finite-math-only", kCompiling | kLinking, &BuildOptions::finiteMathOnly},
    {"-cl-fast-relaxed-math", kCompiling | kLinking, &BuildOptions::fastRelaxedMath},
    {"-cl-uniform-work-group-size", kCompiling, &BuildOptions::uniformWorkGroupSize},
    {"-cl-no-subgroup-ifp", kCompiling | kLinking, &BuildOptions::noSubgroupProgress},
    {"-w", kCompiling, &BuildOptions::noWarnings},
    {"-Werror", kCompiling, &BuildOptions::warningsAreErrors},
    {"-cl-kernel-arg-info", kCompiling, &BuildOptions::kernelArgumentInfo},
    {"-g", kCompiling, &BuildOptions::debug},
    {"-create-library", kLinking, &BuildOptions::createLibrary},
    {"-enable-link-options", kLinking, &BuildOptions::enableLinkOptions},
};

std::optional<LanguageStandard> standardNamed(std::string_view name) {
  constexpr std::pair<std::string_view, LanguageStandard> kStandards[] = {
      {"CL1.0", LanguageStandard::OpenCLC10},      {"CL1.1", LanguageStandard::OpenCLC11},
      {"CL1.2", LanguageStandard::OpenCLC12},      {"CL2.0", LanguageStandard::OpenCLC20},
      {"CL3.0", LanguageStandard::OpenCLC30},      {"CLC++", LanguageStandard::OpenCLCpp10},
      {"CLC++1.0", LanguageStandard::OpenCLCpp10}, {"CLC++2021", LanguageStandard::OpenCLCpp2021},
  };
  for (auto [known, standard] : kStandards)
    if (name == known)
      return standard;
  return std::nullopt;
}

Error invalid(const Twine &what) { return createStringError("invalid option: " + what); }

/// -Dname, or -D name: the text behind the letter.
Expected<std::string> attached(ArrayRef<std::string> words, size_t &at) {
  if (words[at].size() > 2)
    return words[at].substr(2);
  if (at + 1 == words.size() || words[at + 1].empty())
    return invalid(words[at] + " without a value");
  return words[++at];
}

bool isMacro(StringRef text) {
  StringRef name = text.take_until([](char c) { return c == '=' || c == '('; });
  return !name.empty() && (isAlpha(name[0]) || name[0] == '_') &&
         all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
}

} // namespace

Expected<std::vector<std::string>> splitOptions(std::string_view options) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (size_t i = 0; i < options.size(); ++i) {
    char c = options[i];
    bool escapes = c == '\\' && i + 1 < options.size() &&
                   std::string_view("\"'\\ ").find(options[i + 1]) != std::string_view::npos;
    if (escapes && quote != '\'') {
      word += options[++i];
      inWord = true;
    } else if (quote ? c == quote : c == '"' || c == '\'') {
      quote = quote ? 0 : c;
      inWord = true;
    } else if (!quote && isSpace(c)) {
      if (inWord)
        words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (quote)
    return invalid("a quotation mark is not closed");
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

Expected<BuildOptions> parseBuildOptions(std::string_view options, CompileAction action) {
  Expected<std::vector<std::string>> words = splitOptions(options);
  if (!words)
    return words.takeError();
  BuildOptions out;
  // A program made from a binary is built with the options of its source; those that only matter to
  // a source are taken and have nothing to act on.
  unsigned place = action == CompileAction::Link ? kLinking : kCompiling;
  for (size_t i = 0; i < words->size(); ++i) {
    StringRef word = (*words)[i];
    const Flag *flag = find_if(kFlags, [&](const Flag &f) { return word == f.name; });
    if (flag != std::end(kFlags)) {
      if (!(flag->places & place))
        return invalid(word);
      if (flag->value)
        out.*flag->value = true;
      continue;
    }
    if (place == kLinking)
      return invalid(word);
    if (word.starts_with("-D")) {
      Expected<std::string> macro = attached(*words, i);
      if (!macro)
        return macro.takeError();
      if (!isMacro(*macro))
        return invalid("-D " + *macro);
      out.macros.push_back({std::move(*macro)});
    } else if (word.starts_with("-I")) {
      Expected<std::string> folder = attached(*words, i);
      if (!folder)
        return folder.takeError();
      out.includeFolders.push_back(std::move(*folder));
    } else if (word.consume_front("-cl-std=")) {
      std::optional<LanguageStandard> standard = standardNamed(word);
      if (!standard)
        return invalid("-cl-std=" + word);
      out.standard = *standard;
    } else {
      return invalid(word);
    }
  }
  // 5.8.7.1: -enable-link-options is for libraries.
  if (out.enableLinkOptions && !out.createLibrary)
    return invalid("-enable-link-options without -create-library");
  return out;
}

} // namespace weft::compiler
