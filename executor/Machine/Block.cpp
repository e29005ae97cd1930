//===- Machine/Block.cpp - One thread block in execution ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/Block.h"
#include <algorithm>

namespace pipeline_rewrite::executor {

Block::Block(Machine &Host, const Launch &L)
    : Host(Host), L(L), Times(Host.Times), Shared(Host.Times, *this),
      Bars(*this), MBars(*this), Tensors(*this) {
  uint32_t Count = L.BlockDim[0] * L.BlockDim[1] * L.BlockDim[2];
  Threads.reserve(Count);
  for (uint32_t N = 0; N < Count; ++N) {
    Threads.emplace_back(*this, Shared);
    Thread &T = Threads.back();
    T.Index = N;
    T.Warp = N / 32;
    T.Lane = N % 32;
    T.PendingAcquire = Joined(Count);
  }
  AtWarp.resize((Count + 31) / 32);
}

void Block::prepareShared() {
  Shared.reset(L.SharedEnd, L.M->HasPartialOrder, Host.Options.Checks);
  for (const Launch::Region &R : L.Regions)
    Shared.addVariable(R.Address, R.Bytes, R.Padding);
}

void Block::prepareThread(Thread &T) {
  const Function &F = *L.Kernel;
  T.F = &F;
  T.Pc = 0;
  T.St = Thread::State::Ready;
  T.Self.Thread = static_cast<uint16_t>(T.Index);
  T.Self.Clock = Times.Base;
  T.Self.Seen.reset();
  T.Copies.clear();
  T.Frames.clear();
  T.Waits.clear();
  T.Fenced = false;
  T.PendingAcquire.clear();
  T.RegisterBase = T.ParamBase = T.LocalBase = 0;
  T.Registers.assign(F.SlotCount, 0);
  T.R = T.Registers.data();
  T.Params.assign(F.ParamBytes, 0);
  T.Local.assign(frameOf(F.LocalBytes), 0xFF);
  for (size_t N = 0; N < F.Parameters.size(); ++N)
    std::memcpy(&T.Params[F.Parameters[N].Offset], L.Arguments[N],
                F.Parameters[N].Size);
  fillSlots(T, F);
}

void Block::prepare(const uint32_t (&Id)[3]) {
  std::copy(Id, Id + 3, BlockId);
  Times.BlockFirst = Times.Base = ++Times.Counter;
  prepareShared();
  Bars.reset();
  MBars.reset();
  Tensors.reset();
  Published.clear();
  std::fill(AtWarp.begin(), AtWarp.end(), 0);
  Live = threadCount();
  FailedPolls = 0;
  Policy P = Host.Options.Schedule.value_or(
      static_cast<Policy>(Host.Rng.below(Scheduler::Policies)));
  Sched.reset(Live, P, Host.Rng);
  for (Thread &T : Threads) {
    prepareThread(T);
    Sched.setReady(T.Index);
  }
  ++Host.Stats.Blocks;
}

/// The launch ends here; false, for run() to give back.
bool Block::giveUp(Ending How, const char *Why) {
  reportDeadlock(Why);
  Host.How = How;
  Host.Why = Why;
  return false;
}

bool Block::run(const uint32_t (&Id)[3]) {
  prepare(Id);
  uint64_t Limit =
      std::min(Host.Stats.Steps + Host.Options.StepLimit, Host.LastStep);
  constexpr uint64_t StepsBetweenLooks = 1 << 18; // some milliseconds
  uint64_t NextLook = Host.Stats.Steps;
  while (Live > 0 && !Broken) {
    int Next = Sched.pick(Host.Rng);
    if (Next < 0 && MBars.hasDeferred()) {
      MBars.landSome(Host.Rng);
      continue;
    }
    if (Next < 0)
      return giveUp(Ending::Stuck, "no thread can run");
    runSlice(Threads[Next], Sched.quantum(Host.Rng));
    landCopies();
    if (Host.Stats.Steps > Limit)
      return giveUp(Ending::OutOfSteps, "step limit reached");
    if (FailedPolls > 20000 + 2000ull * Live)
      return giveUp(Ending::Stuck, "threads poll for ever");
    if (Host.Stats.Steps >= NextLook) {
      if (Host.isLate())
        return giveUp(Ending::OutOfTime, "time limit reached");
      NextLook = Host.Stats.Steps + StepsBetweenLooks;
    }
  }
  if (!Broken && !Tensors.empty())
    report(HazardKind::PendingAtExit, Severity::Hard,
           &Threads[Tensors.youngest().Thread], Tensors.youngest().Where,
           "the block ends with boxes that nobody has waited for");
  return !Broken;
}

void Block::landCopies() {
  if (Host.Rng.below(4) == 0)
    Threads[Host.Rng.below(threadCount())].Copies.landSome(Host.Rng);
  if (MBars.hasDeferred() && Host.Rng.below(8) == 0)
    MBars.landSome(Host.Rng);
  if (!Tensors.empty() && Host.Rng.below(4) == 0)
    Tensors.landSome(Host.Rng);
}

void Block::runSlice(Thread &T, uint64_t Quantum) {
  Current = &T;
  const Instruction *Code = T.F->Code.data();
  uint32_t Pc = T.Pc;
  uint64_t Left = Quantum;
  Flow Last = Flow::Next;
  while (Left != 0) {
    --Left;
    const Instruction &I = Code[Pc];
    if (I.Guard >= 0 && ((T.R[I.Guard] & 1) != 0) == I.GuardNegated) {
      ++Pc;
      continue;
    }
    T.Pc = Pc;
    Last = I.Run(T, I);
    if (Last == Flow::Next) {
      ++Pc;
    } else if (Last == Flow::Jump) {
      Pc = T.Pc;
      Code = T.F->Code.data();
    } else {
      break;
    }
  }
  Host.Stats.Steps += Quantum - Left;
  if (Last == Flow::Stop)
    return; // whoever stopped it has set Pc and state
  T.Pc = Last == Flow::Yield ? Pc + 1 : Pc;
  if (Last == Flow::Yield || Left == 0)
    Sched.rest(T.Index);
}

uint32_t Block::liveLanes(unsigned Warp) const {
  uint32_t Lanes = 0;
  for (unsigned N = Warp * 32; N < Warp * 32 + 32 && N < Threads.size(); ++N)
    if (Threads[N].St != Thread::State::Exited)
      Lanes |= 1u << N % 32;
  return Lanes;
}

void Block::release(Thread &T) {
  T.St = Thread::State::Ready;
  ++T.Pc;
  Sched.setReady(T.Index);
  FailedPolls = 0;
}

void Block::arriveAtWarp(Thread &T, const Instruction &I, uint32_t Mask) {
  T.St = Thread::State::AtWarp;
  T.WarpMask = Mask;
  Sched.setWaiting(T.Index);
  AtWarp[T.Warp] |= 1u << T.Lane;
  // Only an instruction whose lanes all stand somewhere can be complete.
  if ((Mask & ~AtWarp[T.Warp] & liveLanes(T.Warp)) == 0)
    recheckWarp(T.Warp);
  (void)I;
}

void Block::recheckWarp(unsigned Warp) {
  for (bool Again = true; Again && !Broken;) {
    Again = false;
    for (uint32_t Left = AtWarp[Warp]; Left; Left &= Left - 1) {
      const Thread &First = Threads[Warp * 32 + __builtin_ctz(Left)];
      uint32_t Here = 0;
      for (uint32_t Rest = AtWarp[Warp]; Rest; Rest &= Rest - 1) {
        const Thread &T = Threads[Warp * 32 + __builtin_ctz(Rest)];
        if (T.F == First.F && T.Pc == First.Pc)
          Here |= 1u << T.Lane;
      }
      if (First.WarpMask & liveLanes(Warp) & ~Here)
        continue;
      runCollective(Warp, First.WarpMask & Here, First.F->Code[First.Pc]);
      Again = true;
      break;
    }
  }
}

void Block::runCollective(unsigned Warp, uint32_t Lanes, const Instruction &I) {
  Thread *Before = Current;
  for (uint32_t Left = Lanes; Left; Left &= Left - 1)
    Threads[Warp * 32 + __builtin_ctz(Left)].Self.Where = I.Id;
  AtWarp[Warp] &= ~Lanes;
  I.Collective(*this, Warp, Lanes, I);
  Current = Before;
  if (Broken)
    return;
  for (uint32_t Left = Lanes; Left; Left &= Left - 1)
    release(Threads[Warp * 32 + __builtin_ctz(Left)]);
}

void Block::exitThread(Thread &T) {
  if (!T.Copies.empty() && !MBars.coversCopiesOf(T))
    reportPending(T);
  Host.Waits.add(T.Waits);
  T.St = Thread::State::Exited;
  Sched.setWaiting(T.Index);
  --Live;
  FailedPolls = 0;
  Bars.recheck();
  if (AtWarp[T.Warp])
    recheckWarp(T.Warp);
}

void Block::noteBarrier(const Thread &T) {
  const SourceLine &At = L.M->Origins[T.F->Code[T.Pc].Id].Where;
  Host.Barriers.completed({At.File, At.Line});
}

void Block::orderAll() {
  Times.Base = ++Times.Counter;
  for (Thread &T : Threads) {
    T.Self.Clock = Times.Base;
    T.Self.Seen.reset();
  }
}

void Block::orderThreads(const std::vector<uint16_t> &From,
                         const std::vector<uint16_t> &To) {
  Joined J(threadCount());
  for (uint16_t N : From)
    J.release(Threads[N].Self);
  for (uint16_t N : To)
    J.acquireInto(Threads[N].Self);
  uint32_t Now = ++Times.Counter;
  for (uint16_t N : From)
    Threads[N].Self.Clock = Now;
}

} // namespace pipeline_rewrite::executor
