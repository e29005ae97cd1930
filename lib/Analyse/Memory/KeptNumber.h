//===- KeptNumber.h - A tile's address as a number ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_KEPTNUMBER_H
#define PIPELINE_REWRITE_ANALYSE_KEPTNUMBER_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// An address as a number has the width of shared memory's, or more.
bool isWideInteger(clang::QualType T, const clang::ASTContext &Context);

/// It may be such a number, or have one or a pointer inside.
bool mayHoldAddress(const clang::VarDecl *V);

/// Assembly below \p S that loads shared memory: what it gives is data.
bool loadsByAsm(const clang::Stmt *S);

/// A tile, whose address may be in an expression.
struct Addressed {
  bool isIn(const clang::Expr *E) const;

  const LoopAnalysis &A;
  const clang::VarDecl *V;
};

/// The address kept as a number, or in an object.
class KeptNumber {
public:
  /// \p InObjects: whether an object that was given the address is followed.
  explicit KeptNumber(const Addressed &Tile, bool InObjects = true)
      : Tile(Tile), A(Tile.A), InObjects(InObjects) {}

  /// What keeps it beyond the iteration; nullptr if nothing does.
  const clang::Expr *find();

  /// Behind find(). What makes the address a value other than a pointer below
  /// \p S; nullptr if nothing does.
  const clang::Expr *carried(const clang::Stmt *S) const;
  /// The variable itself, as an assignment changes it.
  bool holds(const clang::Expr *E) const;
  /// As if it was given the address. False if it was already.
  bool hold(const clang::VarDecl *V) { return Holders.insert(V).second; }

private:
  bool spread(const clang::Stmt *S);
  const clang::Expr *loaded(const clang::CastExpr *C) const;
  const clang::Expr *carriedBy(const clang::CallExpr *Call) const;

  const Addressed &Tile;
  const LoopAnalysis &A;
  const bool InObjects;
  /// Of the iteration's own.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Holders;
  bool Grown = false;
  const clang::Expr *Kept = nullptr;
};

} // namespace pipeline_rewrite
#endif
