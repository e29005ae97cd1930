//===- ChunkIndex.h - How an address changes along a chunk ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A chunk is n neighbouring values of a copy loop's variable, the first of
// which is a multiple of n. Read as polynomials modulo a chunk, expressions are
// of four kinds; what is not shown is Other.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_CHUNKINDEX_H
#define PIPELINE_REWRITE_ANALYSE_CHUNKINDEX_H

#include "Analyse/Numbers/CopyLoop.h"
#include "Analyse/Numbers/WideLoop.h"
#include "IR/Uniformity.h"

namespace pipeline_rewrite {

class ChunkIndex {
public:
  enum Kind {
    Same,    ///< for all elements of a chunk, whichever thread asks
    Aligned, ///< grows by one from each to the next; a multiple of n first
    Linear,  ///< grows by one from each to the next
    Other
  };

  /// \p Loop has a variable that nothing in its body changes, from 0 on.
  ChunkIndex(const CopyLoop &Loop, unsigned Elements, const Uniformity &Threads,
             const clang::ASTContext &Context)
      : Loop(Loop), Elements(Elements), Threads(Threads), Context(Context) {}

  Kind ofIndex(const clang::Expr *E) { return ofIndex(E, 0); }
  /// Of the address of \p E, in elements of its type.
  Kind ofLValue(const clang::Expr *E) { return ofLValue(E, 0); }
  /// Of a pointer, in elements of what it points to.
  Kind ofPointer(const clang::Expr *E) { return ofPointer(E, 0); }

  /// W of `i / W`, or of `i % W`, of the loop's variable i.
  struct Width {
    int64_t Value = 0;                 ///< 0: it is no such expression
    const clang::Expr *Text = nullptr; ///< nullptr: a number in the text
  };
  Width ofQuotient(const clang::Expr *E) const;
  Width ofRemainder(const clang::Expr *E) const;
  /// \p E without parentheses and conversions; for a variable of the loop's
  /// body its value.
  const clang::Expr *resolve(const clang::Expr *E) const;
  bool isVariable(const clang::Expr *E) const;

  /// What a chunk must divide for the answers so far; numbers in the text were
  /// looked at already.
  llvm::ArrayRef<const clang::Expr *> divisors() const { return Divisors; }

private:
  Kind ofIndex(const clang::Expr *E, unsigned Depth);
  Kind ofBinary(const clang::BinaryOperator *B, unsigned Depth);
  Kind ofCast(const clang::CastExpr *C, unsigned Depth);
  Kind ofLValue(const clang::Expr *E, unsigned Depth);
  Kind ofPointer(const clang::Expr *E, unsigned Depth);
  Kind sum(Kind A, Kind B) const;
  const clang::VarDecl *bodyLocal(const clang::Expr *E) const;
  Width ofOperator(const clang::Expr *E, bool Quotient) const;
  bool divides(Width W);

  const CopyLoop &Loop;
  const unsigned Elements;
  const Uniformity &Threads;
  const clang::ASTContext &Context;
  llvm::SmallVector<const clang::Expr *, 4> Divisors;
};

} // namespace pipeline_rewrite
#endif
