//===- ClosedList.h - What may stand where a pipeline is taken apart ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that says which code a kernel may hold from its beginning to
// the end of the loop. What it does not name is refused, whatever it does.
//
//   kernel     no template, no macro but whole numbers, no directive, no #if
//   number     a literal, a constant of this file, sums of such
//   end        numbers and ints that never change, of the parameters
//   type       arithmetic, vectors of CUDA, arrays of such, by these names
//   load       an element of a parameter 'T *', which nothing here stores to
//   value      operators on values, locals, loads, elements, threadIdx.x,
//              functions of CUDA that are given values alone
//   statement  declares or sets a local, fills a tile, barriers, waits, 'if',
//              'for'
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_CLOSEDLIST_H
#define PIPELINE_REWRITE_UNDO_CLOSEDLIST_H

#include "Undo/HandLoop.h"

namespace pipeline_rewrite::undo {

/// Loads run ahead; sums compute, with elements of tiles; Front is what stands
/// in front of the loop and stays.
enum class Part { Front, Ahead, Sums };

/// What is written at \p At stands there in every build: in this file, after
/// all that is included, by its own words or a macro that is one number.
bool isOfThisFile(clang::SourceLocation At, const SourceUnit &Unit);

class ClosedList {
public:
  ClosedList(const HandLoop &Loop) : L(Loop) {}

  /// What is asked of the kernel's text; of its declaration.
  std::optional<Refusal> findInText() const;
  std::optional<Refusal> findInKernel() const;
  /// What in \p S, a part of the kernel, is not on the list.
  std::optional<Refusal> find(const clang::Stmt *S, Part Of);
  /// The same `int` in each thread and each iteration.
  bool isEnd(const clang::Expr *E) const;

  bool isNumber(const clang::Expr *E) const;

private:
  bool isType(clang::QualType Type) const;
  bool isDeclared(const clang::VarDecl *V);
  bool isStatement(const clang::Stmt *S);
  bool isFor(const clang::ForStmt *For);
  bool isLeaf(const clang::Expr *E);
  bool isTarget(const clang::Expr *E);
  /// The local array, or the shared one, that \p E is a whole element of.
  const clang::VarDecl *elementOf(const clang::Expr *E);
  bool isPointer(const clang::VarDecl *V) const;
  bool isPointer(const clang::Expr *E);
  bool isLoad(const clang::Expr *E);
  bool isCast(const clang::CastExpr *C);
  bool isNamedValue(const clang::DeclRefExpr *Name);
  bool isCall(const clang::CallExpr *Call);
  bool isValue(const clang::Expr *E);
  /// The innermost that is not on the list is the cause.
  bool no(const clang::Stmt *S) {
    Cause = Cause ? Cause : S;
    return false;
  }

  const HandLoop &L;
  Part Where = Part::Front;
  const clang::Stmt *Cause = nullptr;
};

} // namespace pipeline_rewrite::undo
#endif
