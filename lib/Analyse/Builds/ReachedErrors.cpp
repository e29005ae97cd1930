//===- ReachedErrors.cpp - What clang has lost of a kernel ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/ReachedErrors.h"
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Builds/OwnHeaders.h"
#include "Analyse/LoopReach.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Whether \p At is used between these two places of one file.
bool isWithin(SourceLocation At, SourceRange R, const SourceManager &SM) {
  const auto [File, Offset] = SM.getDecomposedExpansionLoc(At);
  const auto [First, Begin] = SM.getDecomposedExpansionLoc(R.getBegin());
  const auto [Last, End] = SM.getDecomposedExpansionLoc(R.getEnd());
  return File == First && File == Last && Begin <= Offset && Offset <= End;
}

SourceRange wholeRange(const FunctionDecl *F) {
  if (const FunctionDecl *Of = F->getTemplateInstantiationPattern())
    F = Of;
  if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
    return {T->getBeginLoc(), F->getEndLoc()};
  return F->getSourceRange();
}

/// Bodies of functions: what is lost in one is lost to that function alone.
class Bodies : public DynamicRecursiveASTVisitor {
public:
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody())
      Found.push_back(F->getBody()->getSourceRange());
    return true;
  }
  /// Nothing below has a function of another scope.
  bool TraverseStmt(Stmt *) override { return true; }

  std::vector<SourceRange> Found;
};

class ConvertingCalls : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *Call) override {
    return !(Found = mayBeSuitedBetter(Call));
  }
  bool Found = false;
};

class ErrorSearch {
public:
  ErrorSearch(llvm::ArrayRef<const FunctionDecl *> Kernels,
              const SourceUnit &Unit)
      : Unit(Unit), SM(Unit.sources()), All(Reached::Code::Any) {
    for (const FunctionDecl *F : Kernels)
      All.addFunction(F);
    for (const FunctionDecl *F : All.Named) {
      if (llvm::is_contained(Kernels, F))
        continue;
      Names.insert(F->getOverloadedOperator() != OO_None
                       ? "operator"
                       : F->getNameInfo().getAsString());
      if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
        All.Classes.insert(Method->getParent());
    }
  }

  const ParseError *run() {
    for (const auto [I, E] : llvm::enumerate(Unit.errors()))
      if (const SourceLocation At = Unit.locationOfError(I);
          At.isValid() &&
          (isInFunction(At) || mayDeclare(At) || mayHidePreferred(E, At)))
        return &E;
    return nullptr;
  }

private:
  /// A template with an error may have no instance with a body.
  bool isInFunction(SourceLocation At) const {
    auto Has = [&](const FunctionDecl *F) {
      return F->isInvalidDecl() || isWithin(At, wholeRange(F), SM);
    };
    return llvm::any_of(All.Functions, Has) || llvm::any_of(All.Named, Has);
  }

  bool mayHidePreferred(const ParseError &E, SourceLocation At) {
    if (!mayDeclareHere(E, At, Unit))
      return false;
    if (!HasConversions) {
      ConvertingCalls Calls;
      for (const FunctionDecl *F : All.Functions)
        if (!Calls.Found && F->hasBody() && !isSystem(F))
          Calls.TraverseStmt(F->getBody());
      HasConversions = Calls.Found;
    }
    return *HasConversions;
  }

  /// Outside of bodies: a member of a class that is used, or a function that is
  /// called by a name that stands there.
  bool mayDeclare(SourceLocation At) {
    if (!Outside) {
      Outside.emplace();
      Outside->TraverseAST(Unit.context());
    }
    if (llvm::any_of(Outside->Found,
                     [&](SourceRange Body) { return isWithin(At, Body, SM); }))
      return false;
    return llvm::any_of(All.Classes,
                        [&](const CXXRecordDecl *Class) {
                          const CXXRecordDecl *Of =
                              Class->getTemplateInstantiationPattern();
                          return isWithin(
                              At, (Of ? Of : Class)->getSourceRange(), SM);
                        }) ||
           standsAround(At);
  }

  /// Whether a name that is called stands in the declaration around a place.
  bool standsAround(SourceLocation At) const {
    const auto [File, Offset] = SM.getDecomposedExpansionLoc(At);
    const llvm::StringRef Text = SM.getBufferData(File);
    Lexer Lex(SM.getLocForStartOfFile(File), Unit.context().getLangOpts(),
              Text.begin(), Text.begin(), Text.end());
    bool Found = false, IsIn = false, IsDirective = false;
    Token T;
    while (!Lex.LexFromRawLexer(T)) {
      if (T.isAtStartOfLine())
        IsDirective = T.is(tok::hash);
      const bool Ends = T.isOneOf(tok::semi, tok::l_brace, tok::r_brace);
      if (IsIn && (Ends || IsDirective))
        return Found;
      IsIn |= SM.getFileOffset(T.getLocation()) >= Offset;
      if (IsIn && IsDirective) // of the preprocessor, as a missing header
        return false;
      Found = !Ends && !IsDirective &&
              (Found || (T.is(tok::raw_identifier) &&
                         Names.contains(T.getRawIdentifier())));
    }
    return Found && IsIn;
  }

  const SourceUnit &Unit;
  const SourceManager &SM;
  Reached All;
  llvm::StringSet<> Names;
  std::optional<Bodies> Outside;
  std::optional<bool> HasConversions;
};

} // namespace

const ParseError *findErrorIn(const FunctionDecl *F, const SourceUnit &Unit) {
  for (const auto [I, E] : llvm::enumerate(Unit.errors()))
    if (const SourceLocation At = Unit.locationOfError(I);
        At.isValid() && isWithin(At, wholeRange(F), Unit.sources()))
      return &E;
  return nullptr;
}

const ParseError *findErrorWithin(llvm::ArrayRef<const FunctionDecl *> Kernels,
                                  const SourceUnit &Unit) {
  return Unit.errors().empty() ? nullptr : ErrorSearch(Kernels, Unit).run();
}

} // namespace pipeline_rewrite
