//===- SplitState.cpp - What the phases of a load slice are found from ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/SplitState.h"
#include "Analyse/NamedDecls.h"
#include "Analyse/PassedStart.h"
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
      if (const auto *Alias = dyn_cast<TypedefType>(P))
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

llvm::SmallVector<CopyLoop, 2> SplitState::copyLoops(const Leaf &L) {
  llvm::SmallVector<CopyLoop, 2> Loops;
  for (const Stmt *C : L.Control)
    if (const auto *For = dyn_cast<ForStmt>(C)) {
      Loops.push_back(describeCopyLoop(
          For, Context, [&](const ParmVarDecl *P) { return passed(P); }));
      if (!Loops.back().Trips)
        fail(RefusalId::CopyLoopNotConstant,
             "a copy loop has no trip count known at compile time, so its "
             "values cannot wait "
             "in registers",
             For);
    }
  return Loops;
}

} // namespace pipeline_rewrite
