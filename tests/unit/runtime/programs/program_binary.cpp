// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/program_binary.h"

#include <gmock/gmock.h>

#include <random>

namespace weft::runtime {
namespace {

CompileResult executable() {
  CompileResult result;
  result.status = CompileStatus::Success;
  result.kind = BinaryKind::Executable;
  result.log = "a warning";
  result.object = std::string("\x7f"
                              "ELF and so on");
  KernelSignature kernel;
  kernel.name = "k";
  kernel.arguments.resize(2);
  kernel.arguments[1].typeName = "float4";
  result.kernels.push_back(kernel);
  return result;
}

std::string binaryOf(CompileResult result, const std::string &build = "build") {
  return makeProgramBinary(ObjectImage(std::move(result)), "-DX=1", build);
}

TEST(ProgramBinary, HoldsWhatWasPutIn) {
  ParsedBinary parsed = parseProgramBinary(binaryOf(executable()), "build");
  ASSERT_NE(parsed.image, nullptr);
  EXPECT_EQ(parsed.options, "-DX=1");
  EXPECT_EQ(parsed.image->object(), executable().object);
  EXPECT_EQ(parsed.image->facts().log, "a warning");
  ASSERT_EQ(parsed.image->facts().kernels.size(), 1u);
  EXPECT_EQ(parsed.image->facts().kernels[0].arguments[1].typeName, "float4");
}

TEST(ProgramBinary, IsTheSameWhenMadeAgain) {
  std::string first = binaryOf(executable());
  ParsedBinary parsed = parseProgramBinary(first, "build");
  EXPECT_EQ(makeProgramBinary(*parsed.image, parsed.options, "build"), first);
}

TEST(ProgramBinary, OfAnotherDriverBuildIsRefused) {
  EXPECT_EQ(parseProgramBinary(binaryOf(executable()), "other").image, nullptr);
  // A driver that has no compiler cannot be told to compile instead.
  EXPECT_NE(parseProgramBinary(binaryOf(executable()), "").image, nullptr);
}

TEST(ProgramBinary, EachKindMustHaveItsContents) {
  CompileResult noObject = executable();
  noObject.object.clear();
  EXPECT_EQ(parseProgramBinary(binaryOf(noObject), "build").image, nullptr);
  for (BinaryKind kind : {BinaryKind::CompiledObject, BinaryKind::Library}) {
    CompileResult result;
    result.kind = kind;
    EXPECT_EQ(parseProgramBinary(binaryOf(result), "build").image, nullptr);
    result.kernelIR = "BC";
    EXPECT_NE(parseProgramBinary(binaryOf(result), "build").image, nullptr);
  }
  EXPECT_EQ(parseProgramBinary(binaryOf(CompileResult()), "build").image, nullptr);
}

TEST(ProgramBinary, EveryTruncationAndExtensionIsRefused) {
  std::string whole = binaryOf(executable());
  for (size_t length = 0; length < whole.size(); ++length)
    ASSERT_EQ(parseProgramBinary(std::string_view(whole).substr(0, length), "build").image, nullptr)
        << length;
  EXPECT_EQ(parseProgramBinary(whole + '\0', "build").image, nullptr);
}

TEST(ProgramBinary, EveryFlippedBitIsRefused) {
  std::string whole = binaryOf(executable());
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string broken = whole;
    broken[bit / 8] ^= char(1 << bit % 8);
    ASSERT_EQ(parseProgramBinary(broken, "build").image, nullptr) << bit;
  }
}

TEST(ProgramBinary, RandomBytesAreRefused) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes(random() % 300, '\0');
    for (char &byte : bytes)
      byte = char(random());
    ASSERT_EQ(parseProgramBinary(bytes, "build").image, nullptr);
  }
}

} // namespace
} // namespace weft::runtime
