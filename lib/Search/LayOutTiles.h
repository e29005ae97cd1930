//===- LayOutTiles.h - Tiles whose rows are laid further apart ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass in front of the chain: the layout belongs to an array, which several
// loops may use and code outside of them. The chain runs on the text with
// padded rows, as it does on a text whose macros are written out.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_LAYOUTTILES_H
#define PIPELINE_REWRITE_LAYOUTTILES_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

struct LaidOutUnit {
  /// The unit with padded rows; nullptr: none are.
  std::unique_ptr<SourceUnit> Unit;
  std::vector<WrittenMacro> Written; ///< what is another text in it
  std::optional<LayoutResult> Result;
};

/// Pads the rows of the tiles of K-loops' kernels, as Options::Layout asks,
/// after both texts were run and did the same.
///
/// Takes:   the unit, and Later as parseSource() does, for the text with padded
///          rows.
/// Refuses: planRows(), padRows(); row-length-relied-on of what shows when the
///          kernel is run.
LaidOutUnit layOutTiles(const SourceUnit &Unit, const Options &Opts,
                        const Describe &Later);

/// Makes of a result of the unit with padded rows, whatever came of its loops,
/// one of the text that the user wrote.
///
/// Takes: what layOutTiles() gave, with the unit as it was in place of the one
///        with padded rows; the latter's text.
void takeLayout(UnitResult &Result, LaidOutUnit &Laid,
                llvm::StringRef PaddedText);

/// The conflicts of all tiles of K-loops' kernels, as text.
void printConflicts(llvm::raw_ostream &OS, const SourceUnit &Unit,
                    const Options &Opts);

} // namespace pipeline_rewrite
#endif
