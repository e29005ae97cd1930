//===- KeptLoads.h - What of the load slice belongs to a phase ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. What the plan says of a statement without statements inside
// (LeafAction), asked of the others.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_KEPTLOADS_H
#define PIPELINE_REWRITE_EMIT_KEPTLOADS_H

#include "Emit/LoadText.h"

namespace pipeline_rewrite {

class KeptLoads {
public:
  KeptLoads(const LoadText &T, LoadPhase Phase) : T(T), Phase(Phase) {}

  /// True if anything of \p S belongs to this phase.
  bool isKept(const clang::Stmt *S) const;
  LeafAction actionOf(const clang::Stmt *Leaf) const {
    return T.Phases.actionOf(Phase, Leaf);
  }
  /// \p S becomes several statements.
  bool becomesSeveral(const clang::Stmt *S) const;
  /// A declaration among the statements must not reach the rest of the body.
  bool declares() const;

private:
  const LoadText &T;
  const LoadPhase Phase;
};

} // namespace pipeline_rewrite
#endif
