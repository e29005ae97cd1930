//===- LoadLeaves.h - The statements of a load slice, one by one ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Plan.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_LOADLEAVES_H
#define PIPELINE_REWRITE_PLAN_LOADLEAVES_H

#include "Analyse/LoopFacts.h"

namespace pipeline_rewrite {

/// A statement without statements inside, and the ifs and fors around it.
struct Leaf {
  const clang::Stmt *S;
  llvm::SmallVector<const clang::Stmt *, 4> Control; ///< outermost first
  Effects E;
  bool Opening; ///< of an update that runs once per tile
};

/// The leaves of \p Slice in the order of the source.
std::vector<Leaf> findLeaves(const LoadSlice &Slice,
                             EffectsCollector &Collector);

/// What an if or a for holds beside statements; entries may be nullptr.
llvm::SmallVector<const clang::Stmt *, 4> headers(const clang::Stmt *Control);

/// \p V is named below \p S, other than in the expressions \p Replaced.
bool names(const clang::Stmt *S, const clang::VarDecl *V,
           llvm::ArrayRef<const clang::Expr *> Replaced = {});

/// Locals that \p L names without reading or writing them: of which it takes
/// the address.
llvm::SmallVector<const clang::VarDecl *, 2> addressedBy(const Leaf &L);

/// The leaf that declares a variable, a type or an alias; nullptr if none does.
const Leaf *findDeclaring(llvm::ArrayRef<Leaf> Leaves,
                          const clang::NamedDecl *D);

/// \p L writes more than variables that one of \p Leaves declares.
bool isSeenOutside(const Leaf &L, llvm::ArrayRef<Leaf> Leaves);

/// True for an expression worth keeping in a register as loaded: a global read,
/// a guarded one, or a call that reads global memory. A conversion of loaded
/// values is none: it would wait for the load.
bool isFetch(const clang::Expr *E, EffectsCollector &Collector);

/// Nothing of the slice's other statements is in \p E, so that it is there
/// without waiting.
bool isThere(const clang::Expr *E, llvm::ArrayRef<Leaf> Leaves,
             EffectsCollector &Collector);

/// \p S reads global memory besides what is read by the expressions \p Fetched
/// in it: where no text of it says so.
bool readsUnfetched(const clang::Stmt *S,
                    llvm::ArrayRef<const clang::Expr *> Fetched,
                    EffectsCollector &Collector);

} // namespace pipeline_rewrite
#endif
