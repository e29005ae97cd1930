//===- JudgeRaces.cpp - A missing barrier: race or none -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/JudgeRaces.h"
#include "Analyse/LoopAnalysis.h"
#include "Execution/FindRace.h"
#include "Match/FindKLoops.h"
#include "Search/RunRewrites.h"
#include <chrono>

namespace pipeline_rewrite {
namespace {

/// For all loops of a unit; of later ones nothing is said. One takes 2 to 5.
constexpr double MostSeconds = 10;

constexpr char AdviceWithoutRace[] =
    "Keep what is a thread's own in registers; if other threads do read it, "
    "add __syncthreads() between the two places named.";

std::string countText(const RaceFindings &Found) {
  return std::to_string(Found.Launches) +
         (Found.Launches == 1 ? " launch" : " launches") + " under " +
         std::to_string(Found.Schedules) + " schedules";
}

std::string raceText(const FoundRace &Race) {
  return "race found: " + Race.Earlier + ", " + Race.Later +
         ", with no barrier between, in " + Race.Launch;
}

void say(Refusal &Reason, const RaceFindings &Found) {
  std::string Seen;
  if (Found.Race)
    Seen = raceText(*Found.Race);
  else if (Found.Launches)
    Seen = "no race was found in " + countText(Found) +
           "; each thread may keep to its own elements";
  else
    return;
  if (Found.Race && Found.Launches)
    Seen += "; none with other blocks, in " + countText(Found);
  if (!Found.Race)
    Reason.Advice = AdviceWithoutRace;
  const size_t Doubt = Reason.Detail.find(DoubtfulRace);
  if (Doubt != std::string::npos)
    Reason.Detail.replace(Doubt, DoubtfulRace.size(), ": " + Seen);
}

LoopToRun loopToRun(const KLoopSite &Site, const SourceUnit &Unit,
                    const Options &Opts) {
  LoopToRun Out;
  Out.Counted = countedLoop(Site, Unit);
  for (const KLoop &Instance : Site.Instances)
    Out.Functions.push_back(Instance.Function);
  Out.Blocks = BlockChoice::InViewIfAny;
  Out.BlockThreads = Opts.BlockThreads;
  Out.DynamicBytes = Opts.DynamicBytes;
  Out.AssumeNoAlias = Opts.AssumeNoAlias;
  return Out;
}

} // namespace

void judgeRaces(UnitResult &Result, const SourceUnit &Unit,
                const Options &Opts) {
  const auto IsOpen = [](const LoopReport &Loop) {
    return Loop.Reason && Loop.Reason->Id == RefusalId::MissingBarrier;
  };
  if (llvm::none_of(Result.Loops, IsOpen))
    return;
  const std::vector<KLoopSite> Sites = findKLoops(Unit);
  std::vector<LoopReport *> Open;
  std::vector<LoopToRun> ToRun;
  for (LoopReport &Loop : Result.Loops) {
    const auto Site = llvm::find_if(Sites, [&](const KLoopSite &S) {
      return S.Place == Loop.Place && !S.PatternOnly;
    });
    if (!IsOpen(Loop) || Site == Sites.end())
      continue;
    Open.push_back(&Loop);
    ToRun.push_back(loopToRun(*Site, Unit, Opts));
  }
  const auto Begin = std::chrono::steady_clock::now();
  findRaces(Unit, ToRun, [&](size_t I, const RaceFindings &Found) {
    say(*Open[I]->Reason, Found);
    return std::chrono::steady_clock::now() - Begin <=
           std::chrono::duration<double>(MostSeconds);
  });
}

} // namespace pipeline_rewrite
