//===- FragmentSteps.h - K-steps of a tile, and their fragments -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread often computes a tile in k-steps, each of which reads fragments of
// the tile, registers, and then touches no tile any more:
//
//   for (int k = 0; k < STEPS; ++k) {
//     uint32_t RA[M][4], RB[N][2];
//     for (…) ldmatrix(RA[i], &As[…]);
//     for (…) mma(RC[i][j], RA[i], RB[j]);
//   }
//
// If nothing that is computed is needed to read fragments, those of the next
// step can be read before this one is computed, those of the next tile's first
// step too.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_FRAGMENTSTEPS_H
#define PIPELINE_REWRITE_ANALYSE_FRAGMENTSTEPS_H

#include "Analyse/Answer.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace pipeline_rewrite {

/// K-steps of a tile from which copies into two buffers land in time although
/// fragments that are read ahead wait for them in front of the last step. Of
/// eleven tensor-core kernels on an H200, peeled, the two with eight steps
/// gained 4 and 6 %, those with two and four lost 2 % and more
/// (docs/measurements.md).
constexpr unsigned StepsForTwoBuffers = 8;

struct FragmentSteps {
  /// Nobody has asked where the computation has no loop of k-steps.
  Answer CanReadAhead;
  unsigned Unit = 0; ///< of the loop's body
  CopyLoop Loop;     ///< of the k-steps; an even number of Trips
  /// Registers that are read in one half and computed with in the other.
  llvm::SmallVector<const clang::VarDecl *, 4> Fragments;
  /// The statements of the step that declare them.
  llvm::SmallVector<const clang::DeclStmt *, 4> Declared;
  /// Statements of the step, and what is around them, by the half that has
  /// them. What both need is in both.
  llvm::SmallPtrSet<const clang::Stmt *, 16> Reading, Computing;
};

} // namespace pipeline_rewrite
#endif
