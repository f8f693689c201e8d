// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/typed_blocks.h"

#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace weft::compiler {

namespace {

using Tokens = llvm::SmallVector<Token, 64>;

class TypedBlocksPragma : public PragmaHandler {
public:
  explicit TypedBlocksPragma(CompilerInstance &clang)
      : PragmaHandler("typed_blocks"), clang_(clang) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer, Token &token) override {
    bool isRewrite = true;
    for (;;) {
      preprocessor.LexUnexpandedToken(token);
      if (token.is(tok::eod))
        break;
      isRewrite = false; // "known"
    }
    if (!isRewrite) {
      clang::OpenCLOptions &known = clang_.getSema().getOpenCLOptions();
      known.support("cl_khr_device_enqueue_local_arg_types");
      known.acceptsPragma("cl_khr_device_enqueue_local_arg_types"); // #pragma OPENCL EXTENSION
      return;
    }
    Tokens call;
    auto next = [&] {
      preprocessor.Lex(token);
      call.push_back(token);
    };
    next(); // enqueue_kernel
    next();
    if (token.is(tok::l_paren))
      readCall(preprocessor, call);
    auto tokens = std::make_unique<Token[]>(call.size());
    std::copy(call.begin(), call.end(), tokens.get());
    preprocessor.EnterTokenStream(std::move(tokens), call.size(), /*DisableMacroExpansion=*/true,
                                  /*IsReinject=*/true);
  }

private:
  /// Reads up to the body of a block literal, which calls in the body then follow, or to the end.
  void readCall(Preprocessor &preprocessor, Tokens &call) {
    llvm::SmallVector<size_t> arguments = {call.size()}; // where each begins
    unsigned depth = 1;
    Token token;
    while (depth) {
      preprocessor.Lex(token);
      if (token.isOneOf(tok::eof, tok::semi)) { // the parser says what is wrong
        call.push_back(token);
        return;
      }
      if (depth == 1 && token.is(tok::caret) && arguments.back() == call.size())
        return readLiteral(preprocessor, call, token);
      if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
        ++depth;
      else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
        --depth;
      call.push_back(token);
      if (depth == 1 && token.is(tok::comma))
        arguments.push_back(call.size());
    }
    arguments.push_back(call.size());
    castVariable(preprocessor, call, arguments);
  }

  void readLiteral(Preprocessor &preprocessor, Tokens &call, Token token) {
    call.push_back(token); // ^
    // A type for the result, which may have parentheses of its own, stays as it is: then the last
    // list before the body is that of the parameters.
    size_t open = 0, close = 0;
    unsigned depth = 0;
    for (;;) {
      preprocessor.Lex(token);
      call.push_back(token);
      if (token.isOneOf(tok::eof, tok::semi))
        return;
      if (token.is(tok::l_brace) && depth == 0)
        break;
      if (token.is(tok::l_paren) && depth++ == 0)
        open = call.size() - 1;
      if (token.is(tok::r_paren) && --depth == 0)
        close = call.size() - 1;
    }
    if (close <= open + 1)
      return;
    Tokens parameters(call.begin() + open + 1, call.begin() + close);
    Tokens changed, body;
    unsigned number = 0;
    for (auto at = parameters.begin(); at != parameters.end();) {
      auto end = at;
      for (unsigned inner = 0; end != parameters.end(); ++end) {
        if (end->is(tok::l_paren))
          ++inner;
        else if (end->is(tok::r_paren))
          --inner;
        else if (end->is(tok::comma) && inner == 0)
          break;
      }
      if (at != parameters.begin())
        changed.push_back(*std::prev(at)); // the comma
      takeParameter(preprocessor, {at, end}, number, changed, body);
      at = end == parameters.end() ? end : std::next(end);
    }
    Token brace = call.back();
    call.resize(open + 1);
    call.append(changed.begin(), changed.end());
    call.push_back(make(preprocessor, tok::r_paren, brace.getLocation()));
    call.push_back(brace);
    call.append(body.begin(), body.end());
  }

  void takeParameter(Preprocessor &preprocessor, llvm::ArrayRef<Token> parameter, unsigned &number,
                     Tokens &changed, Tokens &body) {
    bool isVoid = llvm::any_of(parameter, [](const Token &t) { return t.is(tok::kw_void); });
    // Without a name, or an array: nothing can be declared in the body.
    bool isNamed = !parameter.empty() &&
                   (parameter.back().is(tok::identifier) || parameter.back().is(tok::r_paren)) &&
                   parameter.size() > 1;
    if (isVoid || !isNamed) {
      changed.append(parameter.begin(), parameter.end());
      return;
    }
    SourceLocation at = parameter.front().getLocation();
    Token name = make(preprocessor, tok::identifier, at);
    name.setIdentifierInfo(
        preprocessor.getIdentifierInfo("__weft_local_" + std::to_string(number++)));
    appendLocalVoid(preprocessor, changed, at);
    changed.push_back(name);
    body.append(parameter.begin(), parameter.end());
    body.push_back(make(preprocessor, tok::equal, at));
    body.push_back(name);
    body.push_back(make(preprocessor, tok::semi, at));
    // An integer would be initialised with no more than a warning; `(void)&*parameter` is an error.
    if (parameter.back().is(tok::identifier)) {
      append(preprocessor, body, at,
             {tok::l_paren, tok::kw_void, tok::r_paren, tok::amp, tok::star});
      body.push_back(parameter.back());
      append(preprocessor, body, at, {tok::semi});
    }
  }

  /// The block is the fourth argument, or the seventh where events come before it; the sizes of its
  /// local arguments follow.
  void castVariable(Preprocessor &preprocessor, Tokens &call, llvm::ArrayRef<size_t> arguments) {
    size_t count = arguments.size() - 1;
    for (size_t index : {size_t(3), size_t(6)}) {
      if (index >= count)
        return;
      size_t begin = arguments[index], end = arguments[index + 1] - 1;
      if (end != begin + 1 || call[begin].isNot(tok::identifier) || !takesTyped(call[begin]))
        continue;
      SourceLocation at = call[begin].getLocation();
      Tokens cast = {make(preprocessor, tok::l_paren, at)};
      append(preprocessor, cast, at,
             {tok::kw_void, tok::l_paren, tok::caret, tok::r_paren, tok::l_paren});
      for (size_t i = index + 1; i < count; ++i) {
        if (i > index + 1)
          append(preprocessor, cast, at, {tok::comma});
        appendLocalVoid(preprocessor, cast, at);
      }
      append(preprocessor, cast, at, {tok::r_paren, tok::r_paren});
      call.insert(call.begin() + begin, cast.begin(), cast.end());
      return;
    }
  }

  /// Whether it is a block variable with a parameter that Clang would not take.
  bool takesTyped(const Token &name) {
    Sema &sema = clang_.getSema();
    NamedDecl *found = sema.LookupSingleName(sema.getCurScope(), name.getIdentifierInfo(),
                                             name.getLocation(), Sema::LookupOrdinaryName);
    auto *variable = llvm::dyn_cast_or_null<VarDecl>(found);
    auto *block = variable ? variable->getType()->getAs<BlockPointerType>() : nullptr;
    auto *function = block ? block->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
    return function && llvm::any_of(function->param_types(), [](QualType type) {
             return type->isPointerType() && !type->getPointeeType()->isVoidType();
           });
  }

  static Token make(Preprocessor &preprocessor, tok::TokenKind kind, SourceLocation at) {
    Token token;
    token.startToken();
    token.setKind(kind);
    token.setLocation(at);
    if (const char *keyword = tok::getKeywordSpelling(kind))
      token.setIdentifierInfo(preprocessor.getIdentifierInfo(keyword));
    return token;
  }
  static void append(Preprocessor &preprocessor, Tokens &to, SourceLocation at,
                     llvm::ArrayRef<tok::TokenKind> kinds) {
    for (tok::TokenKind kind : kinds)
      to.push_back(make(preprocessor, kind, at));
  }
  static void appendLocalVoid(Preprocessor &preprocessor, Tokens &to, SourceLocation at) {
    append(preprocessor, to, at, {tok::kw___local, tok::kw_void, tok::star});
  }

  CompilerInstance &clang_;
};

} // namespace

void addTypedBlocksPragma(CompilerInstance &clang) {
  clang.getPreprocessor().AddPragmaHandler("weft", new TypedBlocksPragma(clang));
}

} // namespace weft::compiler
