//===- NeedlessWaits.cpp - Waits that ask for more than is needed ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/NeedlessWaits.h"
#include "Check/KernelFind.h"
#include "Frontend/SourceUnit.h"
#include "Match/FindKLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace pipeline_rewrite {

using namespace executor;

namespace {

/// Launches that show each wait often enough.
constexpr unsigned LongLaunches = 2;
/// Of long ones, and of short ones.
constexpr unsigned MostAlike = 2;
constexpr unsigned LeastThreads = 64; // two warps
/// Buffers that a barrier may be about, which tells nobody.
constexpr uint64_t LikelyBuffers = 4;
/// Iterations in which a ring has come round twice.
constexpr uint64_t timesFor(uint64_t Buffers) { return 2 * Buffers + 1; }

std::string counted(uint64_t N, const char *What) {
  return std::to_string(N) + " " + What + (N == 1 ? "" : "s");
}

} // namespace

std::vector<CountedLoop> linesOfLoops(const SourceUnit &Unit) {
  std::vector<CountedLoop> Out;
  for (const KLoopSite &Site : findKLoops(Unit))
    if (!Site.PatternOnly && !Site.InMacro)
      Out.push_back(countedLoop(Site, Unit));
  return Out;
}

/// A wait or a barrier of a loop, in the first of the launches.
struct NeedlessWaits::Asked {
  WaitPlace At; ///< in the loop
  WaitCount Count;
};

std::optional<NeedlessWaits::Launch> NeedlessWaits::run(const Trial &T) {
  if (T.Block[0] * T.Block[1] * T.Block[2] < LeastThreads || isOver())
    return std::nullopt;
  const LaunchResult *R = Runner.runOnce(T);
  if (!R || !R->completed() ||
      llvm::any_of(R->Hazards, [](const Hazard &H) { return H.isFault(); }))
    return std::nullopt;
  return Launch{T, *R, Runner.left()};
}

void NeedlessWaits::add(const Trial &T, bool IsMadeUp) {
  if (IsMadeUp && !MadeUp)
    MadeUp = T;
  if (auto New = run(T))
    use(std::move(*New));
}

const WaitPlace *NeedlessWaits::placeInLoop(const WaitCount &Of) const {
  for (const WaitPlace &At : Of.Calls)
    for (const CountedLoop &Loop : Loops)
      if (At.Line >= Loop.FirstLine && At.Line <= Loop.LastLine &&
          llvm::sys::path::filename(At.File) ==
              llvm::sys::path::filename(Loop.File))
        return &At;
  return nullptr;
}

bool NeedlessWaits::isEnough(const WaitCount &Of) const {
  const uint64_t Buffers = Of.IsBarrier ? LikelyBuffers : Of.Pending + 1;
  // In most iterations it does end copies that it need not.
  return Of.Least >= timesFor(Buffers) &&
         (Of.IsBarrier || Of.Ended * 2 >= Of.Least * Of.Threads);
}

/// Long ones, and short ones that come where none has been.
void NeedlessWaits::use(Launch New) {
  const bool IsLong = llvm::any_of(New.Result.Waits, [&](const WaitCount &Of) {
    return placeInLoop(Of) && isEnough(Of);
  });
  const auto IsNew = [&](uint32_t Instruction) {
    return !llvm::is_contained(New.Result.Unreached, Instruction);
  };
  const bool Reaches =
      Used.empty() || llvm::any_of(Used.front().Result.Unreached, IsNew);
  unsigned &Alike = IsLong ? Long : Short;
  if ((IsLong || Reaches) && Alike < MostAlike) {
    Used.push_back(std::move(New));
    ++Alike;
  }
}

/// More tiles: larger numbers, and more memory for them.
void NeedlessWaits::addLonger() {
  for (int64_t Times : {8, 16}) {
    if (!MadeUp || Long >= LongLaunches)
      return;
    Trial T = *MadeUp;
    for (int64_t &N : T.Integers)
      N *= N > 1 ? Times : 1;
    for (uint64_t Memory : {4, 16}) {
      T.BufferBytes = MadeUp->BufferBytes * Memory;
      if (auto New = run(T)) {
        use(std::move(*New));
        break;
      }
    }
  }
}

std::vector<NeedlessWaits::Asked> NeedlessWaits::asked(bool Barriers) const {
  std::vector<Asked> Out;
  for (const WaitCount &Of : Used.front().Result.Waits) {
    const WaitPlace *At = placeInLoop(Of);
    if (!At || Of.IsBarrier != Barriers)
      continue;
    const auto Known =
        llvm::find_if(Out, [&](const Asked &Other) { return Other.At == *At; });
    if (Known == Out.end())
      Out.push_back({*At, Of});
  }
  // Each often enough, in so many launches.
  llvm::erase_if(Out, [&](const Asked &Each) {
    return llvm::count_if(Used, [&](const Launch &L) {
             return llvm::any_of(L.Result.Waits, [&](const WaitCount &Of) {
               const WaitPlace *At = placeInLoop(Of);
               return At && *At == Each.At && Of.IsBarrier == Barriers &&
                      isEnough(Of);
             });
           }) < LongLaunches;
  });
  return Out;
}

/// Does anything change if it asks for less, but for the \p Last of each
/// thread?
bool NeedlessWaits::isNeeded(const Asked &Wait, uint64_t Last) {
  for (const Launch &L : Used) {
    LooseWait Loose;
    Loose.At = Wait.At;
    Loose.IsBarrier = Wait.Count.IsBarrier;
    for (const WaitCount &Of : L.Result.Waits) {
      const WaitPlace *At = placeInLoop(Of);
      if (!Last || !At || !(*At == Wait.At) ||
          Of.IsBarrier != Wait.Count.IsBarrier)
        continue;
      if (Of.Least != Of.Most)
        return true; // which one is a thread's last is not known
      Loose.Times = Of.Most > Last ? Of.Most - Last : 0;
    }
    if (isOver() || !Runner.isSameWith(Loose, L.At, L.Result, L.Left))
      return true;
  }
  return false;
}

std::string NeedlessWaits::evidence(const Asked &Wait) const {
  uint64_t Most = 0;
  for (const Launch &L : Used)
    for (const WaitCount &Of : L.Result.Waits)
      if (const WaitPlace *At = placeInLoop(Of); At && *At == Wait.At)
        Most = std::max(Most, Of.Most);
  return "nothing was found and nothing changed in " +
         std::to_string(Used.size()) +
         " launches under 4 schedules, of up to " + std::to_string(Most) +
         " iterations; this is evidence, no proof";
}

std::optional<SourceWarning> NeedlessWaits::say(const Asked &Wait) {
  SourceWarning Out;
  Out.Place = placeInSource(Wait.At.File, Wait.At.Line, Kernel);
  if (Wait.Count.IsBarrier) {
    if (isNeeded(Wait, 0))
      return std::nullopt;
    Out.Id = "barrier-not-needed";
    Out.Message = "in '" + Kernel.Signature.Name + "': without this barrier " +
                  evidence(Wait);
    return Out;
  }
  uint64_t Last = 0;
  while (isNeeded(Wait, Last))
    if (++Last > Wait.Count.Pending || isOver())
      return std::nullopt;
  const std::string Now = counted(Wait.Count.Leaves, "group"),
                    More = std::to_string(Wait.Count.Leaves + 1);
  Out.Id = "wait-deeper-than-needed";
  Out.Message = "in '" + Kernel.Signature.Name + "': this wait leaves " + Now +
                " in flight; with " + More +
                (Last ? " in all iterations but the last" +
                            (Last == 1 ? "" : " " + std::to_string(Last))
                      : "") +
                " " + evidence(Wait) + ". " +
                (Last ? "Commit a group in every iteration, an empty one where "
                        "there is no copy, and wait for all but " +
                            More
                      : "Wait for all but " + More);
  return Out;
}

std::vector<SourceWarning> NeedlessWaits::find(bool AsksBarriers) {
  addLonger();
  std::vector<SourceWarning> Out;
  if (Used.empty())
    return Out;
  // Of what did not run nothing is known.
  std::vector<uint32_t> Unreached = Used.front().Result.Unreached;
  for (const Launch &L : Used)
    llvm::erase_if(Unreached, [&](uint32_t I) {
      return !llvm::is_contained(L.Result.Unreached, I);
    });
  if (!Unreached.empty())
    return Out;
  for (const bool Barriers : {false, true}) {
    if (Barriers && (!AsksBarriers || Used.front().Result.IsPartlyOrdered))
      continue;
    for (const Asked &Each : asked(Barriers))
      if (auto Found = say(Each)) {
        Out.push_back(std::move(*Found));
        break; // others may be needed without it
      }
  }
  return Out;
}

} // namespace pipeline_rewrite
