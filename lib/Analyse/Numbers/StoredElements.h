//===- StoredElements.h - Which elements of a tile a statement stores to --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. Two branches store to the same elements if they do so
// under the same conditions: `if (c) s[t] = a; else if (t < 32) s[t] = 0;`
// leaves some alone. One branch is enough where a statement before has filled
// what it stores to: `s[t] = 0; if (c) s[t] = a;`. A loop's elements are those
// of its rounds: two loops with the same head have the same rounds, whatever
// they call their counters.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_STOREDELEMENTS_H
#define PIPELINE_REWRITE_ANALYSE_STOREDELEMENTS_H

#include "Analyse/Numbers/VaryingValues.h"
#include "llvm/ADT/FoldingSet.h"
#include <set>

namespace pipeline_rewrite {

/// Of one statement of a slice, whatever the tile.
class StoredElements {
public:
  /// \p Before: what runs before it in each iteration, in that order.
  StoredElements(const LoopAnalysis &A, const LoadSlice &Slice,
                 const VaryingValues &Values,
                 llvm::ArrayRef<const clang::Stmt *> Before)
      : A(A), Slice(Slice), Values(Values), Before(Before) {}

  /// A store to the same elements in either case, but for those that are
  /// filled before.
  bool isTotal(const clang::IfStmt *If);
  /// All that \p S may store to is filled before.
  bool isFilled(const clang::Stmt *S);

private:
  using Id = llvm::FoldingSetNodeID;
  /// What a statement stores to whatever the tile: targets, with the guards
  /// around them that are the same for every tile, and the heads of loops.
  using Elements = std::set<Id>;

  bool areFilled(Elements &Of);
  bool eraseFilled(const clang::Stmt *S, Elements &From);
  bool changes(const clang::Stmt *S) const;

  std::optional<Elements> elements(const clang::Stmt *S);
  std::optional<Elements> elements(const clang::IfStmt *If);
  std::optional<Elements> elements(const clang::ForStmt *For);
  std::optional<Id> head(const clang::ForStmt *For);
  void declare(const clang::DeclStmt *D);

  std::optional<Id> decider(const clang::Stmt *S,
                            const clang::VarDecl *Tile = nullptr,
                            const clang::VarDecl *Counter = nullptr);
  std::optional<Id> tree(const clang::Stmt *S) const;
  std::string words(const clang::Stmt *S) const;

  const LoopAnalysis &A;
  const LoadSlice &Slice; ///< the loop, or the function that it calls
  const VaryingValues &Values;
  const llvm::ArrayRef<const clang::Stmt *> Before;
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Deciders;
  /// Counters and fixed variables of what is compared, and what stands for
  /// them: how many loops are around a counter's, what a variable is made of.
  std::map<const clang::VarDecl *, Id> Own;
  unsigned Depth = 0;         ///< loops around
  bool ReadsMemory = false;   ///< what decides as well
  bool IgnoresGuards = false; ///< elements() gives all that may be stored to
};

} // namespace pipeline_rewrite
#endif
