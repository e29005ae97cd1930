//===- EpilogueText.h - What stands behind the loop -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the computation once more, for the tiles that the loop
// leaves. With two stages that is one tile; a ring is drained by a loop. And
// what lets go of a pipeline of the block.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_EPILOGUETEXT_H
#define PIPELINE_REWRITE_EMIT_EPILOGUETEXT_H

#include "Emit/NextText.h"

namespace pipeline_rewrite {

class EpilogueText {
public:
  explicit EpilogueText(LoopText &T)
      : T(T), Plan(T.Plan), Facts(T.Facts), Loop(*T.Facts.Loop), Next(T) {}

  /// Takes the computation's text before the body is edited, if the loop is
  /// peeled.
  void keep();
  /// Whole lines, for the place behind the loop; may be empty.
  std::string render();

private:
  bool peeled() const { return Plan.Shape == LoopShape::Peel; }
  bool holds(const LoopUnit &U) const;
  bool takesVote(const LoopUnit &U) const;
  std::string lastTile(const std::string &In);
  /// Every pass makes an empty group, so that the wait counts as in the loop.
  std::string drain(const std::string &In);
  std::string leavePipeline();
  std::string advanceCompute(const std::string &In);

  LoopText &T;
  const PipelinePlan &Plan;
  const LoopFacts &Facts;
  const KLoop &Loop;
  NextText Next;
  std::string Computation;
};

} // namespace pipeline_rewrite
#endif
