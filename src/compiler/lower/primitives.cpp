// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/primitives.h"

#include "lower/address_space.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {
namespace {

struct Row {
  Primitive primitive;
  const char *name;
};

constexpr Row kRows[] = {
    {Primitive::GlobalId, "__weft_global_id"},
    {Primitive::LocalId, "__weft_local_id"},
    {Primitive::GroupId, "__weft_group_id"},
    {Primitive::GlobalSize, "__weft_global_size"},
    {Primitive::LocalSize, "__weft_local_size"},
    {Primitive::EnqueuedLocalSize, "__weft_enqueued_local_size"},
    {Primitive::NumGroups, "__weft_num_groups"},
    {Primitive::GlobalOffset, "__weft_global_offset"},
    {Primitive::GlobalId32, "__weft_global_id_32"},
    {Primitive::LocalId32, "__weft_local_id_32"},
    {Primitive::GroupId32, "__weft_group_id_32"},
    {Primitive::GlobalSize32, "__weft_global_size_32"},
    {Primitive::LocalSize32, "__weft_local_size_32"},
    {Primitive::EnqueuedLocalSize32, "__weft_enqueued_local_size_32"},
    {Primitive::NumGroups32, "__weft_num_groups_32"},
    {Primitive::GlobalOffset32, "__weft_global_offset_32"},
    {Primitive::WorkDim, "__weft_work_dim"},
    {Primitive::SubGroupId, "__weft_sub_group_id"},
    {Primitive::FirstItem, "__weft_first_item"},
    {Primitive::LinearId, "__weft_linear_id"},
    {Primitive::GroupAccumulator, "__weft_group_accumulator"},
    {Primitive::GroupResult, "__weft_group_result"},
    {Primitive::Barrier, "__weft_barrier"},
    {Primitive::ToGlobal, "__weft_to_global"},
    {Primitive::ToLocal, "__weft_to_local"},
    {Primitive::ToPrivate, "__weft_to_private"},
    {Primitive::LaunchState, "__weft_launch_state"},
    {Primitive::WorkerState, "__weft_worker_state"},
    {Primitive::ProgramScope, "__weft_program_scope"},
    {Primitive::LocalMemory, "__weft_local_memory"},
};

/// More than any device of ours has work-items in a group.
constexpr std::uint64_t kMaxLocalSize = 1u << 16;

/// One function for each width, since that is its type.
constexpr StringLiteral kPacketMaskPrefix = "__weft_packet_mask_x";

FunctionType *typeOf(LLVMContext &context, Primitive primitive) {
  Type *i32 = Type::getInt32Ty(context);
  Type *i64 = Type::getInt64Ty(context);
  auto pointer = [&](AddressSpace space) { return PointerType::get(context, unsigned(space)); };
  Type *generic = pointer(AddressSpace::Generic);
  switch (primitive) {
  case Primitive::WorkDim:
  case Primitive::SubGroupId:
  case Primitive::LinearId:
    return FunctionType::get(i32, false);
  case Primitive::FirstItem:
    return FunctionType::get(Type::getInt1Ty(context), false);
  case Primitive::Barrier:
    return FunctionType::get(Type::getVoidTy(context), {i32}, false);
  case Primitive::ToGlobal:
    return FunctionType::get(pointer(AddressSpace::Global), {generic}, false);
  case Primitive::ToLocal:
    return FunctionType::get(pointer(AddressSpace::Local), {generic}, false);
  case Primitive::ToPrivate:
    return FunctionType::get(pointer(AddressSpace::Private), {generic}, false);
  case Primitive::LaunchState:
  case Primitive::WorkerState:
  case Primitive::GroupAccumulator:
  case Primitive::GroupResult:
    return FunctionType::get(pointer(AddressSpace::Private), false);
  case Primitive::ProgramScope:
    return FunctionType::get(pointer(AddressSpace::Global), false);
  case Primitive::LocalMemory:
    return FunctionType::get(pointer(AddressSpace::Local), false);
  default:
    return FunctionType::get(primitive >= Primitive::GlobalId32 ? i32 : i64, {i32}, false);
  }
}

} // namespace

std::optional<Primitive> primitiveOf(const Function &function) {
  StringRef name = function.getName();
  if (!name.starts_with("__weft_"))
    return std::nullopt;
  for (const Row &row : kRows)
    if (name == row.name)
      return row.primitive;
  if (name.starts_with(kPacketMaskPrefix))
    return Primitive::PacketMask;
  return std::nullopt;
}

std::optional<Primitive> primitiveOf(const Value &value) {
  const auto *call = dyn_cast<CallBase>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->isDeclaration())
    return std::nullopt;
  return primitiveOf(*callee);
}

bool isDimensional(Primitive primitive) { return primitive < Primitive::WorkDim; }

Primitive narrow(Primitive primitive) {
  assert(primitive < Primitive::GlobalId32 && "has no narrow form");
  return Primitive(unsigned(primitive) + unsigned(Primitive::GlobalId32));
}

bool variesInGroup(Primitive primitive) {
  return primitive == Primitive::GlobalId || primitive == Primitive::GlobalId32 ||
         primitive == Primitive::LocalId || primitive == Primitive::LocalId32 ||
         primitive == Primitive::SubGroupId || primitive == Primitive::FirstItem ||
         primitive == Primitive::LinearId || primitive == Primitive::PacketMask;
}

void boundPrimitive(Function &function, Primitive primitive) {
  switch (primitive) {
  case Primitive::LocalId:
  case Primitive::LocalId32:
  case Primitive::LocalSize:
  case Primitive::LocalSize32:
  case Primitive::EnqueuedLocalSize:
  case Primitive::EnqueuedLocalSize32: {
    const unsigned bits = function.getReturnType()->getIntegerBitWidth();
    function.addRangeRetAttr(ConstantRange(APInt::getZero(bits), APInt(bits, kMaxLocalSize + 1)));
    break;
  }
  default:
    break;
  }
}

Function *declarePrimitive(Module &module, Primitive primitive) {
  const char *name = nullptr;
  for (const Row &row : kRows)
    if (row.primitive == primitive)
      name = row.name;
  if (Function *existing = module.getFunction(name))
    return existing;
  auto *function = Function::Create(typeOf(module.getContext(), primitive),
                                    GlobalValue::ExternalLinkage, name, module);
  function->setDoesNotThrow();
  if (primitive == Primitive::Barrier) {
    function->setConvergent();
  } else {
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    function->setSpeculatable();
    if (isDimensional(primitive))
      function->addFnAttr(Attribute::NoMerge);
    boundPrimitive(*function, primitive);
  }
  return function;
}

Function *declarePacketMask(Module &module, unsigned width) {
  auto *type = FixedVectorType::get(Type::getInt1Ty(module.getContext()), width);
  auto *function = cast<Function>(module
                                      .getOrInsertFunction((kPacketMaskPrefix + Twine(width)).str(),
                                                           FunctionType::get(type, false))
                                      .getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  function->setSpeculatable();
  return function;
}

CallInst *callPrimitive(IRBuilderBase &builder, Primitive primitive, ArrayRef<Value *> arguments) {
  Module &module = *builder.GetInsertBlock()->getModule();
  CallInst *call = builder.CreateCall(declarePrimitive(module, primitive), arguments);
  return call;
}

} // namespace weft::compiler
