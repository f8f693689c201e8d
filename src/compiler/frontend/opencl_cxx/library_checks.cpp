// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/opencl_cxx/library_checks.h"

#include "frontend/opencl_cxx/kernel_parameters.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::StringRef;

namespace weft::compiler {

namespace {

class LibraryChecks : public DynamicRecursiveASTVisitor {
public:
  explicit LibraryChecks(ASTContext &ast) : ast_(ast), diagnostics_(ast.getDiagnostics()) {
    ShouldVisitTemplateInstantiations = true;
  }

  void run() {
    for (Decl *declaration : ast_.getTranslationUnitDecl()->decls())
      if (!isInLibrary(declaration->getLocation()))
        TraverseDecl(declaration);
      else if (auto *space = dyn_cast<NamespaceDecl>(declaration))
        checkEnqueued(*space);
  }

  // --- 3.14.8 Restrictions ---

  bool VisitVarDecl(VarDecl *variable) override {
    checkPointers(*variable, variable->getType());
    StringRef marker = markerIn(variable->getType());
    if (marker.empty() || variable->isInvalidDecl())
      return true;
    if (variable->isFileVarDecl() || variable->isStaticDataMember())
      report(variable->getLocation(),
             "a variable at program scope cannot be a 'cl::%0': queues and "
             "events belong to the kernel that runs")
          << marker;
    else if (variable->hasGlobalStorage() || !isPrivate(variable->getType()))
      report(variable->getLocation(),
             "a 'cl::%0' cannot be in the global, local or constant address space, or static")
          << marker;
    return true;
  }

  bool VisitFieldDecl(FieldDecl *field) override {
    checkPointers(*field, field->getType());
    StringRef marker = markerIn(field->getType());
    // Captures count where the lambda is enqueued.
    if (!marker.empty() && !cast<CXXRecordDecl>(field->getParent())->isLambda())
      report(field->getLocation(),
             "a 'cl::%0' cannot be a member of a class: functors get it as an "
             "argument of enqueue_kernel")
          << marker;
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *function) override {
    if (function->isImplicit() || function->isDefaulted())
      return true;
    checkPointers(*function, function->getReturnType());
    StringRef marker = markerIn(function->getReturnType());
    if (!marker.empty())
      report(function->getLocation(), "a function cannot return a 'cl::%0'") << marker;
    if (function->hasAttr<DeviceKernelAttr>())
      checkKernel(*function);
    return true;
  }

  bool VisitTypedefNameDecl(TypedefNameDecl *name) override {
    checkPointers(*name, name->getUnderlyingType());
    return true;
  }

  // --- What __cl_clang_function_pointers, which the library needs, lets through ---

  bool VisitCallExpr(CallExpr *call) override {
    called_.insert(call->getCallee()->IgnoreParens());
    return true;
  }

  bool VisitCastExpr(CastExpr *cast) override {
    if (cast->getCastKind() == CK_FunctionToPointerDecay && !called_.contains(cast) &&
        !cast->getSubExpr()->getType()->isDependentType())
      report(cast->getExprLoc(), "taking the address of a function is not allowed");
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *expression) override {
    if (expression->getOpcode() == UO_AddrOf &&
        expression->getSubExpr()->getType()->isFunctionType())
      report(expression->getExprLoc(), "taking the address of a function is not allowed");
    return true;
  }

private:
  template <unsigned size>
  DiagnosticBuilder report(SourceLocation where, const char (&text)[size],
                           DiagnosticsEngine::Level level = DiagnosticsEngine::Error) {
    return diagnostics_.Report(where, diagnostics_.getCustomDiagID(level, text));
  }

  bool isInLibrary(SourceLocation where) const {
    return where.isValid() && ast_.getSourceManager().isInSystemHeader(where);
  }

  /// "device_queue", "event" or nothing.
  StringRef markerName(QualType type) const {
    const CXXRecordDecl *record = type.getCanonicalType()->getAsCXXRecordDecl();
    auto *parent = record ? dyn_cast<NamespaceDecl>(record->getDeclContext()) : nullptr;
    if (!parent || parent->getName() != "cl" || !isInLibrary(record->getLocation()))
      return "";
    StringRef name = record->getName();
    return name == "device_queue" || name == "event" ? name : "";
  }
  StringRef markerIn(QualType type) const { return markerName(ast_.getBaseElementType(type)); }

  /// No pointers to queues, no arrays of them, no pointers to functions.
  void checkPointers(const NamedDecl &declaration, QualType type) {
    SourceLocation where = declaration.getLocation();
    type = type.getCanonicalType().getNonReferenceType();
    while (!type->isDependentType()) {
      QualType inner;
      if (const ArrayType *array = ast_.getAsArrayType(type)) {
        inner = array->getElementType();
        if (markerName(inner) == "device_queue")
          report(where, "there are no arrays of 'cl::device_queue': the compiler has to know which "
                        "queue is meant");
      } else if (const auto *pointer = type->getAs<PointerType>()) {
        inner = pointer->getPointeeType();
        if (markerName(inner) == "device_queue")
          report(where, "there are no pointers to 'cl::device_queue': the compiler has to know "
                        "which queue is meant");
        if (inner->isFunctionType())
          report(where, "pointers to functions are not allowed");
      } else {
        return;
      }
      type = inner;
    }
  }

  /// What __cl_clang_non_portable_kernel_param_types lets through, but for the library's classes.
  void checkKernel(const FunctionDecl &kernel) {
    for (const ParmVarDecl *parameter : kernel.parameters()) {
      QualType type = parameter->getType();
      if (parameterClassOf(type) != ParameterClass::None)
        continue;
      const CXXRecordDecl *record = type->getAsCXXRecordDecl();
      bool isByValue = record && record->hasDefinition();
      if (isByValue && (!type.isPODType(ast_) || holdsPointers(*record)))
        report(parameter->getLocation(),
               "%0 cannot be used as the type of a kernel parameter: the host cannot make one")
            << type.getUnqualifiedType();
    }
  }

  bool holdsPointers(const CXXRecordDecl &record) const {
    for (const CXXBaseSpecifier &base : record.bases())
      if (const CXXRecordDecl *inner = base.getType()->getAsCXXRecordDecl();
          inner && inner->hasDefinition() && holdsPointers(*inner))
        return true;
    for (const FieldDecl *field : record.fields()) {
      QualType type = ast_.getBaseElementType(field->getType());
      if (type->isAnyPointerType() || type->isReferenceType())
        return true;
      if (const CXXRecordDecl *inner = type->getAsCXXRecordDecl();
          inner && inner->hasDefinition() && holdsPointers(*inner))
        return true;
    }
    return false;
  }

  // --- 3.14.7 Requirements ---

  /// Every functor that is enqueued is an argument of cl::__weft::__closure.
  void checkEnqueued(NamespaceDecl &cl) {
    for (Decl *inner : cl.decls()) {
      if (auto *space = dyn_cast<NamespaceDecl>(inner))
        checkEnqueued(*space);
      auto *closure = dyn_cast<ClassTemplateDecl>(inner);
      if (!closure || closure->getName() != "__closure")
        continue;
      for (const ClassTemplateSpecializationDecl *made : closure->specializations()) {
        llvm::ArrayRef<TemplateArgument> arguments = made->getTemplateArgs().asArray();
        checkCopied(arguments[1].getAsType(), SourceLocation());
        for (const TemplateArgument &pack : arguments.drop_front(2))
          for (const TemplateArgument &argument : pack.pack_elements())
            if (markerName(argument.getAsType()).empty()) // is allowed, but not within
              checkCopied(argument.getAsType(), SourceLocation());
      }
    }
  }

  void checkCopied(QualType type, SourceLocation from) {
    const CXXRecordDecl *record = ast_.getBaseElementType(type)->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || isInLibrary(record->getLocation()) ||
        !checked_.insert(record).second)
      return;
    llvm::DenseMap<const FieldDecl *, const ValueDecl *> captured = capturesOf(*record);
    for (const CXXBaseSpecifier &base : record->bases())
      checkCopied(base.getType(), from);
    for (const FieldDecl *field : record->fields()) {
      const ValueDecl *capture = captured.lookup(field);
      StringRef marker = markerIn(field->getType().getNonReferenceType());
      if (!marker.empty() && record->isLambda())
        report(field->getLocation(),
               "an enqueued lambda cannot capture the 'cl::%0' %1: pass it as "
               "an argument of enqueue_kernel")
            << marker << (capture ? "'" + capture->getNameAsString() + "'" : std::string());
      else if (field->getType()->isReferenceType() &&
               !isGlobal(field->getType().getNonReferenceType()))
        report(field->getLocation(),
               "an enqueued functor keeps a reference to %0, which may be gone when it runs",
               DiagnosticsEngine::Warning)
            << (capture ? "'" + capture->getNameAsString() + "'" : "private memory");
      checkCopied(field->getType(), field->getLocation());
    }
  }

  static bool isPrivate(QualType type) {
    return type.getAddressSpace() == LangAS::opencl_private ||
           type.getAddressSpace() == LangAS::Default;
  }
  /// Those to global memory are declared so; generic ones are to private memory as a rule.
  static bool isGlobal(QualType type) {
    return type.getAddressSpace() == LangAS::opencl_global ||
           type.getAddressSpace() == LangAS::opencl_constant;
  }

  static llvm::DenseMap<const FieldDecl *, const ValueDecl *>
  capturesOf(const CXXRecordDecl &record) {
    llvm::DenseMap<const FieldDecl *, const ValueDecl *> captured;
    if (!record.isLambda())
      return captured;
    llvm::DenseMap<const ValueDecl *, FieldDecl *> fields;
    FieldDecl *thisField = nullptr;
    record.getCaptureFields(fields, thisField);
    for (auto [variable, field] : fields)
      captured[field] = variable;
    return captured;
  }

  ASTContext &ast_;
  DiagnosticsEngine &diagnostics_;
  llvm::SmallPtrSet<const Expr *, 32> called_;
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> checked_;
};

} // namespace

void checkLibraryUse(ASTContext &ast) { LibraryChecks(ast).run(); }

} // namespace weft::compiler
