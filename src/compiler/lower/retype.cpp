// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lower/retype.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {
namespace {

class Retyper {
public:
  Retyper(Module &module, function_ref<Type *(Type *)> leaf) : module_(module), leaf_(leaf) {}

  void run() {
    SmallVector<GlobalVariable *> variables;
    for (GlobalVariable &variable : module_.globals())
      variables.push_back(&variable);
    SmallVector<GlobalVariable *> oldVariables;
    SmallVector<std::pair<GlobalVariable *, Constant *>> initializers;
    for (GlobalVariable *variable : variables) {
      Constant *initializer = variable->hasInitializer() ? variable->getInitializer() : nullptr;
      GlobalVariable *now = replaceVariable(*variable);
      if (now != variable) {
        variable->setInitializer(nullptr);
        oldVariables.push_back(variable);
      }
      if (initializer)
        initializers.emplace_back(now, initializer);
    }

    SmallVector<Function *> functions;
    for (Function &function : module_)
      functions.push_back(&function);
    SmallVector<Function *> oldFunctions;
    for (Function *function : functions)
      if (replaceFunction(*function))
        oldFunctions.push_back(function);

    // Only now is it known what every global became.
    for (auto [variable, initializer] : initializers)
      variable->setInitializer(map(initializer));
    for (Function &function : module_)
      rewriteBody(function);

    for (Function *function : oldFunctions)
      function->eraseFromParent();
    for (GlobalVariable *variable : oldVariables) {
      variable->removeDeadConstantUsers();
      if (variable->use_empty())
        variable->eraseFromParent();
    }
  }

private:
  Type *map(Type *type) {
    auto [place, isNew] = types_.try_emplace(type, type);
    if (!isNew)
      return place->second;
    Type *mapped = mapNew(type);
    types_[type] = mapped;
    return mapped;
  }

  Type *mapNew(Type *type) {
    if (isa<PointerType, TargetExtType>(type))
      return leaf_(type);
    if (auto *array = dyn_cast<ArrayType>(type))
      return ArrayType::get(map(array->getElementType()), array->getNumElements());
    if (auto *vector = dyn_cast<VectorType>(type))
      return VectorType::get(map(vector->getElementType()), vector->getElementCount());
    if (auto *function = dyn_cast<FunctionType>(type)) {
      SmallVector<Type *> parameters;
      for (Type *parameter : function->params())
        parameters.push_back(map(parameter));
      return FunctionType::get(map(function->getReturnType()), parameters, function->isVarArg());
    }
    if (auto *structure = dyn_cast<StructType>(type)) {
      if (structure->isOpaque())
        return structure;
      SmallVector<Type *> elements;
      bool changed = false;
      for (Type *element : structure->elements()) {
        elements.push_back(map(element));
        changed |= elements.back() != element;
      }
      if (!changed)
        return structure;
      if (structure->isLiteral())
        return StructType::get(module_.getContext(), elements, structure->isPacked());
      return StructType::create(module_.getContext(), elements, structure->getName(),
                                structure->isPacked());
    }
    return type;
  }

  Constant *map(Constant *constant) {
    auto found = constants_.find(constant);
    if (found != constants_.end())
      return found->second;
    Constant *mapped = mapNew(constant);
    constants_[constant] = mapped;
    return mapped;
  }

  Constant *mapNew(Constant *constant) {
    if (isa<GlobalValue>(constant))
      return constant; // a replaced one is in the table already
    Type *type = map(constant->getType());
    if (isa<PoisonValue>(constant))
      return PoisonValue::get(type);
    if (isa<UndefValue>(constant))
      return UndefValue::get(type);
    if (constant->isNullValue() && type != constant->getType())
      return Constant::getNullValue(type);
    if (constant->getNumOperands() == 0)
      return constant;
    SmallVector<Constant *> operands;
    bool changed = type != constant->getType();
    for (Use &operand : constant->operands()) {
      if (!isa<Constant>(operand.get()))
        return constant; // a block address
      operands.push_back(map(cast<Constant>(operand.get())));
      changed |= operands.back() != operand.get();
    }
    if (auto *expression = dyn_cast<ConstantExpr>(constant)) {
      if (expression->isCast() && operands[0]->getType() == type &&
          expression->getOpcode() == Instruction::AddrSpaceCast)
        return operands[0];
      Type *source = nullptr;
      if (auto *gep = dyn_cast<GEPOperator>(expression)) {
        source = map(gep->getSourceElementType());
        changed |= source != gep->getSourceElementType();
      }
      return changed ? expression->getWithOperands(operands, type, false, source) : constant;
    }
    if (!changed)
      return constant;
    if (auto *array = dyn_cast<ArrayType>(type))
      return ConstantArray::get(array, operands);
    if (auto *structure = dyn_cast<StructType>(type))
      return ConstantStruct::get(structure, operands);
    if (isa<VectorType>(type))
      return ConstantVector::get(operands);
    return constant;
  }

  GlobalVariable *replaceVariable(GlobalVariable &variable) {
    Type *type = map(variable.getValueType());
    auto *pointer = cast<PointerType>(map(variable.getType()));
    if (type == variable.getValueType() && pointer == variable.getType())
      return &variable;
    auto *fresh =
        new GlobalVariable(module_, type, variable.isConstant(), variable.getLinkage(),
                           variable.hasInitializer() ? PoisonValue::get(type) : nullptr, "",
                           &variable, variable.getThreadLocalMode(), pointer->getAddressSpace());
    fresh->copyAttributesFrom(&variable);
    fresh->takeName(&variable);
    constants_[&variable] = fresh;
    return fresh;
  }

  bool replaceFunction(Function &function) {
    auto *type = cast<FunctionType>(map(function.getFunctionType()));
    if (type == function.getFunctionType() || function.isIntrinsic())
      return false;
    Function *fresh = Function::Create(type, function.getLinkage(), function.getAddressSpace());
    module_.getFunctionList().insert(function.getIterator(), fresh); // the order is the source's
    fresh->takeName(&function);
    fresh->copyAttributesFrom(&function);
    fresh->setAttributes(map(function.getAttributes()));
    fresh->copyMetadata(&function, 0);
    fresh->setSubprogram(function.getSubprogram());
    function.setSubprogram(nullptr);
    fresh->splice(fresh->begin(), &function);
    for (auto [from, to] : zip(function.args(), fresh->args())) {
      to.takeName(&from);
      from.mutateType(to.getType());
      from.replaceAllUsesWith(&to);
    }
    function.replaceAllUsesWith(fresh);
    return true;
  }

  AttributeList map(AttributeList attributes) {
    LLVMContext &context = module_.getContext();
    for (unsigned index : attributes.indexes())
      for (int kind = Attribute::FirstTypeAttr; kind <= Attribute::LastTypeAttr; ++kind) {
        Attribute attribute = attributes.getAttributeAtIndex(index, Attribute::AttrKind(kind));
        if (attribute.isValid() && attribute.getValueAsType())
          attributes = attributes.replaceAttributeTypeAtIndex(
              context, index, Attribute::AttrKind(kind), map(attribute.getValueAsType()));
      }
    return attributes;
  }

  void rewriteBody(Function &function) {
    SmallVector<Instruction *> casts;
    for (Instruction &instruction : instructions(function)) {
      for (Use &operand : instruction.operands())
        if (auto *constant = dyn_cast<Constant>(operand.get()))
          if (!isa<GlobalValue>(constant) || constants_.contains(constant))
            operand.set(map(constant));
      if (auto *call = dyn_cast<CallBase>(&instruction)) {
        rewriteCall(*call);
        continue;
      }
      instruction.mutateType(map(instruction.getType()));
      if (auto *gep = dyn_cast<GetElementPtrInst>(&instruction)) {
        gep->setSourceElementType(map(gep->getSourceElementType()));
        gep->setResultElementType(map(gep->getResultElementType()));
      } else if (auto *alloca = dyn_cast<AllocaInst>(&instruction)) {
        alloca->setAllocatedType(map(alloca->getAllocatedType()));
      } else if (isa<AddrSpaceCastInst>(instruction)) {
        casts.push_back(&instruction);
      }
    }
    for (Instruction *cast : casts)
      if (cast->getType() == cast->getOperand(0)->getType()) {
        cast->replaceAllUsesWith(cast->getOperand(0));
        cast->eraseFromParent();
      }
  }

  void rewriteCall(CallBase &call) {
    auto *type = cast<FunctionType>(map(call.getFunctionType()));
    call.setAttributes(map(call.getAttributes()));
    if (type == call.getFunctionType())
      return;
    call.mutateFunctionType(type);
    Function *callee = call.getCalledFunction();
    if (!callee)
      callee = dyn_cast<Function>(call.getCalledOperand());
    if (!callee || !callee->isIntrinsic())
      return;
    SmallVector<Type *> overloads;
    if (Intrinsic::getIntrinsicSignature(callee->getIntrinsicID(), type, overloads))
      call.setCalledOperand(
          Intrinsic::getOrInsertDeclaration(&module_, callee->getIntrinsicID(), overloads));
  }

  Module &module_;
  function_ref<Type *(Type *)> leaf_;
  DenseMap<Type *, Type *> types_;
  DenseMap<Constant *, Constant *> constants_;
};

} // namespace

void retypeModule(Module &module, function_ref<Type *(Type *)> leaf) {
  Retyper(module, leaf).run();
}

} // namespace weft::compiler
