// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/printf.h"

#include "lower/abi.h"
#include "lower/primitives.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <cstring>

using namespace llvm;

namespace weft::compiler {
namespace {

/// The conversion character of each argument. OpenCL C 3.0 6.15.14.2: '*' is not allowed in a
/// vector conversion but takes an argument elsewhere.
std::string conversions(StringRef format) {
  std::string found;
  while (true) {
    std::size_t start = format.find('%');
    if (start == StringRef::npos)
      return found;
    format = format.drop_front(start + 1);
    if (format.consume_front("%"))
      continue;
    std::size_t length = format.find_first_of("diouxXfFeEgGaAcsp");
    if (length == StringRef::npos)
      return found;
    for (char character : format.take_front(length))
      if (character == '*')
        found.push_back('d');
    found.push_back(format[length]);
    format = format.drop_front(length + 1);
  }
}

WeftPrintfKind kindOf(const Type *type, char conversion) {
  if (type->isPtrOrPtrVectorTy())
    return conversion == 's' ? WEFT_PRINTF_STRING : WEFT_PRINTF_POINTER;
  return type->isFPOrFPVectorTy() ? WEFT_PRINTF_FLOAT : WEFT_PRINTF_INTEGER;
}

constexpr std::size_t kDescription = offsetof(WeftPrintfArgument, kind);

/// Everything of an argument but its data, as one number: a packet stores each field for each lane,
/// and bytes one by one.
std::uint64_t description(WeftPrintfKind kind, std::uint64_t elementBytes, unsigned elements) {
  static_assert(offsetof(WeftPrintfArgument, data) + sizeof(void *) == kDescription &&
                sizeof(WeftPrintfArgument) - kDescription == sizeof(std::uint64_t));
  WeftPrintfArgument argument = {};
  argument.kind = kind;
  argument.elementBytes = elementBytes;
  argument.elementCount = elements;
  std::uint64_t bits;
  std::memcpy(&bits, reinterpret_cast<const char *>(&argument) + kDescription, sizeof bits);
  return bits;
}

void lower(CallInst &call) {
  Function &function = *call.getFunction();
  const DataLayout &layout = function.getDataLayout();
  StringRef format;
  std::string kinds;
  if (getConstantStringInfo(call.getArgOperand(0), format))
    kinds = conversions(format);

  unsigned count = call.arg_size() - 1;
  IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  IRBuilder<> builder(&call);
  Value *arguments = ConstantPointerNull::get(builder.getPtrTy());
  SmallVector<AllocaInst *> memory;
  auto reserve = [&](Type *type, Align alignment) {
    AllocaInst *place = entry.CreateAlloca(type);
    place->setAlignment(alignment);
    builder.CreateLifetimeStart(place);
    memory.push_back(place);
    return place;
  };
  if (count != 0)
    arguments = reserve(ArrayType::get(builder.getInt8Ty(), count * sizeof(WeftPrintfArgument)),
                        Align(alignof(WeftPrintfArgument)));
  for (unsigned i = 0; i < count; ++i) {
    Value *value = call.getArgOperand(i + 1);
    Type *type = value->getType();
    Type *element = type->getScalarType();
    auto *vector = dyn_cast<FixedVectorType>(type);
    unsigned elements = vector ? vector->getNumElements() : 1;
    std::uint64_t elementBytes = layout.getTypeStoreSize(element);
    // Elements lie side by side: LLVM's layout of a 3-component vector says the same.
    Value *data = reserve(ArrayType::get(builder.getInt8Ty(), elementBytes * elements), Align(16));
    builder.CreateAlignedStore(value, data, Align(16));
    char conversion = i < kinds.size() ? kinds[i] : 0;
    Value *row = atByte(builder, arguments, i * sizeof(WeftPrintfArgument));
    builder.CreateStore(data, atByte(builder, row, offsetof(WeftPrintfArgument, data)));
    builder.CreateStore(
        builder.getInt64(description(kindOf(type, conversion), elementBytes, elements)),
        atByte(builder, row, kDescription));
  }
  Value *launch = callPrimitive(builder, Primitive::LaunchState);
  Value *callee = runtimeFunction(builder, launch, offsetof(WeftRuntimeFunctions, printf));
  Value *text = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
  Type *i32 = builder.getInt32Ty();
  Type *pointer = builder.getPtrTy();
  CallInst *result =
      builder.CreateCall(FunctionType::get(i32, {pointer, pointer, pointer, i32}, false), callee,
                         {launch, text, arguments, builder.getInt32(count)});
  result->setDoesNotThrow();
  for (AllocaInst *place : memory)
    builder.CreateLifetimeEnd(place);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace

PreservedAnalyses LowerPrintfPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<CallInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (Function *callee = call->getCalledFunction())
        if (callee->getName() == "printf" && callee->isDeclaration())
          calls.push_back(call);
  for (CallInst *call : calls)
    lower(*call);
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::compiler
