//===- Assignments.h - What an expression assigns to ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one reading of the operators that give an object another value. Outside
// Ast and Threads nobody matches them: .ci/check-tree looks for it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_AST_ASSIGNMENTS_H
#define PIPELINE_REWRITE_AST_ASSIGNMENTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace pipeline_rewrite {

/// `a = b`, `a += b`, `++a`, `a--`.
struct Assignment {
  const clang::Expr *Target = nullptr;
  /// The right side; nullptr for `++` and `--`, which add or take 1.
  const clang::Expr *Value = nullptr;
  /// What is made of the old value and the right side, `+` of `a += b` and of
  /// `++a`; nothing for `a = b`, which does not read the old value.
  std::optional<clang::BinaryOperatorKind> Operator;
  /// What an operator of the language computes in; null for `a = b` and where
  /// a class has the operator.
  clang::QualType ComputedIn;
  /// The function of a class's own operator, which may do anything; nullptr
  /// where the language itself assigns.
  const clang::FunctionDecl *By = nullptr;

  bool readsOld() const { return Operator.has_value(); }
  bool isPlain() const { return !Operator; }
  /// `a = b` as the language has it, or that of a class whose bytes are copied.
  bool copiesBytes() const;
};

/// \p S, without parentheses, if an operator of the language assigns in it.
std::optional<Assignment> builtinAssignment(const clang::Stmt *S);

/// As builtinAssignment(), or an `a = b` or `a += b` by a class's operator.
std::optional<Assignment> anyAssignment(const clang::Stmt *S);

/// \p F is a class's operator=.
bool isAssignmentFunction(const clang::FunctionDecl *F);

/// Left and right side of an `a = b`, built in or by an operator=; nothing for
/// other expressions.
std::pair<const clang::Expr *, const clang::Expr *>
assignmentSides(const clang::Expr *E);

/// What `a = b`, `a += b`, `++a` or `a--` of the language itself changes;
/// nullptr for all else.
const clang::Expr *changedBy(const clang::Stmt *S);

/// \p E is \p V by its name.
bool isNamed(const clang::Expr *E, const clang::VarDecl *V);

} // namespace pipeline_rewrite
#endif
