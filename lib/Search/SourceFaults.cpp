//===- SourceFaults.cpp - What the source does wrong when it runs ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Analyse/Sync/MissingBarrier.h"
#include "Check/CheckKernels.h"
#include "Match/FindKLoops.h"
#include "Search/AddToResult.h"
#include "Search/RunRewrites.h"

namespace pipeline_rewrite {
namespace {

/// Of a kernel.
constexpr double MostSeconds = 2;
/// Kernels of a unit; of later ones nothing is said.
constexpr unsigned MostKernels = 8;

constexpr char AdviceWithoutRace[] =
    "Keep what is a thread's own in registers; if other threads do read it, "
    "add __syncthreads() between the two places named.";

std::string act(int Thread, bool Writes, unsigned Line) {
  return "thread " + std::to_string(Thread) + (Writes ? " writes" : " reads") +
         " in line " + std::to_string(Line);
}

std::string raceText(const KernelFind &Race) {
  using executor::HazardKind;
  const HazardKind Kind = Race.Hazard.Kind;
  return "race found: " +
         act(Race.Hazard.OtherThread, Kind != HazardKind::RaceWar,
             Race.Other.Line) +
         ", " + act(Race.Thread, Kind != HazardKind::RaceRaw, Race.Place.Line) +
         ", with no barrier between, in " + Race.Launch;
}

std::string countText(const CheckedKernel &Of) {
  return std::to_string(Of.Launches) +
         (Of.Launches == 1 ? " launch" : " launches") + " under " +
         std::to_string(Of.Schedules) + " schedules";
}

bool isByHand(const LoopReport &Loop) {
  return Loop.Verdict == LoopVerdict::AlreadyPipelined ||
         (Loop.Reason && Loop.Reason->Id == RefusalId::AlreadyAsync);
}

/// Where a launch's numbers are assumed, they need not fit rows and vectors.
bool isOfPipeline(const KernelFind &Find) {
  return !Find.HasAssumedSizes || isOfOrder(Find.Hazard.Kind);
}

/// One loop, and what running its kernels came to.
struct Asked {
  LoopReport *Loop;
  KernelSet Kernels;

  bool holds(const SourcePlace &Place) const {
    return Place.File == Loop->Place.File && Place.Line >= Loop->Place.Line &&
           Place.Line <= Loop->LastLine;
  }
  void say(const CheckedKernel &Of) const {
    Refusal &Reason = *Loop->Reason;
    const size_t Doubt = Reason.Detail.find(DoubtfulRace);
    const auto Race = llvm::find_if(Of.Finds, [&](const KernelFind &Find) {
      return Find.Id == "shared-race" && holds(Find.Place) && holds(Find.Other);
    });
    if (Doubt == std::string::npos || !Of.Launches)
      return;
    const bool IsRace = Race != Of.Finds.end();
    Reason.Detail.replace(Doubt, DoubtfulRace.size(),
                          ": " + (IsRace ? raceText(*Race)
                                         : "no race was found in " +
                                               countText(Of) +
                                               "; each thread may keep to its "
                                               "own elements"));
    if (!IsRace)
      Reason.Advice = AdviceWithoutRace;
  }
  /// A find that lies in none of the loops is of all of them.
  void note(const CheckedKernel &Of, llvm::ArrayRef<Asked> All) const {
    HandRun &Run = *Loop->ByHand;
    Run.Launches += Of.Launches;
    Run.Schedules = std::max(Run.Schedules, Of.Schedules);
    if (Run.WhyNot.empty() || Of.Launches)
      Run.WhyNot = Of.Launches ? "" : Of.WhyNot;
    for (const KernelFind &Find : Of.Finds) {
      if (!isOfPipeline(Find))
        continue;
      auto IsHeld = [&](const Asked &Each) {
        return Each.holds(Find.Place) || Each.holds(Find.Other);
      };
      Run.Finds += IsHeld(*this) || llvm::none_of(All, IsHeld);
    }
    for (const SourceWarning &Advice : Of.Advice)
      if (holds(Advice.Place) &&
          llvm::none_of(Run.Advice, [&](const SourceWarning &Old) {
            return Old.Place == Advice.Place;
          }))
        Run.Advice.push_back(Advice);
  }
};

bool lacksBarrier(const LoopReport &Loop) {
  return Loop.Reason && Loop.Reason->Id == RefusalId::MissingBarrier;
}

bool isOpen(const LoopReport &Loop) {
  return lacksBarrier(Loop) || (Loop.Execution && !Loop.Execution->Launches) ||
         isByHand(Loop);
}

std::vector<Asked> openLoops(UnitResult &Result, const SourceUnit &Unit) {
  std::vector<Asked> Out;
  if (llvm::none_of(Result.Loops, isOpen))
    return Out;
  const KernelCallers Callers(Unit.context());
  const std::vector<KLoopSite> Sites = findKLoops(Unit);
  for (LoopReport &Loop : Result.Loops) {
    const auto Site = llvm::find_if(Sites, [&](const KLoopSite &S) {
      return S.Place == Loop.Place && !S.PatternOnly;
    });
    if (!isOpen(Loop) || Site == Sites.end())
      continue;
    LoopToRun ToRun;
    for (const KLoop &Instance : Site->Instances)
      ToRun.Functions.push_back(Instance.Function);
    Asked &New = Out.emplace_back(Asked{&Loop, {}});
    for (const clang::FunctionDecl *Kernel : kernelsOf(ToRun, Callers))
      New.Kernels.insert(Kernel);
  }
  return Out;
}

} // namespace

void findSourceFaults(UnitResult &Result, const SourceUnit &Unit,
                      const Options &Opts) {
  const std::vector<Asked> Open = openLoops(Result, Unit);
  KernelSet All;
  for (const Asked &Each : Open)
    for (const clang::FunctionDecl *Kernel : Each.Kernels)
      if (All.size() < MostKernels)
        All.insert(Kernel);
  if (All.empty())
    return;
  for (const Asked &Each : Open)
    if (isByHand(*Each.Loop))
      Each.Loop->ByHand.emplace().WhyNot = "no kernel that can be run holds it";
  const bool AnyByHand = llvm::any_of(
      Open, [](const Asked &Each) { return isByHand(*Each.Loop); });
  for (const CheckedKernel &Of :
       checkKernels(Unit, Opts, MostSeconds, {}, &All,
                    AnyByHand ? AdviceOn::Waits : AdviceOn::Nothing)) {
    const bool IsByHandAlone = llvm::all_of(Open, [&](const Asked &Each) {
      return isByHand(*Each.Loop) || !Each.Kernels.contains(Of.Function);
    });
    for (const KernelFind &Find : Of.Finds)
      if (!IsByHandAlone || isOfPipeline(Find))
        Result.Warnings.push_back(
            {Find.Place,
             "in '" + Of.Name + "': " + Find.Message + ", " + launchOf(Find),
             Find.Id});
    for (const Asked &Each : Open)
      if (lacksBarrier(*Each.Loop) && Each.Kernels.contains(Of.Function))
        Each.say(Of);
      else if (Each.Loop->ByHand && Each.Kernels.contains(Of.Function))
        Each.note(Of, Open);
  }
}

} // namespace pipeline_rewrite
