//===- ExpectedGain.cpp - What a pipeline may bring a loop ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Choice/ExpectedGain.h"
#include "Plan/Copies/AsyncTargets.h"
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
/// Up to this the computation of a tile is short enough for the question
/// whether there is a next one to show.
constexpr double ShortBody = 2;
constexpr uint64_t FewBlocks = 8;
constexpr unsigned MeasuredStages = 3, MeasuredWarps = 4;
/// Copies that are worth cp.async whatever the loop does with them, bytes.
constexpr unsigned WideCopy = 16;

double ratioOf(const LoopFacts &Facts, const Options &Opts) {
  return Opts.Ratio.value_or(Facts.ComputeLoadRatio);
}

std::string asText(double Ratio) {
  std::string Out;
  llvm::raw_string_ostream(Out) << llvm::format("%.3g", Ratio);
  return Out;
}

/// Every tile can be copied asynchronously, so many bytes at a time.
bool copiesAllTiles(const LoopFacts &Facts, unsigned Bytes) {
  return llvm::all_of(Facts.Tiles, [&](const Tile &T) {
    return T.CanBeAsync.isYes() && T.CopyBytes >= Bytes;
  });
}

/// Of tiles that can be copied asynchronously there are some, but not all; each
/// is copied so many bytes at a time, without a condition.
bool copiesSomeTiles(const LoopFacts &Facts, unsigned Bytes) {
  auto IsAsync = [](const Tile &T) { return T.CanBeAsync.isYes(); };
  if (llvm::all_of(Facts.Tiles, IsAsync) || llvm::none_of(Facts.Tiles, IsAsync))
    return false;
  auto IsGuarded = [&](const TileStore &Store) {
    const Tile *Into = Facts.findTile(Store.Tile);
    return Into && IsAsync(*Into) && Store.Guard;
  };
  auto IsNarrow = [&](const Tile &T) {
    return IsAsync(T) && T.CopyBytes < Bytes;
  };
  return Facts.Calls.empty() && llvm::none_of(Facts.Stores, IsGuarded) &&
         llvm::none_of(Facts.Tiles, IsNarrow);
}

bool isOfMeasuredKind(const PlanInstance &Of) {
  return Of.Facts.UsesTensorCores && copiesAllTiles(Of.Facts, WideCopy) &&
         Of.Memory.ThreadsPerBlock >= MeasuredWarps * ThreadsPerWarp;
}

Answer hasMeasuredForm(llvm::ArrayRef<PlanInstance> Instances,
                       const Options &Opts) {
  const bool IsOfKind = llvm::all_of(Instances, isOfMeasuredKind);
  if (IsOfKind && allHaveAsyncCopy(Opts.Archs))
    return Answer::yes();
  if (IsOfKind)
    return {RefusalId::NothingToGain,
            "no nvcc has compiled and compared its forms; without that, it "
            "would be pipelined by cp.async alone: " +
                whyNoAsyncCopy(Opts.Archs)};
  return {
      RefusalId::NothingToGain,
      "no nvcc has compiled and compared its forms; without that, a loop is "
      "pipelined only if tensor cores compute, all tiles come by cp.async "
      "of 16 bytes, and a block has four or more warps"};
}

/// Both shapes of it were measured, peeled gains more.
llvm::SmallVector<Wish, 2> measuredForms(const Options &Opts) {
  Wish Peeled{Opts, "three stages by cp.async, because tensor cores compute, "
                    "and no nvcc has compiled other forms"};
  Peeled.Opts.Form = Variant::CpAsync;
  Peeled.Opts.Stages = MeasuredStages;
  Peeled.Opts.Epilogue = EpilogueShape::Peel;
  Wish Predicated = Peeled;
  Predicated.Opts.Epilogue = EpilogueShape::Predicate;
  return {Peeled, Predicated};
}

/// The greatest ratio of the instances; 0 if one is unknown.
double largestRatio(llvm::ArrayRef<PlanInstance> Instances,
                    const Options &Opts) {
  double Most = 0;
  for (const LoopFacts &F : Instances) {
    double Ratio = ratioOf(F, Opts);
    if (Ratio <= 0)
      return 0;
    Most = std::max(Most, Ratio);
  }
  return Most;
}

/// A loop that hardly computes wants many tiles on their way, however narrow
/// the copies.
std::optional<Wish> wishForLoads(llvm::ArrayRef<PlanInstance> Instances,
                                 const Options &Opts) {
  const double Ratio = largestRatio(Instances, Opts);
  if (Ratio <= 0 || Ratio >= LittleArithmetic ||
      !allHaveAsyncCopy(Opts.Archs) ||
      !llvm::all_of(Instances,
                    [](const LoopFacts &F) { return copiesAllTiles(F, 0); }))
    return std::nullopt;
  Wish Deep{Opts,
            "several tiles ahead by cp.async, because the loop does only " +
                asText(Ratio) + " operations for each byte that it loads"};
  Deep.Opts.Form = Variant::CpAsync;
  Deep.Opts.StagesBy = StageCount::Fitting;
  Deep.Opts.Stages = DeepStages;
  return Deep;
}

/// One block that hardly computes waits for every tile. Of tiles that go
/// through registers only the next can be on its way, but the others can be
/// farther ahead; where a copy has a condition, its instructions cost what that
/// brings.
std::optional<Wish> wishForSomeLoads(llvm::ArrayRef<PlanInstance> Instances,
                                     const Options &Opts) {
  const double Ratio = largestRatio(Instances, Opts);
  if (Ratio <= 0 || Ratio >= LittleArithmetic ||
      !allHaveAsyncCopy(Opts.Archs) ||
      !llvm::all_of(Instances, [](const PlanInstance &Each) {
        return hasFewBlocks(Each) && copiesSomeTiles(Each, WideCopy);
      }))
    return std::nullopt;
  Wish Deep{Opts, "two tiles ahead by cp.async, because no launch has more "
                  "blocks than " +
                      std::to_string(FewBlocks)};
  Deep.Opts.Form = Variant::CpAsync;
  Deep.Opts.Stages = 3;
  return Deep;
}

/// Matrix instructions are through with a tile before the next has come.
template <unsigned Stages>
std::optional<Wish> wishForTensorCores(llvm::ArrayRef<PlanInstance> Instances,
                                       const Options &Opts) {
  if (!allHaveAsyncCopy(Opts.Archs) ||
      !llvm::all_of(Instances, [](const LoopFacts &F) {
        return F.UsesTensorCores && copiesAllTiles(F, WideCopy);
      }))
    return std::nullopt;
  Wish Deep{Opts,
            "several tiles ahead by cp.async, because tensor cores compute"};
  Deep.Opts.Form = Variant::CpAsync;
  Deep.Opts.Stages = Stages;
  return Deep;
}

/// Whether there is a next tile is not asked in a peeled loop.
std::optional<Wish> wishForShortBodies(llvm::ArrayRef<PlanInstance> Instances,
                                       const Options &Opts) {
  const double Ratio = largestRatio(Instances, Opts);
  const bool Few = llvm::all_of(Instances, hasFewBlocks);
  if (!Few && (Ratio <= 0 || Ratio > ShortBody))
    return std::nullopt;
  Wish Peeled{Opts, Few ? "peeled, because no launch has more blocks than " +
                              std::to_string(FewBlocks)
                        : "peeled, because the loop does only " +
                              asText(Ratio) +
                              " operations for each byte that it loads"};
  Peeled.Opts.Epilogue = EpilogueShape::Peel;
  return Peeled;
}

} // namespace

bool hasFewBlocks(const PlanInstance &Of) {
  return Of.LaunchedBlocks.value_or(FewBlocks + 1) <= FewBlocks;
}

bool isFormOpen(const Options &Opts) {
  return Opts.Form == Variant::Auto && Opts.StagesBy == StageCount::Default &&
         Opts.Epilogue == EpilogueShape::Auto;
}

static bool isFormNamed(const Options &Opts) {
  return Opts.Form != Variant::Auto || (Opts.Choose == FormChoice::Rules &&
                                        Opts.StagesBy != StageCount::Default &&
                                        Opts.Epilogue != EpilogueShape::Auto);
}

bool wantsMeasuredForm(const Options &Opts) {
  return Opts.MeasuredFormsOnly && isFormOpen(Opts);
}

bool waitsForLoads(llvm::ArrayRef<PlanInstance> Instances,
                   const Options &Opts) {
  const double Ratio = largestRatio(Instances, Opts);
  return (Ratio > 0 && Ratio < LittleArithmetic) ||
         llvm::all_of(Instances,
                      [](const LoopFacts &F) { return F.UsesTensorCores; });
}

Answer hasSomethingToGain(llvm::ArrayRef<PlanInstance> Instances,
                          const Options &Opts) {
  if (isFormNamed(Opts))
    return Answer::yes();
  if (wantsMeasuredForm(Opts))
    return hasMeasuredForm(Instances, Opts);
  double Least = ratioOf(Instances.front(), Opts);
  for (const LoopFacts &F : Instances) {
    if (F.UsesTensorCores)
      return Answer::yes();
    Least = std::min(Least, ratioOf(F, Opts));
  }
  if (Least <= MuchArithmetic)
    return Answer::yes();
  return {RefusalId::NothingToGain, "the loop does " + asText(Least) +
                                        " operations for each byte that it "
                                        "loads, so that its loads take next "
                                        "to none of its time (from " +
                                        asText(MuchArithmetic) + " on)"};
}

llvm::SmallVector<Wish, 2> wishesFor(llvm::ArrayRef<PlanInstance> Instances,
                                     const Options &Opts) {
  if (!isFormOpen(Opts))
    return {};
  if (wantsMeasuredForm(Opts))
    return measuredForms(Opts);
  llvm::SmallVector<Wish, 2> Wishes;
  for (auto *Find :
       {wishForLoads, wishForSomeLoads, wishForTensorCores<DeepStages>,
        wishForTensorCores<DeepStages - 1>, wishForShortBodies})
    if (std::optional<Wish> Found = Find(Instances, Opts))
      Wishes.push_back(std::move(*Found));
  return Wishes;
}

} // namespace pipeline_rewrite
