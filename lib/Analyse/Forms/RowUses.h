//===- RowUses.h - What becomes of the elements of a tile -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ROWUSES_H
#define PIPELINE_REWRITE_ANALYSE_ROWUSES_H

#include "Analyse/Forms/RowPlace.h"

namespace pipeline_rewrite {

/// Takes:   a tile of \p F.
/// Gives:   TileRows::Multiple, LeadingDimensions and CanPad.
/// Refuses: row-length-relied-on, for every use that is not known to stay.
void findRowUses(const clang::FunctionDecl *F, TileRows &Of,
                 clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
