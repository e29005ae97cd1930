//===- LoadNeeds.h - What the load slice is made of -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOADNEEDS_H
#define PIPELINE_REWRITE_ANALYSE_LOADNEEDS_H

#include "Analyse/Slices/BodyNames.h"
#include "Analyse/Slices/ComputeSide.h"
#include "Analyse/Slices/Scratch.h"

namespace pipeline_rewrite {

/// Gives statements of the body to the loads that need them.
class LoadNeeds {
public:
  LoadNeeds(LoopAnalysis &A, const ScratchVariables &Scratch,
            const BodyNames &Names, ComputeSide &Computes)
      : A(A), Units(A.Facts.Units), Scratch(Scratch), Names(Names),
        Computes(Computes) {}

  /// The loads need what \p E reads.
  void need(const Effects &E);
  /// The group or barrier object that a barrier names.
  void needNames(const clang::Stmt *Barrier);
  /// Until nothing is needed that is not there.
  std::optional<Refusal> grow();

  llvm::SmallSetVector<const clang::VarDecl *, 16> Variables;

private:
  std::optional<Refusal> addWriters();
  std::optional<Refusal> add(unsigned I, const clang::NamedDecl *V);
  Refusal dependsOnCompute(unsigned I, const clang::NamedDecl *V) const;
  std::optional<Refusal> addDeclarations();
  std::optional<Refusal> moveBeforeLoop(unsigned I,
                                        const clang::NamedDecl *Wanted);

  LoopAnalysis &A;
  std::vector<LoopUnit> &Units;
  const ScratchVariables &Scratch;
  const BodyNames &Names;
  ComputeSide &Computes;
  llvm::SmallVector<const clang::VarDecl *, 16> Work;
};

} // namespace pipeline_rewrite
#endif
