//===- PrologueText.h - What stands before the loop -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the first tile, or with more than two stages all that a ring
// starts with, and the copies that follow in the same way.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_PROLOGUETEXT_H
#define PIPELINE_REWRITE_EMIT_PROLOGUETEXT_H

#include "Emit/LoopText.h"

namespace pipeline_rewrite {

class PrologueText {
public:
  explicit PrologueText(LoopText &T);

  /// Whole lines, for the place before the loop; begins with the declarations
  /// \p Hoisted from its body.
  std::string render(const std::string &Hoisted);
  /// In the loop: starts copying the tile that is as far ahead as the ring is
  /// long.
  std::string issueIntoRing();

private:
  bool peeled() const { return Plan.Shape == LoopShape::Peel; }
  std::string loadFirstTile();
  /// Begins the block of what happens if there is a first tile.
  std::string openFirstTile();
  /// All stages but one are filled, as far as there are tiles. Every pass makes
  /// a group, so that the number of groups in flight says which have landed.
  std::string fillRing();
  std::string awaitFirstTile(llvm::StringRef In);
  /// Copies one tile, if \p Exists, and moves the load side on.
  std::string copyIntoRing(LoadPhase Phase, const std::string &In,
                           const std::string &Exists);
  std::string title() const;
  /// What the loop declares in front of it.
  std::string declarations(llvm::StringRef In);
  std::string stageDeclarations() const;
  /// Load-side copies of the variables that both sides read, as the loop finds
  /// them.
  std::string copyDeclarations(llvm::StringRef In);
  std::string copiesOf(LoopText &Part, llvm::StringRef In);
  std::string hoistedInit();

  LoopText &T;
  const PipelinePlan &Plan;
  const LoopFacts &Facts;
  const KLoop &Loop;
};

} // namespace pipeline_rewrite
#endif
