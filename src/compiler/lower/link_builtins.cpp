// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/link_builtins.h"

#include "lower/inline_calls.h"
#include "lower/math_names.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft::compiler {
namespace {

class BuiltinLinker final : public ValueMaterializer {
public:
  BuiltinLinker(Module &program, Module &builtins, ElementwiseMath math)
      : program_(program), builtins_(builtins), math_(math) {}

  void run() {
    for (Function &function : program_)
      if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty())
        wanted_.push_back(&function);
    while (!wanted_.empty()) {
      Function *target = wanted_.pop_back_val();
      if (target->isDeclaration())
        define(*target);
    }
  }

  Value *materialize(Value *value) override {
    if (auto *function = dyn_cast<Function>(value)) {
      Function *here = program_.getFunction(function->getName());
      if (!here) {
        here = Function::Create(function->getFunctionType(), GlobalValue::ExternalLinkage,
                                function->getName(), program_);
        here->copyAttributesFrom(function);
      }
      if (here->isDeclaration() && !here->isIntrinsic())
        wanted_.push_back(here);
      return here;
    }
    auto *variable = dyn_cast<GlobalVariable>(value);
    if (!variable)
      return nullptr;
    // A constant that describes the target: it has its value already, or gets it next.
    if (!variable->hasInitializer())
      if (GlobalVariable *here = program_.getGlobalVariable(variable->getName(), true))
        return here;
    auto *copy = new GlobalVariable(program_, variable->getValueType(), variable->isConstant(),
                                    variable->hasInitializer() ? GlobalValue::InternalLinkage
                                                               : GlobalValue::ExternalLinkage,
                                    nullptr, variable->getName(), nullptr,
                                    GlobalValue::NotThreadLocal, variable->getAddressSpace());
    copy->copyAttributesFrom(variable);
    map_[variable] = copy;
    if (variable->hasInitializer())
      copy->setInitializer(MapValue(variable->getInitializer(), map_, RF_None, nullptr, this));
    return copy;
  }

private:
  void define(Function &target) {
    if (math_ == ElementwiseMath::Declared && parseMathName(target.getName()))
      return;
    Function *source = builtins_.getFunction(target.getName());
    if (!source || source->getFunctionType() != target.getFunctionType())
      return;
    if (Error failed = source->materialize()) {
      consumeError(std::move(failed)); // our own bitcode, checked when the compiler was built
      return;
    }
    if (source->isDeclaration())
      return;
    for (auto [from, to] : zip(source->args(), target.args()))
      map_[&from] = &to;
    map_[source] = &target;
    target.setSubprogram(nullptr); // -g describes the declaration, which no body may have
    SmallVector<ReturnInst *> returns;
    CloneFunctionInto(&target, source, map_, CloneFunctionChangeType::DifferentModule, returns, "",
                      nullptr, nullptr, this);
    target.setLinkage(GlobalValue::InternalLinkage);
    target.addFnAttr(kBuiltinAttribute);
    target.setComdat(nullptr);
    target.setCallingConv(source->getCallingConv());
  }

  Module &program_;
  Module &builtins_;
  ElementwiseMath math_;
  ValueToValueMapTy map_;
  SmallVector<Function *> wanted_;
};

} // namespace

void linkBuiltins(Module &program, Module &builtins, ElementwiseMath math) {
  BuiltinLinker(program, builtins, math).run();
}

} // namespace weft::compiler
