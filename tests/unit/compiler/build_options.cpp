// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL 3.0 API 5.8.6 Compiler Options, 5.8.7 Linker Options.
#include "frontend/build_options.h"

#include "llvm/Support/Error.h"

#include <gmock/gmock.h>

using namespace testing;

namespace weft::compiler {
namespace {

std::vector<std::string> split(std::string_view options) {
  return llvm::cantFail(splitOptions(options));
}

BuildOptions parse(std::string_view options, CompileAction action = CompileAction::Build) {
  llvm::Expected<BuildOptions> parsed = parseBuildOptions(options, action);
  if (!parsed) {
    ADD_FAILURE() << llvm::toString(parsed.takeError());
    return {};
  }
  return std::move(*parsed);
}

std::string refusal(std::string_view options, CompileAction action = CompileAction::Build) {
  llvm::Expected<BuildOptions> parsed = parseBuildOptions(options, action);
  return parsed ? "accepted" : llvm::toString(parsed.takeError());
}

TEST(SplitOptions, SpacesSeparate) {
  EXPECT_THAT(split(""), IsEmpty());
  EXPECT_THAT(split("   "), IsEmpty());
  EXPECT_THAT(split(" -w  -g\t-DA\n"), ElementsAre("-w", "-g", "-DA"));
}

TEST(SplitOptions, QuotesKeepSpacesAndVanish) {
  EXPECT_THAT(split("-I \"a b\" -I'c d'"), ElementsAre("-I", "a b", "-Ic d"));
  EXPECT_THAT(split("-DX=\"1 + 2\""), ElementsAre("-DX=1 + 2"));
  EXPECT_THAT(split("\"\""), ElementsAre(""));
}

TEST(SplitOptions, BackslashTakesQuotesLiterally) {
  EXPECT_THAT(split("-DS=\\\"b\\\""), ElementsAre("-DS=\"b\""));
  EXPECT_THAT(split("\"-DA=\\\"b c\\\"\""), ElementsAre("-DA=\"b c\""));
  EXPECT_THAT(split("-Ia\\ b -IC:\\dir"), ElementsAre("-Ia b", "-IC:\\dir"));
}

TEST(SplitOptions, OpenQuoteIsRefused) { EXPECT_THAT(refusal("-DS=\"x"), HasSubstr("not closed")); }

TEST(BuildOptions, DefaultIsTheHighestOpenCLC1) {
  EXPECT_EQ(parse("").standard, LanguageStandard::OpenCLC12);
  EXPECT_TRUE(parse("").uniformWorkGroups());
}

TEST(BuildOptions, StandardsByName) {
  EXPECT_EQ(parse("-cl-std=CL1.0").standard, LanguageStandard::OpenCLC10);
  EXPECT_EQ(parse("-cl-std=CL1.1").standard, LanguageStandard::OpenCLC11);
  EXPECT_EQ(parse("-cl-std=CL2.0").standard, LanguageStandard::OpenCLC20);
  EXPECT_EQ(parse("-cl-std=CL3.0").standard, LanguageStandard::OpenCLC30);
  EXPECT_EQ(parse("-cl-std=CLC++").standard, LanguageStandard::OpenCLCpp10);
  EXPECT_EQ(parse("-cl-std=CLC++2021").standard, LanguageStandard::OpenCLCpp2021);
  EXPECT_THAT(refusal("-cl-std=CL2.5"), HasSubstr("-cl-std=CL2.5"));
  EXPECT_THAT(refusal("-cl-std="), HasSubstr("-cl-std="));
}

TEST(BuildOptions, WorkGroupsAreUniformWhereAskedFor) {
  EXPECT_FALSE(parse("-cl-std=CL2.0").uniformWorkGroups());
  EXPECT_TRUE(parse("-cl-std=CL2.0 -cl-uniform-work-group-size").uniformWorkGroups());
}

TEST(BuildOptions, MacrosAndFoldersAttachedOrNot) {
  BuildOptions options = parse("-D A -DB=2 -D 'C(x)=x + 1' -I dir -Iother");
  ASSERT_EQ(options.macros.size(), 3u);
  EXPECT_EQ(options.macros[0].text, "A");
  EXPECT_EQ(options.macros[1].text, "B=2");
  EXPECT_EQ(options.macros[2].text, "C(x)=x + 1");
  EXPECT_THAT(options.includeFolders, ElementsAre("dir", "other"));
}

TEST(BuildOptions, MacrosNeedAName) {
  EXPECT_NE(refusal("-D"), "accepted");
  EXPECT_NE(refusal("-D 2=3"), "accepted");
  EXPECT_NE(refusal("-D=3"), "accepted");
  EXPECT_NE(refusal("-I"), "accepted");
}

TEST(BuildOptions, FlagsOfTheSpecificationAreTaken) {
  BuildOptions options =
      parse("-cl-single-precision-constant -cl-denorms-are-zero "
            "-cl-fp32-correctly-rounded-divide-sqrt -cl-opt-disable -cl-mad-enable "
            "-cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only "
            "-cl-fast-relaxed-math -cl-no-subgroup-ifp -w -Werror -cl-kernel-arg-info -g");
  EXPECT_TRUE(options.singlePrecisionConstant);
  EXPECT_TRUE(options.denormsAreZero);
  EXPECT_TRUE(options.correctlyRoundedDivideSqrt);
  EXPECT_TRUE(options.disableOptimization);
  EXPECT_TRUE(options.madEnable);
  EXPECT_TRUE(options.noSignedZeros);
  EXPECT_TRUE(options.unsafeMath);
  EXPECT_TRUE(options.finiteMathOnly);
  EXPECT_TRUE(options.fastRelaxedMath);
  EXPECT_TRUE(options.noSubgroupProgress);
  EXPECT_TRUE(options.noWarnings);
  EXPECT_TRUE(options.warningsAreErrors);
  EXPECT_TRUE(options.kernelArgumentInfo);
  EXPECT_TRUE(options.debug);
}

TEST(BuildOptions, UnknownOnesAreNamed) {
  EXPECT_THAT(refusal("-w -cl-no-such-thing"), HasSubstr("-cl-no-such-thing"));
  EXPECT_THAT(refusal("file.cl"), HasSubstr("file.cl"));
}

TEST(BuildOptions, LinkerOptionsAreForLinking) {
  EXPECT_TRUE(parse("-create-library -enable-link-options", CompileAction::Link).createLibrary);
  EXPECT_TRUE(parse("-cl-fast-relaxed-math", CompileAction::Link).fastRelaxedMath);
  EXPECT_NE(refusal("-create-library", CompileAction::Build), "accepted");
  EXPECT_NE(refusal("-DA", CompileAction::Link), "accepted");
  EXPECT_NE(refusal("-cl-mad-enable", CompileAction::Link), "accepted");
  EXPECT_NE(refusal("-enable-link-options", CompileAction::Link), "accepted");
}

} // namespace
} // namespace weft::compiler
