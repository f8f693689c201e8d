// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions without a body that kernels in work-item form call: the work-item primitives that
// the builtins stand on (src/builtins/weft_primitives.h), and a few that only passes insert. Every
// pass asks here what a call is; no other file knows the names.
#pragma once

#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace llvm {
class Function;
class IRBuilderBase;
class Module;
class Type;
} // namespace llvm

namespace weft::compiler {

enum class Primitive {
  // One argument, the dimension.
  GlobalId,
  LocalId,
  GroupId,
  GlobalSize,
  LocalSize,
  EnqueuedLocalSize,
  NumGroups,
  GlobalOffset,
  // The same, truncated to 32 bits. NarrowIdsPass makes them, so that the work-group function can
  // give `(int)get_global_id(0)` an induction variable of its own, which never wraps.
  GlobalId32,
  LocalId32,
  GroupId32,
  GlobalSize32,
  LocalSize32,
  EnqueuedLocalSize32,
  NumGroups32,
  GlobalOffset32,
  WorkDim,
  // Of the sub-group or packet that a work-item is in; what else is asked of its lanes is in
  // lower/lane_operations.h.
  SubGroupId, // i32
  FirstItem,  // i1: it has the group's first work-item
  // i32: the linear local id. Lanes run along it where WEFT_PACK_LINEAR is asked for.
  LinearId,
  // ptr: one variable of the group, for work-group functions. What is found in the accumulator
  // changes from item to item of a region; the result is the same for all.
  GroupAccumulator,
  GroupResult,
  // <W x i1>: which lanes of a packet are work-items; the first always is. The vectoriser makes it.
  PacketMask,
  Barrier,
  ToGlobal,
  ToLocal,
  ToPrivate,
  // Addresses that the work-group function knows.
  LaunchState,  // ptr: WeftLaunchState
  WorkerState,  // ptr: WeftWorkerState
  ProgramScope, // ptr addrspace(1): WeftLaunchState::programScope
  LocalMemory,  // ptr addrspace(3): WeftWorkerState::localMemory
};

/// What a function or the callee of a call is, if it is one of these.
std::optional<Primitive> primitiveOf(const llvm::Function &function);
std::optional<Primitive> primitiveOf(const llvm::Value &value);

/// Takes a dimension as its only argument.
bool isDimensional(Primitive primitive);
/// The 32-bit form of a dimensional 64-bit primitive.
Primitive narrow(Primitive primitive);
/// Differs between the work-items (or packets) of a work-group.
bool variesInGroup(Primitive primitive);

/// Says of its results what no optimiser could find out: how large they can be.
void boundPrimitive(llvm::Function &function, Primitive primitive);

/// Declares it where the module has it not yet.
llvm::Function *declarePrimitive(llvm::Module &module, Primitive primitive);
llvm::Function *declarePacketMask(llvm::Module &module, unsigned width);
llvm::CallInst *callPrimitive(llvm::IRBuilderBase &builder, Primitive primitive,
                              llvm::ArrayRef<llvm::Value *> arguments = {});

} // namespace weft::compiler
