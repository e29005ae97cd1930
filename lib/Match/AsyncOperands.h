//===- AsyncOperands.h - What an asynchronous copy is given ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the reading of asynchronous copies: operands in the words of the
// outermost function, through parameters, variables and casts.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MATCH_ASYNCOPERANDS_H
#define PIPELINE_REWRITE_MATCH_ASYNCOPERANDS_H

#include "Match/AsyncStatements.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace pipeline_rewrite {

/// \p E without what says nothing of the value, or of where an address leads.
const clang::Expr *bareOperand(const clang::Expr *E);
const clang::VarDecl *namedOperand(const clang::Expr *E);
llvm::StringRef plainName(const clang::FunctionDecl *F);

class AsyncOperands {
public:
  explicit AsyncOperands(clang::ASTContext &Context) : Context(Context) {}

  /// In a function that is called: \p P is \p Given.
  void bind(const clang::VarDecl *P, const clang::Expr *Given) {
    Bound[P] = Given;
  }
  const clang::Expr *boundTo(const clang::VarDecl *P) const {
    return Bound.lookup(P);
  }
  /// The pointer that \p E is the address of: casts, conversions and variables
  /// that hold one are looked through, what is added to a number is listed.
  const clang::Expr *
  pointerOf(const clang::Expr *E,
            llvm::SmallVectorImpl<const clang::Expr *> *Added = nullptr);
  bool isAddress(const clang::Expr *E);
  /// \p E in the words of the outermost function, if it is a name here.
  const clang::Expr *resolved(const clang::Expr *E);
  std::optional<uint64_t> constant(const clang::Expr *E);
  /// Computing it does nothing else.
  bool isHarmless(const clang::Expr *E);

private:
  /// What \p V is for good: an argument, or what a local is declared with.
  const clang::Expr *valueOf(const clang::VarDecl *V);
  /// \p S has the same value wherever in \p Block it is computed: of numbers
  /// and addresses that nothing there changes.
  bool isSteady(const clang::Stmt *S, const clang::Stmt *Block);
  /// The pointer whose address in shared memory \p Call gives.
  const clang::Expr *convertedBy(const clang::CallExpr *Call);
  /// \p F gives the address of what its parameter points to, by the intrinsic
  /// or by the instruction.
  bool returns(const clang::FunctionDecl *F);

  clang::ASTContext &Context;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Bound;
  unsigned Depth = 0;
};

/// A statement of inline PTX.
std::optional<AsyncStatement> readAsyncAsm(const clang::GCCAsmStmt *Asm,
                                           AsyncOperands &Operands);
/// How many of the bytes of \p Out are zeros is \p E; or, if \p IsRead, are
/// copied. False if it is neither all nor none of them.
bool setZeros(AsyncStatement &Out, const clang::Expr *E, bool IsRead,
              AsyncOperands &Operands);

} // namespace pipeline_rewrite
#endif
