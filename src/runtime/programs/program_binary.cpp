// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/program_binary.h"

#include "programs/hash.h"
#include "programs/host_cpu.h"
#include "weft/abi/version.h"
#include "weft/compiler/protocol.h"
#include "weft/compiler/serialize.h"

namespace weft::runtime {
namespace {

/// Followed by `bytes` bytes: a Body.
struct Header {
  char magic[8] = {'\x7f', 'W', 'E', 'F', 'T', 'B', 'I', 'N'};
  std::uint32_t abiVersion = WEFT_ABI_VERSION;
  std::uint32_t messageVersion = kProtocolVersion; // of CompileResult's fields
  std::uint64_t bytes = 0;
  Hash128 checksum; // of the body
};
static_assert(std::is_trivially_copyable_v<Header>);

struct Body {
  std::string cpu; // empty for kernel IR, which is for any
  std::string compilerBuildId;
  std::string options;
  CompileResult facts; // without the object
  std::string object;
  template <class Archive> void fields(Archive &archive) {
    archive(cpu, compilerBuildId, options, facts, object);
  }
};

} // namespace

std::string makeProgramBinary(const ObjectImage &image, const std::string &options,
                              const std::string &compilerBuildId) {
  Body body;
  body.cpu = image.object().empty() ? std::string() : hostCpuIdentity();
  body.compilerBuildId = compilerBuildId;
  body.options = options;
  body.facts = image.facts();
  body.facts.dependencies.clear(); // paths of this machine, and a binary is what it is
  body.object = image.object();
  std::string content = serialize(body);
  Header header;
  header.bytes = content.size();
  header.checksum = hash128(content);
  std::string binary(reinterpret_cast<const char *>(&header), sizeof header);
  return binary + content;
}

ParsedBinary parseProgramBinary(std::string_view bytes, const std::string &compilerBuildId) {
  Header header, expected;
  if (bytes.size() < sizeof header)
    return {};
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes.remove_prefix(sizeof header);
  if (std::memcmp(header.magic, expected.magic, sizeof header.magic) != 0 ||
      header.abiVersion != expected.abiVersion ||
      header.messageVersion != expected.messageVersion || header.bytes != bytes.size() ||
      !(header.checksum == hash128(bytes)))
    return {};
  Body body;
  if (!deserialize(bytes, body) || (!body.cpu.empty() && body.cpu != hostCpuIdentity()) ||
      (!compilerBuildId.empty() && body.compilerBuildId != compilerBuildId))
    return {};
  CompileResult result = std::move(body.facts);
  result.object = std::move(body.object);
  bool hasObject = !result.object.empty(), hasIr = !result.kernelIR.empty();
  switch (result.kind) {
  case BinaryKind::Executable:
    if (!hasObject)
      return {};
    break;
  case BinaryKind::CompiledObject:
  case BinaryKind::Library:
    if (!hasIr)
      return {};
    break;
  default:
    return {};
  }
  return {std::make_shared<ObjectImage>(std::move(result)), std::move(body.options)};
}

} // namespace weft::runtime
