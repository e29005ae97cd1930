//===- RowText.cpp - Rows of tiles further apart --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/RowText.h"
#include "Emit/Source/SourceText.h"

using namespace clang;

namespace pipeline_rewrite {

/// `+` binds tighter than what it is made of.
static bool isLooserThanSum(const Expr *E) {
  E = E->IgnoreImplicit();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return !Binary->isAdditiveOp() && !Binary->isMultiplicativeOp();
  return isa<AbstractConditionalOperator>(E);
}

std::variant<EditSet, Answer> padRows(const TileRows &Tile, unsigned Pad,
                                      const SourceUnit &Unit) {
  const SourceText Source(Unit);
  std::vector<const Expr *> Lengths = Tile.LeadingDimensions;
  Lengths.push_back(Tile.writtenColumns());
  EditSet Edits;
  for (const Expr *Each : Lengths) {
    const auto R = Source.range(Each);
    // A macro may have other uses for an argument.
    if (!R || Unit.sources().isMacroArgExpansion(Each->getBeginLoc()))
      return Answer(RefusalId::CodeInMacro,
                    "the length of its rows is written in a macro",
                    Each->getBeginLoc());
    const std::string Text = Source.slice(*R).str();
    Edits.replace(R->Begin, R->End,
                  (isLooserThanSum(Each) ? "(" + Text + ")" : Text) + " + " +
                      std::to_string(Pad));
  }
  return Edits;
}

} // namespace pipeline_rewrite
