//===- ComputeSide.h - What the computation of a tile reads ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. Asked of the roles that units have so far.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_COMPUTESIDE_H
#define PIPELINE_REWRITE_ANALYSE_COMPUTESIDE_H

#include "Analyse/LoopAnalysis.h"
#include "Analyse/Slices/Scratch.h"

namespace pipeline_rewrite {

class ComputeSide {
public:
  ComputeSide(const LoopAnalysis &A, const ScratchVariables &Scratch)
      : A(A), Units(A.Facts.Units), Scratch(Scratch) {}

  void addNamedByBarrier(const clang::VarDecl *V) { NamedByBarrier.insert(V); }

  /// Unit number \p I stays where it is, and is no plain barrier.
  bool has(unsigned I) const;
  /// A value of \p V passes to it from elsewhere.
  bool needs(const clang::VarDecl *V) const;
  /// The same of what a statement writes.
  bool needsAnyOf(const Effects &E) const;
  /// One of its statements reads \p V.
  bool reads(const clang::VarDecl *V) const;

private:
  bool onlyUpdates(unsigned I, const clang::VarDecl *V) const;
  bool declaredIn(const clang::VarDecl *V, unsigned I) const;

  const LoopAnalysis &A;
  const std::vector<LoopUnit> &Units;
  const ScratchVariables &Scratch;
  llvm::SmallPtrSet<const clang::VarDecl *, 2> NamedByBarrier;
};

} // namespace pipeline_rewrite
#endif
