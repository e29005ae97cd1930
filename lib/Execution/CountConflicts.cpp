//===- CountConflicts.cpp - Bank conflicts of a launch, line by line ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/CountConflicts.h"
#include "Execution/LaunchSearch.h"
#include "Execution/PtxCode.h"
#include "Frontend/SourceUnit.h"
#include "Support/LlvmVersion.h"
#include "llvm/Support/Path.h"
#include <tuple>

using namespace clang;

namespace pipeline_rewrite {

using namespace executor;

void SharedAccessLog::clear() {
  All.clear();
  Sites.clear();
}

static SharedAccess howOf(AccessKind Kind) {
  return Kind == AccessKind::Read     ? SharedAccess::Load
         : Kind == AccessKind::CopyTo ? SharedAccess::Copy
                                      : SharedAccess::Store;
}

unsigned SharedAccessLog::lineOf(const executor::Access &A) {
  if (A.File != LastFile)
    IsLastHere =
        llvm::sys::path::filename(*A.File) == llvm::sys::path::filename(File);
  LastFile = A.File;
  return IsLastHere ? A.Line : 0;
}

void SharedAccessLog::accessed(const executor::Access &A) {
  if (A.Space != AccessSpace::Shared || !A.Variable ||
      A.Kind == AccessKind::Atomic || A.Kind == AccessKind::CopyFrom)
    return;
  const unsigned Lane = A.Thread % 32;
  Site &At = Sites[uint64_t(A.Instruction) << 32 | A.Thread / 32];
  if (At.Epoch != A.Epoch) {
    At.Epoch = A.Epoch;
    At.Of.clear();
    At.Times.fill(0);
  }
  const unsigned Time = At.Times[Lane]++;
  if (Time == At.Of.size()) {
    At.Of.push_back(All.size());
    All.push_back({&*Names.insert(*A.Variable).first,
                   A.Instruction,
                   lineOf(A),
                   howOf(A.Kind),
                   A.Bytes,
                   {}});
  }
  All[At.Of[Time]].Lanes.push_back({uint8_t(Lane), uint32_t(A.Offset)});
}

/// How many accesses of All, from \p First on, are one of 16 or 8 bytes.
size_t SharedAccessLog::countJoined(size_t First) const {
  const WarpAccess &Head = All[First];
  for (const size_t Bytes : {16, 8}) {
    const size_t Count = Bytes / Head.Bytes;
    if (Count < 2 || First + Count > All.size())
      continue;
    const auto IsPart = [&](size_t I) {
      const WarpAccess &Each = All[First + I];
      if (Each.Variable != Head.Variable || Each.Line != Head.Line ||
          Each.How != Head.How || Each.Bytes != Head.Bytes ||
          Each.Lanes.size() != Head.Lanes.size() ||
          (I && Each.Instruction == Head.Instruction))
        return false;
      for (size_t L = 0; L < Each.Lanes.size(); ++L) {
        const uint32_t Begin = Head.Lanes[L].Offset / Bytes * Bytes;
        const bool IsDown = Head.Lanes[L].Offset != Begin;
        const size_t At = (IsDown ? Count - 1 - I : I) * Head.Bytes;
        if (Each.Lanes[L].Number != Head.Lanes[L].Number ||
            Each.Lanes[L].Offset != Begin + At)
          return false;
      }
      return true;
    };
    size_t Parts = 0;
    while (Parts < Count && IsPart(Parts))
      ++Parts;
    if (Parts == Count)
      return Count;
  }
  return 1;
}

std::vector<LineConflicts>
SharedAccessLog::count(const RowDistances &With) const {
  std::map<std::tuple<unsigned, llvm::StringRef, SharedAccess>, LineConflicts>
      Found;
  std::vector<LaneAccess> Lanes;
  for (size_t I = 0, Joined = 1; I < All.size(); I += Joined) {
    const WarpAccess &Each = All[I];
    Joined = countJoined(I);
    const unsigned Bytes = Each.Bytes * Joined;
    const auto Rows = With.find(*Each.Variable);
    Lanes.clear();
    for (const Lane &L : Each.Lanes) {
      uint64_t At = L.Offset / Bytes * Bytes;
      if (Rows != With.end())
        At = At / Rows->second.RowBytes * Rows->second.Distance +
             At % Rows->second.RowBytes;
      Lanes.push_back({L.Number, At});
    }
    LineConflicts &Of = Found[{Each.Line, *Each.Variable, Each.How}];
    Of.Line = Each.Line;
    Of.Tile = *Each.Variable;
    Of.How = Each.How;
    ++Of.Accesses;
    Of.Ideal += countTurns(Lanes, Bytes);
    Of.Wavefronts += countWavefronts(Lanes, Bytes);
  }
  std::vector<LineConflicts> Out;
  for (auto &[Key, Of] : Found)
    Out.push_back(std::move(Of));
  return Out;
}

namespace {

/// For each kernel: its first launches are short.
constexpr double MostSecondsOfKernel = 4;

/// Runs the original alone, up to the first launch that has two tiles.
class CountingTrial : public KernelTrial {
public:
  CountingTrial(Session &Device, CodeId Code, const KernelSignature &Kernel,
                const LoopToRun &Loop, SharedAccessLog &Log)
      : KernelTrial(Device, Code, Code, Kernel, Loop.Counted, {}), Log(Log) {
    Listener = &Log;
  }

  TrialResult tryOriginal(const Trial &T) override {
    Log.clear();
    return KernelTrial::tryOriginal(T);
  }

  bool compare(const Trial &T, const TrialResult &Original) override {
    if (Original.Tiles < 2)
      return nominalSeconds() < MostSecondsOfKernel;
    ++Launches;
    Found = T;
    return false;
  }

  std::string launch() const { return launchText(Found); }
  Trial Found;

private:
  SharedAccessLog &Log;
};

class ConflictCounter {
public:
  explicit ConflictCounter(const SourceUnit &Unit)
      : Unit(Unit), Callers(Unit.context()), Known(Unit.context()) {}

  std::vector<CountedKernel> run(llvm::ArrayRef<LoopToRun> Loops) {
    llvm::SmallSetVector<const FunctionDecl *, 4> Seen;
    for (const LoopToRun &Loop : Loops)
      for (const FunctionDecl *Kernel : kernelsOf(Loop, Callers))
        if (Seen.insert(Kernel)) {
          CountedKernel &New = Out.emplace_back();
          New.Kernel = Kernel;
          New.Log = SharedAccessLog(Loop.Counted.File);
          count(New, Loop);
        }
    return std::move(Out);
  }

private:
  void count(CountedKernel &Of, const LoopToRun &Loop) {
    auto Ptx = compileToPtx(Unit, Of.Kernel);
    if (!Ptx) {
      Of.WhyNot = toString(Ptx.takeError());
      return;
    }
    const auto Code = Device.load(Ptx->Ptx, Of.WhyNot);
    if (!Code)
      return;
    const auto Reached = Callers.reachedFrom(Of.Kernel);
    const KernelSignature Signature = signatureOf(Of.Kernel, Reached);
    const LaunchHints Hints = hintsOf(Of.Kernel, Reached, Known, Loop);
    for (const KernelInfo &Info : Device.kernels(*Code))
      if (Info.Name == Signature.Symbol) {
        CountingTrial Trial(Device, *Code, Signature, Loop, Of.Log);
        const auto Why = searchLaunches(
            spaceOf(Signature, Hints, Info.UsesDynamicShared, Loop), Trial);
        Device.releaseAll();
        if (!Trial.Launches) {
          Of.Log.clear();
          Of.WhyNot = Why.value_or("no launch was found that loads two tiles");
          return;
        }
        Of.Launch = Signature.Name + Trial.launch();
        Of.Threads =
            Trial.Found.Block[0] * Trial.Found.Block[1] * Trial.Found.Block[2];
        return;
      }
    Of.WhyNot = "its code was not found";
  }

  const SourceUnit &Unit;
  const KernelCallers Callers;
  const Launches Known;
  Session Device;
  std::vector<CountedKernel> Out;
};

} // namespace

std::vector<CountedKernel> countConflicts(const SourceUnit &Unit,
                                          llvm::ArrayRef<LoopToRun> Loops) {
  return ConflictCounter(Unit).run(Loops);
}

} // namespace pipeline_rewrite
