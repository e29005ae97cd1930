//===- RowUses.h - What becomes of the elements of a tile -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ROWUSES_H
#define PIPELINE_REWRITE_ANALYSE_ROWUSES_H

#include "Analyse/Forms/TileRows.h"

namespace pipeline_rewrite {

/// Takes:   a tile of \p F with \p Rank indices.
/// Gives:   TileRows::Multiple, LeadingDimensions, Names and CanPad.
/// Refuses: row-length-relied-on.
void findRowUses(const clang::FunctionDecl *F, TileRows &Of, unsigned Rank,
                 const SourceUnit &Unit);

} // namespace pipeline_rewrite
#endif
