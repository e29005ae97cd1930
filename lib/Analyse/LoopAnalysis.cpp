//===- LoopAnalysis.cpp - State shared by the questions of Analyse --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Memory/Callers.h"
#include "Ast/Loops.h"
#include "IR/Uniformity.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {

static LoopFacts emptyFacts(const KLoop &K, const SourceUnit &Unit) {
  LoopFacts Facts;
  Facts.Loop = &K;
  Facts.Builds = std::make_shared<const OtherBuilds>(
      OtherBuilds::withMacros(Unit).within(K.Loop->getBeginLoc()));
  Facts.Collector = std::make_shared<EffectsCollector>(K.Function, K.Loop);
  for (const ParmVarDecl *P : findGlobalParameters(K.Function))
    Facts.Collector->addGlobal(P);
  return Facts;
}

LoopAnalysis::LoopAnalysis(const KLoop &K, const SourceUnit &Unit,
                           const AnalysisInput &Asked)
    : Facts(emptyFacts(K, Unit)), K(K), Unit(Unit), Asked(Asked),
      Context(Unit.context()), SM(Unit.sources()), Collector(*Facts.Collector),
      Restrict(Facts.Builds, Collector.provenance()) {
  for (const Stmt *S : K.Units)
    UnitEffects.push_back(Collector.collect(S));
  Init = Collector.collect(K.init());
  Condition = Collector.collect(K.Condition);
  Increment = Collector.collect(K.increment());
}

Refusal LoopAnalysis::refuse(RefusalId Id, std::string Detail) const {
  return {Id, Unit.place(K.Loop->getBeginLoc()), std::move(Detail), {}};
}

Refusal LoopAnalysis::refuse(RefusalId Id, std::string Detail,
                             const Stmt *Cause, std::string Note) const {
  Refusal R = refuse(Id, std::move(Detail));
  if (Cause)
    R.Notes.push_back({Unit.place(Cause->getBeginLoc()), std::move(Note)});
  return R;
}

bool LoopAnalysis::isBarrier(unsigned Unit) const {
  return llvm::is_contained(K.Barriers, Unit);
}

bool LoopAnalysis::isInnerLoopWithBarriers(unsigned Unit) const {
  return isLoopStatement(K.Units[Unit]) && UnitEffects[Unit].Barrier;
}

bool LoopAnalysis::inLoop(const Stmt *S) const {
  SourceLocation B = SM.getExpansionLoc(S->getBeginLoc());
  return !SM.isBeforeInTranslationUnit(
             B, SM.getExpansionLoc(K.Loop->getBeginLoc())) &&
         SM.isBeforeInTranslationUnit(
             B, SM.getExpansionRange(K.Loop->getEndLoc()).getEnd());
}

bool LoopAnalysis::isOutside(const VarDecl *V) const {
  SourceLocation L = SM.getExpansionLoc(V->getLocation());
  SourceLocation Begin = SM.getExpansionLoc(K.Body->getBeginLoc());
  SourceLocation End = SM.getExpansionLoc(K.Body->getEndLoc());
  return SM.isBeforeInTranslationUnit(L, Begin) ||
         SM.isBeforeInTranslationUnit(End, L);
}

std::string LoopAnalysis::spelling(const Stmt *S) const {
  return Lexer::getSourceText(SM.getExpansionRange(S->getSourceRange()), SM,
                              Context.getLangOpts())
      .str();
}

bool LoopAnalysis::cannotMeet(const Access &Written, const Access &Read) const {
  return cannotAlias(Written, Read, Restrict);
}

const Uniformity &LoopAnalysis::threads() const {
  if (!Threads)
    Threads = std::make_shared<Uniformity>(K.Function);
  return *Threads;
}

const Stmt *findJump(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return nullptr;
  if (const CompoundStmt *Block = onceBlock(S))
    return findJump(Block);
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, SwitchStmt, WhileStmt, DoStmt,
          GotoStmt, IndirectGotoStmt, LabelStmt>(S))
    return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *J = findJump(Child))
      return J;
  return nullptr;
}

std::string nameOf(const Access &Acc) {
  return Acc.Root                     ? "'" + textName(Acc.Root) + "'"
         : Acc.Where == Space::Shared ? "shared memory"
                                      : "an unknown object";
}

/// The array that \p V is a part of; itself, if it is no part.
static const VarDecl *wholeOf(const LoopAnalysis &A, const VarDecl *V) {
  const Provenance &From = A.Collector.provenance();
  while (From.isPart(V)) {
    const Roots Whole = From.ofPointer(V->getInit());
    if (Whole.Vars.size() != 1 || *Whole.Vars.begin() == V)
      return V;
    V = *Whole.Vars.begin();
  }
  return V;
}

bool mayBeOneArray(const LoopAnalysis &A, const VarDecl *One,
                   const VarDecl *Two) {
  if (One == Two)
    return true;
  One = wholeOf(A, One);
  Two = wholeOf(A, Two);
  auto IsDynamic = [](const VarDecl *V) {
    return V->hasAttr<CUDASharedAttr>() && V->hasExternalStorage();
  };
  return One != Two && IsDynamic(One) && IsDynamic(Two);
}

bool writtenInLoop(const LoopAnalysis &A, const VarDecl *Root) {
  return llvm::any_of(A.UnitEffects, [&](const Effects &E) {
    return llvm::any_of(E.Accesses, [&](const Access &W) {
      return W.Write && (W.Root ? mayBeOneArray(A, W.Root, Root)
                                : W.Where == Space::Shared);
    });
  });
}

} // namespace pipeline_rewrite
