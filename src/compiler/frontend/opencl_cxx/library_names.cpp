// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/opencl_cxx/library_names.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace weft::compiler {

namespace {

class LibraryPragma : public PragmaHandler {
public:
  LibraryPragma(CompilerInstance &clang, LibraryUse &use)
      : PragmaHandler("opencl_cxx"), clang_(clang), use_(use) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer, Token &) override {
    Token what, token;
    preprocessor.LexUnexpandedToken(what);
    for (token = what; token.isNot(tok::eod);)
      preprocessor.LexUnexpandedToken(token);
    StringRef word = what.is(tok::kw_using) ? "using"
                     : what.getIdentifierInfo() ? what.getIdentifierInfo()->getName()
                                                : StringRef();
    if (word == "begin")
      begin(preprocessor);
    else if (word == "end")
      clang_.getLangOpts().DelayedTemplateParsing = false;
    else if (word == "using")
      takeUsingDeclarations(preprocessor);
    else if (word == "atomic")
      forgetAtomicTypes(preprocessor);
  }

private:
  void begin(Preprocessor &preprocessor) {
    use_.isIncluded = true;
    // Most programs use a few of the functions.
    clang_.getLangOpts().DelayedTemplateParsing = true;
    for (const char *keyword : {"global", "local", "constant"})
      if (IdentifierInfo *name = preprocessor.getIdentifierInfo(keyword);
          name->getTokenID() != tok::identifier)
        name->revertTokenIDToIdentifier();
  }

  /// using ::name; any number of times. Macros of the program do not matter.
  void takeUsingDeclarations(Preprocessor &preprocessor) {
    Token token;
    preprocessor.LexUnexpandedToken(token);
    while (token.is(tok::kw_using)) {
      preprocessor.LexUnexpandedToken(token); // ::
      preprocessor.LexUnexpandedToken(token);
      use_.builtins.insert(token.getIdentifierInfo());
      preprocessor.LexUnexpandedToken(token); // ;
      preprocessor.LexUnexpandedToken(token);
    }
    preprocessor.EnterToken(token, /*IsReinject=*/true);
  }

  /// Clang declares them before the program. Functions that take them do not need the names.
  void forgetAtomicTypes(Preprocessor &preprocessor) {
    Sema &sema = clang_.getSema();
    for (const char *type : {"int", "uint", "long", "ulong", "float", "double", "intptr_t",
                             "uintptr_t", "size_t", "ptrdiff_t", "flag"}) {
      IdentifierInfo *name = preprocessor.getIdentifierInfo(("atomic_" + Twine(type)).str());
      NamedDecl *declared =
          sema.LookupSingleName(sema.TUScope, name, SourceLocation(), Sema::LookupOrdinaryName);
      if (!isa_and_nonnull<TypedefDecl>(declared))
        continue;
      sema.IdResolver.RemoveDecl(declared);
      sema.TUScope->RemoveDecl(declared);
      declared->getDeclContext()->removeDecl(declared);
    }
  }

  CompilerInstance &clang_;
  LibraryUse &use_;
};

/// Makes builtins and their using-declarations when a name is looked up.
class BuiltinNames : public ExternalASTSource {
public:
  BuiltinNames(CompilerInstance &clang, const LibraryUse &use) : clang_(clang), use_(use) {}

  bool FindExternalVisibleDeclsByName(const DeclContext *context, DeclarationName name,
                                      const DeclContext *) override {
    IdentifierInfo *identifier = name.getAsIdentifierInfo();
    if (!identifier || !use_.builtins.contains(identifier))
      return false;
    SmallVector<NamedDecl *> found =
        context->isTranslationUnit() ? builtins(name) : usingDeclaration(context, name);
    SetExternalVisibleDeclsForName(context, name, found);
    return !found.empty();
  }

private:
  /// Clang's Sema makes new ones for each look-up that finds none. Through namespace cl and
  /// directly, these must be the same.
  SmallVector<NamedDecl *> builtins(DeclarationName name) {
    LookupResult found(clang_.getSema(), name, SourceLocation(), Sema::LookupOrdinaryName);
    found.suppressDiagnostics();
    clang_.getSema().LookupBuiltin(found);
    return SmallVector<NamedDecl *>(found.begin(), found.end());
  }

  SmallVector<NamedDecl *> usingDeclaration(const DeclContext *context, DeclarationName name) {
    ASTContext &ast = clang_.getASTContext();
    auto *owner = const_cast<DeclContext *>(context);
    auto *declaration = UsingDecl::Create(ast, owner, SourceLocation(), NestedNameSpecifierLoc(),
                                          DeclarationNameInfo(name, SourceLocation()),
                                          /*HasTypenameKeyword=*/false);
    SmallVector<NamedDecl *> shadows;
    for (NamedDecl *builtin : ast.getTranslationUnitDecl()->lookup(name)) {
      auto *shadow =
          UsingShadowDecl::Create(ast, owner, SourceLocation(), name, declaration, builtin);
      declaration->addShadowDecl(shadow);
      shadows.push_back(shadow);
    }
    return shadows;
  }

  CompilerInstance &clang_;
  const LibraryUse &use_;
};

} // namespace

void addLibraryPragmas(CompilerInstance &clang, LibraryUse &use) {
  // The preprocessor owns its handlers.
  clang.getPreprocessor().AddPragmaHandler("weft", new LibraryPragma(clang, use));
}

void findBuiltinsIn(NamespaceDecl &cl, CompilerInstance &clang, const LibraryUse &use) {
  clang.getASTContext().setExternalSource(llvm::makeIntrusiveRefCnt<BuiltinNames>(clang, use));
  cl.setHasExternalVisibleStorage(true);
  clang.getASTContext().getTranslationUnitDecl()->setHasExternalVisibleStorage(true);
}

} // namespace weft::compiler
