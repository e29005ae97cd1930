//===- PredictTime.cpp - How fast a form will be, before it has run -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/PredictTime.h"
#include <algorithm>

namespace pipeline_rewrite {
namespace {

/// Operations per byte from which loads take next to none of a loop's time.
constexpr double MuchArithmetic = 256;

/// Of what is hidden, by form; a stand-in until figures are fitted.
double orderOfPreference(const CandidateFacts &F) {
  const bool IsPeeled = F.Shape == LoopShape::Peel;
  double Ratio = 0.95;
  switch (F.Copies) {
  case CopyForm::CpAsync:
    Ratio = F.UsesTensorCores || F.Stages == 2 ? 0.90 : 0.92;
    break;
  case CopyForm::Mixed:
    Ratio = 0.94;
    break;
  case CopyForm::Ldg:
    Ratio = 0.95;
    break;
  case CopyForm::LdgSingle:
    Ratio = 0.955;
    break;
  }
  if (F.IsOfRules)
    Ratio -= 0.01;
  return Ratio - (IsPeeled ? 0.002 : 0) + (F.IsRolled ? 0.003 : 0);
}

} // namespace

Prediction predictTime(const CandidateFacts &F) {
  constexpr double Doubt = 0.03;
  const KernelFacts &Was = F.Before, &Is = F.After;
  double Ratio = orderOfPreference(F);
  if (!F.UsesTensorCores && F.Operations > MuchArithmetic * F.BytesLoaded)
    return {1, Doubt};
  if (Is.SpillBytes > Was.SpillBytes || Is.StackBytes > Was.StackBytes)
    Ratio = 1.1 + 0.001 * std::max<int>(Is.SpillBytes - Was.SpillBytes,
                                        Is.StackBytes - Was.StackBytes);
  else if (Was.Blocks && Is.Blocks < Was.Blocks) {
    const bool IsAsync =
        F.Copies == CopyForm::CpAsync || F.Copies == CopyForm::Mixed;
    const double Left = double(Is.Blocks) / Was.Blocks;
    // Copies that nobody waits for make up for half of the warps.
    if (!IsAsync || Left < 0.5 || Is.Blocks < 2)
      Ratio = 1 + 0.2 * (1 - Left);
    else
      Ratio += 0.04 * (1 - Left);
  }
  return {Ratio, Doubt};
}

} // namespace pipeline_rewrite
