//===- KeptLoads.h - What of the load slice belongs to a phase ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. What the plan says of a statement without statements inside
// (LeafAction), asked of the others.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_KEPTLOADS_H
#define PIPELINE_REWRITE_EMIT_KEPTLOADS_H

#include "Emit/Loads/LoadText.h"

namespace pipeline_rewrite {

class KeptLoads {
public:
  /// What is written of a phase at a time: where few threads copy, others fetch
  /// besides.
  enum Part { All, Copies, Others };

  KeptLoads(const LoadText &T, LoadPhase Phase, Part Of = All)
      : T(T), Phase(Phase), Of(Of) {}

  /// True if anything of \p S belongs to this phase.
  bool isKept(const clang::Stmt *S) const;
  /// The same of a statement of the body.
  bool isKept(const LoopUnit &U) const;
  LeafAction actionOf(const clang::Stmt *Leaf) const;
  /// There are asynchronous copies.
  bool copies() const;
  /// The same of what this instance runs of it.
  bool isKeptHere(const clang::Stmt *S) const;
  /// A branch that other instances run and this one discards.
  struct OtherBranch {
    const clang::Stmt *S = nullptr; ///< in another one's tree; nullptr: none
    /// Statements of it that belong to this phase.
    llvm::SmallPtrSet<const clang::Stmt *, 4> Kept;
    bool Agree = true; ///< all instances that run it need the same of it
  };
  OtherBranch otherBranch(const clang::IfStmt *If, bool IsElse) const;
  /// This phase of this instance declares what \p S, of another, mentions.
  bool declaresFor(const clang::Stmt *S) const;
  /// \p S becomes several statements.
  bool becomesSeveral(const clang::Stmt *S) const;
  /// A declaration among the statements must not reach the rest of the body.
  bool declares() const;

private:
  bool isKeptBy(const OtherLoads &Other, const clang::Stmt *Leaf) const;
  bool isNamed(const clang::DeclStmt *Local) const;
  bool isForFew(const clang::Stmt *Leaf) const;
  bool isForOthers(const LoopUnit &U) const;

  const LoadText &T;
  const LoadPhase Phase;
  const Part Of;
};

/// Clang leaves an empty block of what `if constexpr` discards.
bool isDiscarded(const clang::Stmt *S, const SourceText &Source);

} // namespace pipeline_rewrite
#endif
