//===- LoadLeaves.cpp - The statements of a load slice, one by one --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/LoadLeaves.h"
#include "Analyse/Slices/NamedDecls.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using ReadPlaces = llvm::SmallPtrSet<const Expr *, 8>;

void flatten(const Stmt *S, llvm::SmallVectorImpl<const Stmt *> &Control,
             bool Opening, EffectsCollector &Collector,
             std::vector<Leaf> &Leaves) {
  if (!S)
    return;
  if (const CompoundStmt *Block = onceBlock(S))
    return flatten(Block, Control, Opening, Collector, Leaves);
  if (isa<CompoundStmt, AttributedStmt>(S)) {
    for (const Stmt *Child : S->children())
      flatten(Child, Control, Opening, Collector, Leaves);
    return;
  }
  if (isa<IfStmt, ForStmt>(S)) {
    Control.push_back(S);
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      flatten(If->getThen(), Control, Opening, Collector, Leaves);
      flatten(If->getElse(), Control, Opening, Collector, Leaves);
    } else {
      flatten(cast<ForStmt>(S)->getBody(), Control, Opening, Collector, Leaves);
    }
    Control.pop_back();
    return;
  }
  Leaves.push_back(
      {S, {Control.begin(), Control.end()}, Collector.collect(S), Opening});
}

bool readsGlobal(const Roots &R, const Provenance &Origin) {
  return llvm::any_of(R.Vars, [&](const VarDecl *V) {
    Space Where = Origin.spaceOf(V, R.Held);
    return Where == Space::Global || Where == Space::Unknown;
  });
}

void addGlobalReads(const Effects &E, ReadPlaces &Places) {
  for (const Access &Acc : E.Accesses)
    if (Acc.Read && (Acc.Where == Space::Global || Acc.Where == Space::Unknown))
      Places.insert(Acc.At);
}

/// `T(a)`, `T(a, b)`: what stands for itself, unlike `T v(a)` and conversions;
/// nullptr for other expressions.
const CXXConstructExpr *writtenConstruction(const Expr *E) {
  if (const auto *C = dyn_cast<CXXFunctionalCastExpr>(E)) {
    const auto *Made = dyn_cast<CXXConstructExpr>(C->getSubExpr());
    return Made && !Made->getConstructor()->isCopyOrMoveConstructor() ? Made
                                                                      : nullptr;
  }
  return dyn_cast<CXXTemporaryObjectExpr>(E);
}

/// True if a call or a construction reads global memory itself, or by a default
/// argument, which no text of it names. A conversion of loaded values does not,
/// and is left for after the computation so that it need not wait for the load
/// before it.
bool readsBesideItsValues(
    const Expr *Whole,
    llvm::iterator_range<CallExpr::const_arg_iterator> Values,
    EffectsCollector &Collector) {
  ReadPlaces Given;
  for (const Expr *Arg : Values) {
    if (isa<CallExpr>(Whole) && Arg->getType()->isPointerType())
      return true; // it may read through the pointer
    Effects E = Collector.collect(Arg);
    if (!E.readsGlobal())
      continue;
    if (isa<CXXDefaultArgExpr>(Arg) ||
        (isa<CallExpr>(Whole) && Arg->isGLValue()))
      return true;
    addGlobalReads(E, Given);
  }
  ReadPlaces All;
  addGlobalReads(Collector.collect(Whole), All);
  return llvm::any_of(All, [&](const Expr *At) { return !Given.contains(At); });
}

} // namespace

bool readsUnfetched(const Stmt *S, llvm::ArrayRef<const Expr *> Fetched,
                    EffectsCollector &Collector) {
  ReadPlaces All, Known;
  addGlobalReads(Collector.collect(S), All);
  for (const Expr *E : Fetched)
    addGlobalReads(Collector.collect(E), Known);
  return llvm::any_of(All, [&](const Expr *At) {
    // An object that is read in place may be named with what is around it.
    const bool IsObject = At->isGLValue() && !isa<CallExpr>(At);
    return !Known.contains(At) &&
           !(IsObject && llvm::any_of(Fetched, [&](const Expr *E) {
               return contains(At, E) || contains(E, At);
             }));
  });
}

std::vector<Leaf> findLeaves(const LoadSlice &Slice,
                             EffectsCollector &Collector) {
  std::vector<Leaf> Leaves;
  for (const LoopUnit &U : Slice.Units)
    if (U.isLoadSide() && !U.Advance) {
      llvm::SmallVector<const Stmt *, 4> Control;
      flatten(U.S, Control, U.Opening, Collector, Leaves);
    }
  return Leaves;
}

llvm::SmallVector<const Stmt *, 4> headers(const Stmt *Control) {
  if (const auto *If = dyn_cast<IfStmt>(Control))
    return {If->getInit(), If->getConditionVariableDeclStmt(), If->getCond()};
  const auto *For = cast<ForStmt>(Control);
  return {For->getInit(), For->getConditionVariableDeclStmt(), For->getCond(),
          For->getInc()};
}

bool names(const Stmt *S, const VarDecl *V,
           llvm::ArrayRef<const Expr *> Replaced) {
  return findBelow(
      S,
      [&](const Stmt *Each) {
        const auto *Ref = dyn_cast<DeclRefExpr>(Each);
        return Ref && Ref->getDecl() == V;
      },
      [&](const Stmt *Each) {
        const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(Each);
        return !llvm::is_contained(Replaced, Each) &&
               !(Size && Size->isArgumentType());
      });
}

llvm::SmallVector<const VarDecl *, 2> addressedBy(const Leaf &L) {
  llvm::SmallVector<const VarDecl *, 2> Found;
  for (const NamedUse &Use : namesIn(L.S))
    if (const auto *V = dyn_cast<VarDecl>(Use.Decl);
        V && V->hasLocalStorage() && !L.E.readsVar(V) && !L.E.writesVar(V))
      Found.push_back(V);
  return Found;
}

bool isFetch(const Expr *E, EffectsCollector &Collector) {
  E = E->IgnoreParens();
  if (E->getType()->isVoidType() || isa<MaterializeTemporaryExpr>(E))
    return false;
  if (const auto A = anyAssignment(E); A && A->By)
    return false;     // its right side is
  if (E->isGLValue()) // a class object bound to the parameter of its
                      // operator=
    return readsGlobal(Collector.provenance().ofLValue(E),
                       Collector.provenance());
  if (!Collector.collect(E).readsGlobal())
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return readsBesideItsValues(Call, Call->arguments(), Collector);
  if (const CXXConstructExpr *C = writtenConstruction(E))
    return readsBesideItsValues(C, C->arguments(), Collector);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return C->getNumArgs() == 1 &&
           C->getConstructor()->isCopyOrMoveConstructor() &&
           C->getArg(0)->isGLValue() &&
           !isa<MaterializeTemporaryExpr>(C->getArg(0));
  const auto *C = dyn_cast<CastExpr>(E);
  return isa<ConditionalOperator>(E) ||
         (C && C->getCastKind() == CK_LValueToRValue);
}

bool isThere(const Expr *E, llvm::ArrayRef<Leaf> Leaves,
             EffectsCollector &Collector) {
  Effects Value = Collector.collect(E);
  if (!Value.isPure() || !Value.Writes.empty() || !Value.Accesses.empty())
    return false;
  return llvm::none_of(Leaves, [&](const Leaf &L) {
    return llvm::any_of(L.E.Writes,
                        [&](const VarDecl *W) { return Value.readsVar(W); });
  });
}

static bool isDeclaredIn(llvm::ArrayRef<Leaf> Leaves, const VarDecl *V) {
  auto Declares = [&](const Stmt *S) {
    const auto *D = dyn_cast_or_null<DeclStmt>(S);
    return D && llvm::is_contained(D->decls(), V);
  };
  return llvm::any_of(Leaves, [&](const Leaf &L) {
    return Declares(L.S) || llvm::any_of(L.Control, [&](const Stmt *C) {
             return llvm::any_of(headers(C), Declares);
           });
  });
}

const Leaf *findDeclaring(llvm::ArrayRef<Leaf> Leaves, const NamedDecl *D) {
  for (const Leaf &L : Leaves)
    if (llvm::any_of(declaredBy(L.S),
                     [&](const Decl *Each) { return isSameDecl(Each, D); }))
      return &L;
  return nullptr;
}

bool isSeenOutside(const Leaf &L, llvm::ArrayRef<Leaf> Leaves) {
  return !L.E.isPure() || llvm::any_of(L.E.Writes, [&](const VarDecl *V) {
    return !isDeclaredIn(Leaves, V);
  });
}

} // namespace pipeline_rewrite
