// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/address_space_alias.h"

#include "lower/address_space.h"
#include "lower/program_scope.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace weft::compiler {

AnalysisKey AddressSpaceAliasAnalysis::Key;

namespace {

AddressSpace spaceOf(const Value *pointer) {
  AddressSpace space = AddressSpace(pointer->getType()->getPointerAddressSpace());
  if (space != AddressSpace::Generic && space != AddressSpace::Private)
    return space;
  // Where a pointer was cast, the space that it came from says more.
  const Value *origin = getUnderlyingObject(pointer);
  return AddressSpace(origin->getType()->getPointerAddressSpace());
}

} // namespace

AliasResult AddressSpaceAliasResult::alias(const MemoryLocation &a, const MemoryLocation &b,
                                           AAQueryInfo &, const Instruction *) {
  if (spacesOverlap_)
    return AliasResult::MayAlias;
  AddressSpace spaceA = spaceOf(a.Ptr);
  AddressSpace spaceB = spaceOf(b.Ptr);
  if (spaceA == spaceB)
    return AliasResult::MayAlias;
  bool genericMeets = (spaceA == AddressSpace::Generic && spaceB != AddressSpace::Constant) ||
                      (spaceB == AddressSpace::Generic && spaceA != AddressSpace::Constant);
  return genericMeets ? AliasResult::MayAlias : AliasResult::NoAlias;
}

ModRefInfo AddressSpaceAliasResult::getModRefInfoMask(const MemoryLocation &location, AAQueryInfo &,
                                                      bool) {
  return !spacesOverlap_ && spaceOf(location.Ptr) == AddressSpace::Constant ? ModRefInfo::NoModRef
                                                                            : ModRefInfo::ModRef;
}

AddressSpaceAliasResult AddressSpaceAliasAnalysis::run(Function &function,
                                                       FunctionAnalysisManager &) {
  return AddressSpaceAliasResult(function.getName() == kInitializerName);
}

} // namespace weft::compiler
