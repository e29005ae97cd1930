//===- KeptAddress.cpp - A tile's address that outlives the iteration -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With several buffers a tile is elsewhere in the next iteration. Code that
// keeps the address of one means that buffer alone. It may keep it in a
// pointer, which is followed by name whoever puts it there, or as a number, in
// an object or in memory: then the statement that makes one of these out of the
// address must not give a variable from outside the loop another value.
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Escape.h"
#include "Analyse/Memory/KeptNumber.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The address kept as a pointer.
class KeptPointer {
public:
  explicit KeptPointer(const Addressed &Tile)
      : Tile(Tile), A(Tile.A), V(Tile.V) {}

  const Expr *find() const {
    if (const Expr *E = findAssigned(A.K.Body))
      return E;
    return findPointer(A.K.Function->getBody());
  }

private:
  bool leadsHere(const Roots &R) const {
    // A parameter of another function stands for whatever that is given.
    const bool IsOpen =
        R.Unknown || llvm::any_of(R.Vars, [&](const VarDecl *Root) {
          return isa<ParmVarDecl>(Root) &&
                 Root->getDeclContext() != A.K.Function;
        });
    return R.Vars.contains(V) || (IsOpen && isLeaked(A, V));
  }

  /// Put where no name of the iteration's own stands for it.
  const Expr *findAssigned(const Stmt *S) const {
    const Stmt *At = findBelow(S, [&](const Stmt *Each) {
      const auto Put = builtinAssignment(Each);
      if (!Put || !Put->isPlain() || !Tile.isIn(Put->Value))
        return false;
      const VarDecl *To = namedVariable(Put->Target->IgnoreParens());
      return !To || To->getType()->isReferenceType() || A.isOutside(To);
    });
    return At ? builtinAssignment(At)->Target : nullptr;
  }

  /// A pointer from outside that is given the address, in a lambda perhaps.
  const Expr *findPointer(const Stmt *S) const {
    const Expr *Found = nullptr;
    forEachUse(S, [&](const VariableUse &Use) {
      const QualType T = Use.Var->getType().getNonReferenceType();
      if (Found || Use.Kind == UseKind::Value ||
          Use.Kind == UseKind::Captured || !T->isPointerType() ||
          !A.isOutside(Use.Var))
        return;
      if (leadsHere(A.Collector.provenance().ofPointer(Use.At)))
        Found = Use.At;
    });
    return Found;
  }

  const Addressed &Tile;
  const LoopAnalysis &A;
  const VarDecl *V;
};

} // namespace

const Expr *findKeptAddress(const LoopAnalysis &A, const VarDecl *V) {
  const Addressed Tile{A, V};
  if (const Expr *E = KeptPointer(Tile).find())
    return E;
  return KeptNumber(Tile).find();
}

} // namespace pipeline_rewrite
