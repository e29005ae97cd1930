//===- CheckKernels.cpp - What kernels do wrong when they run -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/CheckKernels.h"
#include "Check/CheckTrial.h"
#include "Check/NeedlessWaits.h"
#include "Check/UnitKernels.h"
#include <chrono>
#include <set>

namespace pipeline_rewrite {

using namespace executor;

namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t MadeUpBytes = 1 << 20;
constexpr unsigned MostShapes = 24, FewestThreads = 32;
/// Steps of a launch that only makes more of the kernel run.
constexpr uint64_t MostOfLarger = 4000000;

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
  /// Launches under which nothing was found; true: made up.
  std::vector<std::pair<Trial, bool>> Clean;

  void advise(llvm::ArrayRef<CountedLoop> Loops, bool AsksBarriers) {
    if (!Out.Finds.empty() || Clean.empty())
      return;
    NeedlessWaits Needless(Runner, Kernel, Loops, Seconds);
    for (const auto &[T, IsMadeUp] : Clean)
      Needless.add(T, IsMadeUp);
    // Of a block that was guessed, and of contents that decide who meets, a
    // barrier may be needed all the same.
    Out.Advice = Needless.find(AsksBarriers && !Space.HasIntegerBuffers &&
                               (Space.BlocksAreInView || Out.LaunchesInView));
  }

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
    if (isRace(H) && T.Block[0] * T.Block[1] * T.Block[2] <= 32)
      Find->Message += "; the block is one warp, whose lanes may run in any "
                       "order without __syncwarp";
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
    std::optional<Shape> Widest;
    unsigned Left = MostShapes;
    for (int64_t Size : {64, 128, 16, 256, 1024}) {
      if (Widest && Widest->Steps * uint64_t(Size) / 64 > MostOfLarger)
        continue;
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
        if (Found->isClean()) {
          // A loop that does not run is right with any block: another size
          // tells.
          const bool IsWhole = Found->Unreached.empty();
          if (!Widest || Found->Unreached.size() < Widest->Unreached.size())
            Widest = std::move(*Found);
          if (IsWhole)
            return checkAround(*Widest);
          break;
        }
        Tried.push_back(std::move(*Found));
      }
    }
    if (Widest)
      return checkAround(*Widest);
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
      if ((IsWrittenFor || isEverywhere(H, Tried)) &&
          !followsRace(H, Best->Hazards))
        add(H, Best->Launch, "made-up launch", "in order");
    for (KernelFind &Find : Out.Finds)
      Find.HasAssumedSizes = !Space.BlocksAreInView;
    if (Out.Finds.empty()) {
      Out.Launches = 0;
      Out.WhyNot = "no block was found that it is written for; " +
                   Best->Hazards.front().text();
    }
  }

private:
  struct Shape {
    Trial Launch;
    std::vector<Hazard> Hazards;     ///< that count, under the first schedule
    std::vector<uint32_t> Unreached; ///< LaunchResult::Unreached
    uint64_t Steps = 0;
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
      const LaunchResult *Ran = Runner.runOnce(T);
      if (Ran && has(*Ran, HazardKind::OobGlobal)) {
        T.BufferBytes = 4 * MadeUpBytes;
        Ran = Runner.runOnce(T);
      }
      if (!Ran || !canExecute(*Ran))
        return std::nullopt;
      const LaunchResult R = *Ran;
      if (R.How == LaunchResult::End::Refused ||
          llvm::any_of(R.Hazards, spoils))
        continue;
      if (has(R, HazardKind::OobShared) && Space.DynamicBytes.size() > 1)
        continue; // more may do
      Shape Found;
      Found.Launch = T;
      std::set<std::string> Ids;
      for (const Hazard &H : R.Hazards)
        if (findIdOf(H) && countsMadeUp(H) && !isOfRace(H, R) &&
            !isOfIdleLoop(H, R, {}) && !Runner.isOfContents(H, T, Space)) {
          Found.Hazards.push_back(H);
          Ids.insert(findIdOf(H));
        }
      Found.Kinds = Ids.size();
      Found.Unreached = R.Unreached;
      Found.Steps = R.Steps;
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
  void checkAround(const Shape &From) {
    const Trial &Base = From.Launch;
    std::vector<Trial> All = {Base};
    auto With = [&](auto Change) {
      Trial T = Base;
      Change(T);
      All.push_back(std::move(T));
    };
    With([&](Trial &T) {
      T.Grid = {2, Space.UsesBlockY ? 2u : 1u, Space.UsesBlockZ ? 2u : 1u};
    });
    auto Numbers = [&](auto Change) {
      With([&](Trial &T) {
        for (unsigned I = 0; I < T.Integers.size(); ++I)
          if (!Space.Integers[I].IsBoolean)
            T.Integers[I] = Change(T.Integers[I]);
      });
    };
    Numbers([](int64_t N) { return N * 2; });
    // One tile more, and two: of a loop that takes several at once some are
    // left over.
    if (const int64_t Tile = Runner.tileOf(Base, All.back())) {
      if (!From.Unreached.empty() && Tile % 2 == 0)
        Numbers([&](int64_t N) { return N + Tile / 2; });
      Numbers([&](int64_t N) { return N + Tile; });
      Numbers([&](int64_t N) { return N + 2 * Tile; });
    }
    Numbers([](int64_t N) { return N * 4; });
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
        checkOne(T, From.Unreached);
  }

  void checkOne(Trial T, llvm::ArrayRef<uint32_t> Unreached) {
    const std::vector<CheckTrial::Run> Runs = Runner.runAllWithMemory(T, Space);
    // Sizes that lead out of the buffers, or to parts of vectors, do not go
    // together: those that it was written for do not.
    for (const CheckTrial::Run &R : Runs)
      for (const Hazard &H : R.Result.Hazards)
        if (spoils(H) || H.Kind == HazardKind::Misaligned ||
            (H.Kind == HazardKind::OobShared && Space.DynamicBytes.size() > 1))
          return;
    if (Runs.empty())
      return;
    ++Out.Launches;
    const size_t Before = Out.Finds.size();
    for (const CheckTrial::Run &R : Runs)
      for (const Hazard &H : R.Result.Hazards)
        if (countsMadeUp(H) && !followsRace(H, R.Result.Hazards) &&
            !isOfIdleLoop(H, R.Result, Unreached) &&
            !Runner.isOfContents(H, T, Space) && !Runner.isOfBlock(H, T, Space))
          add(H, T, "made-up launch", R.Schedule);
    if (Out.Finds.size() == Before)
      Clean.push_back({T, true});
  }
};

/// All of it.
class KernelCheck : public MadeUpLaunches {
public:
  using MadeUpLaunches::MadeUpLaunches;

  CheckedKernel run(llvm::ArrayRef<HostTrial> Typed, AdviceOn Advise,
                    llvm::ArrayRef<CountedLoop> Loops) {
    std::vector<HostTrial> Host(Typed.begin(), Typed.end());
    llvm::append_range(Host, hostTrials(Kernel));
    bool HasBuffers = false;
    for (const HostTrial &Each : Host)
      if (Each.IsWhole && !isOver()) {
        HasBuffers |= Each.HasBuffers;
        checkHost(Each);
      }
    judgeUnfit();
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
    if (Advise != AdviceOn::Nothing)
      advise(Loops, Advise == AdviceOn::WaitsAndBarriers);
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
    FindsOfLaunch Finds;
    for (const CheckTrial::Run &R : Runner.runAll(T)) {
      if (!canExecute(R.Result))
        return;
      for (const Hazard &H : R.Result.Hazards)
        if (isHosts(H, Each) && !isOfRace(H, R.Result) &&
            (Each.Site.second.empty() || !isOfIdleLoop(H, R.Result, {})))
          Finds.push_back({H, R.Schedule});
    }
    if (!Each.Site.second.empty() && whyUnfit(Finds))
      Unfit.push_back({Each, T, std::move(Finds)});
    else {
      Fitting.insert(Each.Site.first);
      count(Each, T, Finds);
    }
  }

  using FindsOfLaunch = std::vector<std::pair<Hazard, std::string>>;

  static const Hazard *whyUnfit(const FindsOfLaunch &Finds) {
    for (const auto &[H, Schedule] : Finds)
      if (breaksSizes(H))
        return &H;
    return nullptr;
  }

  /// A size that nobody has named, and that is more than the arrays of the
  /// kernel hold or no multiple of its vectors, is none that it was written for
  /// if there are such.
  void judgeUnfit() {
    for (const auto &[Each, T, Finds] : Unfit)
      if (const Hazard *H = whyUnfit(Finds); Fitting.count(Each.Site.first))
        Out.Unchecked.push_back("launch in " + Each.Text + ": at " + H->Place +
                                ": " + H->Message);
      else
        count(Each, T, Finds);
  }

  void count(const HostTrial &Each, const Trial &T,
             const FindsOfLaunch &Finds) {
    ++Out.Launches;
    ++Out.LaunchesInView;
    if (Finds.empty())
      Clean.push_back({T, false});
    for (const auto &[H, Schedule] : Finds)
      if (!Runner.isOfContents(H, T, Space)) {
        Runner.runOnce(T); // whose arguments are described
        const size_t Before = Out.Finds.size();
        add(H, T, "launch in " + Each.Text, Schedule);
        if (Out.Finds.size() > Before)
          Out.Finds.back().HasAssumedSizes = !Each.Site.second.empty();
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

  std::vector<std::tuple<HostTrial, Trial, FindsOfLaunch>> Unfit;
  std::set<unsigned> Fitting; ///< sites with a launch that counts
};

} // namespace

std::vector<CheckedKernel> checkKernels(const SourceUnit &Unit,
                                        const Options &Opts, double Seconds,
                                        llvm::ArrayRef<HostTrial> Typed,
                                        const KernelSet *Only,
                                        AdviceOn Advise) {
  Session Device;
  const std::vector<CountedLoop> Loops = Advise == AdviceOn::Nothing
                                             ? std::vector<CountedLoop>()
                                             : linesOfLoops(Unit);
  std::vector<CheckedKernel> Out;
  for (const UnitKernel &K : kernelsOf(Unit, Opts, Device, Only)) {
    if (K.IsLoaded.isNo()) {
      CheckedKernel &Failed = Out.emplace_back();
      Failed.Function = K.Function;
      Failed.Name = K.Signature.Name;
      Failed.File = K.Place.File;
      Failed.Place = K.Place;
      Failed.WhyNot = K.IsLoaded.because();
      continue;
    }
    Out.push_back(
        KernelCheck(Device, K, Opts, Seconds).run(Typed, Advise, Loops));
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
