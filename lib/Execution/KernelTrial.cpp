//===- KernelTrial.cpp - Original and output of one kernel, side by side --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/KernelTrial.h"
#include "Budget/BlockWithWarp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <set>

namespace pipeline_rewrite {

using namespace executor;

namespace {

/// Nominal seconds. Medians of 7,353 launches of this project's samples: 6 to
/// 12 ns a step, 20 to 60 us for one that does next to nothing, 0.1 ns for each
/// of three passes over a byte.
constexpr double SecondsOfStep = 1e-8, SecondsOfByte = 3e-10,
                 SecondsOfLaunch = 4e-5;
/// A trial of the original beyond it is too long; about 0.2 s.
constexpr uint64_t MostSteps = 20000000;
/// Where a block is alone because sizes are constants, there is no smaller one.
constexpr uint64_t MostStepsOfBlock = 5 * MostSteps;
/// An output that takes this many times the original's steps hangs.
constexpr uint64_t MostTimes = 20;

std::vector<std::string> sortedLines(const std::string &Text) {
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Text).split(Lines, '\n');
  std::vector<std::string> Out(Lines.begin(), Lines.end());
  llvm::sort(Out);
  return Out;
}

/// A vector of which the original reads the parts: its text promises the
/// alignment, its code does not need it. Such a launch was not legal. An
/// address that is in no allocation is another matter: nothing was promised of
/// it.
bool isMisaligned(const LaunchResult &R, AccessSpace In) {
  auto First = llvm::find_if(
      R.Hazards, [](const Hazard &H) { return H.How == Severity::Hard; });
  return First != R.Hazards.end() && First->Kind == HazardKind::Misaligned &&
         First->Space == In &&
         (In != AccessSpace::Global || First->Allocation != 0);
}

/// Nothing else than that two copies meet, or a copy and a store.
bool onlyMeets(const Hazard &H) {
  return !H.isFault() || H.Kind == HazardKind::RaceWaw ||
         H.Kind == HazardKind::InflightWrite;
}

/// Races of one value are of one kind, whether others read it or write it too.
HazardKind kindOf(const Hazard &H) {
  return H.isRaceOfOneValue() ? HazardKind::RaceWaw : H.Kind;
}

std::string dimensions(const uint32_t *Of) {
  return "(" + std::to_string(Of[0]) + ", " + std::to_string(Of[1]) + ", " +
         std::to_string(Of[2]) + ")";
}

/// A second kernel gets a warp more; nullopt where there is no room.
std::optional<BlockShape> blockOfOutput(const LaunchChange &Change,
                                        const BlockShape &Own) {
  if (!Change.SecondLayer)
    return Own;
  if (!Change.Maps.empty())
    return blockWithWarp(Own);
  if (Own[2] > 1 || Own[0] * Own[1] > 512)
    return std::nullopt;
  return BlockShape{Own[0], Own[1], 2};
}

} // namespace

uint32_t LaunchChange::dynamicBytes(uint32_t Before) const {
  return std::max<uint64_t>(Before, AtLeast);
}

const KernelTrial::Schedule KernelTrial::Reference = {1, Policy::Forward,
                                                      std::nullopt, "in order"};
const KernelTrial::Schedule KernelTrial::Elsewhere = {
    1, Policy::Forward, std::nullopt, "in order, shared memory elsewhere",
    8192};
const KernelTrial::Schedule KernelTrial::Others[3] = {
    {2, Policy::Shuffled, std::nullopt, "shuffled"},
    {3, Policy::Interleaved, std::nullopt, "interleaved"},
    {4, Policy::Delayed, CopyMoment::Late,
     "one thread delayed, copies arrive late"}};

KernelTrial::KernelTrial(Session &Device, CodeId Original, CodeId Output,
                         const KernelSignature &Kernel, const CountedLoop &Loop,
                         const LaunchChange &Change)
    : Device(Device), Original(Original), Output(Output), Kernel(Kernel),
      Loop(Loop), Change(Change), Memory(Device, Kernel) {}

LaunchResult KernelTrial::run(CodeId Code, const Trial &T, const Schedule &S,
                              uint64_t StepLimit, bool StopAtHazard,
                              Watch How) {
  LaunchRequest R;
  R.Code = Code;
  R.Kernel = Kernel.Symbol;
  std::copy(T.Grid.begin(), T.Grid.end(), R.Grid);
  std::copy(T.Block.begin(), T.Block.end(), R.Block);
  R.Blocks = T.OneBlock;
  R.DynamicShared = T.DynamicBytes;
  if (Code == Output) {
    if (!IsUnedited)
      R.DynamicShared = Change.dynamicBytes(T.DynamicBytes);
    if (const auto Block = blockOfOutput(Change, T.Block))
      std::copy(Block->begin(), Block->end(), R.Block);
    if (!OutputSymbol.empty())
      R.Kernel = OutputSymbol;
  }
  R.Arguments = Memory.arguments(Code, R.Kernel, mapsFor(Code));
  R.Seed = seedOf(S);
  R.Schedule = S.How;
  R.Copies = S.Copies;
  R.StepLimit = StepLimit;
  R.StopAtHazard = StopAtHazard;
  R.ForTwoTexts = true;
  R.SharedShift = S.SharedShift;
  R.Accesses = Listener;
  R.Loose = Loose;
  if (How == Watch::Record) {
    Memory.watch(Touched);
    Compared.clear();
    R.Compared = &Compared;
  }
  R.Touched = How == Watch::Nothing || Change.ReadsAhead ? nullptr : &Touched;
  R.OnlyTouched = How == Watch::Compare;
  if (Code == Output)
    adaptOutput(R, T);
  Memory.fill(Code);
  LaunchResult Ran = Device.launch(R);
  Spent += SecondsOfLaunch + double(Ran.Steps) * SecondsOfStep;
  for (const LaunchMemory::Buffer &B : Memory.buffers())
    Spent += double(B.Start.size()) * SecondsOfByte;
  return Ran;
}

std::vector<std::vector<uint8_t>> KernelTrial::mapsFor(CodeId Code) const {
  std::vector<std::vector<uint8_t>> Maps;
  if (Code == Output)
    for (const MapArgument &Map : Change.Maps)
      if (auto Bytes = Memory.mapOf(Map))
        Maps.push_back(std::move(*Bytes));
  return Maps;
}

uint64_t KernelTrial::tilesOf(const LaunchResult &R) const {
  llvm::StringRef Name = llvm::sys::path::filename(Loop.File);
  uint64_t Passed = 0;
  unsigned Seen = 0; // lines
  for (const BarrierCount &B : R.Barriers)
    if (B.Line >= Loop.FirstLine && B.Line <= Loop.LastLine &&
        llvm::sys::path::filename(B.File) == Name) {
      Passed += B.Most;
      ++Seen;
    }
  // The barriers stand in a function that the loop calls.
  if (!Seen)
    for (uint32_t OfBlock : R.BarriersOfBlock)
      Passed = std::max<uint64_t>(Passed, OfBlock);
  const unsigned Plain = Loop.Barriers - Loop.Votes;
  const bool SeesVotes = !Seen || Seen > Plain;
  return Passed / std::max(SeesVotes ? Loop.Barriers : Plain, 1u);
}

TrialResult KernelTrial::judge(const LaunchResult &R, uint64_t Limit) const {
  TrialResult Out;
  Out.Steps = R.Steps;
  Out.Why = R.Why;
  if (R.DivisionsByZero) {
    Out.Why = "an integer is divided by zero";
    Out.End = TrialEnd::Illegal;
    return Out;
  }
  // The first hazard is the cause, what follows may be its consequence.
  auto Fault = llvm::find_if(R.Hazards, [&](const Hazard &H) {
    return H.isFault() && !(TakesSoft && H.How == Severity::Soft);
  });
  if (Fault != R.Hazards.end()) {
    Out.Why = Fault->text();
    Out.End = Fault->Kind == HazardKind::OobGlobal   ? TrialEnd::OutOfBounds
              : Fault->Kind == HazardKind::OobShared ? TrialEnd::OutOfShared
                                                     : TrialEnd::Illegal;
    if (Fault->Kind == HazardKind::Unsupported)
      Out.End = TrialEnd::NotExecutable;
    if (Fault->Kind == HazardKind::Deadlock && R.Steps >= Limit)
      Out.End = TrialEnd::TooLong;
    return Out;
  }
  switch (R.How) {
  case LaunchResult::End::Completed:
    Out.End = TrialEnd::Legal;
    Out.Tiles = tilesOf(R);
    Out.IsRacy = llvm::any_of(R.Hazards, [](const Hazard &H) {
      return H.Kind == HazardKind::GlobalRace;
    });
    break;
  case LaunchResult::End::Unsupported:
    Out.End = TrialEnd::NotExecutable;
    break;
  case LaunchResult::End::OutOfSteps:
  case LaunchResult::End::OutOfTime:
    Out.End = TrialEnd::TooLong;
    break;
  case LaunchResult::End::Refused:
  case LaunchResult::End::Trapped:
  case LaunchResult::End::Faulted:
  case LaunchResult::End::Stuck:
    Out.End = TrialEnd::Illegal;
    break;
  }
  return Out;
}

TrialResult KernelTrial::tryOriginal(const Trial &T) {
  TrialResult Out;
  Legal = {};
  if (!blockOfOutput(Change, T.Block)) {
    Out.Why = "the output needs more threads";
    return Out;
  }
  Trial Given = T;
  Given.FewDigits |= FewDigits;
  if (!Memory.prepare(Given)) {
    Out.Why = "the buffers are too large";
    return Out;
  }
  if (Memory.arguments(Original, Kernel.Symbol).empty() &&
      !Kernel.Parameters.empty()) {
    Out.End = TrialEnd::NotExecutable;
    Out.Why = "its parameters are laid out in another way in the compiled code";
    return Out;
  }
  const uint64_t Limit = T.OneBlock ? MostStepsOfBlock : MostSteps;
  Legal =
      run(Original, T, Reference, Limit, /*StopAtHazard=*/true, Watch::Record);
  if (TakesSoft && Legal.How == LaunchResult::End::Faulted &&
      llvm::none_of(Legal.Hazards, [](const Hazard &H) {
        return H.How == Severity::Hard && H.isFault();
      }))
    Legal = run(Original, T, Reference, Limit, /*StopAtHazard=*/false,
                Watch::Record);
  Out = judge(Legal, Limit);
  Out.Compared = Compared.pairs();
  return Out;
}

std::optional<std::string> KernelTrial::compareRun(const LaunchResult &R,
                                                   CodeId Code) const {
  std::set<std::tuple<HazardKind, Severity, std::string>> Known;
  // A second kernel has another name.
  auto KeyOf = [&](const Hazard &H) {
    return std::tuple(kindOf(H), H.How, OutputSymbol.empty() ? H.Kernel : "");
  };
  for (const Hazard &H : Legal.Hazards)
    Known.insert(KeyOf(H));
  for (const Hazard &H : R.Hazards)
    if (H.Kind != HazardKind::ExtraGlobal && !Known.count(KeyOf(H)))
      return H.text();
  if (!R.completed())
    return "the output does not run to its end: " + R.Why;
  if (auto Text = Memory.difference(Left, Memory.take(Code)))
    return Text;
  for (const Hazard &H : R.Hazards)
    if (H.Kind == HazardKind::ExtraGlobal)
      return H.text();
  if (sortedLines(Legal.Output) != sortedLines(R.Output))
    return std::string("it prints something else");
  return std::nullopt;
}

bool KernelTrial::isOrdered(const Trial &T, uint64_t Steps) {
  // Of accesses that nothing orders a few schedules need not show what they do.
  if (llvm::any_of(Legal.Hazards, [](const Hazard &H) {
        return H.Kind == HazardKind::GlobalRace;
      }))
    return false;
  for (const Schedule &S : Others) {
    LaunchResult R = run(Original, T, S, Steps * MostTimes,
                         /*StopAtHazard=*/false, Watch::Compare);
    if (compareRun(R, Original))
      return false;
  }
  return true;
}

bool KernelTrial::dependsOnPlaces(const Trial &T, uint64_t Steps) {
  const LaunchResult R = run(Original, T, Elsewhere, Steps * MostTimes,
                             /*StopAtHazard=*/false);
  return R.completed() && (Memory.difference(Left, Memory.take(Original)) ||
                           sortedLines(R.Output) != sortedLines(Legal.Output));
}

bool KernelTrial::compareUnedited(const Trial &T, const Schedule &S,
                                  uint64_t Steps) {
  if (!Change.AsksLaunch || T.DynamicBytes >= Change.AtLeast)
    return true;
  IsUnedited = true;
  const auto What = compareRun(run(Output, T, S, Steps * MostTimes,
                                   /*StopAtHazard=*/false, Watch::Compare),
                               Output);
  if (What)
    report(T, S, *What);
  IsUnedited = false;
  return !What;
}

bool KernelTrial::compare(const Trial &T, const TrialResult &Before) {
  // The host would launch the original.
  if (mapsFor(Output).size() != Change.Maps.size()) {
    ++WithoutMaps;
    return true;
  }
  Left = Memory.take(Original);
  const uint64_t Steps = std::max<uint64_t>(Before.Steps, 10000);
  unsigned Ran = 0;
  for (const Schedule &S : Others) {
    LaunchResult R = run(Output, T, S, Steps * MostTimes,
                         /*StopAtHazard=*/false, Watch::Compare);
    if (R.How == LaunchResult::End::Unsupported ||
        R.How == LaunchResult::End::OutOfTime) {
      CanExecute = "the output: " + R.Why;
      return false;
    }
    // More than a block has: no program launches it so.
    if (R.How == LaunchResult::End::Refused && Change.AtLeast)
      return true;
    if (auto What = compareRun(R, Output)) {
      if (isMisaligned(R, AccessSpace::Global))
        return true;
      // `half h[8]; … *(uint4 *)h`: compilers differ in where they put it.
      if (isMisaligned(R, AccessSpace::Local)) {
        CanExecute = std::string("a thread's own array is read as a type that "
                                 "wants more alignment than it has");
        return false;
      }
      // Copies that meet where the original stores one value twice: what they
      // leave behind counts, if that is known.
      if (R.Copies && llvm::any_of(Legal.Hazards, [](const Hazard &H) {
            return H.isRaceOfOneValue();
          })) {
        if (R.completed() && llvm::all_of(R.Hazards, onlyMeets) &&
            !Memory.difference(Left, Memory.take(Output))) {
          ++Ran;
          continue;
        }
        return true;
      }
      if (dependsOnPlaces(T, Steps)) {
        CanExecute = std::string("what the original leaves behind depends on "
                                 "where its shared memory lies");
        return false;
      }
      if (!isOrdered(T, Steps))
        return compareFewDigits(T);
      report(T, S, *What);
      return false;
    }
    // What it leaves is the same in any order, or the run before would differ.
    if (Ran++ == 0 && !compareUnedited(T, S, Steps))
      return false;
    WithLateCopies |= S.Copies.has_value();
    // Without copies the last is a schedule like the others.
    if (!R.Copies && Ran == 2)
      break;
  }
  if (!Launches++)
    FirstBlock = T.Block;
  Schedules = std::max(Schedules, Ran);
  LeastTiles = std::min(LeastTiles, Before.Tiles);
  MostTiles = std::max(MostTiles, Before.Tiles);
  return true;
}

bool KernelTrial::compareFewDigits(const Trial &T) {
  if (!FewDigits) {
    FewDigits = true;
    const TrialResult Before = tryOriginal(T);
    if (Before.isLegal())
      return compare(T, Before);
  }
  ++Unordered;
  return true;
}

std::string KernelTrial::launchText(const Trial &T) {
  return "<<<" + dimensions(T.Grid.data()) + ", " + dimensions(T.Block.data()) +
         ", " + std::to_string(T.DynamicBytes) + ">>>" +
         (T.OneBlock ? ", of which the first block is run" : "");
}

void KernelTrial::report(const Trial &T, const Schedule &S, std::string What) {
  Counterexample Out;
  Out.What = std::move(What);
  Out.Kernel = Kernel.Name;
  Out.Launch = launchText(T);
  if (Change.AtLeast && !IsUnedited)
    Out.Launch += ", the output with " +
                  std::to_string(Change.dynamicBytes(T.DynamicBytes)) +
                  " bytes of dynamic shared memory";
  if (Change.SecondLayer)
    Out.Launch += ", the output with threads that only copy";
  Out.Schedule = "seed " + std::to_string(seedOf(S)) + ", " + S.Name;
  Out.Arguments = Memory.describe();
  Wrong = std::move(Out);
}

} // namespace pipeline_rewrite
