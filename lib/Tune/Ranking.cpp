//===- Ranking.cpp - Which candidate wins ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Ranking.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// What is compared: less is better.
Distribution costs(const CandidateTrial &Trial, const TuneOptions &How) {
  std::vector<double> Costs = Trial.Times;
  if (How.HigherIsBetter)
    for (double &Each : Costs)
      Each = 1 / Each;
  return distributionOf(Costs);
}

TuneVerdict verdictOn(const Distribution &Costs, const Distribution &Plain,
                      double MinGain) {
  if (isFaster(Costs, Plain, MinGain))
    return TuneVerdict::Faster;
  return isSlower(Costs, Plain, MinGain) ? TuneVerdict::Slower
                                         : TuneVerdict::Same;
}

} // namespace

StringRef nameOf(TuneVerdict Verdict) {
  switch (Verdict) {
  case TuneVerdict::Plain:
    return "plain";
  case TuneVerdict::Best:
    return "fastest";
  case TuneVerdict::Faster:
    return "faster";
  case TuneVerdict::Same:
    return "no difference";
  case TuneVerdict::Slower:
    return "slower";
  case TuneVerdict::Failed:
    return "failed";
  }
  llvm_unreachable("unknown verdict");
}

Expected<Ranking> rank(const Measurements &Seen, const TuneOptions &How) {
  if (Seen.Trials.empty() || Seen.Trials.front().Failed ||
      Seen.Trials.front().Times.empty())
    return createStringError("the plain program was not measured");
  Distribution Plain = costs(Seen.Trials.front(), How);
  Ranking Result;
  double Least = 0;
  for (const auto &[I, Trial] : enumerate(Seen.Trials)) {
    RankedCandidate &Row = Result.All.emplace_back();
    if (Trial.Failed || Trial.Times.empty())
      continue;
    Distribution Own = costs(Trial, How);
    Row.Times = distributionOf(Trial.Times);
    Row.Speedup = Plain.Median / Own.Median;
    Row.Verdict =
        I == 0 ? TuneVerdict::Plain : verdictOn(Own, Plain, How.MinGain);
    // One that is out of the race had fewer rounds.
    if (Row.Verdict == TuneVerdict::Faster &&
        Trial.Times.size() == Seen.Trials.front().Times.size() &&
        (!Result.Best || Own.Median < Least)) {
      Result.Best = I;
      Least = Own.Median;
    }
  }
  if (Result.Best)
    Result.All[*Result.Best].Verdict = TuneVerdict::Best;
  return Result;
}

} // namespace pipeline_rewrite
