//===- ReplayState.cpp - What a run of Replay knows -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/ReplayState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pipeline_rewrite {

TileMemory::TileMemory(const LoopSchedule &S, bool UsedBefore, bool Fenced)
    : S(S), Fenced(Fenced) {
  for (const LoadStream &Each : S.Streams)
    for (bool Used : {Each.Stores, Each.Copies})
      Lanes.emplace_back(Used ? Each.Buffers : 0);
  for (std::vector<LaneBuffer> &Lane : Lanes)
    for (LaneBuffer &B : Lane)
      B.UsedBefore = UsedBefore;
}

std::string TileMemory::fill(unsigned Stream, bool Copied, unsigned Buffer,
                             unsigned Tile) {
  LaneBuffer &B = lane(Stream, Copied)[Buffer];
  const std::string Name = "buffer " + std::to_string(Buffer) + " of stream " +
                           std::to_string(Stream);
  if (B.State == LaneBuffer::InFlight)
    return Name + " is filled while a copy to it is in flight";
  if (B.ReadSinceBarrier || B.UsedBefore)
    return Name + " is filled with no barrier behind its last reader";
  B.Tile = Tile;
  B.State = Copied ? LaneBuffer::InFlight : LaneBuffer::Private;
  if (Copied)
    Open.push_back(&B);
  return "";
}

std::string TileMemory::read(unsigned Stream, unsigned Buffer, unsigned Tile) {
  for (bool Copied : {false, true}) {
    if (lane(Stream, Copied).empty())
      continue;
    LaneBuffer &B = lane(Stream, Copied)[Buffer];
    const std::string Name =
        "tile " + std::to_string(Tile) + " of stream " + std::to_string(Stream);
    if (B.State == LaneBuffer::Empty || B.Tile != Tile)
      return Name + " is not in the buffer that is read";
    if (B.State == LaneBuffer::InFlight)
      return Name + " is read while its copies are in flight";
    if (B.State == LaneBuffer::Private)
      return Name + " is read with no barrier behind its stores";
    B.ReadSinceBarrier = true;
    B.ReadSinceFence = Fenced && Copied;
  }
  return "";
}

void TileMemory::barrier() {
  for (std::vector<LaneBuffer> &Lane : Lanes)
    for (LaneBuffer &B : Lane) {
      B.ReadSinceBarrier &= B.ReadSinceFence;
      B.UsedBefore = false;
      if (B.State == LaneBuffer::Private)
        B.State = LaneBuffer::Shared;
    }
}

void TileMemory::fence() {
  for (std::vector<LaneBuffer> &Lane : Lanes)
    for (LaneBuffer &B : Lane)
      B.ReadSinceFence = false;
}

void TileMemory::wait(size_t Prior, bool Publish) {
  while (Groups.size() > Prior) {
    for (LaneBuffer *B : Groups.front())
      B->State = Publish ? LaneBuffer::Shared : LaneBuffer::Private;
    Groups.pop_front();
  }
}

void TileMemory::allHaveRead(unsigned Tile) {
  for (unsigned I = 0; I < S.Streams.size(); ++I)
    for (LaneBuffer &B : lane(I, /*Copied=*/true))
      if (B.Tile == Tile)
        B.ReadSinceBarrier = false;
}

using BufferTest = llvm::function_ref<bool(const LaneBuffer &)>;

static bool anyOf(const std::vector<std::vector<LaneBuffer>> &Lanes,
                  BufferTest Test) {
  return llvm::any_of(Lanes, [&](const std::vector<LaneBuffer> &Lane) {
    return llvm::any_of(Lane, Test);
  });
}

bool TileMemory::isAnyInFlight() const {
  return anyOf(Lanes, [](const LaneBuffer &B) {
    return B.State == LaneBuffer::InFlight;
  });
}

bool TileMemory::isAnyReadSinceBarrier() const {
  return anyOf(Lanes, [](const LaneBuffer &B) { return B.ReadSinceBarrier; });
}

std::string CopyProgress::acquire() {
  if (!In.acquires())
    return "";
  if (!mayAcquire())
    return "a buffer is acquired that nobody will release";
  if (Acquired >= Stages)
    Memory.allHaveRead(Acquired - Stages);
  ++Acquired;
  return "";
}

std::string CopyProgress::commit() {
  if (In.acquires() && Committed == Acquired)
    return "a buffer is committed that was not acquired";
  // Nobody arrives for a tile without copies: who waits for it waits for ever.
  if (In.waitsForBlock() && !Memory.isAnyOpen())
    return "a tile is committed that nobody copies";
  ++Committed;
  Memory.commit();
  return "";
}

std::string CopyProgress::wait(const Step &Each) {
  if (!In.waitsForBlock()) {
    Memory.wait(Each.Prior, /*Publish=*/false);
    return "";
  }
  if (Memory.groups() == 0)
    return "a tile is waited for that nobody copies";
  ++Waited;
  Memory.wait(Memory.groups() - 1, /*Publish=*/true);
  return "";
}

std::string CopyProgress::release() {
  if (In.acquires() && Released == Waited)
    return "a tile is released that was not waited for";
  ++Released;
  Memory.fence();
  return "";
}

std::string CopyProgress::finish() const {
  if (In.acquires() &&
      (Committed != Acquired || Waited != Acquired || Released != Acquired))
    return "a tile is not acquired, committed, waited for and released";
  if (In.waitsForBlock() && Waited != Committed)
    return "a tile is copied that nobody waits for";
  return "";
}

std::string FragmentSets::readFirst(unsigned Tile) {
  if (First || (Last && Steps % 2))
    return "fragments are overwritten that nobody computed with";
  First = Tile;
  return "";
}

std::string FragmentSets::computeButLast(unsigned Tile) {
  if (First != Tile || Last)
    return "a step is computed with the fragments of another";
  First.reset();
  Last = Tile;
  return "";
}

std::string FragmentSets::computeLast(unsigned Tile) {
  if (Last != Tile)
    return "the last step is computed with the fragments of another";
  Last.reset();
  return "";
}

std::string FragmentSets::finish() const {
  return First || Last ? "fragments are read that nobody computes with" : "";
}

} // namespace pipeline_rewrite
