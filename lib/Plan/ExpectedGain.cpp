//===- ExpectedGain.cpp - What a pipeline may bring a loop ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/ExpectedGain.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace pipeline_rewrite {
namespace {

/// Operations per byte from which the loads take so little of a loop's time
/// that hiding them all brings less than the other order costs.
constexpr double MuchArithmetic = 256;
/// Below this a loop waits for its loads, whatever it does with them.
constexpr double LittleArithmetic = 1;
constexpr unsigned DeepStages = 4;

double ratioOf(const LoopFacts &Facts, const Options &Opts) {
  return Opts.Ratio.value_or(Facts.ComputeLoadRatio);
}

std::string asText(double Ratio) {
  std::string Out;
  llvm::raw_string_ostream(Out) << llvm::format("%.3g", Ratio);
  return Out;
}

bool allTilesAreRaw(const LoopFacts &Facts) {
  return llvm::all_of(Facts.Tiles,
                      [](const Tile &T) { return T.WhyNotAsync.empty(); });
}

} // namespace

std::optional<std::string> whyNothingToGain(llvm::ArrayRef<LoopFacts> Instances,
                                            const Options &Opts) {
  if (Opts.Form != Variant::Auto)
    return std::nullopt;
  double Least = ratioOf(Instances.front(), Opts);
  for (const LoopFacts &F : Instances) {
    if (F.UsesTensorCores)
      return std::nullopt;
    Least = std::min(Least, ratioOf(F, Opts));
  }
  if (Least <= MuchArithmetic)
    return std::nullopt;
  return "the loop does " + asText(Least) +
         " operations for each byte that it loads, so that its loads take next "
         "to none of its time (from " +
         asText(MuchArithmetic) + " on)";
}

std::optional<DeepWish> wishForLoads(llvm::ArrayRef<LoopFacts> Instances,
                                     const Options &Opts) {
  if (Opts.Form != Variant::Auto || Opts.StagesBy != StageCount::Default ||
      Opts.Epilogue == EpilogueShape::Peel || !anyHasAsyncCopy(Opts.Archs))
    return std::nullopt;
  double Most = 0;
  for (const LoopFacts &F : Instances) {
    double Ratio = ratioOf(F, Opts);
    if (Ratio <= 0 || Ratio >= LittleArithmetic || !allTilesAreRaw(F))
      return std::nullopt;
    Most = std::max(Most, Ratio);
  }
  DeepWish Wish{Opts,
                "several tiles ahead by cp.async, because the loop does only " +
                    asText(Most) + " operations for each byte that it loads"};
  Wish.Opts.Form = Variant::CpAsync;
  Wish.Opts.StagesBy = StageCount::Fitting;
  Wish.Opts.Stages = DeepStages;
  return Wish;
}

} // namespace pipeline_rewrite
