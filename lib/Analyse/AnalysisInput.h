//===- AnalysisInput.h - What is asked of a loop --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that Analyse knows of the options. Nothing in it decides how a loop is
// pipelined: what a plan needs is a fact, and what becomes of it is Plan's.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ANALYSISINPUT_H
#define PIPELINE_REWRITE_ANALYSE_ANALYSISINPUT_H

#include "Options/Options.h"

namespace pipeline_rewrite {

struct AnalysisInput {
  explicit AnalysisInput(const Options &Opts);

  // The user's word on the code, which is taken to be true.
  bool NoAlias;            ///< other pointers lead to other memory
  bool TilesExist;         ///< that the condition admits, whatever a break says
  bool BarrierIsForgotten; ///< where the source lacks one, it was meant

  /// Where nothing else tells stores from loads, LoopFacts::Ranges may.
  bool MayTestRanges;

  // Questions that walk the whole unit or run every thread of a block. They
  // are put where a plan may want the answer.
  bool AboutLaunches; ///< LoopFacts::Growth: may the launches give more?
  bool AboutLayers;   ///< LoopFacts::Partition
  bool AboutBoxes;    ///< LoopFacts::Boxes

  bool operator==(const AnalysisInput &O) const;
};

} // namespace pipeline_rewrite
#endif
