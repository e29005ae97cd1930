//===- LayerFinder.h - What tells threads from those given besides --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LAYERFINDER_H
#define PIPELINE_REWRITE_ANALYSE_LAYERFINDER_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pipeline_rewrite {

/// Whatever tells a thread of a block from those that the block is given
/// besides, in the functions that are called as well.
class LayerFinder {
public:
  /// What all threads find as they would without the others.
  enum Same {
    Layer, ///< place and shape in x and y: others stand behind them in z
    Place  ///< the place of the block's own: others have the next numbers
  };

  explicit LayerFinder(Same Kept) : Kept(Kept) {}

  /// nullptr if there is nothing.
  const clang::Stmt *find(const clang::Stmt *S);

private:
  bool isKept(const clang::Expr *E) const;
  bool tellsLayers(const clang::Expr *E);
  bool calls(const clang::FunctionDecl *F);

  const Same Kept;
  llvm::SmallPtrSet<const clang::Stmt *, 8> Seen; ///< bodies of functions
};

} // namespace pipeline_rewrite
#endif
