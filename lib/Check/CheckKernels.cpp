//===- CheckKernels.cpp - What kernels do wrong when they run -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/CheckKernels.h"
#include "Analyse/Builds/ReachedErrors.h"
#include "Check/CheckTrial.h"
#include "Check/GuardedSizes.h"
#include <chrono>
#include <set>

namespace pipeline_rewrite {

using namespace executor;

namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t MadeUpBytes = 1 << 20;
constexpr unsigned MostShapes = 24, FewestThreads = 32;

/// Of threads that meet, and of barriers: no size of a buffer makes them.
bool isOfOrder(HazardKind Kind) {
  switch (Kind) {
  case HazardKind::RaceRaw:
  case HazardKind::RaceWar:
  case HazardKind::RaceWaw:
  case HazardKind::InflightRead:
  case HazardKind::InflightWrite:
  case HazardKind::SourceChanged:
  case HazardKind::PendingAtExit:
  case HazardKind::BarrierDivergence:
  case HazardKind::Deadlock:
  case HazardKind::MBarrierMisuse:
    return true;
  default:
    return false;
  }
}

/// What a launch that nobody has written can say of the kernel: nothing about
/// bounds of buffers, assertions on arguments, or words that two sizes make
/// overlap.
bool countsMadeUp(const Hazard &H) {
  if (H.Kind == HazardKind::Misaligned)
    return H.Space == AccessSpace::Shared;
  return isOfOrder(H.Kind) || H.Kind == HazardKind::UninitShared ||
         H.Kind == HazardKind::OobShared || H.Kind == HazardKind::OobLocal;
}

bool has(const LaunchResult &R, HazardKind Kind) {
  return llvm::any_of(R.Hazards,
                      [&](const Hazard &H) { return H.Kind == Kind; });
}

/// A launch that nobody has written says nothing then: an access that is out of
/// bounds reads anything, and a trap ends it early.
bool spoils(const Hazard &H) {
  return H.Kind == HazardKind::OobGlobal || H.Kind == HazardKind::Trap ||
         H.Kind == HazardKind::Unsupported;
}

bool isRace(const Hazard &H) {
  return H.Kind == HazardKind::RaceRaw || H.Kind == HazardKind::RaceWar ||
         H.Kind == HazardKind::RaceWaw;
}

/// Who comes too early reads what nobody has written yet: there is a race at
/// the same place, and that is the find.
bool isOfRace(const Hazard &Read, const LaunchResult &In) {
  return Read.Kind == HazardKind::UninitShared &&
         llvm::any_of(In.Hazards, [&](const Hazard &H) {
           return isRace(H) &&
                  (H.Place == Read.Place || H.OtherPlace == Read.Place);
         });
}

/// What one kernel does wrong, as it is found.
class KernelFinds {
public:
  KernelFinds(Session &Device, const UnitKernel &Kernel, const Options &Opts,
              double Seconds)
      : Kernel(Kernel), Runner(Device, Kernel), Space(Kernel.space(Opts)),
        Seconds(Seconds) {
    Out.Function = Kernel.Function;
    Out.Name = Kernel.Signature.Name;
    Out.File = Kernel.Place.File;
    Out.Place = Kernel.Place;
  }

  CheckedKernel Out;

protected:
  bool isOver() const { return Runner.nominalSeconds() > Seconds; }

  void add(const Hazard &H, const Trial &T, const std::string &Origin,
           const std::string &Schedule) {
    auto Find = findOf(H, Kernel);
    if (!Find ||
        !Seen.insert({Find->Id, Find->Place.Line, Find->Other.Line}).second)
      return;
    if (H.Thread[0] >= 0)
      Find->Thread =
          H.Thread[0] +
          int(T.Block[0]) * (H.Thread[1] + int(T.Block[1]) * H.Thread[2]);
    Find->Launch = Kernel.Signature.Name + CheckTrial::launchText(T);
    Find->Origin = Origin;
    Find->Schedule = Schedule;
    Find->Arguments = Runner.describe();
    Out.Finds.push_back(std::move(*Find));
  }

  bool canExecute(const LaunchResult &R) {
    if (R.How != LaunchResult::End::Unsupported)
      return true;
    Out.WhyNot = R.Why;
    return false;
  }

  /// Is it there whatever integers the buffers hold? Only such a find is no
  /// matter of indices that nobody would store.
  bool isOfContents(const Hazard &H, const Trial &T) {
    if (!Space.HasIntegerBuffers ||
        (H.Kind != HazardKind::OobGlobal && H.Kind != HazardKind::GlobalRace &&
         H.Kind != HazardKind::OobShared && H.Kind != HazardKind::Trap))
      return false;
    Trial Other = T;
    const bool IsRace = H.Kind == HazardKind::GlobalRace;
    Other.Fill = IsRace ? IndexFill::Ascending : IndexFill::Same;
    Other.FillValue = IsRace; // no two alike
    const LaunchResult *R = Runner.runOnce(Other);
    return !R || !has(*R, H.Kind);
  }

  const UnitKernel &Kernel;
  CheckTrial Runner;
  const TrialSpace Space;
  const double Seconds;
  const Clock::time_point Start = Clock::now();
  std::set<std::tuple<std::string, unsigned, unsigned>> Seen;
};

/// Of launches that nobody has written.
class MadeUpLaunches : public KernelFinds {
public:
  using KernelFinds::KernelFinds;

  void checkMadeUp() {
    std::vector<Shape> Tried;
    unsigned Left = MostShapes;
    for (int64_t Size : {64, 128, 16})
      for (const BlockShape &Block : Space.Blocks) {
        if (!Left || isOver() || !Out.WhyNot.empty())
          break;
        --Left;
        const unsigned Threads = Block[0] * Block[1] * Block[2];
        if (Threads < FewestThreads && !Space.BlocksAreInView)
          continue;
        auto Found = tryShape(Block, Size);
        if (!Found)
          continue;
        if (Found->isClean())
          return checkAround(Found->Launch);
        Tried.push_back(std::move(*Found));
      }
    if (!Out.WhyNot.empty() || Tried.empty())
      return;
    // No shape is right. The one with the fewest kinds is that which the
    // kernel was written for, if there is one.
    const auto Best =
        llvm::min_element(Tried, [](const Shape &A, const Shape &B) {
          return std::pair(A.Kinds, !A.isOfOrderAlone()) <
                 std::pair(B.Kinds, !B.isOfOrderAlone());
        });
    const bool IsWrittenFor = Best->isOfOrderAlone() || Space.BlocksAreInView;
    Runner.runAll(Best->Launch);
    ++Out.Launches;
    for (const Hazard &H : Best->Hazards)
      if (IsWrittenFor || isEverywhere(H, Tried))
        add(H, Best->Launch, "made-up launch", "in order");
    if (Out.Finds.empty()) {
      Out.Launches = 0;
      Out.WhyNot = "no block was found that it is written for; " +
                   Best->Hazards.front().text();
    }
  }

private:
  struct Shape {
    Trial Launch;
    std::vector<Hazard> Hazards; ///< that count, under the first schedule
    unsigned Kinds = 0;
    bool isClean() const { return Hazards.empty(); }
    bool isOfOrderAlone() const {
      return llvm::all_of(Hazards,
                          [](const Hazard &H) { return isOfOrder(H.Kind); });
    }
  };

  Trial uniform(const BlockShape &Block, int64_t Size) const {
    Trial T;
    T.Block = Block;
    T.BufferBytes = MadeUpBytes;
    T.FillValue = Size;
    for (const IntegerSlot &Slot : Space.Integers)
      T.Integers.push_back(Slot.IsBoolean ? 1 : Size);
    return T;
  }

  /// What becomes of blocks of one shape; nothing if that says nothing.
  std::optional<Shape> tryShape(const BlockShape &Block, int64_t Size) {
    for (uint32_t Bytes : Space.DynamicBytes) {
      Trial T = uniform(Block, Size);
      T.DynamicBytes = Bytes;
      const LaunchResult *R = Runner.runOnce(T);
      if (R && has(*R, HazardKind::OobGlobal)) {
        T.BufferBytes = 4 * MadeUpBytes;
        R = Runner.runOnce(T);
      }
      if (!R || !canExecute(*R))
        return std::nullopt;
      if (R->How == LaunchResult::End::Refused ||
          llvm::any_of(R->Hazards, spoils))
        continue;
      if (has(*R, HazardKind::OobShared) && Bytes != Space.DynamicBytes.back())
        continue; // more may do
      Shape Found;
      Found.Launch = T;
      std::set<std::string> Ids;
      for (const Hazard &H : R->Hazards)
        if (findIdOf(H) && countsMadeUp(H) && !isOfRace(H, *R)) {
          Found.Hazards.push_back(H);
          Ids.insert(findIdOf(H));
        }
      Found.Kinds = Ids.size();
      return Found;
    }
    return std::nullopt;
  }

  static bool isEverywhere(const Hazard &H, llvm::ArrayRef<Shape> Tried) {
    return Tried.size() > 2 && llvm::all_of(Tried, [&](const Shape &S) {
             return llvm::any_of(S.Hazards, [&](const Hazard &Other) {
               return Other.Kind == H.Kind && Other.Place == H.Place;
             });
           });
  }

  /// A launch that is right, and others near it: more work, more blocks, and
  /// sizes that are no multiples, where the kernel guards against them.
  void checkAround(const Trial &Base) {
    std::vector<Trial> All = {Base};
    auto With = [&](auto Change) {
      Trial T = Base;
      Change(T);
      All.push_back(std::move(T));
    };
    With([&](Trial &T) {
      T.Grid = {2, Space.UsesBlockY ? 2u : 1u, Space.UsesBlockZ ? 2u : 1u};
    });
    for (int64_t Times : {2, 4})
      With([&](Trial &T) {
        for (unsigned I = 0; I < T.Integers.size(); ++I)
          if (!Space.Integers[I].IsBoolean)
            T.Integers[I] *= Times;
      });
    const auto Guarded = guardedIntegers(Kernel);
    for (int64_t Value : {33, 100, 1, 45})
      With([&](Trial &T) {
        for (unsigned I : Guarded)
          T.Integers[I] = Value;
      });
    for (unsigned I : Guarded)
      for (int64_t Value : {Base.Integers[I] - 3, Base.Integers[I] + 1})
        With([&](Trial &T) { T.Integers[I] = Value; });
    for (unsigned I = 0; I < Space.Integers.size(); ++I)
      if (Space.Integers[I].IsBoolean)
        With([&](Trial &T) { T.Integers[I] = 0; });
    for (const Trial &T : All)
      if (!isOver())
        checkOne(T);
  }

  void checkOne(const Trial &T) {
    const std::vector<CheckTrial::Run> Runs = Runner.runAll(T);
    // Sizes that lead out of the buffers do not go together.
    if (Runs.empty() || llvm::any_of(Runs, [](const CheckTrial::Run &R) {
          return llvm::any_of(R.Result.Hazards, spoils);
        }))
      return;
    ++Out.Launches;
    for (const CheckTrial::Run &R : Runs)
      for (const Hazard &H : R.Result.Hazards)
        if (countsMadeUp(H) && !isOfRace(H, R.Result) && !isOfContents(H, T))
          add(H, T, "made-up launch", R.Schedule);
  }
};

/// All of it.
class KernelCheck : public MadeUpLaunches {
public:
  using MadeUpLaunches::MadeUpLaunches;

  CheckedKernel run(llvm::ArrayRef<HostTrial> Typed) {
    std::vector<HostTrial> Host(Typed.begin(), Typed.end());
    llvm::append_range(Host, hostTrials(Kernel));
    bool HasBuffers = false;
    for (const HostTrial &Each : Host)
      if (Each.IsWhole && !isOver()) {
        HasBuffers |= Each.HasBuffers;
        checkHost(Each);
      }
    if (!Out.LaunchesInView && Out.WhyNot.empty())
      checkMadeUp();
    if (!HasBuffers && Out.WhyNot.empty())
      Out.Unchecked.push_back("bounds of global memory: no launch with its "
                              "allocations is in view");
    if (Out.Launches)
      Out.WhyNot.clear();
    else if (Out.WhyNot.empty())
      Out.WhyNot = "no launch was found under which it runs";
    Out.Schedules = Out.Launches ? 1 + std::min(Runner.Schedules, 3u) : 0;
    Out.Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
    return std::move(Out);
  }

private:
  void checkHost(const HostTrial &Each) {
    Trial T = Each.Launch;
    T.BufferBytes = MadeUpBytes * 4;
    if (!Runner.runOnce(T)) {
      T.OneBlock = true;
      if (!Runner.runOnce(T))
        return;
    }
    const std::string Origin = "launch in " + Each.Text;
    std::vector<std::pair<Hazard, std::string>> Finds;
    for (const CheckTrial::Run &R : Runner.runAll(T)) {
      if (!canExecute(R.Result))
        return;
      for (const Hazard &H : R.Result.Hazards)
        if (isHosts(H, Each) && !isOfRace(H, R.Result))
          Finds.push_back({H, R.Schedule});
    }
    ++Out.Launches;
    ++Out.LaunchesInView;
    for (const auto &[H, Schedule] : Finds)
      if (!isOfContents(H, T)) {
        Runner.runOnce(T); // whose arguments are described
        add(H, T, Origin, Schedule);
      }
  }

  /// Bounds of a buffer are known if its allocation is in view.
  bool isHosts(const Hazard &H, const HostTrial &Each) const {
    if (H.Kind != HazardKind::OobGlobal)
      return true;
    const auto Buffer = Runner.bufferOf(H);
    return Buffer ? *Buffer < Each.Launch.PointerBytes.size() &&
                        Each.Launch.PointerBytes[*Buffer]
                  : Each.HasBuffers;
  }
};

} // namespace

std::string launchOf(const KernelFind &Find) {
  return "with " + Find.Launch + " (" + Find.Origin +
         "), schedule: " + Find.Schedule;
}

/// An error in the text of \p F, or else \p Otherwise.
static std::string whyNotRun(const clang::FunctionDecl *F,
                             const SourceUnit &Unit, std::string Otherwise) {
  const ParseError *Error = findErrorIn(F, Unit);
  return Error ? "line " + std::to_string(Error->Place.Line) + ": " +
                     Error->Message
               : Otherwise;
}

std::vector<CheckedKernel> checkKernels(const SourceUnit &Unit,
                                        const Options &Opts, double Seconds,
                                        llvm::ArrayRef<HostTrial> Typed,
                                        const KernelSet *Only) {
  Session Device;
  std::vector<CheckedKernel> Out;
  for (const UnitKernel &K : kernelsOf(Unit, Opts, Device, Only)) {
    if (K.IsLoaded.isNo()) {
      CheckedKernel &Failed = Out.emplace_back();
      Failed.Name = K.Signature.Name;
      Failed.File = K.Place.File;
      Failed.Place = K.Place;
      Failed.WhyNot = whyNotRun(K.Function, Unit, K.IsLoaded.because());
      continue;
    }
    Out.push_back(KernelCheck(Device, K, Opts, Seconds).run(Typed));
    Device.releaseAll();
  }
  if (Only)
    return Out;
  for (const clang::FunctionDecl *F : templatesWithoutInstance(Unit, Opts)) {
    CheckedKernel &Left = Out.emplace_back();
    Left.Name = F->getQualifiedNameAsString();
    Left.Place = Unit.place(F->getLocation());
    Left.File = Left.Place.File;
    Left.WhyNot = whyNotRun(F, Unit,
                            "nothing instantiates the template; --instantiate "
                            "names an instance");
  }
  return Out;
}

} // namespace pipeline_rewrite
