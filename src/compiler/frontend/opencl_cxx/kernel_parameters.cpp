// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/opencl_cxx/kernel_parameters.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

namespace {

// Of kernel IR.
constexpr unsigned kGlobal = 1, kConstant = 2, kLocal = 3;

unsigned addressSpaceOf(ParameterClass kind) {
  switch (kind) {
  case ParameterClass::GlobalPtr:
    return kGlobal;
  case ParameterClass::ConstantPtr:
    return kConstant;
  case ParameterClass::LocalPtr:
    return kLocal;
  case ParameterClass::None:
  case ParameterClass::DeviceQueue:
    return 0;
  }
  llvm_unreachable("a class without an address space");
}

Type *typeOf(ParameterClass kind, LLVMContext &context) {
  if (kind == ParameterClass::DeviceQueue)
    return TargetExtType::get(context, "spirv.Queue");
  return PointerType::get(context, addressSpaceOf(kind));
}

/// kernel_arg_*: one operand a parameter.
void setOperand(Function &kernel, StringRef kind, unsigned index, Metadata *value) {
  MDNode *node = kernel.getMetadata(kind);
  if (!node || index >= node->getNumOperands())
    return;
  SmallVector<Metadata *> operands(node->op_begin(), node->op_end());
  operands[index] = value;
  kernel.setMetadata(kind, MDNode::get(kernel.getContext(), operands));
}

void describe(Function &kernel, unsigned index, const KernelParameters::Parameter &parameter) {
  LLVMContext &context = kernel.getContext();
  setOperand(kernel, "kernel_arg_addr_space", index,
             ConstantAsMetadata::get(
                 ConstantInt::get(Type::getInt32Ty(context), addressSpaceOf(parameter.kind))));
  setOperand(kernel, "kernel_arg_type_qual", index,
             MDString::get(context, parameter.typeQualifiers));
}

void lowerKernel(Function &old, ArrayRef<KernelParameters::Parameter> parameters) {
  LLVMContext &context = old.getContext();
  SmallVector<Type *> types;
  SmallVector<AttributeSet> attributes;
  for (Argument &argument : old.args()) {
    const KernelParameters::Parameter &parameter = parameters[argument.getArgNo()];
    bool isLowered = parameter.kind != ParameterClass::None;
    types.push_back(isLowered ? typeOf(parameter.kind, context) : argument.getType());
    AttrBuilder made(context);
    if (isLowered && parameter.alignment != 0)
      made.addAlignmentAttr(Align(parameter.alignment));
    attributes.push_back(isLowered ? AttributeSet::get(context, made)
                                   : old.getAttributes().getParamAttrs(argument.getArgNo()));
  }
  Function *kernel = Function::Create(FunctionType::get(old.getReturnType(), types, false),
                                      old.getLinkage(), old.getAddressSpace(), "", old.getParent());
  kernel->copyAttributesFrom(&old);
  kernel->setAttributes(AttributeList::get(context, old.getAttributes().getFnAttrs(),
                                           old.getAttributes().getRetAttrs(), attributes));
  kernel->copyMetadata(&old, 0);
  old.setSubprogram(nullptr);
  kernel->setComdat(old.getComdat());
  kernel->takeName(&old);
  kernel->splice(kernel->begin(), &old);

  IRBuilder<> builder(&kernel->getEntryBlock(), kernel->getEntryBlock().begin());
  for (Argument &argument : old.args()) {
    unsigned index = argument.getArgNo();
    Argument *value = kernel->getArg(index);
    value->takeName(&argument);
    if (parameters[index].kind == ParameterClass::None) {
      argument.replaceAllUsesWith(value);
      continue;
    }
    // The structure holds this value and nothing else.
    AllocaInst *object = builder.CreateAlloca(argument.getParamByValType());
    object->setAlignment(argument.getParamAlign().valueOrOne());
    builder.CreateStore(value, object);
    argument.replaceAllUsesWith(object);
    describe(*kernel, index, parameters[index]);
  }
  old.replaceAllUsesWith(kernel);
  old.eraseFromParent();
}

} // namespace

ParameterClass parameterClassOf(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.getCanonicalType()->getAsCXXRecordDecl();
  auto *parent = record ? dyn_cast<clang::NamespaceDecl>(record->getDeclContext()) : nullptr;
  if (!parent || parent->getName() != "cl" || !parent->getParent()->isTranslationUnit())
    return ParameterClass::None;
  const clang::ASTContext &ast = record->getASTContext();
  if (!ast.getSourceManager().isInSystemHeader(record->getLocation()))
    return ParameterClass::None;
  return StringSwitch<ParameterClass>(record->getName())
      .Case("device_queue", ParameterClass::DeviceQueue)
      .Case("global_ptr", ParameterClass::GlobalPtr)
      .Case("constant_ptr", ParameterClass::ConstantPtr)
      .Case("local_ptr", ParameterClass::LocalPtr)
      .Default(ParameterClass::None);
}

KernelParameters kernelParameters(const clang::FunctionDecl &kernel) {
  const clang::ASTContext &ast = kernel.getASTContext();
  KernelParameters result;
  result.kernel = kernel.getNameAsString();
  for (const clang::ParmVarDecl *declared : kernel.parameters()) {
    KernelParameters::Parameter &parameter = result.parameters.emplace_back();
    parameter.kind = parameterClassOf(declared->getType());
    auto *instance = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
        declared->getType()->getAsCXXRecordDecl());
    if (parameter.kind == ParameterClass::None || !instance)
      continue;
    // T of global_ptr<T> and of global_ptr<T[]>.
    clang::QualType pointee = instance->getTemplateArgs()[0].getAsType();
    if (const clang::ArrayType *array = ast.getAsArrayType(pointee))
      pointee = array->getElementType();
    parameter.alignment = unsigned(ast.getTypeAlignInChars(pointee).getQuantity());
    // As Clang says of pointers; what is in constant memory is const.
    bool isConst = pointee.isConstQualified() || parameter.kind == ParameterClass::ConstantPtr;
    parameter.typeQualifiers =
        std::string(isConst ? "const" : "") + (pointee.isVolatileQualified() ? " volatile" : "");
  }
  return result;
}

void lowerKernelParameters(Module &module, const std::vector<KernelParameters> &kernels) {
  for (const KernelParameters &kernel : kernels) {
    Function *function = module.getFunction(kernel.kernel);
    if (function && !function->isDeclaration() &&
        any_of(kernel.parameters, [](const KernelParameters::Parameter &parameter) {
          return parameter.kind != ParameterClass::None;
        }))
      lowerKernel(*function, kernel.parameters);
  }
}

} // namespace weft::compiler
