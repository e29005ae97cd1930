//===- AsyncStatements.h - What a statement is to asynchronous copies -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `cp.async` in all its spellings: the primitives, inline PTX, cooperative
// groups, libcu++, and functions of the user's own that do one of these.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MATCH_ASYNCSTATEMENTS_H
#define PIPELINE_REWRITE_MATCH_ASYNCSTATEMENTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace pipeline_rewrite {

enum class AsyncStep {
  Copy,      ///< a thread starts a copy
  GroupCopy, ///< the threads of a group start a copy together
  Commit,    ///< closes a group of copies
  Wait,      ///< for all groups that are closed; of a pipeline, for the oldest
  WaitAll,   ///< for all copies, closed or not
  Open,      ///< acquires a stage of a pipeline: no copy waits for that
  Release,   ///< gives a stage back
  Arrive     ///< the first half of waiting at a barrier
};

struct AsyncStatement {
  AsyncStep Step = AsyncStep::Copy;
  const clang::Expr *To = nullptr, *From = nullptr; ///< Copy, GroupCopy
  /// Bytes from To to where it copies, added up.
  llvm::SmallVector<const clang::Expr *, 2> ToOffsets;
  const clang::Expr *Size = nullptr;  ///< in bytes; nullptr: Bytes
  uint64_t Bytes = 0;                 ///< 0: no constant
  const clang::Expr *Under = nullptr; ///< Copy: the condition of copying
  bool UnderNot = false;              ///< of copying if it does not hold
  bool ZeroElse = false;              ///< else zeros are stored
  const clang::Expr *Group = nullptr; ///< GroupCopy, Wait: a group's threads
  /// The pipeline, or the barrier, that it is counted by; nullptr: the thread's
  /// groups.
  const clang::VarDecl *Of = nullptr;
  bool OfBlock = false; ///< Wait, Release: all threads of the block meet
  bool Commits = false; ///< a copy that is a group by itself
};

/// Nothing if \p S is no such statement alone, or not seen to be one. \p S may
/// be in any function: its expressions are.
std::optional<AsyncStatement> readAsync(const clang::Stmt *S,
                                        clang::ASTContext &Context);

/// \p E is a number that says where something in shared memory is: what
/// `__cvta_generic_to_shared` gives, or a sum of that.
bool isSharedAddress(const clang::Expr *E, clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
