// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The byte format between libweft and weftc: whole messages come through unchanged, and no other
// bytes, whatever they are, do harm.
#include "weft/compiler/compile_request.h"
#include "weft/compiler/compile_result.h"
#include "weft/compiler/serialize.h"

#include <gmock/gmock.h>

#include <random>

namespace weft {
namespace {

CompileRequest fullRequest() {
  CompileRequest request;
  request.action = CompileAction::Compile;
  request.workingDirectory = "/work";
  request.options = "-cl-std=CL3.0 -DX=\"a b\"";
  request.source = std::string("kernel\0void", 11);
  request.headers = {{"a.h", "int a;"}, {"", ""}};
  request.modules = {"BC", std::string(1000, '\xff')};
  request.code.cpu = "x86-64-v3";
  request.code.vectorWidth = 8;
  request.code.dumpStages = "ir";
  request.jobs = 7;
  return request;
}

CompileResult fullResult() {
  CompileResult result;
  result.status = CompileStatus::Success;
  result.kind = BinaryKind::Library;
  result.log = "log";
  result.report = "report";
  result.kernelIR = "IR";
  result.object = std::string(300, '\0');
  KernelSignature kernel;
  kernel.name = "kernel";
  kernel.attributes = "reqd_work_group_size(1,2,3)";
  kernel.requiredLocalSize[2] = 3;
  kernel.localBytes = std::uint64_t(1) << 40;
  KernelArgument argument;
  argument.kind = ArgumentKind::LocalPointer;
  argument.offset = 8;
  argument.typeName = "float*";
  kernel.arguments = {argument, argument};
  result.kernels = {kernel, KernelSignature()};
  result.dependencies = {{"/x.h", 5}};
  return result;
}

TEST(Messages, ComeThroughUnchanged) {
  CompileRequest request;
  ASSERT_TRUE(deserialize(serialize(fullRequest()), request));
  EXPECT_EQ(request.source, fullRequest().source);
  EXPECT_EQ(request.headers[0].text, "int a;");
  EXPECT_EQ(request.jobs, 7u);
  EXPECT_EQ(serialize(request), serialize(fullRequest()));
  CompileResult result;
  ASSERT_TRUE(deserialize(serialize(fullResult()), result));
  EXPECT_EQ(result.kernels[0].arguments[1].kind, ArgumentKind::LocalPointer);
  EXPECT_EQ(result.kernels[0].requiredLocalSize[2], 3u);
  EXPECT_EQ(serialize(result), serialize(fullResult()));
}

TEST(Messages, NoTruncationOrExtensionIsAMessage) {
  for (const std::string &whole : {serialize(fullResult()), serialize(CompileResult())}) {
    CompileResult result;
    for (size_t length = 0; length < whole.size(); ++length)
      ASSERT_FALSE(deserialize(std::string_view(whole).substr(0, length), result)) << length;
    EXPECT_FALSE(deserialize(whole + "x", result));
  }
}

template <class Message> void readRandom(std::mt19937 &random, const std::string &whole) {
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = whole;
    for (unsigned change = random() % 8 + 1; change; --change)
      bytes[random() % bytes.size()] = char(random());
    bytes.resize(random() % (bytes.size() + 1));
    Message message;
    // Whether it is one is open; memory and time must be bounded by its length.
    deserialize(bytes, message);
  }
}

TEST(Messages, BrokenOnesDoNoHarm) {
  std::mt19937 random(11);
  readRandom<CompileResult>(random, serialize(fullResult()));
  readRandom<CompileRequest>(random, serialize(fullRequest()));
}

TEST(Messages, AHugeCountIsRefusedWithoutAllocating) {
  Writer writer;
  writer(std::uint64_t(1) << 62); // "so many strings follow"
  std::vector<std::string> strings;
  std::string bytes = writer.take();
  Reader reader(bytes);
  reader(strings);
  EXPECT_FALSE(reader.ok());
  EXPECT_TRUE(strings.empty());
}

} // namespace
} // namespace weft
