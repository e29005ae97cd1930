//===- BarrierChoice.cpp - Barriers that an instance chooses --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/BarrierChoice.h"
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
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    S = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast_or_null<ExprWithCleanups>(S))
    S = Full->getSubExpr();
  return dyn_cast_or_null<CallExpr>(S);
}

const Stmt *onlyStatement(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S)) {
    if (Block->size() != 1)
      return Block->body_empty() ? nullptr : Block;
    S = Block->body_front();
  }
  return isa_and_nonnull<NullStmt>(S) ? nullptr : S;
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

/// `__syncwarp()` of the whole warp.
bool isWarpBarrier(const Stmt *S) {
  const CallExpr *Call = callOf(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && (isSystem(F) || !F->hasBody()) && F->getIdentifier() &&
         F->getName() == "__syncwarp" &&
         llvm::all_of(Call->arguments(),
                      [](const Expr *E) { return isa<CXXDefaultArgExpr>(E); });
}

/// What a template has in a branch that an instance does not take: nothing, or
/// a barrier of the warp or the block.
bool isLesserBarrier(const Stmt *Written) {
  const Stmt *S = onlyStatement(Written);
  if (!S || isWarpBarrier(S) || isBlockBarrier(S))
    return true;
  const auto *If = dyn_cast<IfStmt>(S);
  return If && !If->getInit() && !If->getConditionVariable() &&
         isLesserBarrier(If->getThen()) && isLesserBarrier(If->getElse());
}

/// All that stands in place of \p Barrier, of the function \p F, in instances
/// that take other branches is a barrier of fewer threads.
bool areOthersLesser(const Stmt *Barrier, const FunctionDecl *F) {
  if (const FunctionDecl *Wrapper = wrapperOf(Barrier)) {
    const FunctionDecl *Definition = nullptr;
    Wrapper->hasBody(Definition);
    const Stmt *Inner = onlyStatement(Definition->getBody());
    return !Inner || areOthersLesser(Inner, Definition);
  }
  const auto *If = dyn_cast<IfStmt>(Barrier);
  if (!If)
    return true;
  const IfStmt *Written = asWritten(If, F);
  const auto Taken = chosenBranch(If);
  if (!Written || !Taken || !*Taken)
    return false;
  const bool IsThen = *Taken == If->getThen();
  const Stmt *Runs = onlyStatement(*Taken);
  return isLesserBarrier(IsThen ? Written->getElse() : Written->getThen()) &&
         Runs && areOthersLesser(Runs, F);
}

/// The tokens of a statement.
std::string tokensOf(const LoopAnalysis &A, const Stmt *S) {
  std::string Out;
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
    Out += Lexer::getSpelling(T, A.SM, Lang) + ' ';
    At = T.getEndLoc();
    while (isWhitespace(*A.SM.getCharacterData(At)))
      At = At.getLocWithOffset(1);
  }
  return Out;
}

} // namespace

bool isChosenBarrier(const Stmt *Barrier) {
  if (isa<IfStmt>(Barrier)) // or the break of a vote
    return isBlockBarrier(Barrier);
  const FunctionDecl *F = wrapperOf(Barrier);
  if (!F)
    return false;
  const FunctionDecl *Definition = nullptr;
  F->hasBody(Definition);
  const Stmt *Inner = onlyStatement(Definition->getBody());
  return isOfTemplate(F) || (Inner && isChosenBarrier(Inner));
}

const Stmt *findChosenBarrier(const LoopAnalysis &A) {
  for (unsigned I : A.K.Barriers)
    if (isChosenBarrier(A.K.Units[I]))
      return A.K.Units[I];
  return nullptr;
}

std::optional<Refusal> findUnlikeBarriers(const LoopAnalysis &A) {
  const Stmt *Chosen = findChosenBarrier(A);
  if (!Chosen)
    return std::nullopt;
  for (unsigned I : A.K.Barriers) {
    const Stmt *Barrier = A.K.Units[I];
    if (tokensOf(A, Barrier) != tokensOf(A, Chosen))
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
