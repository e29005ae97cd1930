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

/// Ranges that each stand in one file. Thousands of errors ask thousands of
/// them.
class RangesOfFiles {
public:
  explicit RangesOfFiles(const SourceManager &SM) : SM(SM) {}
  RangesOfFiles(const SourceManager &SM, SourceRange R) : SM(SM) { add(R); }

  void add(SourceRange R) {
    const auto [First, Begin] = SM.getDecomposedExpansionLoc(R.getBegin());
    const auto [Last, End] = SM.getDecomposedExpansionLoc(R.getEnd());
    if (First == Last && First.isValid()) // a map takes no invalid key
      Of[First].emplace_back(Begin, End);
  }

  bool contain(SourceLocation At) const {
    const auto [File, Offset] = SM.getDecomposedExpansionLoc(At);
    const auto Found = Of.find(File);
    return Found != Of.end() &&
           llvm::any_of(Found->second, [Offset = Offset](auto Each) {
             return Each.first <= Offset && Offset <= Each.second;
           });
  }

private:
  const SourceManager &SM;
  llvm::DenseMap<FileID, std::vector<std::pair<unsigned, unsigned>>> Of;
};

/// The first error in the text of \p R.
const ParseError *findErrorAt(SourceRange R, const SourceUnit &Unit) {
  const RangesOfFiles Range(Unit.sources(), R);
  for (const auto [I, E] : llvm::enumerate(Unit.errors()))
    if (const SourceLocation At = Unit.locationOfError(I);
        At.isValid() && Range.contain(At))
      return &E;
  return nullptr;
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
  explicit Bodies(const SourceManager &SM) : Found(SM) {}

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody())
      Found.add(F->getBody()->getSourceRange());
    return true;
  }
  /// Nothing below has a function of another scope.
  bool TraverseStmt(Stmt *) override { return true; }

  RangesOfFiles Found;
};

class ConvertingCalls : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *Call) override {
    return !(Found = mayBeSuitedBetter(Call));
  }
  bool Found = false;
};

/// What clang gave up on, and the declaration that made it do so.
class LostCode : public DynamicRecursiveASTVisitor {
public:
  explicit LostCode(const FunctionDecl *F) : Any(F->isInvalidDecl()) {
    TraverseStmt(F->getBody());
  }

  bool VisitExpr(Expr *E) override {
    Any |= E->containsErrors();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
        Ref && Ref->getDecl()->isInvalidDecl())
      By = Ref->getDecl();
    return !By;
  }
  bool VisitDecl(Decl *D) override {
    const auto *Assert = dyn_cast<StaticAssertDecl>(D);
    Any |= D->isInvalidDecl() || (Assert && Assert->isFailed());
    return true;
  }

  bool Any;
  const Decl *By = nullptr;
};

class ErrorSearch {
public:
  ErrorSearch(llvm::ArrayRef<const FunctionDecl *> Kernels,
              const SourceUnit &Unit)
      : Unit(Unit), SM(Unit.sources()), All(Reached::Code::Any), Texts(SM),
        Classes(SM) {
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
    // A template with an error may have no instance with a body.
    for (const auto &List : {All.Functions, All.Named})
      for (const FunctionDecl *F : List) {
        Texts.add(wholeRange(F));
        IsAnyInvalid |= F->isInvalidDecl();
      }
    for (const CXXRecordDecl *Class : All.Classes) {
      const CXXRecordDecl *Of = Class->getTemplateInstantiationPattern();
      Classes.add((Of ? Of : Class)->getSourceRange());
    }
  }

  const ParseError *run() {
    for (const auto [I, E] : llvm::enumerate(Unit.errors()))
      if (const SourceLocation At = Unit.locationOfError(I);
          At.isValid() && (IsAnyInvalid || Texts.contain(At) ||
                           mayDeclare(At) || mayHidePreferred(E, At)))
        return &E;
    for (const FunctionDecl *F : All.Functions)
      if (F->hasBody() && !isSystem(F))
        if (const LostCode Lost(F); Lost.Any || Lost.By)
          return errorOf(Lost.By);
    return nullptr;
  }

private:
  /// Of a declaration that makes the mentions of it lost, if that is known.
  const ParseError *errorOf(const Decl *Lost) const {
    const ParseError *Own =
        Lost ? findErrorAt(Lost->getSourceRange(), Unit) : nullptr;
    return Own ? Own : &Unit.errors().front();
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
      Outside.emplace(SM);
      Outside->TraverseAST(Unit.context());
    }
    return !Outside->Found.contain(At) &&
           (Classes.contain(At) || standsAround(At));
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
  RangesOfFiles Texts; ///< of all functions
  RangesOfFiles Classes;
  bool IsAnyInvalid = false;
  llvm::StringSet<> Names;
  std::optional<Bodies> Outside;
  std::optional<bool> HasConversions;
};

} // namespace

bool hasLostCode(const FunctionDecl *F) {
  const LostCode Lost(F);
  return Lost.Any || Lost.By;
}

const ParseError *findErrorIn(const FunctionDecl *F, const SourceUnit &Unit) {
  return findErrorAt(wholeRange(F), Unit);
}

const ParseError *findErrorWithin(llvm::ArrayRef<const FunctionDecl *> Kernels,
                                  const SourceUnit &Unit) {
  return Unit.errors().empty() ? nullptr : ErrorSearch(Kernels, Unit).run();
}

} // namespace pipeline_rewrite
