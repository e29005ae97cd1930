//===- TileRows.h - Tiles whose rows may lie further apart ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_TILEROWS_H
#define PIPELINE_REWRITE_ANALYSE_TILEROWS_H

#include "Analyse/Forms/RowPlace.h"

namespace pipeline_rewrite {

class SourceUnit;

/// The static shared arrays that \p F declares, in the order of the text.
///
/// Takes:   a definition that depends on no template parameter.
/// Refuses: row-length-relied-on, code-in-macro.
std::vector<TileRows> findTileRows(const clang::FunctionDecl *F,
                                   const SourceUnit &Unit);

/// The same array in instances of its template beside \p Known.
std::vector<TileRows> findOtherInstances(llvm::ArrayRef<TileRows> Known,
                                         const SourceUnit &Unit);

// Private to Analyse: RowUses.cpp

/// Takes:   a tile of \p F.
/// Gives:   TileRows::Multiple, LeadingDimensions and CanPad.
/// Refuses: row-length-relied-on, for every use that is not known to stay.
void findRowUses(const clang::FunctionDecl *F, TileRows &Of,
                 clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
