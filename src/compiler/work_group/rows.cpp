// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "work_group/rows.h"

#include "lower/address_space.h"
#include "lower/primitives.h"
#include "work_group/emit_work_group.h"
#include "work_group/group_loop.h"
#include "work_group/item_loops.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft::compiler {
namespace {

constexpr const char *kName = "weft.rows";

/// void(launch, worker, firstGroup, endGroup, row), once a module.
Function &sharedLoops(Function &run, Function &row) {
  Module &module = *run.getParent();
  if (Function *made = module.getFunction(kName))
    return *made;
  SmallVector<Type *> parameters(run.getFunctionType()->params());
  parameters.push_back(PointerType::get(module.getContext(), 0));
  auto *loops = Function::Create(FunctionType::get(run.getReturnType(), parameters, false),
                                 GlobalValue::InternalLinkage, kName, module);
  for (unsigned i = 0; i < run.arg_size(); ++i)
    loops->addParamAttrs(i, AttrBuilder(module.getContext(), run.getAttributes().getParamAttrs(i)));
  loops->addFnAttrs(AttrBuilder(module.getContext(), run.getAttributes().getFnAttrs()));
  setForm(*loops, Form::Rows);
  LoopShape shape;
  shape.joinsGroups = true;
  GroupLoop groups(*loops, shape);
  BasicBlock *after = ItemLoops::forEachPiece(
      groups.body(), groups.ids(), shape,
      [&](IRBuilderBase &builder, Value *firstGlobalId, Value *items) {
        builder
            .CreateCall(row.getFunctionType(), loops->getArg(4),
                        {groups.launch(), groups.worker(), firstGlobalId, items})
            ->setDoesNotThrow();
      });
  BranchInst::Create(groups.next(), after);
  return *loops;
}

} // namespace

bool observesGroups(const Function &kernel) {
  for (const Argument &argument : kernel.args())
    if (argument.getType()->isPointerTy() &&
        argument.getType()->getPointerAddressSpace() == unsigned(AddressSpace::Local))
      return true;
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    auto primitive = primitiveOf(instruction);
    if (!primitive)
      return false;
    switch (*primitive) {
    case Primitive::GlobalId:
    case Primitive::GlobalId32:
    case Primitive::GlobalOffset:
    case Primitive::GlobalOffset32:
    case Primitive::GlobalSize:
    case Primitive::GlobalSize32:
    case Primitive::EnqueuedLocalSize:
    case Primitive::EnqueuedLocalSize32:
    case Primitive::NumGroups:
    case Primitive::NumGroups32:
    case Primitive::WorkDim:
    case Primitive::LaunchState:
    case Primitive::ProgramScope:
    case Primitive::PacketMask:
      return false;
    default:
      return true;
    }
  });
}

bool isAlongX(Function &kernel) {
  return none_of(instructions(kernel), [](Instruction &instruction) {
    auto primitive = primitiveOf(instruction);
    return (primitive == Primitive::GlobalId || primitive == Primitive::GlobalId32) &&
           !PatternMatch::match(instruction.getOperand(0), PatternMatch::m_Zero());
  });
}

void callForRows(Function &run, Function &row) {
  setForm(run, Form::Rows);
  IRBuilder<> builder(BasicBlock::Create(run.getContext(), "entry", &run));
  SmallVector<Value *> arguments(make_pointer_range(run.args()));
  arguments.push_back(&row);
  CallInst *call = builder.CreateCall(&sharedLoops(run, row), arguments);
  call->setDoesNotThrow();
  call->setTailCall();
  builder.CreateRetVoid();
}

} // namespace weft::compiler
