//===- TileUses.cpp - What is asked of each use of a tile -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The computation only reads elements of tiles, by the tiles' own names, and a
// fill stores to the same elements for each tile. Then a buffer that is filled
// holds one tile, and nothing else leads to it.
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Undo/Divider.h"
#include "Undo/HandThread.h"

using namespace clang;

namespace pipeline_rewrite::undo {

/// The array that \p Place is an element of, or a part, by nothing but
/// subscripts, members and casts of an address; \p Indices: its subscripts.
static const VarDecl *
elementOf(const Expr *Place, std::vector<const ArraySubscriptExpr *> &Indices) {
  while (true) {
    Place = Place->IgnoreParens();
    if (const auto *E = dyn_cast<ArraySubscriptExpr>(Place)) {
      Indices.push_back(E);
      Place = E->getBase();
    } else if (const auto *M = dyn_cast<MemberExpr>(Place);
               M && !M->isArrow() && isa<FieldDecl>(M->getMemberDecl())) {
      Place = M->getBase();
    } else if (const auto *C = dyn_cast<CastExpr>(Place);
               C && (C->getCastKind() == CK_ArrayToPointerDecay ||
                     C->getCastKind() == CK_BitCast ||
                     C->getCastKind() == CK_NoOp)) {
      Place = C->getSubExpr();
    } else if (const auto *U = dyn_cast<UnaryOperator>(Place);
               U &&
               (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)) {
      Place = U->getSubExpr();
    } else {
      const auto *Name = dyn_cast<DeclRefExpr>(Place);
      return Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
    }
  }
}

/// The place that \p E reads.
static const Expr *placeRead(const Expr *E) {
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return C->getCastKind() == CK_LValueToRValue ? C->getSubExpr() : nullptr;
  const auto *New = dyn_cast<CXXConstructExpr>(E);
  return New && New->getNumArgs() == 1 &&
                 New->getConstructor()->isCopyOrMoveConstructor() &&
                 New->getConstructor()->isTrivial()
             ? New->getArg(0)
             : nullptr;
}

const Stmt *Divider::otherUse(const Stmt *S) {
  if (const VarDecl *V = variableIn(S); V && Out.Tiles.count(V))
    return S;
  const auto *E = dyn_cast<Expr>(S);
  if (const Expr *Place = E ? placeRead(E) : nullptr) {
    std::vector<const ArraySubscriptExpr *> Indices;
    const VarDecl *V = elementOf(Place, Indices);
    if (V && Out.Tiles.count(V) && !Indices.empty() &&
        !Place->getType().isVolatileQualified()) {
      for (const ArraySubscriptExpr *Each : Indices)
        if (const Stmt *Other = otherUse(Each->getIdx()))
          return Other;
      return nullptr;
    }
  }
  for (const Stmt *Child : S->children())
    if (const Stmt *Other = Child ? otherUse(Child) : nullptr)
      return Other;
  return nullptr;
}

bool Divider::checkTiles() {
  for (const auto &[V, IsRing] : Out.Tiles) {
    if (!V->isLocalVarDecl() || V->hasExternalStorage() ||
        Out.context().getBaseElementType(V->getType()).isVolatileQualified())
      return no(RefusalId::HandVariable,
                "'" + V->getNameAsString() +
                    "' may be used where the loop does not show it");
    if (const auto *Else = findMention(
            Body, V, K.Whole ? K.Whole : K.Loop, [&](const DeclRefExpr *Name) {
              return llvm::none_of(
                  Out.Before, [&](const Stmt *S) { return contains(S, Name); });
            }))
      return no(RefusalId::HandStatement,
                "'" + V->getNameAsString() +
                    "' is used outside of the loop and its loads",
                Else);
  }
  for (size_t U = 0; U < K.Units.size(); ++U)
    if (!Out.IsLoad[U])
      if (const Stmt *Other = otherUse(K.Units[U]))
        return no(RefusalId::HandStatement,
                  "the computation does more with a tile than to read an "
                  "element by the tile's name",
                  Other);
  return true;
}

/// Its value is the same for each tile.
bool HandThread::isFixed(const Stmt *S, const Stmt *In) {
  if (!S)
    return true;
  if (const auto *E = dyn_cast<Expr>(S); E && constantValue(E, L.context()))
    return true;
  if (isa<PseudoObjectExpr>(S))
    return Reader.text(S) != "?"; // threadIdx.x
  if (isa<CallExpr, ArraySubscriptExpr, MemberExpr, LambdaExpr>(S))
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    if (U->getOpcode() == UO_Deref)
      return false;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
        V->getType().isVolatileQualified() || V == L.Counter.Var ||
        L.Ahead.contains(V))
      return false;
    if (contains(L.Loop->Loop, Divider::declarationOf(V, L.Loop->Loop)) &&
        !Divider::declarationOf(V, In))
      return false;
  }
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::all_of(D->decls(), [&](const Decl *Each) {
      const auto *V = dyn_cast<VarDecl>(Each);
      return V && isFixed(V->getInit(), In);
    });
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isFixed(Child, In); });
}

/// All that \p S decides on, and the places it stores to, are fixed.
bool HandThread::coversTheSame(const Stmt *S, const Stmt *In) {
  if (!S || isa<NullStmt>(S))
    return true;
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return coversTheSame(A->getSubStmt(), In);
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(), [&](const Stmt *Child) {
      return coversTheSame(Child, In);
    });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() && !If->getElse() &&
           isFixed(If->getCond(), In) && coversTheSame(If->getThen(), In);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return isFixed(For->getInit(), In) && isFixed(For->getCond(), In) &&
           isFixed(For->getInc(), In) && coversTheSame(For->getBody(), In);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::all_of(D->decls(), [&](const Decl *Each) {
      const auto *V = dyn_cast<VarDecl>(Each);
      // A value of its own: it says where only if it is fixed.
      return V && !mentionsArrays(S) && isFixed(V->getInit(), In);
    });
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = E->IgnoreImplicit();
  const auto Done = anyAssignment(E);
  const Expr *To = Done && Done->copiesBytes() ? Done->Target : nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const auto Copy = asyncCopyOf(Call, L.context()))
      To = Copy->To;
  std::vector<const ArraySubscriptExpr *> Indices;
  const VarDecl *V = To ? elementOf(To, Indices) : nullptr;
  return V && All.count(V) && !Indices.empty() &&
         llvm::all_of(Indices, [&](const ArraySubscriptExpr *Each) {
           return llvm::is_contained(L.Choices, Each) ||
                  isFixed(Each->getIdx(), In);
         });
}

} // namespace pipeline_rewrite::undo
