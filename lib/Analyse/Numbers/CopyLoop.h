//===- CopyLoop.h - Inner loops that copy a tile --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (v = Start; v < Bound; v += Step)` with a trip count known at compile
// time: what a register array for the fetched values is sized and indexed by.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_COPYLOOP_H
#define PIPELINE_REWRITE_ANALYSE_COPYLOOP_H

#include "clang/AST/Decl.h"
#include "clang/AST/OperationKinds.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <optional>
#include <string>

namespace pipeline_rewrite {

struct CopyLoop {
  const clang::ForStmt *Loop = nullptr;
  const clang::VarDecl *Var = nullptr;
  uint64_t Trips = 0; ///< in this instance; 0 if not a compile-time constant
  const clang::Expr *Start = nullptr; ///< nullptr: 0
  const clang::Expr *Bound = nullptr; ///< nullptr: there is another condition
  const clang::Expr *Step = nullptr;  ///< nullptr: 1
  /// `v + Slack <= Bound`; nullptr if absent. Its value equals Step's.
  const clang::Expr *Slack = nullptr;
  bool Inclusive = false; ///< `<=`
  /// Start is known at run time only, and not negative (`for (i = tid; i < N; i
  /// += 256)`): Trips is the most that any thread makes.
  bool Strided = false;
};

/// The number that \p E is in the source's text; nullopt for all else, template
/// parameters among it, which are other numbers in other instances.
std::optional<int64_t> writtenNumber(const clang::Expr *E);

/// The value that an integer has in this instance; nullopt if it is none of a
/// compile-time constant.
std::optional<int64_t> constantValue(const clang::Expr *E,
                                     const clang::ASTContext &Context);

/// \p V is a local integer that is never given another value than its
/// initialiser, const or not.
bool isFixedLocal(const clang::VarDecl *V);

/// What has to stand around the words of \p V's initialiser for its value:
/// `static_cast<int>`, or nothing. nullopt if they cannot stand for it.
std::optional<std::string> conversionOf(const clang::VarDecl *V);

/// What two numbers make; nullopt if they do not, or for other operators.
std::optional<int64_t> applied(clang::BinaryOperatorKind Op, int64_t Left,
                               int64_t Right);

/// constantValue() that looks through such locals: `int stride = BM / 4`.
/// \p Known: what other variables are at this moment.
using KnownValues =
    llvm::function_ref<std::optional<int64_t>(const clang::VarDecl *)>;
std::optional<int64_t> fixedValue(
    const clang::Expr *E, const clang::ASTContext &Context,
    KnownValues Known = [](const clang::VarDecl *) {
      return std::optional<int64_t>();
    });

/// A loop that declares its variable: in other loops it is another one.
CopyLoop describeCopyLoop(const clang::ForStmt *For,
                          const clang::ASTContext &Context);

/// Reads `v < Bound`, `v <= Bound` and `v + Slack <= Bound` of the loop's
/// variable into \p C; false for other conditions.
bool readBound(CopyLoop &C, const clang::Expr *Condition);

/// What a parameter is given by the one call that is asked about; nullptr if
/// that is not known.
using PassedValues =
    llvm::function_ref<const clang::Expr *(const clang::ParmVarDecl *)>;

/// describeCopyLoop() of a loop in a function that is called: in
/// `load(tile, A, threadIdx.x)` with `for (i = t; i < N; i += 256)` in it, that
/// it starts at no negative number is seen at the call.
CopyLoop describeCopyLoop(const clang::ForStmt *For,
                          const clang::ASTContext &Context,
                          PassedValues Passed);

} // namespace pipeline_rewrite
#endif
