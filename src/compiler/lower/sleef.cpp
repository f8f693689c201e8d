// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/sleef.h"

#include "lower/math_names.h"
#include "lower/split_lanes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

using namespace llvm;

namespace {

/// One of the instruction sets for which SLEEF has every function.
struct SleefForm {
  unsigned bits;        // of its vectors; 0 is the scalar form
  StringLiteral suffix; // of its names
};

// "finz" forms use FMA and agree bit for bit with each other, "cinz" forms never use it and agree
// likewise. The plain names (Sleef_sinf8_u10avx2) promise no such thing.
constexpr SleefForm kFormsAvx512[] = {
    {0, "purecfma"}, {128, "avx2128"}, {256, "avx2"}, {512, "avx512f"}};
constexpr SleefForm kFormsAvx2[] = {{0, "purecfma"}, {128, "avx2128"}, {256, "avx2"}};
constexpr SleefForm kFormsSse4[] = {{0, "purec"}, {128, "sse4"}};

class SleefLowering {
public:
  SleefLowering(Module &module, const TargetMachine &target) : module_(module) {
    const MCSubtargetInfo &cpu = *target.getMCSubtargetInfo();
    bool avx2 = cpu.checkFeatures("+avx2,+fma");
    determinism_ = avx2 ? "finz" : "cinz";
    if (avx2 && cpu.checkFeatures("+avx512f"))
      forms_ = kFormsAvx512;
    else if (avx2)
      forms_ = kFormsAvx2;
    else
      forms_ = kFormsSse4;
  }

  void lower(CallInst &call, const MathName &name) {
    IRBuilder<> builder(&call);
    unsigned elementBits = name.isDouble ? 64 : 32;
    const SleefForm &form = formFor(name.lanes * elementBits, name.lanes == 1);
    unsigned width = std::max(1U, form.bits / elementBits);
    FunctionCallee callee = declare(call, name, form, width);
    auto operate = [&](ArrayRef<Value *> arguments) -> Value * {
      return builder.CreateCall(callee, arguments);
    };
    Value *result = name.lanes == 1 ? operate(SmallVector<Value *, 3>(call.args()))
                                    : splitLanes(builder, call, width, operate);
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

private:
  /// The narrowest form that holds so many bits, or else the widest.
  const SleefForm &formFor(unsigned bits, bool scalar) const {
    if (scalar)
      return forms_.front();
    for (const SleefForm &form : forms_.drop_front())
      if (form.bits >= bits)
        return form;
    return forms_.back();
  }

  FunctionCallee declare(const CallInst &call, const MathName &name, const SleefForm &form,
                         unsigned width) {
    // "sleef_sin_u10" at 16 lanes is Sleef_finz_sinf16_u10avx512f.
    auto [stem, bound] = name.stem.drop_front(StringRef("sleef_").size()).rsplit('_');
    std::string symbol = ("Sleef_" + determinism_ + "_" + stem + (name.isDouble ? "d" : "f") +
                          Twine(width) + "_" + bound + form.suffix)
                             .str();
    auto widen = [&](Type *type) -> Type * {
      Type *element = type->getScalarType();
      return form.bits == 0 ? element : FixedVectorType::get(element, width);
    };
    SmallVector<Type *, 3> parameters;
    for (const Use &argument : call.args())
      parameters.push_back(widen(argument->getType()));
    auto *type = FunctionType::get(widen(call.getType()), parameters, false);
    FunctionCallee callee = module_.getOrInsertFunction(symbol, type);
    auto *function = cast<Function>(callee.getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    function->setDoesNotFreeMemory();
    return callee;
  }

  Module &module_;
  StringRef determinism_;
  ArrayRef<SleefForm> forms_;
};

} // namespace

bool lowerSleefCalls(Module &module, const TargetMachine &target) {
  SleefLowering lowering(module, target);
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    std::optional<MathName> name = parseMathName(function.getName());
    if (!name || !name->isSleef())
      continue;
    changed = true;
    for (User *user : make_early_inc_range(function.users()))
      lowering.lower(*cast<CallInst>(user), *name);
    function.eraseFromParent();
  }
  return changed;
}

} // namespace weft::compiler
