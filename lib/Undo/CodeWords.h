//===- CodeWords.h - Code as words that say what it computes --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_CODEWORDS_H
#define PIPELINE_REWRITE_UNDO_CODEWORDS_H

#include "Undo/Polynomial.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pipeline_rewrite::undo {

/// The iteration that a statement runs in, where it is any.
inline constexpr llvm::StringLiteral AnyIteration = "#";

/// What a variable holds; nothing where that may be anything.
struct HeldValue {
  std::optional<Polynomial> Is;
  std::vector<std::string> Under; ///< the conditions that it was set under
};

/// A comparison and its opposite.
struct ConditionWords {
  std::string Yes, No;
};

/// Reads code of one function for what it computes: variables whose values are
/// known are replaced by them, and numbers are sums of products. Code with the
/// same words, run in the same state, does the same. What is not understood
/// fails: nothing is passed over but parentheses, attributes and casts that
/// keep the value.
class CodeWords {
public:
  using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

  /// \p Rings: arrays whose first index chooses a buffer. In words they are
  /// without it, and have the buffer's number behind an `@`.
  CodeWords(const clang::ASTContext &Context, const Variables &Rings)
      : Context(Context), Rings(Rings) {}

  Polynomial value(const clang::Expr *E);
  ConditionWords condition(const clang::Expr *E);
  /// The words of a statement that is run as it stands. Variables that it
  /// changes are held in no known value afterwards.
  std::string statement(const clang::Stmt *S);
  /// What `To = From` does of elements, \p To and \p From being pointers.
  std::string copy(const clang::Expr *To, const clang::Expr *From,
                   uint64_t Bytes);
  /// \p A \p Op \p B, computed in \p In.
  Polynomial arithmetic(clang::BinaryOperatorKind Op, clang::QualType In,
                        const Polynomial &A, const Polynomial &B);
  /// As a variable of the type \p To.
  Polynomial converted(const Polynomial &P, clang::QualType From,
                       clang::QualType To);

  // State.
  llvm::DenseMap<const clang::VarDecl *, HeldValue> Held;
  /// Conditions that hold; behind an `@` those that a tile exists, which are
  /// no part of the words.
  std::vector<std::string> Under;
  Variables Changed;              ///< by statements that ran as they stand
  std::optional<int64_t> Residue; ///< of AnyIteration
  int64_t Modulus = 1;
  /// Of the loop's condition, `0 < this`.
  std::optional<Polynomial> Positive;
  std::map<std::string, Polynomial> Positives; ///< of comparisons
  bool MayReturn = false;
  // What came of it, until it is set back.
  bool Failed = false;
  std::string Why; ///< it failed
  bool HasEffect = false;

private:
  Polynomial fail(const clang::Stmt *S, llvm::StringRef What = "");
  Polynomial read(const clang::VarDecl *V, const clang::Expr *At);
  Polynomial load(clang::QualType T, const Polynomial &Address);
  Polynomial address(const clang::Expr *E);
  Polynomial decayed(const clang::Expr *E);
  Polynomial cast(const clang::CastExpr *E);
  Polynomial unary(const clang::UnaryOperator *E);
  Polynomial binary(const clang::BinaryOperator *E);
  Polynomial call(const clang::CallExpr *E);
  Polynomial assign(const clang::Expr *E);
  Polynomial effect(std::string Words);
  std::string finished(std::string Words) const;
  ConditionWords known(ConditionWords C);
  Polynomial record(const clang::Expr *E);
  std::string name(const clang::VarDecl *V) const;
  std::string declare(const clang::VarDecl *V);
  std::string wordsOf(const clang::Stmt *S);
  void forget(const clang::Stmt *S, std::string &Before);
  const clang::VarDecl *ringOf(const clang::Expr *Base) const;

  const clang::ASTContext &Context;
  const Variables &Rings;
  llvm::DenseMap<const clang::VarDecl *, std::string> Inner;
  std::vector<std::string> Effects;             ///< of a statement
  std::map<std::string, std::string> Opposites; ///< of comparisons
};

/// \p E without what only groups or stands for it.
const clang::Expr *bare(const clang::Expr *E);
/// A type by all that tells it from others, but for qualifiers.
std::string typeWords(clang::QualType T);

/// Local variables that \p S may change, those of \p S itself among them.
CodeWords::Variables changedIn(const clang::Stmt *S);

} // namespace pipeline_rewrite::undo
#endif
