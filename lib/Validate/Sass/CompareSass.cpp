//===- CompareSass.cpp - Did the compiler keep the pipeline? --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Sass/CompareSass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {
namespace {

/// A load that less than this part of a tile's math runs behind was moved to
/// its use. Loads through registers are often issued in mid-tile, where the
/// registers of the first half are free.
constexpr unsigned LeastShare = 4;

std::vector<SassLoop> loopsOfTiles(llvm::ArrayRef<SassInstruction> Code) {
  std::vector<SassLoop> Loops = findBarrierLoops(Code);
  llvm::erase_if(Loops, [](const SassLoop &Loop) {
    return Loop.Loads + Loop.Copies == 0 ||
           (Loop.math() == 0 && !Loop.HasInnerLoops);
  });
  return Loops;
}

/// Without the loop that stays beside a rewritten one: behind its loads there
/// is least to do before they are used.
std::vector<SassLoop> withoutKept(std::vector<SassLoop> Loops,
                                  size_t LoopsBefore, bool KeepsSource) {
  if (KeepsSource && Loops.size() == LoopsBefore + 1)
    Loops.erase(
        llvm::min_element(Loops, [](const SassLoop &A, const SassLoop &B) {
          return A.MathBehindLoads < B.MathBehindLoads;
        }));
  return Loops;
}

/// Tiles of one pass: more than one if the compiler unrolled the loop.
unsigned tilesOf(const SassLoop &Loop, unsigned BarriersPerTile) {
  return BarriersPerTile && Loop.Barriers % BarriersPerTile == 0
             ? std::max(1u, Loop.Barriers / BarriersPerTile)
             : 1;
}

/// Operations of one multiply-add.
constexpr double PerMultiplyAdd = 2;

const SassLoop *withMostMath(llvm::ArrayRef<SassLoop> Loops) {
  const auto *Most =
      llvm::max_element(Loops, [](const SassLoop &A, const SassLoop &B) {
        return A.math() < B.math();
      });
  return Most == Loops.end() ? nullptr : Most;
}

/// How often the inner loop runs beyond the once that is counted: it computes
/// what nothing else does.
double moreRounds(const SassLoop &Loop, double Operations) {
  const unsigned Inner = Loop.Inner.Math;
  return Inner ? std::max(0., (Operations / PerMultiplyAdd - Loop.Work.Math) /
                                  Inner)
               : 0;
}

TileWork workOfTile(llvm::ArrayRef<SassLoop> Loops, unsigned BarriersPerTile,
                    double Operations) {
  const SassLoop *Most = withMostMath(Loops);
  if (!Most)
    return {};
  const unsigned Tiles = tilesOf(*Most, BarriersPerTile);
  const SassWork &All = Most->Work, &Inner = Most->Inner;
  const double More = moreRounds(*Most, Operations);
  return {double(All.Instructions) / Tiles + More * Inner.Instructions,
          double(All.Reads) / Tiles + More * Inner.Reads,
          Inner.Math != 0 && Operations == 0, Tiles};
}

/// A loop that was not rewritten is as it was.
bool isSame(const SassLoop &A, const SassLoop &B) {
  return A.Math == B.Math && A.Loads == B.Loads && A.Copies == B.Copies &&
         A.Barriers == B.Barriers && A.MathBehindLoads == B.MathBehindLoads &&
         llvm::equal(A.Excerpt, B.Excerpt,
                     [](const SassLine &X, const SassLine &Y) {
                       return X.Text == Y.Text;
                     });
}

std::string placeOf(const SassLoop &Loop) {
  return "the loop at 0x" + llvm::utohexstr(Loop.First, /*LowerCase=*/true);
}

/// Other math than before, for each tile.
std::vector<std::string> differentMath(const SassLoop &Before,
                                       unsigned TilesBefore,
                                       const SassLoop &After,
                                       unsigned TilesAfter) {
  std::map<std::string, std::pair<unsigned, unsigned>> Both;
  for (const auto &[Name, Count] : Before.Math)
    Both[Name].first = Count * TilesAfter;
  for (const auto &[Name, Count] : After.Math)
    Both[Name].second = Count * TilesBefore;
  std::vector<std::string> Different;
  for (const auto &[Name, Counts] : Both)
    if (Counts.first != Counts.second)
      Different.push_back(
          std::to_string(Counts.second / (TilesBefore * TilesAfter)) + " " +
          Name + " a tile, " +
          std::to_string(Counts.first / (TilesBefore * TilesAfter)) +
          " before");
  return Different;
}

/// What one loop shows by itself.
void judge(const SassLoop &Loop, unsigned Tiles, const TileBarriers &Barriers,
           SassChange &Change) {
  // Math of inner loops is counted once a pass, on both sides of this.
  unsigned Math = Loop.math() / Tiles;
  if (Loop.MathBehindLoads < Math / LeastShare) {
    Change.LoadsMoved = true;
    Change.Findings.push_back(
        placeOf(Loop) +
        ": the compiler brought loads and their use together: " +
        std::to_string(Loop.MathBehindLoads) + " of " + std::to_string(Math) +
        " math instructions stand between them");
  }
  if (Loop.BarrierBehindLoads && !Barriers.BehindLoads)
    Change.Findings.push_back(placeOf(Loop) +
                              ": a barrier stands between the loads and the "
                              "computation");
}

/// What tensor maps are made of.
std::vector<std::string> missingOfMaps(const SassLoop &Loop) {
  std::vector<std::string> Missing;
  for (auto [Count, What] :
       {std::pair(Loop.MapCopies, "copy by a tensor map (UTMALDG)"),
        std::pair(Loop.Arrivals,
                  "arrival that expects bytes (SYNCS.ARRIVE.TRANS64)"),
        std::pair(Loop.PhaseChecks, "wait for a phase (SYNCS.PHASECHK)")})
    if (Count == 0)
      Missing.push_back(placeOf(Loop) + ": there is no " + What);
  return Missing;
}

/// Why no loop of the new code can be looked at.
std::string whyUnjudged(llvm::ArrayRef<SassInstruction> After,
                        const TileBarriers &Barriers) {
  const std::vector<SassLoop> Left = findBarrierLoops(After);
  if (!Left.empty())
    return "not judged: of " + placeOf(Left.front()) +
           ", which holds a barrier, it cannot be seen where its loads go";
  return std::string("not judged: no loop with loads, computation and a "
                     "barrier is left to look at: ") +
         (Barriers.After ? "the compiler may have unrolled it whole"
                         : "the waits of a pipeline of the block are none");
}

} // namespace

SassChange compareSass(llvm::ArrayRef<SassInstruction> Before,
                       llvm::ArrayRef<SassInstruction> After,
                       const TileBarriers &Barriers, double Operations) {
  SassChange Change;
  Change.Before = loopsOfTiles(Before);
  Change.After = withoutKept(loopsOfTiles(After), Change.Before.size(),
                             Barriers.KeepsSource);
  Change.WorkBefore = workOfTile(Change.Before, Barriers.Before, Operations);
  Change.WorkAfter = workOfTile(Change.After, Barriers.After, Operations);
  std::vector<std::string> &Findings = Change.Findings;
  Change.IsUnjudged =
      Change.After.size() < Change.Before.size() || Change.After.empty();
  if (Change.After.empty())
    Findings.push_back(whyUnjudged(After, Barriers));
  bool Paired = Change.Before.size() == Change.After.size();
  if (!Paired && !Change.After.empty())
    Findings.push_back(
        std::to_string(Change.After.size()) + " loops with a barrier, " +
        std::to_string(Change.Before.size()) +
        " before, so that their computations cannot be compared");
  for (size_t I = 0; I < Change.After.size(); ++I) {
    const SassLoop &Loop = Change.After[I];
    if (Paired && isSame(Change.Before[I], Loop))
      continue;
    unsigned Tiles = tilesOf(Loop, Barriers.After);
    judge(Loop, Tiles, Barriers, Change);
    if (Barriers.ByMaps)
      llvm::append_range(Findings, missingOfMaps(Loop));
    if (!Paired)
      continue;
    const SassLoop &Old = Change.Before[I];
    if (!Loop.HasInnerLoops && !Old.HasInnerLoops)
      for (const std::string &Text :
           differentMath(Old, tilesOf(Old, Barriers.Before), Loop, Tiles))
        Findings.push_back(placeOf(Loop) + ": " + Text);
    if (Loop.HasInnerLoops && !Old.HasInnerLoops)
      Findings.push_back(placeOf(Loop) +
                         ": the compiler no longer unrolls the computation; "
                         "#pragma unroll above its loop asks for it");
    if (Loop.LocalAccesses > Old.LocalAccesses)
      Findings.push_back(
          placeOf(Loop) + ": " +
          std::to_string(Loop.LocalAccesses - Old.LocalAccesses) +
          " new accesses to local memory");
  }
  return Change;
}

TileFacts tileFacts(llvm::ArrayRef<SassInstruction> Code,
                    unsigned BarriersPerTile, double Operations,
                    bool KeepsSource) {
  std::vector<SassLoop> Loops = loopsOfTiles(Code);
  const size_t Before = Loops.empty() ? 0 : Loops.size() - 1;
  Loops = withoutKept(std::move(Loops), Before, KeepsSource && Before > 0);
  const SassLoop *Most = withMostMath(Loops);
  if (!Most)
    return {};
  const TileWork Work = workOfTile(Loops, BarriersPerTile, Operations);
  const double Tiles = Work.Tiles;
  TileFacts Facts;
  Facts.Instructions = Work.Instructions;
  Facts.Math = Most->Work.Math / Tiles +
               moreRounds(*Most, Operations) * Most->Inner.Math;
  Facts.Reads = Work.Reads;
  Facts.Loads = Most->Loads / Tiles;
  Facts.Copies = Most->Copies / Tiles;
  Facts.LocalAccesses = Most->LocalAccesses / Tiles;
  Facts.Barriers = Most->Barriers / Tiles;
  Facts.MathBehindLoads = Most->MathBehindLoads;
  Facts.Tiles = Work.Tiles;
  Facts.IsLeast = Work.IsLeast;
  Facts.BarrierBehindLoads = Most->BarrierBehindLoads;
  Facts.OtherLoads = Most->OtherLoads / Tiles;
  return Facts;
}

} // namespace pipeline_rewrite
