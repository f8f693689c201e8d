// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/kernel_metadata.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The attribute of kernels whose argument information was asked for.
constexpr const char *kArgumentInfo = "weft-argument-info";

// The values of CL/cl.h, which belongs to the runtime.
enum AddressQualifier : uint32_t {
  kAddressGlobal = 0x119B,
  kAddressLocal = 0x119C,
  kAddressConstant = 0x119D,
  kAddressPrivate = 0x119E,
};
enum AccessQualifier : uint32_t {
  kAccessReadOnly = 0x11A0,
  kAccessWriteOnly = 0x11A1,
  kAccessReadWrite = 0x11A2,
  kAccessNone = 0x11A3,
};
enum TypeQualifier : uint64_t {
  kTypeConst = 1,
  kTypeRestrict = 2,
  kTypeVolatile = 4,
  kTypePipe = 8,
};

StringRef stringOperand(const Function &kernel, StringRef kind, unsigned index) {
  const MDNode *node = kernel.getMetadata(kind);
  if (!node || index >= node->getNumOperands())
    return "";
  auto *text = dyn_cast<MDString>(node->getOperand(index));
  return text ? text->getString() : "";
}

uint64_t numberOperand(const MDNode &node, unsigned index) {
  auto *value = index < node.getNumOperands()
                    ? mdconst::dyn_extract<ConstantInt>(node.getOperand(index))
                    : nullptr;
  return value ? value->getZExtValue() : 0;
}

uint32_t addressQualifier(const Function &kernel, unsigned index) {
  const MDNode *node = kernel.getMetadata("kernel_arg_addr_space");
  switch (node ? numberOperand(*node, index) : 0) {
  case 1:
    return kAddressGlobal;
  case 2:
    return kAddressConstant;
  case 3:
    return kAddressLocal;
  default:
    return kAddressPrivate;
  }
}

uint32_t accessQualifier(const Function &kernel, unsigned index) {
  return StringSwitch<uint32_t>(stringOperand(kernel, "kernel_arg_access_qual", index))
      .Case("read_only", kAccessReadOnly)
      .Case("write_only", kAccessWriteOnly)
      .Case("read_write", kAccessReadWrite)
      .Default(kAccessNone);
}

uint64_t typeQualifiers(const Function &kernel, unsigned index) {
  SmallVector<StringRef> words;
  stringOperand(kernel, "kernel_arg_type_qual", index).split(words, ' ', -1, false);
  uint64_t qualifiers = 0;
  for (StringRef word : words)
    qualifiers |= StringSwitch<uint64_t>(word)
                      .Case("const", kTypeConst)
                      .Case("restrict", kTypeRestrict)
                      .Case("volatile", kTypeVolatile)
                      .Case("pipe", kTypePipe)
                      .Default(0);
  return qualifiers;
}

/// How OpenCL C spells the type of a vec_type_hint.
std::string typeSpelling(const Type *type, bool isSigned) {
  std::string width;
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    width = std::to_string(vector->getNumElements());
    type = vector->getElementType();
  }
  if (type->isHalfTy())
    return "half" + width;
  if (type->isFloatTy())
    return "float" + width;
  if (type->isDoubleTy())
    return "double" + width;
  StringRef name = StringSwitch<StringRef>(std::to_string(type->getScalarSizeInBits()))
                       .Case("8", "char")
                       .Case("16", "short")
                       .Case("32", "int")
                       .Default("long");
  return (isSigned ? "" : "u") + name.str() + width;
}

/// OpenCL 3.0 API 5.9.4, CL_KERNEL_ATTRIBUTES: as in the source, without __attribute__ and its
/// parentheses, one space between two.
std::string attributes(const Function &kernel) {
  std::vector<std::string> found;
  auto numbers = [&](StringRef name, unsigned count) {
    const MDNode *node = kernel.getMetadata(name);
    if (!node)
      return;
    std::vector<std::string> values;
    for (unsigned i = 0; i < count; ++i)
      values.push_back(std::to_string(numberOperand(*node, i)));
    found.push_back((name + "(" + join(values, ",") + ")").str());
  };
  if (const MDNode *hint = kernel.getMetadata("vec_type_hint"))
    if (auto *example = dyn_cast<ValueAsMetadata>(hint->getOperand(0)))
      found.push_back("vec_type_hint(" +
                      typeSpelling(example->getType(), numberOperand(*hint, 1) != 0) + ")");
  numbers("work_group_size_hint", 3);
  numbers("reqd_work_group_size", 3);
  numbers("intel_reqd_sub_group_size", 1);
  return join(found, " ");
}

} // namespace

void keepArgumentInfo(Module &kernelIR) {
  for (Function &function : kernelIR)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL)
      function.addFnAttr(kArgumentInfo);
}

void describeKernels(const Module &kernelIR, std::vector<KernelSignature> &kernels) {
  for (KernelSignature &signature : kernels) {
    const Function *kernel = kernelIR.getFunction(signature.name);
    assert(kernel && "a signature of no kernel");
    signature.attributes = attributes(*kernel);
    signature.hasArgumentInfo = kernel->hasFnAttribute(kArgumentInfo);
    for (auto [index, argument] : enumerate(signature.arguments)) {
      argument.addressQualifier = addressQualifier(*kernel, index);
      argument.accessQualifier = accessQualifier(*kernel, index);
      argument.typeQualifiers = typeQualifiers(*kernel, index);
      if (!signature.hasArgumentInfo)
        continue;
      argument.typeName = stringOperand(*kernel, "kernel_arg_type", index);
      argument.name = stringOperand(*kernel, "kernel_arg_name", index);
    }
  }
}

} // namespace weft::compiler
