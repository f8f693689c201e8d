// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the embedded bitcode defines every builtin that a program can call. What can be called is
// asked of Clang: the overloads that opencl-c.h declares for the device's features, in each
// language version, by the mangled names that calls would have.
#include "weft/compiler/device_features.h"

#include <clang-c/Index.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// The lines of a file that the build makes with llvm-nm.
std::set<std::string> namesIn(const char *path) {
  std::ifstream file(path);
  std::set<std::string> names;
  for (std::string line; std::getline(file, line);)
    names.insert(line);
  EXPECT_FALSE(names.empty()) << path;
  return names;
}

std::string text(CXString string) {
  std::string result = clang_getCString(string) ? clang_getCString(string) : "";
  clang_disposeString(string);
  return result;
}

std::string extensionOption() {
  std::string option = "-cl-ext=-all";
  for (const weft::DeviceExtension &extension : weft::kDeviceExtensions)
    if (extension.inOpenCLC)
      (option += ",+") += extension.name;
  for (const weft::OpenCLCFeature &feature : weft::kOpenCLCFeatures)
    (option += ",+") += feature.name;
  return option;
}

/// Beginnings of the names of what OpenCL C 2.0 has without asking for a feature and the device
/// does not offer yet. A row goes when its functions come.
constexpr std::string_view kAbsent[] = {
    "read_image",
    "write_image",
    "get_image_",
    "is_valid_reserve_id",
};

/// No builtins, but calls of the driver that passes make of them: printf is variadic, the others
/// are tested in tests/kernels/device_enqueue.
constexpr std::string_view kLowered[] = {
    "printf",         "get_default_queue", "enqueue_marker",        "create_user_event",
    "retain_event",   "release_event",     "set_user_event_status", "capture_event_profiling_info",
    "is_valid_event",
};

bool isAbsent(std::string_view name) {
  if (std::ranges::find(kLowered, name) != std::end(kLowered))
    return true;
  for (std::string_view start : kAbsent)
    if (name.substr(0, start.size()) == start)
      return true;
  return false;
}

/// From the mangled name to the name in the source.
std::map<std::string, std::string> callableNames(const std::string &standard) {
  const std::string std = "-cl-std=" + standard, features = extensionOption();
  std::vector<const char *> arguments = {
      "-xcl", "--target=spir64-unknown-unknown", std.c_str(), "-Xclang", features.c_str(),
      "-U__SPIR__", "-U__SPIR64__", "-U__SPIRV__", "-U__SPIRV64__", "-U__IMAGE_SUPPORT__",
      // Declarations instead of the table behind -fdeclare-opencl-builtins.
      "-cl-no-stdinc", "-resource-dir", WEFT_CLANG_RESOURCE_DIR, "-include",
      WEFT_CLANG_RESOURCE_DIR "/include/opencl-c.h"};
  // Of those that Clang has no name for it makes no macro.
  for (const weft::DeviceExtension &extension : weft::kDeviceExtensions)
    if (extension.inOpenCLC)
      arguments.insert(arguments.end(), {"-D", extension.name});
  CXUnsavedFile source = {"all.cl", "", 0};
  std::unique_ptr<void, decltype(&clang_disposeIndex)> index(clang_createIndex(0, 1),
                                                             clang_disposeIndex);
  std::unique_ptr<CXTranslationUnitImpl, decltype(&clang_disposeTranslationUnit)> unit(
      clang_parseTranslationUnit(index.get(), "all.cl", arguments.data(), int(arguments.size()),
                                 &source, 1, 0),
      clang_disposeTranslationUnit);
  std::map<std::string, std::string> names;
  if (!unit)
    return names;
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit.get()); ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(unit.get(), i);
    ADD_FAILURE() << text(
        clang_formatDiagnostic(diagnostic, clang_defaultDiagnosticDisplayOptions()));
    clang_disposeDiagnostic(diagnostic);
  }
  clang_visitChildren(
      clang_getTranslationUnitCursor(unit.get()),
      [](CXCursor cursor, CXCursor, CXClientData data) {
        if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl) {
          auto &names = *static_cast<std::map<std::string, std::string> *>(data);
          std::string name = text(clang_getCursorSpelling(cursor));
          if (!isAbsent(name))
            names.emplace(text(clang_Cursor_getMangling(cursor)), name);
        }
        return CXChildVisit_Continue;
      },
      &names);
  return names;
}

class Builtins : public testing::TestWithParam<const char *> {};

TEST_P(Builtins, EveryCallableOverloadIsDefined) {
  const std::set<std::string> defined = namesIn(WEFT_BUILTINS_DEFINED);
  const std::map<std::string, std::string> callable = callableNames(GetParam());
  // A language version without double still has the conversions between eight integer types.
  EXPECT_GT(callable.size(), 5000u);
  // One overload stands for all of a function, so that the message stays readable.
  std::set<std::string> reported;
  std::string missing;
  for (const auto &[mangled, name] : callable)
    if (!defined.contains(mangled) && reported.insert(name).second)
      missing += name + " (" + mangled + ") ";
  EXPECT_EQ(missing, "");
}

INSTANTIATE_TEST_SUITE_P(LanguageVersions, Builtins,
                         testing::Values("CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CLC++1.0",
                                         "CLC++2021"));

// Whatever else were left undefined would be an unresolved symbol in somebody's kernel.
TEST(Builtins, OnlyPrimitivesAreLeftToTheCompiler) {
  std::vector<std::string> foreign;
  for (const std::string &name : namesIn(WEFT_BUILTINS_UNDEFINED))
    if (name.rfind("__weft_", 0) != 0)
      foreign.push_back(name);
  EXPECT_THAT(foreign, testing::IsEmpty());
}

} // namespace
