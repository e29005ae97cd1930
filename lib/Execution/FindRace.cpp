//===- FindRace.cpp - Has a loop a race, or only no barrier? --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/FindRace.h"
#include "Execution/LaunchSearch.h"
#include "Execution/PtxCode.h"
#include "Frontend/SourceUnit.h"
#include "Support/LlvmVersion.h"
#include "llvm/Support/Path.h"
#include <chrono>

using namespace clang;

namespace pipeline_rewrite {
namespace {

using namespace executor;

/// For all kernels of a loop.
constexpr double MostSecondsOfLoop = 4;
/// Of a launch with hazards; some 0.05 s.
constexpr uint64_t MostSteps = 5000000;

bool isSharedRace(const Hazard &H) {
  return H.How == executor::Severity::Hard &&
         (H.Kind == HazardKind::RaceRaw || H.Kind == HazardKind::RaceWar ||
          H.Kind == HazardKind::RaceWaw);
}

/// Takes "dir/file.cu:12". Gives 0 for what is in no line of the loop.
unsigned lineInLoop(llvm::StringRef Place, const CountedLoop &Loop) {
  auto [File, Number] = Place.rsplit(':');
  unsigned Line = 0;
  if (llvm::sys::path::filename(File) != llvm::sys::path::filename(Loop.File) ||
      Number.getAsInteger(10, Line) || Line < Loop.FirstLine ||
      Line > Loop.LastLine)
    return 0;
  return Line;
}

std::string act(int Thread, bool Writes, unsigned Line) {
  return "thread " + std::to_string(Thread) + (Writes ? " writes" : " reads") +
         " in line " + std::to_string(Line);
}

/// Runs the original alone, and notes the first race of the loop.
class RaceTrial : public KernelTrial {
public:
  RaceTrial(Session &Device, CodeId Code, const KernelSignature &Kernel,
            const LoopToRun &Loop, bool BlockIsKnown)
      : KernelTrial(Device, Code, Code, Kernel, Loop.Counted, {}), Code(Code),
        Kernel(Kernel), Loop(Loop.Counted), BlockIsKnown(BlockIsKnown) {}

  TrialResult tryOriginal(const Trial &T) override {
    TrialResult Result = KernelTrial::tryOriginal(T);
    if (Result.isLegal())
      return Result;
    if (!mayBeRacy(latestOfOriginal()))
      return Result;
    // The first hazard has ended it: is the launch right but for that?
    const LaunchResult Whole =
        run(Code, T, Reference, MostSteps, /*StopAtHazard=*/false);
    if (hasHazard(Whole, HazardKind::OobGlobal))
      Result.End = TrialEnd::OutOfBounds;
    else if (hasHazard(Whole, HazardKind::OobShared))
      Result.End = TrialEnd::OutOfShared;
    else
      note(T, Whole);
    if (Race && BlockIsKnown)
      Result.End = TrialEnd::NotExecutable; // no more launches are wanted
    return Result;
  }

  bool compare(const Trial &T, const TrialResult &Original) override {
    if (Original.Tiles < 2)
      return true;
    unsigned Ran = 1; // by tryOriginal()
    for (const Schedule &S : Others) {
      const LaunchResult R = run(Code, T, S, Original.Steps * 20 + 10000,
                                 /*StopAtHazard=*/true);
      note(T, R);
      if (Race)
        return false;
      Ran += R.completed();
    }
    ++Launches;
    Schedules = std::max(Schedules, Ran);
    return true;
  }

  std::optional<FoundRace> Race;

private:
  static bool hasHazard(const LaunchResult &R, HazardKind Kind) {
    return llvm::any_of(R.Hazards,
                        [&](const Hazard &H) { return H.Kind == Kind; });
  }

  /// A thread that comes too early reads what nobody has written yet.
  static bool mayBeRacy(const LaunchResult &R) {
    return !R.Hazards.empty() &&
           (isSharedRace(R.Hazards.front()) ||
            R.Hazards.front().Kind == HazardKind::UninitShared);
  }

  /// The first hazard is the cause, what follows may be its consequence.
  void note(const Trial &T, const LaunchResult &R) {
    const auto First = llvm::find_if(R.Hazards, [](const Hazard &H) {
      return H.Kind != HazardKind::UninitShared;
    });
    if (Race || First == R.Hazards.end() || !isSharedRace(*First))
      return;
    const Hazard &H = *First;
    const unsigned Later = lineInLoop(H.Place, Loop),
                   Earlier = lineInLoop(H.OtherPlace, Loop);
    if (!Later || !Earlier)
      return;
    const int Thread =
        H.Thread[0] +
        int(T.Block[0]) * (H.Thread[1] + int(T.Block[1]) * H.Thread[2]);
    Race = {act(H.OtherThread, H.Kind != HazardKind::RaceWar, Earlier),
            act(Thread, H.Kind != HazardKind::RaceRaw, Later),
            Kernel.Name + launchText(T)};
  }

  const CodeId Code;
  const KernelSignature &Kernel;
  const CountedLoop &Loop;
  const bool BlockIsKnown;
};

/// The loops of a unit: the tree is walked and compiled once for all of them.
class RaceFinder {
public:
  RaceFinder(const SourceUnit &Unit, llvm::ArrayRef<LoopToRun> Loops)
      : Unit(Unit), Callers(Unit.context()), Known(Unit.context()) {
    Kernels All;
    for (const LoopToRun &Loop : Loops)
      insertAll(All, kernelsOf(Loop, Callers));
    Code = load(All);
  }

  RaceFindings find(const LoopToRun &Loop) {
    RaceFindings Out;
    const Kernels Of = kernelsOf(Loop, Callers);
    // One that does not compile takes nothing from the others.
    const auto Has = Code ? Code : load(Of);
    if (!Has)
      return Out;
    const auto Begin = std::chrono::steady_clock::now();
    for (const FunctionDecl *Kernel : Of)
      if (!Out.Race && std::chrono::steady_clock::now() - Begin <
                           std::chrono::duration<double>(MostSecondsOfLoop))
        search(Kernel, Loop, *Has, Out);
    return Out;
  }

private:
  using Kernels = llvm::SmallSetVector<const FunctionDecl *, 4>;

  /// nullopt: nothing is known of them.
  std::optional<CodeId> load(const Kernels &Of) {
    if (Of.empty())
      return std::nullopt;
    auto Ptx = compileToPtx(Unit, Of.getArrayRef());
    if (!Ptx) {
      llvm::consumeError(Ptx.takeError());
      return std::nullopt;
    }
    std::string Error;
    return Device.load(Ptx->Ptx, Error);
  }

  void search(const FunctionDecl *Function, const LoopToRun &Loop, CodeId From,
              RaceFindings &Out) {
    const auto Reached = Callers.reachedFrom(Function);
    const KernelSignature Signature = signatureOf(Function, Reached);
    const LaunchHints Hints = hintsOf(Function, Reached, Known, Loop);
    const auto Infos = Device.kernels(From);
    const auto Info = llvm::find_if(
        Infos, [&](const KernelInfo &I) { return I.Name == Signature.Symbol; });
    if (Info == Infos.end())
      return;
    const TrialSpace Space =
        spaceOf(Signature, Hints, Info->UsesDynamicShared, Loop);
    RaceTrial Trial(Device, From, Signature, Loop, Space.BlocksAreInView);
    searchLaunches(Space, Trial);
    Device.releaseAll();
    if (Trial.Race)
      Out.Race = std::move(Trial.Race);
    Out.Launches += Trial.Launches;
    Out.Schedules = std::max(Out.Schedules, Trial.Schedules);
  }

  const SourceUnit &Unit;
  const KernelCallers Callers;
  const Launches Known;
  Session Device;
  std::optional<CodeId> Code; ///< of all kernels, if all compile
};

} // namespace

void findRaces(const SourceUnit &Unit, llvm::ArrayRef<LoopToRun> Loops,
               llvm::function_ref<bool(size_t, const RaceFindings &)> Tell) {
  if (Loops.empty())
    return;
  RaceFinder Finder(Unit, Loops);
  for (size_t I = 0; I < Loops.size(); ++I)
    if (!Tell(I, Finder.find(Loops[I])))
      return;
}

} // namespace pipeline_rewrite
