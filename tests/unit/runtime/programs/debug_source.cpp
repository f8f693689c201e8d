// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A debugger shows the lines of a kernel built with -g: the source is a file, and the line table of
// the kernel object names it.
#include "programs/compile_service.h"

#include "test_files.h"

namespace weft::runtime {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char *kSource = "kernel void k(global int *p) {\n  *p = 1;\n}\n";

class DebugSource : public testing::Test {
protected:
  std::string build(const std::string &options) {
    CompileRequest request;
    request.source = kSource;
    request.options = options;
    Compilation compilation = service.compile(request);
    EXPECT_EQ(compilation.status, CompileStatus::Success) << compilation.log;
    return compilation.image ? std::string(compilation.image->object()) : "";
  }
  std::vector<std::string> sources() const {
    std::vector<std::string> found;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder.path()))
      if (entry.path().extension() == ".cl")
        found.push_back(entry.path());
    return found;
  }
  TemporaryFolder folder;
  CompileService service{locateCompiler(""), CompilerLimits(), folder.path(), 64 << 20};
};

TEST_F(DebugSource, IsAFileThatTheKernelObjectNames) {
  std::string object = build("-g");
  ASSERT_THAT(sources(), SizeIs(1));
  EXPECT_EQ(test::contents(sources()[0]), kSource);
  EXPECT_THAT(object, HasSubstr(sources()[0].substr(sources()[0].rfind('/') + 1)));
}

TEST_F(DebugSource, IsMadeAnewWhenItWasRemoved) {
  build("-g");
  ASSERT_THAT(sources(), SizeIs(1));
  std::string path = sources()[0];
  std::filesystem::remove(path);
  build("-g");
  EXPECT_THAT(sources(), testing::ElementsAre(path));
  EXPECT_EQ(service.process().starts(), 1u); // the second build is a hit
}

TEST_F(DebugSource, IsNotKeptForOtherPrograms) {
  build("");
  EXPECT_THAT(sources(), IsEmpty());
}

} // namespace
} // namespace weft::runtime
