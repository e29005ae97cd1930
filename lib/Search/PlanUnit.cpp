//===- PlanUnit.cpp - What the chain alone would make of a text -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/PlanUnit.h"
#include "Chain/UnitRun.h"
#include "Options/ChosenBy.h"
#include "Search/AddToResult.h"

namespace pipeline_rewrite {

UnitResult planUnit(const SourceUnit &Unit, const Options &Asked) {
  const Options Opts = withoutComparison(Asked);
  AnalysedUnit Analysed(Unit);
  UnitResult Result = planLoops(Analysed, Opts);
  followAdvice(Result, Analysed, Opts);
  return Result;
}

} // namespace pipeline_rewrite
