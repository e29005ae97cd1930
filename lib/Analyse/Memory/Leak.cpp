//===- Leak.cpp - Shared arrays that only their own function can reach ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pointer that a function is given cannot lead to a shared array that the
// function itself declares, unless the array's address got out of it: returned,
// kept in memory, turned into a number, or given to a function that may do one
// of these. Then it is of no matter what the callers pass.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Analyse/Memory/Escape.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class LeakFinder {
public:
  LeakFinder(EffectsCollector &Collector, const VarDecl *V)
      : Collector(Collector) {
    Names.insert(V);
  }

  bool leaks(const Stmt *Body) {
    return findBelow(Body, [&](const Stmt *S) { return leaksAt(S); });
  }

private:
  bool leaksAt(const Stmt *S) {
    if (const auto *R = dyn_cast<ReturnStmt>(S);
        R && isAddress(R->getRetValue()))
      return true;
    if (isa<LambdaExpr, CXXNewExpr, GCCAsmStmt, MSAsmStmt>(S) && mentions(S))
      return true;
    if (const auto *C = dyn_cast<CastExpr>(S);
        C && C->getCastKind() == CK_PointerToIntegral &&
        isAddress(C->getSubExpr()))
      return true;
    if (const auto A = builtinAssignment(S);
        A && A->isPlain() && isAddress(A->Value) && !isLocal(A->Target))
      return true;
    if (isa<InitListExpr, CXXConstructExpr>(S) &&
        !cast<Expr>(S)->getType()->isScalarType() && !copiesBytes(S))
      for (const Stmt *Child : S->children())
        if (isAddress(dyn_cast_or_null<Expr>(Child)))
          return true;
    if (const auto *Call = dyn_cast<CallExpr>(S); Call && isGivenAway(Call))
      return true;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && V->hasGlobalStorage() && isAddress(V->getInit()))
          return true;
    return false;
  }

  bool names(const Roots &R) const {
    return llvm::any_of(R.Vars,
                        [&](const VarDecl *V) { return Names.contains(V); });
  }

  /// A pointer to it, or an lvalue that is bound to a reference.
  bool isAddress(const Expr *E) const {
    if (!E)
      return false;
    const Provenance &From = Collector.provenance();
    if (E->getType()->isPointerType())
      return names(From.ofPointer(E));
    return E->isGLValue() && names(From.ofLValue(E));
  }

  /// The elements that it is made from are read, and nothing keeps where.
  static bool copiesBytes(const Stmt *S) {
    const auto *C = dyn_cast<CXXConstructExpr>(S);
    return C && C->getConstructor()->isCopyOrMoveConstructor() &&
           C->getConstructor()->isTrivial();
  }

  static bool isLocal(const Expr *E) {
    const VarDecl *V = namedVariable(E->IgnoreParens());
    return V && !V->hasGlobalStorage() && !V->getType()->isReferenceType();
  }

  bool mentions(const Stmt *S) const {
    return findBelow<Expr>(S, [&](const Expr *E) { return isAddress(E); });
  }

  /// An argument is its address, and the function may keep it.
  bool isGivenAway(const CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      if (!isAddress(Call->getArg(I)))
        continue;
      const CallKind Kind = classifyCallee(F);
      if (Kind == CallKind::ArgumentsOnly || Kind == CallKind::Atomic)
        continue;
      const FunctionDecl *Definition = nullptr;
      if (Kind != CallKind::HasBody || isa<CXXMethodDecl>(F) ||
          !F->hasBody(Definition) || I >= Definition->getNumParams() ||
          Depth >= 4)
        return true;
      Collector.addSources(Definition);
      bool New = Names.insert(Definition->getParamDecl(I)).second;
      ++Depth;
      if (New && leaks(Definition->getBody()))
        return true;
      --Depth;
    }
    return false;
  }

  EffectsCollector &Collector;
  llvm::SmallPtrSet<const VarDecl *, 4> Names; ///< it, and parameters for it
  unsigned Depth = 0;
};

} // namespace

bool isLeaked(const LoopAnalysis &A, const VarDecl *V) {
  return LeakFinder(A.Collector, V).leaks(A.K.Function->getBody());
}

/// \p V is declared in the loop's function, and nothing else can reach it.
static bool isOwn(const LoopAnalysis &A, const VarDecl *V) {
  return V->getDeclContext() == A.K.Function && !V->hasExternalStorage() &&
         !isLeaked(A, V);
}

bool missesSharedWrites(const LoopAnalysis &A, const Access &Acc) {
  const auto *P = dyn_cast_or_null<ParmVarDecl>(Acc.Root);
  if (!P || P->getDeclContext() != A.K.Function)
    return false;
  for (const Effects &E : A.UnitEffects)
    for (const Access &W : E.Accesses)
      if (W.Write && W.Where == Space::Shared && !isOwn(A, W.Root))
        return false;
  return true;
}

} // namespace pipeline_rewrite
