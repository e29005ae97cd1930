//===- BranchText.h - Branches that not all instances run -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. The text is made of the tree of one instance, which has
// nothing of what `if constexpr` discards there.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_BRANCHTEXT_H
#define PIPELINE_REWRITE_EMIT_BRANCHTEXT_H

#include "Emit/Loads/LeafText.h"

namespace pipeline_rewrite {

class BranchText {
public:
  BranchText(LoadText &T, const KeptLoads &Kept, LeafText &Leaves)
      : T(T), Kept(Kept), Leaves(Leaves) {}

  /// A branch that this instance discards, as others need it in this phase: by
  /// the tree of one of them.
  void editDiscarded(EditSet &Edits, const clang::IfStmt *If, bool IsElse);
  /// Nothing in place of \p Branch.
  void empty(EditSet &Edits, const clang::IfStmt *If,
             const clang::Stmt *Branch);
  /// Nothing from behind the first branch up to the end of \p Branch.
  void removeElse(EditSet &Edits, const clang::IfStmt *If,
                  const clang::Stmt *Branch);

private:
  bool saysNothing(const clang::IfStmt *If, const clang::Stmt *Branch) const;
  bool edit(EditSet &Edits, const clang::Stmt *S,
            const KeptLoads::OtherBranch &Of);

  LoadText &T;
  const KeptLoads &Kept;
  LeafText &Leaves;
};

} // namespace pipeline_rewrite
#endif
