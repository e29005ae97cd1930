//===- Replay.cpp - One thread's run through a schedule -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/Replay.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {

/// A barrier on top of the body orders the loads and what stands before the
/// loop; where threads only copy, that leaves no trace
/// (Analyse/Forms/Partition.cpp).
static bool isUsedBefore(const ScheduleInput &In) {
  return In.barrierOnTop() && !In.isPartitioned();
}

Replay::Replay(const LoopSchedule &S, const ScheduleInput &In, unsigned Tiles,
               std::vector<Moment> *Seen)
    : S(S), In(In), Tiles(Tiles), Seen(Seen),
      Memory(S, isUsedBefore(In), In.fencesReads()),
      Copies(In, S.stages(), Memory), Computation(In, Tiles),
      Fragments(In.StepsAhead), Registers(S.Streams.size()),
      TimesLoaded(S.Streams.size(), std::vector<unsigned>(Tiles)) {
  for (Thread *T : {&Main, &Producer}) {
    T->Streams.resize(S.Streams.size());
    for (const Counter &C : S.Counters)
      T->Counters[C.Id] = 0;
  }
  Producer.IsProducer = true;
}

std::string Replay::run(std::optional<Event> At) {
  Exit = At;
  runSteps(S.Prologue);
  note({Moment::Loop});
  runLoop();
  note({Moment::Epilogue});
  if (Where == Flow::On)
    runSteps(S.Epilogue);
  Where = Flow::On;
  if (Problem.empty())
    runSteps(S.Behind);
  if (Problem.empty())
    finish();
  return Problem;
}

void Replay::wrong(std::string What) {
  if (Problem.empty() && !What.empty())
    Problem = std::move(What) + ", with " + std::to_string(Tiles) + " tiles";
}

void Replay::runLoop() {
  const bool Peeled = S.Header.Stream.has_value();
  unsigned Iteration = 0;
  while (!stopped()) {
    const bool First = Iteration == 0 && !S.Header.TestFirst && !Peeled;
    const bool Goes =
        Peeled ? holds({Condition::Tile, *S.Header.Stream}) : Iteration < Tiles;
    if (!First && !Goes)
      return;
    if (Iteration++ > Tiles)
      return wrong("the loop does not end");
    runSteps(S.Body);
    if (!S.Header.HasIncrement)
      continue;
    ComputeIncrements += !Peeled || S.Header.ComputesIncrement;
    if (Peeled)
      ++Main.Streams[*S.Header.Stream].Increments;
  }
}

void Replay::runSteps(const std::vector<Step> &Steps) {
  for (const Step &Each : Steps) {
    if (stopped())
      return;
    if (!S.Producers.empty() && !Now->IsProducer)
      runProducer();
    runStep(Each);
  }
}

/// Threads that copy are as far ahead as the pipeline lets them.
void Replay::runProducer() {
  Now = &Producer;
  while (tileOf(0) < Tiles && Problem.empty()) {
    if (!Copies.mayAcquire())
      break;
    const unsigned Before = tileOf(0);
    runSteps(S.Producers);
    if (Where != Flow::Returned)
      wrong("threads that copy go on behind their loop");
    Where = Flow::On;
    if (tileOf(0) == Before)
      wrong("threads that copy do not move on");
  }
  Now = &Main;
}

void Replay::runStep(const Step &Each) {
  switch (Each.Kind) {
  case StepKind::Unit:
    return runUnit(Each);
  case StepKind::Barrier:
    return barrier(Each);
  case StepKind::FirstFragments:
    return readFirstFragments(Each);
  case StepKind::StepsButLast:
    return runStepsButLast(Each);
  case StepKind::LastStep:
    return runLastStep(Each);
  case StepKind::Load:
  case StepKind::Issue:
    return load(Each);
  case StepKind::Store:
    return store(Each);
  case StepKind::Acquire:
    return wrong(Copies.acquire());
  case StepKind::Commit:
    return wrong(Copies.commit());
  case StepKind::Wait:
    return wait(Each);
  case StepKind::Release:
    return wrong(Copies.release());
  case StepKind::Advance: {
    Thread::Progress &P = Now->Streams[Each.Stream];
    P.Updates += Each.Updates;
    P.Increments += Each.Increment;
    return;
  }
  case StepKind::AdvanceCompute:
    ++ComputeIncrements;
    return;
  case StepKind::Next:
    return next(Each.Of);
  case StepKind::Drop:
    --Now->Counters[CounterId::Held];
    return;
  case StepKind::Follow:
    Now->Counters[CounterId::Fill] = Now->Counters[CounterId::Read];
    return;
  case StepKind::Ask:
    Now->Flags[Each.Flag] = holds(Each.If);
    return;
  case StepKind::Return:
    Where = Flow::Returned;
    return;
  case StepKind::Quit:
    HasQuit = true;
    BarrierSinceQuit = false;
    if (!In.quits()) { // all threads are through before
      Memory.fence();
      Memory.barrier();
    }
    return;
  case StepKind::Pin:
  case StepKind::Note:
  case StepKind::Gap:
  case StepKind::Address:
  case StepKind::Registers:
    return;
  default:
    return runBlock(Each);
  }
}

void Replay::runBlock(const Step &Each) {
  switch (Each.Kind) {
  case StepKind::If:
    if (!holds(Each.If))
      return;
    break;
  case StepKind::FillLoop:
    for (unsigned &Fill = Now->Counters[CounterId::Fill];
         Fill + 1 + Each.Prior < S.stages() && !stopped(); ++Fill)
      runSteps(Each.Inner);
    return;
  case StepKind::DrainLoop:
    for (unsigned &Held = Now->Counters[CounterId::Held];
         Held > Each.Prior && !stopped(); --Held)
      runSteps(Each.Inner);
    return;
  case StepKind::SourceLoop:
    // One iteration: the caller asks for the next.
    runSteps(Each.Inner);
    if (S.Header.HasIncrement)
      ++Now->Streams[0].Increments;
    return;
  default:
    break;
  }
  runSteps(Each.Inner);
}

void Replay::runUnit(const Step &Each) {
  if (S.Units[Each.Unit].Kind != BodyUnit::Compute)
    return barrier(Each);
  const unsigned Tile = Computation.tile();
  happens(Each.Unit);
  if (S.Units[Each.Unit].IsBarrier) {
    note({Moment::Barrier});
    Memory.barrier();
    Computation.barrier();
    return;
  }
  if (S.Header.HasIncrement && S.Header.ComputesIncrement &&
      ComputeIncrements != Tile)
    wrong("the computation's variables are those of another tile");
  if (!Computation.readsTiles(Each.Unit))
    return;
  if (Copies.isReleased(Tile))
    wrong("a tile is released before it is read");
  noteReads(Each, Tile);
  readBuffers(Each, Tile);
}

/// The tile is computed from these buffers.
void Replay::noteReads(const Step &Each, unsigned Tile) {
  for (unsigned I = 0; I < Each.Reads.size() && Problem.empty(); ++I)
    note({Moment::Compute, Tile, I, bufferOf(Each.Reads[I], I)});
}

void Replay::readBuffers(const Step &Each, unsigned Tile) {
  for (unsigned I = 0; I < Each.Reads.size() && Problem.empty(); ++I)
    wrong(Memory.read(I, bufferOf(Each.Reads[I], I), Tile));
}

void Replay::readFirstFragments(const Step &Each) {
  const unsigned Tile = FragmentsRead++;
  if (Tile >= Tiles)
    return wrong("fragments are read of a tile that does not exist");
  wrong(Fragments.readFirst(Tile));
  readBuffers(Each, Tile);
}

void Replay::runStepsButLast(const Step &Each) {
  const unsigned Tile = Computation.tile();
  if (!Computation.isNext(Each.Unit))
    return wrong("the k-steps are out of order");
  wrong(Fragments.computeButLast(Tile));
  noteReads(Each, Tile);
  readBuffers(Each, Tile);
}

void Replay::runLastStep(const Step &Each) {
  wrong(Fragments.computeLast(Computation.tile()));
  happens(Each.Unit);
}

void Replay::happens(unsigned Unit) {
  const unsigned Tile = Computation.tile();
  wrong(Computation.run(Unit));
  if (Exit && Exit->Tile == Tile && Exit->Unit == Unit)
    Where = Flow::Left;
}

void Replay::load(const Step &Each) {
  const unsigned Tile = tileOf(Each.Stream);
  if (Tile >= Tiles)
    return wrong("a tile is loaded that does not exist");
  ++TimesLoaded[Each.Stream][Tile];
  const LoadStream &Stream = S.Streams[Each.Stream];
  const unsigned Buffer = bufferOf(Each.Into, Each.Stream);
  if (Stream.Copies && !Copies.mayCopy())
    wrong("a copy starts into a buffer that was not acquired");
  if (!Problem.empty())
    return;
  std::string Why;
  if (Stream.Copies)
    Why = Memory.fill(Each.Stream, /*Copied=*/true, Buffer, Tile);
  if (Why.empty() && Stream.Stores && Each.Kind == StepKind::Load)
    Why = Memory.fill(Each.Stream, /*Copied=*/false, Buffer, Tile);
  if (!Why.empty())
    return wrong(Why);
  note({Moment::Load, Tile, Each.Stream, Buffer});
  if (Stream.Stores && Each.Kind == StepKind::Load)
    note({Moment::Store, Tile, Each.Stream, Buffer});
  if (!Stream.Stores || Each.Kind == StepKind::Load)
    return;
  if (Registers[Each.Stream])
    return wrong("a tile that waits in registers is lost");
  Registers[Each.Stream] = Tile;
}

void Replay::store(const Step &Each) {
  std::optional<unsigned> &Held = Registers[Each.Stream];
  if (!Held)
    return wrong("a tile is stored that was not fetched");
  const unsigned Buffer = bufferOf(Each.Into, Each.Stream);
  if (!Problem.empty())
    return;
  wrong(Memory.fill(Each.Stream, /*Copied=*/false, Buffer, *Held));
  note({Moment::Store, *Held, Each.Stream, Buffer});
  Held.reset();
}

void Replay::wait(const Step &Each) {
  wrong(Copies.wait(Each));
  if (In.waitsForBlock())
    note({Moment::Barrier});
}

void Replay::barrier(const Step &Each) {
  note({Moment::Barrier});
  Memory.barrier();
  BarrierSinceQuit = true;
  Computation.barrier();
  const bool Repeated = Each.Moved && !In.Units[Each.Unit].Added &&
                        !(In.barrierOnTop() && Each.Unit == In.TrailingBarrier);
  if (S.Units[Each.Unit].IsVote && !Repeated)
    happens(Each.Unit);
  Computation.barrier();
}

void Replay::next(CounterId Id) {
  unsigned &Value = Now->Counters[Id];
  ++Value;
  if (unsigned Modulus = S.modulusOf(Id))
    Value %= Modulus;
}

bool Replay::holds(const Condition &If) {
  switch (If.Kind) {
  case Condition::Always:
  case Condition::Producer:
    return true;
  case Condition::FirstOrTile:
    if (Now->Counters[CounterId::Fill] == 0)
      return true;
    [[fallthrough]];
  case Condition::Tile:
    return tileOf(If.Stream) < Tiles;
  case Condition::HasTiles:
  case Condition::HasNext: {
    auto Flag = Now->Flags.find(If.Kind);
    if (Flag == Now->Flags.end()) {
      wrong("a flag is read that was never set");
      return false;
    }
    return Flag->second;
  }
  case Condition::MoreHeld:
    return Now->Counters[CounterId::Held] > 1;
  }
  return false;
}

unsigned Replay::tileOf(unsigned Stream) {
  const Thread::Progress &P = Now->Streams[Stream];
  if (S.Header.HasIncrement && P.Updates != P.Increments)
    wrong("the variables of stream " + std::to_string(Stream) +
          " stand at two tiles");
  return P.Updates;
}

unsigned Replay::bufferOf(const Slot &Of, unsigned Stream) {
  const unsigned Buffers = S.Streams[Stream].Buffers;
  unsigned Value = Of.Value;
  if (Of.Kind == Slot::Counted) {
    const unsigned Modulus = std::max(1u, S.modulusOf(Of.Of));
    Value = (Now->Counters[Of.Of] + Of.Value) % Modulus;
  }
  if (Of.Kind == Slot::Only)
    Value = 0;
  if (Value >= Buffers)
    wrong("stream " + std::to_string(Stream) + " has no buffer " +
          std::to_string(Value));
  return Value;
}

void Replay::finish() {
  if (Memory.isAnyInFlight())
    return wrong("copies are in flight behind the loop");
  if (In.quits() && !HasQuit)
    return wrong("no thread says that it leaves the pipeline");
  if (std::string Why = Copies.finish(); !Why.empty())
    return wrong(Why);
  if (In.isMadeAgain() && !HasQuit)
    return wrong("what counts the copies is made again while it is in use");
  if (In.StateIsKept && Memory.isAnyReadSinceBarrier())
    return wrong("the next run's copies begin while threads read this one's");
  if (In.quits() && In.InOuterLoop && !BarrierSinceQuit)
    return wrong("the pipeline is made again while threads leave it");
  if (Exit)
    return;
  if (!Computation.isDone())
    return wrong("not every tile is computed");
  if (std::string Why = Fragments.finish(); !Why.empty())
    return wrong(Why);
  for (const std::optional<unsigned> &Held : Registers)
    if (Held)
      return wrong("a tile waits in registers behind the loop");
  for (const std::vector<unsigned> &Times : TimesLoaded)
    if (llvm::any_of(Times, [](unsigned N) { return N != 1; }))
      return wrong("a tile is not loaded once");
  if (In.KeepTrailingBarrier && Memory.isAnyReadSinceBarrier())
    return wrong("no barrier behind the last tile");
  if (S.Header.HasIncrement && S.Header.ComputesIncrement &&
      ComputeIncrements != Tiles)
    return wrong("the computation's variables do not end as they did");
  for (unsigned I = 0; I < S.Streams.size() && Tiles > 0; ++I)
    if (std::string Why =
            Memory.read(I, bufferOf(slotBehind(S, I), I), Tiles - 1);
        !Why.empty())
      return wrong("behind the loop: " + Why);
}

} // namespace pipeline_rewrite
