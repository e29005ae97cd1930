//===- Machine/BlockReports.cpp - Findings to hazard reports --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/Block.h"
#include <cstdio>

namespace pipeline_rewrite::executor {
namespace {

std::string hex(uint64_t V) {
  char Text[24];
  std::snprintf(Text, sizeof Text, "0x%llx",
                static_cast<unsigned long long>(V));
  return Text;
}

/// Shared and local addresses are small; the rest are global.
bool isGlobal(const Finding &F) { return F.Address >= (uint64_t(1) << 32); }

std::string messageOf(const Finding &F, const GlobalMemory &Global) {
  std::string Where = isGlobal(F) ? Global.describe(F.Address) : hex(F.Address);
  std::string Span = std::to_string(F.Bytes) + " bytes at " + Where;
  std::string Other = "thread " + std::to_string(F.OtherThread);
  switch (F.Kind) {
  case HazardKind::RaceRaw:
    return "reads " + Span + " that " + Other +
           " wrote with no barrier between";
  case HazardKind::RaceWar:
    return "overwrites " + Span + " that " + Other +
           " read with no barrier between";
  case HazardKind::RaceWaw:
    return "overwrites " + Span + " that " + Other +
           " wrote with no barrier between";
  case HazardKind::UninitShared:
    return "reads " + Span + " of shared memory that nobody has written";
  case HazardKind::InflightRead:
    return "reads " + Span + " while an asynchronous copy of " + Other +
           " to it is in flight";
  case HazardKind::InflightWrite:
    return "writes " + Span + " while an asynchronous copy of " + Other +
           " to it is in flight";
  case HazardKind::SourceChanged:
    return "the source, " + Span +
           ", of an asynchronous copy changed while it was in flight";
  case HazardKind::Misaligned:
    return "address " + Where + " is not a multiple of " +
           std::to_string(F.Bytes);
  case HazardKind::OobGlobal:
    return "accesses " + Span + ", which no allocation holds";
  case HazardKind::OobShared:
    return "accesses " + Span + ", outside every shared variable";
  case HazardKind::OobLocal:
    return "accesses " + Span + ", outside the local memory of the thread";
  case HazardKind::GlobalRace:
    return "accesses global " + Span + " that " + Other +
           " of this or an earlier block accessed, with nothing between";
  case HazardKind::ExtraGlobal:
    return "accesses " + Span + ", of which the original leaves some alone";
  default:
    return Span;
  }
}

std::optional<AccessSpace> spaceOf(const Finding &F) {
  if (F.Space)
    return F.Space;
  switch (F.Kind) {
  case HazardKind::RaceRaw:
  case HazardKind::RaceWar:
  case HazardKind::RaceWaw:
  case HazardKind::UninitShared:
  case HazardKind::InflightRead:
  case HazardKind::InflightWrite:
  case HazardKind::OobShared:
    return AccessSpace::Shared;
  case HazardKind::OobGlobal:
  case HazardKind::SourceChanged:
  case HazardKind::GlobalRace:
  case HazardKind::ExtraGlobal:
    return AccessSpace::Global;
  case HazardKind::OobLocal:
    return AccessSpace::Local;
  default:
    return std::nullopt;
  }
}

bool hasOtherAccess(HazardKind K) {
  return K == HazardKind::RaceRaw || K == HazardKind::RaceWar ||
         K == HazardKind::RaceWaw || K == HazardKind::InflightRead ||
         K == HazardKind::InflightWrite || K == HazardKind::SourceChanged;
}

} // namespace

void Block::found(const Finding &F) {
  const Thread *T = Current;
  const Origin &O = L.M->Origins[T->Self.Where];
  if (!Host.Log.isNew(F.Kind, F.How, &O))
    return;
  Hazard H;
  if (hasOtherAccess(F.Kind) && F.OtherThread >= 0)
    H.OtherPlace = L.M->placeOf(L.M->Origins[F.OtherWhere]);
  H.OtherThread = F.OtherThread;
  H.Kind = F.Kind;
  H.How = F.How;
  H.Space = spaceOf(F);
  H.Allocation = isGlobal(F) ? Host.Global.allocationBefore(F.Address) : 0;
  H.Message = messageOf(F, Host.Global);
  if (!H.OtherPlace.empty())
    H.Message += " (" + H.OtherPlace + ")";
  describe(H, T, T->Self.Where);
  log(std::move(H));
}

void Block::log(Hazard H) {
  if (Host.StopAtHazard && H.isFault() && !Broken) {
    Broken = true; // seen when the slice of the thread ends
    Host.How = Ending::Faulted;
    Host.Why = H.text();
  }
  Host.Log.add(std::move(H));
}

/// Adds kernel, place, thread and iteration.
void Block::describe(Hazard &H, const Thread *T, uint32_t Where) const {
  const Origin &O = L.M->Origins[Where];
  H.Kernel = demangled(L.Kernel->Name);
  H.Place = L.M->placeOf(O);
  H.Instruction = O.Text;
  for (int D = 0; D < 3; ++D)
    H.Block[D] = static_cast<int>(BlockId[D]);
  if (!T)
    return;
  H.Thread[0] = static_cast<int>(specialValue(*T, Special::TidX));
  H.Thread[1] = static_cast<int>(specialValue(*T, Special::TidY));
  H.Thread[2] = static_cast<int>(specialValue(*T, Special::TidZ));
  if (const Loop *In = T->F->loopAt(T->Pc))
    H.Iteration = static_cast<int64_t>(T->R[In->Counter]);
}

void Block::report(HazardKind K, Severity S, const Thread *T, uint32_t Where,
                   const std::string &Message) {
  if (!Host.Log.isNew(K, S, &L.M->Origins[Where]))
    return;
  Hazard H;
  H.Kind = K;
  H.How = S;
  H.Message = Message;
  describe(H, T, Where);
  log(std::move(H));
}

Flow Block::stop(HazardKind K, Thread &T, const Instruction &I,
                 const std::string &Message) {
  report(K, Severity::Hard, &T, I.Id, Message);
  Broken = true;
  Host.How =
      K == HazardKind::Unsupported ? Ending::Unsupported : Ending::Trapped;
  Host.Why = Message;
  return Flow::Stop;
}

void Block::reportPending(Thread &T) {
  report(HazardKind::PendingAtExit, Severity::Soft, &T,
         T.Copies.youngest().Where,
         "thread ends with " + std::to_string(T.Copies.outstanding()) +
             " asynchronous copies that were not waited for");
  T.Copies.waitAll(T.Self, *this);
}

void Block::reportDeadlock(const char *Why) {
  std::map<std::string, unsigned> Places;
  const Thread *Stuck = nullptr;
  for (const Thread &T : Threads) {
    if (T.St == Thread::State::Exited)
      continue;
    Stuck = Stuck ? Stuck : &T;
    const Origin &O = L.M->Origins[T.F->Code[T.Pc].Id];
    ++Places[L.M->placeOf(O) + " [" + O.Text + "]"];
  }
  std::string Message = Why;
  for (auto &[Place, Count] : Places)
    Message += "; " + std::to_string(Count) + " threads at " + Place;
  Message += "; " + std::to_string(threadCount() - Live) + " have exited";
  report(HazardKind::Deadlock, Severity::Hard, Stuck,
         Stuck ? Stuck->F->Code[Stuck->Pc].Id : 0, Message);
}

} // namespace pipeline_rewrite::executor
