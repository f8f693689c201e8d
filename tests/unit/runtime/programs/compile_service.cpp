// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/compile_service.h"

#include "programs/host_cpu.h"
#include "support/error.h"
#include "test_files.h"

namespace weft::runtime {
namespace {

using test::TemporaryFolder;

CompileRequest requestFor(const std::string &source, const std::string &options = "") {
  CompileRequest request;
  request.source = source;
  request.options = options;
  request.workingDirectory = "/one";
  return request;
}

TEST(CacheKey, IsOfAllThatDecidesTheCode) {
  CompileRequest request = requestFor("kernel void k() {}");
  Hash128 key = cacheKey(request, "build");
  EXPECT_EQ(cacheKey(request, "build"), key);
  EXPECT_FALSE(cacheKey(request, "other build") == key);
  auto differs = [&](auto change) {
    CompileRequest changed = request;
    change(changed);
    EXPECT_FALSE(cacheKey(changed, "build") == key);
  };
  differs([](CompileRequest &r) { r.source += " "; });
  differs([](CompileRequest &r) { r.options = "-g"; });
  differs([](CompileRequest &r) { r.sourceName = "a.cl"; });
  differs([](CompileRequest &r) { r.action = CompileAction::Compile; });
  differs([](CompileRequest &r) { r.headers = {{"a", "b"}}; });
  differs([](CompileRequest &r) { r.modules = {"a"}; });
  differs([](CompileRequest &r) { r.code.vectorWidth = 4; });
  differs([](CompileRequest &r) { r.code.cpu = "x86-64"; });
  differs([](CompileRequest &r) { r.code.reportVectorization = 1; });
}

TEST(CacheKey, IsNotOfTheNumberOfJobs) {
  CompileRequest request = requestFor("kernel void k() {}");
  Hash128 key = cacheKey(request, "build");
  request.jobs = 17;
  EXPECT_EQ(cacheKey(request, "build"), key);
}

TEST(CacheKey, IsOfTheFolderOnlyWhereAFileMayBeMeant) {
  auto dependsOnFolder = [](CompileRequest request) {
    Hash128 key = cacheKey(request, "build");
    request.workingDirectory = "/other";
    return !(cacheKey(request, "build") == key);
  };
  EXPECT_FALSE(dependsOnFolder(requestFor("kernel void k() {}")));
  EXPECT_FALSE(dependsOnFolder(requestFor("kernel void k() {}", "-DA=1 -cl-std=CL3.0")));
  EXPECT_TRUE(dependsOnFolder(requestFor("#include \"a.h\"\nkernel void k() {}")));
  EXPECT_TRUE(dependsOnFolder(requestFor("#inc\\\nlude \"a.h\"\n")));
  EXPECT_TRUE(dependsOnFolder(requestFor("kernel void k() {}", "-I folder")));
  CompileRequest request = requestFor("kernel void k() {}");
  request.headers = {{"a.h", "#import <b.h>"}};
  EXPECT_TRUE(dependsOnFolder(request));
}

class CompileServiceTest : public testing::Test {
protected:
  TemporaryFolder folder;
  CompilerLimits limits;
  CompileService service{locateCompiler(test::tool("fake_weftc")), limits, folder / "cache",
                         64 << 20};
};

TEST_F(CompileServiceTest, AHitNeedsNoCompiler) {
  EXPECT_EQ(service.compile(requestFor("echo one")).log, "one");
  EXPECT_EQ(service.process().starts(), 1u);
  CompileService second(service.compiler(), limits, folder / "cache", 64 << 20);
  Compilation hit = second.compile(requestFor("echo one"));
  EXPECT_EQ(hit.status, CompileStatus::Success);
  EXPECT_EQ(hit.log, "one");
  EXPECT_EQ(second.process().starts(), 0u);
  second.compile(requestFor("echo two"));
  EXPECT_EQ(second.process().starts(), 1u);
}

TEST_F(CompileServiceTest, AFailureIsNotKept) {
  EXPECT_EQ(service.compile(requestFor("exit 1")).status, CompileStatus::BuildFailure);
  EXPECT_FALSE(std::filesystem::exists(folder / "cache"));
}

TEST_F(CompileServiceTest, WithoutCompilerAHitStillHitsAndAMissIsNotAvailable) {
  service.compile(requestFor("echo one"));
  CompilerLocation none;
  none.buildId = service.compiler().buildId;
  CompileService second(none, limits, folder / "cache", 64 << 20);
  EXPECT_EQ(second.compile(requestFor("echo one")).log, "one");
  try {
    second.compile(requestFor("echo two"));
    FAIL() << "compiled without a compiler";
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), CL_COMPILER_NOT_AVAILABLE);
  }
}

TEST(CompilerLocationTest, TakesTheConfiguredPathOrNone) {
  EXPECT_EQ(locateCompiler(test::tool("fake_weftc")).path, test::tool("fake_weftc"));
  EXPECT_FALSE(locateCompiler("/nowhere/weftc").available());
  EXPECT_FALSE(locateCompiler("/tmp").available());
  EXPECT_FALSE(locateCompiler("/etc/passwd").available()); // not executable
}

TEST(CompilerLocationTest, NamesTheCompilersCodeByItsBuildId) {
  EXPECT_EQ(elfBuildId(test::tool("fake_weftc")).size(), 40u);
  EXPECT_EQ(elfBuildId("/etc/passwd"), "");
  EXPECT_EQ(elfBuildId("/nowhere"), "");
  // A copy is the same compiler; a script is told apart by size and time.
  TemporaryFolder folder;
  std::filesystem::copy_file(test::tool("fake_weftc"), folder / "copy");
  EXPECT_EQ(locateCompiler(folder / "copy").buildId,
            locateCompiler(test::tool("fake_weftc")).buildId);
  test::write(folder / "script", "#!/bin/sh\n");
  std::filesystem::permissions(folder / "script", std::filesystem::perms::owner_all);
  EXPECT_NE(locateCompiler(folder / "script").buildId, "");
}

TEST(HostCpu, HasAnIdentityThatStays) {
  EXPECT_GT(hostCpuIdentity().size(), 8u);
  EXPECT_EQ(&hostCpuIdentity(), &hostCpuIdentity());
}

} // namespace
} // namespace weft::runtime
