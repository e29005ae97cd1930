//===- Statistics.cpp - When a candidate is faster ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Between two neighbours it is interpolated.
double quantile(ArrayRef<double> Sorted, double Part) {
  double Place = Part * static_cast<double>(Sorted.size() - 1);
  auto Below = static_cast<size_t>(Place);
  size_t Above = std::min(Below + 1, Sorted.size() - 1);
  return Sorted[Below] +
         (Sorted[Above] - Sorted[Below]) * (Place - static_cast<double>(Below));
}

bool differs(double Gain, const Distribution &A, const Distribution &B,
             const Distribution &Plain, double MinGain) {
  return Gain > A.spread() + B.spread() && Gain >= Plain.Median * MinGain / 100;
}

} // namespace

Distribution distributionOf(ArrayRef<double> Times) {
  assert(!Times.empty() && "nothing was measured");
  std::vector<double> Sorted(Times.begin(), Times.end());
  llvm::sort(Sorted);
  return {Sorted.front(), quantile(Sorted, 0.25), quantile(Sorted, 0.5),
          quantile(Sorted, 0.75), Sorted.back()};
}

bool isFaster(const Distribution &Candidate, const Distribution &Plain,
              double MinGain) {
  return differs(Plain.Median - Candidate.Median, Candidate, Plain, Plain,
                 MinGain);
}

bool isSlower(const Distribution &Candidate, const Distribution &Plain,
              double MinGain) {
  return differs(Candidate.Median - Plain.Median, Candidate, Plain, Plain,
                 MinGain);
}

} // namespace pipeline_rewrite
