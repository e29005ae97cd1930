//===- TileMemory.cpp - What the buffers hold -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/TileMemory.h"
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

} // namespace pipeline_rewrite
