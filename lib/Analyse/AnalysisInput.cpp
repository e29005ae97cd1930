//===- AnalysisInput.cpp - What is asked of a loop ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/AnalysisInput.h"
#include "Analyse/Forms/ComparedBoxes.h"
#include "Options/Copies.h"
#include <tuple>

namespace pipeline_rewrite {

AnalysisInput::AnalysisInput(const Options &Opts)
    : NoAlias(Opts.AssumeNoAlias), TilesExist(Opts.AssumeTilesExist),
      BarrierIsForgotten(Opts.RepairBarrier),
      MayTestRanges(Opts.Aliases == AliasCheck::Runtime),
      AboutLaunches(Opts.EditLaunches),
      AboutLayers(Opts.EditLaunches && interfaceFor(Opts).Protocol.OwnThreads),
      AboutBoxes(interfaceFor(Opts).CopiesBoxes || mayCompareBoxes(Opts)) {}

static auto fieldsOf(const AnalysisInput &In) {
  const auto &[NoAlias, Exist, Forgotten, Ranges, Launches, Layers, Boxes] = In;
  return std::tie(NoAlias, Exist, Forgotten, Ranges, Launches, Layers, Boxes);
}

bool AnalysisInput::operator==(const AnalysisInput &O) const {
  return fieldsOf(*this) == fieldsOf(O);
}

} // namespace pipeline_rewrite
