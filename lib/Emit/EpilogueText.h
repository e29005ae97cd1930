//===- EpilogueText.h - What stands behind the loop -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the last tile of a peeled loop, and the end of a pipeline of
// the block.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_EPILOGUETEXT_H
#define PIPELINE_REWRITE_EMIT_EPILOGUETEXT_H

#include "Emit/LoopText.h"

namespace pipeline_rewrite {

class EpilogueText {
public:
  explicit EpilogueText(LoopText &T);

  /// Takes the text of the computation, if the loop is peeled.
  void keepLastTile();
  /// Whole lines for the place behind the loop, of what was kept; may be empty.
  std::string render();

private:
  bool peeled() const { return Plan.Shape == LoopShape::Peel; }
  bool isInEpilogue(const LoopUnit &U) const;
  std::string lastTile();
  std::string leavePipeline();

  LoopText &T;
  const PipelinePlan &Plan;
  const LoopFacts &Facts;
  const KLoop &Loop;
  std::string LastTile;
};

} // namespace pipeline_rewrite
#endif
