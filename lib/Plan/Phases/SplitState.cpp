//===- SplitState.cpp - What the phases of a load slice are found from ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/SplitState.h"
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Analyse/Slices/NamedDecls.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

const CallPhases *SplitState::storingCall(const Leaf &L) const {
  const CallPhases *Half = findCall(Out, L.S);
  return Half && Half->stores() ? Half : nullptr;
}

bool SplitState::isSum(const Leaf &L) const {
  return !L.Opening && (!Own || Own->contains(L.S)) &&
         llvm::any_of(L.E.Writes,
                      [&](const VarDecl *V) { return Sums.contains(V); });
}

const Fetch *SplitState::findHeld(const VarDecl *V) const {
  for (const Fetch &F : Out.Fetches)
    if (F.holdsWhole() && F.Local == V)
      return &F;
  return nullptr;
}

llvm::SmallVector<const Leaf *, 2>
SplitState::unseenDeclarations(const Leaf &L, bool Whole) const {
  llvm::SmallVector<const Leaf *, 2> Found;
  auto Find = [&](const Stmt *S) {
    for (const NamedUse &Use : namesIn(S)) {
      const auto *V = dyn_cast<VarDecl>(Use.Decl);
      if (V && (!Whole || L.E.readsVar(V) || L.S != S))
        continue;
      const Leaf *D = findDeclaring(Leaves, Use.Decl);
      if (D && D->S != L.S && !(V && findHeld(V)))
        Found.push_back(D);
    }
  };
  Find(L.S);
  for (const Stmt *C : L.Control)
    for (const Stmt *Header : headers(C))
      Find(Header);
  return Found;
}

QualType SplitState::typeOutside(QualType T) const {
  auto IsInside = [&](QualType Each) {
    for (const Type *P = Each.getTypePtr();;) {
      const NamedDecl *D = P->getAsTagDecl();
      if (const auto *Alias = P->getAs<TypedefType>())
        D = Alias->getDecl();
      if (D && findDeclaring(Leaves, D))
        return true;
      const Type *Element = P->getPointeeOrArrayElementType();
      if (Element == P)
        return false;
      P = Element;
    }
  };
  if (!IsInside(T))
    return T;
  return IsInside(T.getCanonicalType()) ? QualType() : T.getCanonicalType();
}

const Expr *SplitState::passed(const ParmVarDecl *P) const {
  for (const LoadCall *Call : Calls)
    for (unsigned I = 0; I < Call->Callee->getNumParams(); ++I)
      if (Call->Callee->getParamDecl(I) == P)
        return Call->argument(I);
  return nullptr;
}

std::optional<std::string> SplitState::offsetOfBuild(const Expr *E) const {
  E = E ? E->IgnoreParenCasts() : nullptr;
  if (!E)
    return std::nullopt;
  if (const VarDecl *V = plainVariable(E); V && !V->hasGlobalStorage())
    if (const auto *P = dyn_cast<ParmVarDecl>(V); P || isFixedLocal(V))
      return offsetOfBuild(P ? passed(P) : stripBraces(V->getInit()));
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !(B->isAdditiveOp() || B->isMultiplicativeOp() || B->isShiftOp() ||
              B->isBitwiseOp()))
    return MadeOf(Builds).decides(E);
  if (B->getOpcode() == BO_Sub)
    if (auto Name = MadeOf(Builds).decides(B->getRHS()))
      return Name;
  for (const Expr *Side : {B->getLHS(), B->getRHS()})
    if (B->isAdditiveOp() || !constantValue(Side, Context))
      if (auto Name = offsetOfBuild(Side))
        return Name;
  return std::nullopt;
}

CopyLoop SplitState::copyLoop(const ForStmt *For) {
  auto Passed = [&](const ParmVarDecl *P) { return passed(P); };
  CopyLoop C = describeCopyLoop(For, Context, Passed);
  if (const auto Name = C.Strided ? offsetOfBuild(C.Start) : std::nullopt)
    fail(RefusalId::CopyLoopNotConstant,
         "a copy loop may begin below zero in another build, by '" + *Name +
             "', and has more rounds than registers then",
         For);
  if (C.Trips)
    return C;
  if (Calls.empty() && !Own)
    if (auto Open = describeOpenLoop(For, Collector, Context, Passed, Blocks)) {
      Out.Open.insert(For);
      return *Open;
    }
  fail(RefusalId::CopyLoopNotConstant,
       "a copy loop has no trip count known at compile time, so its values "
       "cannot wait in registers",
       For);
  return C;
}

llvm::SmallVector<CopyLoop, 2> SplitState::copyLoops(const Leaf &L) {
  llvm::SmallVector<CopyLoop, 2> Loops;
  for (const Stmt *C : L.Control)
    if (const auto *For = dyn_cast<ForStmt>(C))
      Loops.push_back(copyLoop(For));
  return Loops;
}

const ForStmt *openLoopOf(const LoadPhases &Phases, const Leaf &L) {
  for (const Stmt *C : llvm::reverse(L.Control))
    if (const auto *For = dyn_cast<ForStmt>(C);
        For && Phases.Open.contains(For))
      return For;
  return nullptr;
}

/// \p V is declared in a round of \p Loop.
static bool isOfRound(const VarDecl *V, const ForStmt *Loop,
                      llvm::ArrayRef<Leaf> Leaves) {
  const Leaf *D = findDeclaring(Leaves, V);
  return D && llvm::is_contained(D->Control, Loop);
}

/// Each round of an open loop that uses \p V sets it first, whatever it was,
/// and nothing else of the slice uses it: it is as one of the round's own.
static bool isSetAnew(const SplitState &State, const VarDecl *V) {
  const auto Uses = [V](const Effects &E) {
    return llvm::is_contained(E.Reads, V) || E.writesVar(V);
  };
  llvm::SmallPtrSet<const ForStmt *, 2> SetIn;
  for (const Leaf &L : State.Leaves) {
    const ForStmt *Round = openLoopOf(State.Out, L);
    bool IsUsed = Uses(L.E), IsInside = false;
    for (const Stmt *C : L.Control) {
      for (const Stmt *Header : headers(C)) {
        const bool Names = Uses(State.Collector.collect(Header));
        if (Names && !IsInside)
          return false;
        IsUsed |= Names;
      }
      IsInside |= C == Round;
    }
    if (!IsUsed || SetIn.contains(Round))
      continue;
    if (!Round || L.Opening || L.Control.back() != Round ||
        !assignedTo(V, L.S) || llvm::is_contained(L.E.Reads, V))
      return false;
    SetIn.insert(Round);
  }
  return V->hasLocalStorage() && V->getType()->isArithmeticType();
}

RestNeeds needsOfRests(const SplitState &State) {
  RestNeeds Needs;
  for (const Leaf &L : State.Leaves) {
    const ForStmt *Loop = openLoopOf(State.Out, L);
    if (!Loop)
      continue;
    for (const Leaf *D : State.unseenDeclarations(L, /*Whole=*/false))
      if (!llvm::is_contained(D->Control, Loop))
        Needs.Declarations.push_back(D);
    const auto Add = [&](const VarDecl *V) {
      if (!isOfRound(V, Loop, State.Leaves))
        Needs.Variables.insert(V);
    };
    llvm::for_each(addressedBy(L), Add);
    llvm::for_each(L.E.Reads, Add);
    for (const Stmt *C : L.Control)
      for (const Stmt *Header : headers(C))
        llvm::for_each(State.Collector.collect(Header).Reads, Add);
  }
  return Needs;
}

void requireRests(SplitState &State) {
  const auto Copies = [&](const TileStore *S) {
    return !State.Registers.contains(S->Tile);
  };
  for (const Leaf &L : State.Leaves) {
    const ForStmt *Loop = openLoopOf(State.Out, L);
    const auto Stays = [&](const VarDecl *V) {
      return !isOfRound(V, Loop, State.Leaves) && !isSetAnew(State, V);
    };
    if (Loop && (L.Opening || findCall(State.Out, L.S) ||
                 llvm::any_of(State.Slice.storesOf(L.S), Copies) ||
                 llvm::any_of(L.E.Writes, Stays)))
      State.fail(RefusalId::CopyLoopNotConstant,
                 "a copy loop has no trip count known at compile time, and its "
                 "rounds do more than to fill tiles through registers",
                 L.S);
  }
}

} // namespace pipeline_rewrite
