//===- ReadTerms.h - Expressions as terms ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_READTERMS_H
#define PIPELINE_REWRITE_UNDO_READTERMS_H

#include "Undo/Terms.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace pipeline_rewrite::undo {

/// What a variable holds: nullptr, not known.
struct HeldTerm {
  const Term *Is = nullptr;
  std::vector<int> Under; ///< only where these tiles exist
};

/// A part of a tile.
struct Cell {
  const clang::VarDecl *Tile = nullptr;
  std::vector<const Term *> Indices; ///< the buffer's first, if it has any
  const clang::Expr *Buffer = nullptr;
  unsigned As = 0; ///< the type it is accessed as
};

/// Reads expressions of a closed language: values of local variables that
/// nothing else names, of parameters, and of global memory that a parameter
/// leads to. All else has no term.
class TermReader {
public:
  TermReader(const clang::ASTContext &Context, Terms &All)
      : Context(Context), All(All) {}

  const Term *value(const clang::Expr *E);
  /// What an assignment gets: the value, or the object whose bytes are copied.
  const Term *stored(const clang::Expr *E) {
    return E->isGLValue() ? read(E) : value(E);
  }
  const Term *loadFrom(const clang::Expr *Pointer, clang::QualType T) {
    return load(value(Pointer), T);
  }
  /// nothing unless all of it is one element, or one vector.
  std::optional<Cell> cell(const clang::Expr *E);
  /// The left side, which is all of a variable.
  const clang::VarDecl *variable(const clang::Expr *E) const;
  const Term *converted(const Term *A, clang::QualType From,
                        clang::QualType To);
  const Term *binary(clang::BinaryOperatorKind Op, clang::QualType T,
                     const Term *A, const Term *B, clang::QualType Right);
  /// It is known under the conditions that hold here.
  bool isHere(const HeldTerm &Of) const;
  unsigned typeOf(clang::QualType T) { return All.type(T).value_or(0); }

  llvm::DenseSet<const clang::VarDecl *> Clean; ///< have values
  llvm::DenseSet<const clang::VarDecl *> Tiles;
  llvm::DenseMap<const clang::VarDecl *, HeldTerm> Held;
  std::vector<int> Guards; ///< tiles that exist here
  /// The iteration is this in a division by Modulus.
  int64_t Residue = 0, Modulus = 1;
  llvm::DenseSet<const Term *> Parameters; ///< pointers to global memory

private:
  const Term *made(const clang::Expr *E);
  const Term *read(const clang::Expr *Place);
  const Term *address(const clang::Expr *Place);
  const Term *load(const Term *Address, clang::QualType T);
  bool isGlobal(const Term *Address) const;
  const Term *remainder(const Term *A, int64_t N, unsigned Type) const;
  const clang::ASTContext &Context;
  Terms &All;
};

/// \p D is declared in a header of the system or of CUDA.
bool isInSystem(const clang::Decl *D);

/// Of `threadIdx.x` and its like; else 0.
unsigned gridNumber(const clang::Expr *E);

/// It is signed, and its sums may not wrap.
bool isExact(clang::QualType T);

} // namespace pipeline_rewrite::undo
#endif
