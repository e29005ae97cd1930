//===- BarrierChoice.cpp - Barriers that an instance chooses --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/BarrierChoice.h"
#include "Ast/Below.h"
#include "Ast/ChosenBranch.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {

namespace {

/// The call below a barrier's conversions and temporaries.
const CallExpr *callOf(const Stmt *S) {
  S = onlyStatement(S);
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    S = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast_or_null<ExprWithCleanups>(S))
    S = Full->getSubExpr();
  return dyn_cast_or_null<CallExpr>(S);
}

/// The user's function that a barrier calls; nullptr for one of the toolkit.
const FunctionDecl *wrapperOf(const Stmt *Barrier) {
  const CallExpr *Call = callOf(Barrier);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && !isSystem(F) && F->hasBody() ? F : nullptr;
}

bool isOfTemplate(const FunctionDecl *F) {
  return F->getTemplateSpecializationKind() != TSK_Undeclared ||
         isa<ClassTemplateSpecializationDecl>(F->getDeclContext());
}

/// A call of the toolkit's \p Name with nothing that is written as an argument.
bool isToolkitCall(const Stmt *S, llvm::StringRef Name) {
  const CallExpr *Call = callOf(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && (isSystem(F) || !F->hasBody()) && F->getIdentifier() &&
         F->getName() == Name &&
         llvm::all_of(Call->arguments(),
                      [](const Expr *E) { return isa<CXXDefaultArgExpr>(E); });
}

const CallExpr *findCall(const Stmt *S, SourceRange At) {
  return findBelow<CallExpr>(
      S, [&](const CallExpr *Call) { return Call->getSourceRange() == At; });
}

/// What \p Call, of the function \p F, calls depends on the template's
/// parameters, or is not seen not to.
bool isDependent(const CallExpr *Call, const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (!Pattern)
    return false;
  const CallExpr *Written =
      findCall(Pattern->getBody(), Call->getSourceRange());
  return !Written || Written->isInstantiationDependent() ||
         Written->getCallee()->isInstantiationDependent();
}

/// One text for all arguments: a function template of a namespace, without
/// parameters, overloads and specialisations.
bool isPlainTemplate(const FunctionDecl *F) {
  FunctionTemplateDecl *Template = F->getPrimaryTemplate();
  if (!Template || F->getNumParams() ||
      !Template->getDeclContext()->getRedeclContext()->isFileContext())
    return false;
  for (const FunctionDecl *Each : Template->specializations())
    if (Each->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      return false;
  const auto Found = Template->getDeclContext()->getRedeclContext()->lookup(
      Template->getDeclName());
  return std::distance(Found.begin(), Found.end()) == 1;
}

/// No instance asks it at run time.
bool isConstantAsWritten(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_LNot && isConstantAsWritten(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isComparisonOp() || B->isLogicalOp() || B->isAdditiveOp() ||
            B->isMultiplicativeOp()) &&
           isConstantAsWritten(B->getLHS()) && isConstantAsWritten(B->getRHS());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return isa<NonTypeTemplateParmDecl, EnumConstantDecl>(Ref->getDecl()) ||
           (V && V->isConstexpr());
  }
  return isa<IntegerLiteral, CXXBoolLiteralExpr>(E);
}

/// All that stands in place of \p Barrier, of the function \p F, in instances
/// that take other branches is `__syncwarp()` or nothing.
bool areOthersLesser(const Stmt *Barrier, const FunctionDecl *F) {
  Barrier = onlyStatement(Barrier);
  if (const auto *If = dyn_cast<IfStmt>(Barrier)) {
    const IfStmt *Written = asWritten(If, F);
    const auto Taken = chosenBranch(If);
    if (!Written || !Taken || !*Taken ||
        !(If->isConstexpr() || isConstantAsWritten(Written->getCond())))
      return false;
    const bool IsThen = *Taken == If->getThen();
    const Stmt *Other =
        onlyStatement(IsThen ? Written->getElse() : Written->getThen());
    const Stmt *Runs = onlyStatement(*Taken);
    return (!Other || isToolkitCall(Other, "__syncwarp")) && Runs &&
           areOthersLesser(Runs, F);
  }
  const CallExpr *Call = callOf(Barrier);
  if (!Call)
    return isa<GCCAsmStmt>(Barrier);
  const FunctionDecl *Wrapper = wrapperOf(Barrier);
  if (!Wrapper)
    return !isDependent(Call, F);
  if ((isOfTemplate(Wrapper) || isDependent(Call, F)) &&
      !isPlainTemplate(Wrapper))
    return false;
  const FunctionDecl *Definition = nullptr;
  Wrapper->hasBody(Definition);
  const Stmt *Inner = onlyStatement(Definition->getBody());
  return Inner && areOthersLesser(Inner, Definition);
}

/// The tokens of a statement.
std::vector<std::string> tokenTexts(const LoopAnalysis &A, const Stmt *S) {
  std::vector<std::string> Out;
  const LangOptions &Lang = A.Context.getLangOpts();
  SourceLocation At = A.SM.getExpansionLoc(S->getBeginLoc());
  SourceLocation End = A.SM.getExpansionRange(S->getEndLoc()).getEnd();
  // The tree ends where a branch that is not taken begins.
  if (const auto *If = dyn_cast<IfStmt>(S))
    if (const IfStmt *Written = asWritten(If, A.K.Function))
      End = A.SM.getExpansionRange(Written->getEndLoc()).getEnd();
  while (At.isValid() && !A.SM.isBeforeInTranslationUnit(End, At)) {
    Token T;
    if (Lexer::getRawToken(At, T, A.SM, Lang, /*IgnoreWhiteSpace=*/true))
      break;
    Out.push_back(Lexer::getSpelling(T, A.SM, Lang));
    At = T.getEndLoc();
    while (isWhitespace(*A.SM.getCharacterData(At)))
      At = At.getLocWithOffset(1);
  }
  return Out;
}

/// Of one of \p Names, or of names that are not looked for.
bool mayDeclare(const Decl *D, llvm::ArrayRef<std::string> Names) {
  auto IsIn = [&](const NamedDecl *N) {
    return N->getIdentifier() && llvm::is_contained(Names, N->getName());
  };
  if (isa<StaticAssertDecl>(D))
    return false;
  return !isa<VarDecl, TypedefNameDecl>(D) || isa<DecompositionDecl>(D) ||
         IsIn(cast<NamedDecl>(D));
}

/// A declaration below \p S that may give one of \p Names another meaning.
const Stmt *findHiding(const Stmt *S, llvm::ArrayRef<std::string> Names) {
  return findBelow<DeclStmt>(S, [&](const DeclStmt *Declares) {
    return llvm::any_of(Declares->decls(),
                        [&](const Decl *D) { return mayDeclare(D, Names); });
  });
}

} // namespace

bool isToolkitBarrier(const Stmt *S) {
  return isToolkitCall(S, "__syncwarp") || isToolkitCall(S, "__syncthreads");
}

bool isChosenBarrier(const Stmt *Barrier, const FunctionDecl *In) {
  Barrier = onlyStatement(Barrier);
  if (!Barrier)
    return false;
  if (isa<IfStmt>(Barrier)) // or the break of a vote
    return isBlockBarrier(Barrier);
  if (!isBlockBarrier(Barrier))
    return false;
  if (const CallExpr *Call = callOf(Barrier); Call && isDependent(Call, In))
    return true;
  const FunctionDecl *F = wrapperOf(Barrier);
  if (!F)
    return false;
  const FunctionDecl *Definition = nullptr;
  F->hasBody(Definition);
  const Stmt *Inner = onlyStatement(Definition->getBody());
  return isOfTemplate(F) || (Inner && isChosenBarrier(Inner, Definition));
}

const Stmt *findChosenBarrier(const LoopAnalysis &A) {
  for (unsigned I : A.K.Barriers)
    if (isChosenBarrier(A.K.Units[I], A.K.Function))
      return A.K.Units[I];
  return nullptr;
}

std::optional<Refusal> findUnlikeBarriers(const LoopAnalysis &A) {
  const Stmt *Chosen = findChosenBarrier(A);
  if (!Chosen)
    return std::nullopt;
  const std::vector<std::string> Tokens = tokenTexts(A, Chosen);
  if (const Stmt *Hides = findHiding(A.K.Loop, Tokens))
    return A.refuse(RefusalId::InstancesDiffer,
                    "a name in its barriers may be another's", Hides,
                    "declared here");
  for (unsigned I : A.K.Barriers) {
    const Stmt *Barrier = A.K.Units[I];
    if (tokenTexts(A, Barrier) != Tokens)
      return A.refuse(
          RefusalId::InstancesDiffer,
          "its barriers may be unlike each other in another "
          "instance",
          Barrier,
          "not spelled as that in line " +
              std::to_string(A.Unit.place(Chosen->getBeginLoc()).Line));
    if (!areOthersLesser(Barrier, A.K.Function))
      return A.refuse(RefusalId::InstancesDiffer,
                      "another instance has other code in place of a barrier",
                      Barrier, "chosen here");
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
