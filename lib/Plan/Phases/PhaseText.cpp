//===- PhaseText.cpp - What the text of each phase names ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/PhaseText.h"
#include "Plan/Phases/SplitState.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isHeldDeclaration(const LoadPhases &Phases, const Stmt *S) {
  return llvm::any_of(Phases.Fetches, [&](const Fetch &F) {
    return F.holdsWhole() && F.Leaf == S;
  });
}

/// The text of each phase: statements, headers, and values that are read.
struct Parts {
  llvm::SmallVector<const Stmt *, 16> Issue, Store;
  llvm::SmallVector<const Expr *, 8> Replaced; ///< in the store phase

  explicit Parts(const LoadPhases &Phases) : Phases(Phases) {
    for (const Fetch &F : Phases.Fetches) {
      Issue.push_back(F.Value);
      if (F.Fill)
        Issue.push_back(F.Fill);
      Issue.append(F.Writes.begin(), F.Writes.end());
      Replaced.push_back(F.Value);
    }
    for (const Stmt *S : Phases.Issue)
      add(S, Issue, &CallPhases::IssueParameters);
    for (const Stmt *S : Phases.Store)
      if (!isHeldDeclaration(Phases, S))
        add(S, Store, &CallPhases::StoreParameters);
  }

private:
  using Kept = llvm::SmallSetVector<unsigned, 8> CallPhases::*;

  /// Of the call of a half, what it is given.
  void add(const Stmt *S, llvm::SmallVectorImpl<const Stmt *> &Text,
           Kept Parameters) const {
    const CallPhases *Half = findCall(Phases, S);
    if (Half && Half->stores() && !Half->isLate()) {
      Text.push_back(Half->Call->Call->getCallee());
      if (const Expr *Object = Half->Call->object())
        Text.push_back(Object);
      for (unsigned I : Half->*Parameters)
        Text.push_back(Half->Call->argument(I));
    } else if (isa<IfStmt, ForStmt>(S)) {
      Text.append(headers(S));
    } else {
      Text.push_back(S);
    }
  }

  const LoadPhases &Phases;
};

/// Making \p V changes something besides.
bool hasEffects(const VarDecl *V, EffectsCollector &Collector) {
  Effects Value = Collector.collect(V->getInit());
  return !Value.isPure() || V->needsDestruction(V->getASTContext()) ||
         llvm::any_of(Value.Writes,
                      [&](const VarDecl *Written) { return Written != V; });
}

/// \p Whole: further text, in which nothing is replaced.
void addUnused(const DeclStmt *D, llvm::ArrayRef<const Stmt *> Text,
               llvm::ArrayRef<const Expr *> Replaced,
               llvm::ArrayRef<const Stmt *> Whole, EffectsCollector &Collector,
               llvm::SmallPtrSetImpl<const VarDecl *> &Unused) {
  llvm::SmallVector<const Stmt *, 4> Used; // initialisers behind
  for (const Decl *Each : llvm::reverse(D->getDeclGroup())) {
    const auto *V = dyn_cast<VarDecl>(Each);
    if (!V)
      return;
    auto Names = [&](const Stmt *S) { return S != D && names(S, V, Replaced); };
    auto NamesAnywhere = [&](const Stmt *S) { return names(S, V); };
    if (llvm::any_of(Text, Names) || llvm::any_of(Used, Names) ||
        llvm::any_of(Whole, NamesAnywhere) || hasEffects(V, Collector))
      Used.push_back(V->getInit());
    else
      Unused.insert(V);
  }
}

/// The text of rounds that the store phase copies as they stand, other than of
/// a loop in which \p D is made anew.
llvm::SmallVector<const Stmt *, 4>
restText(const LoadPhases &Phases, const Leaf &D, llvm::ArrayRef<Leaf> Leaves) {
  llvm::SmallVector<const Stmt *, 4> Text;
  for (const Leaf &L : Leaves) {
    const ForStmt *Loop = openLoopOf(Phases, L);
    if (!Loop || llvm::is_contained(D.Control, Loop))
      continue;
    Text.push_back(L.S);
    for (const Stmt *C : L.Control)
      Text.append(headers(C));
  }
  return Text;
}

} // namespace

void findParameters(CallPhases &Half) {
  Parts Text(Half);
  for (const TileStore &S : Half.Call->Stores)
    if (S.Via && Half.Issue.contains(S.Statement))
      Text.Issue.push_back(S.Via->getInit());
  const FunctionDecl *F = Half.Call->Callee;
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    auto Names = [&](const Stmt *S) { return names(S, F->getParamDecl(I)); };
    auto StillNames = [&](const Stmt *S) {
      return names(S, F->getParamDecl(I), Text.Replaced);
    };
    if (llvm::any_of(Text.Issue, Names))
      Half.IssueParameters.insert(I);
    if (llvm::any_of(Text.Store, StillNames))
      Half.StoreParameters.insert(I);
  }
}

void findUnused(LoadPhases &Phases, const LoadSlice &Slice,
                llvm::ArrayRef<Leaf> Leaves, EffectsCollector &Collector) {
  Parts Text(Phases);
  for (const TileStore &S : Slice.Stores)
    if (S.Via)
      Text.Issue.push_back(S.Via->getInit());
  for (const Leaf &L : Leaves)
    if (const auto *D = dyn_cast<DeclStmt>(L.S); D && !D->isSingleDecl()) {
      if (Phases.Issue.contains(D))
        addUnused(D, Text.Issue, {}, {}, Collector, Phases.UnusedInIssue);
      if (Phases.Store.contains(D))
        addUnused(D, Text.Store, Text.Replaced, restText(Phases, L, Leaves),
                  Collector, Phases.UnusedInStore);
    }
}

} // namespace pipeline_rewrite
