//===- Tiles.h - The shared arrays that the loop fills --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_TILES_H
#define PIPELINE_REWRITE_ANALYSE_TILES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

std::optional<Refusal> describeTiles(LoopAnalysis &A);

/// True if \p V is used below \p S other than by reading or writing an element:
/// its address may go anywhere.
bool addressIsUsed(const clang::Stmt *S, const clang::VarDecl *V);

/// Adds uses of the tile below \p S to Tile::InMacro.
void findUsesInMacros(const LoopAnalysis &A, const clang::Stmt *S, Tile &Of);

} // namespace pipeline_rewrite
#endif
