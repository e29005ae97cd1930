//===- Race.cpp - Which candidates are still timed ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Race.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr size_t LeastRounds = 3;
constexpr double Lead = 1.05;

} // namespace

bool isOutOfRace(ArrayRef<CandidateTrial> Trials, size_t Which,
                 const TuneOptions &How) {
  const std::vector<double> &Own = Trials[Which].Times;
  const size_t Rounds = Own.size();
  if (Which == 0 || Rounds < LeastRounds)
    return false;
  const auto [Least, Most] = std::minmax_element(Own.begin(), Own.end());
  return any_of(Trials, [&, Best = How.HigherIsBetter ? *Most : *Least](
                            const CandidateTrial &Other) {
    if (Other.Failed || Other.Times.size() < Rounds)
      return false;
    const auto Same = ArrayRef<double>(Other.Times).take_front(Rounds);
    const auto [Low, High] = std::minmax_element(Same.begin(), Same.end());
    return How.HigherIsBetter ? Best * Lead < *Low : *High * Lead < Best;
  });
}

} // namespace pipeline_rewrite
