//===- Machine/SharedMemory.cpp - Shared memory and its shadow ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/SharedMemory.h"
#include <algorithm>
#include <cstring>

namespace pipeline_rewrite::executor {

void SharedMemory::reset(uint32_t Bytes, bool Keep, bool Check) {
  uint32_t Size = (Bytes + 15) / 16 * 16;
  Data.assign(Size, Poison);
  Words.assign(Size / 4, Cell());
  Splits.clear();
  ReaderSets.clear();
  KeepAllReaders = Keep;
  Checks = Check;
}

void SharedMemory::addVariable(uint32_t Address, uint32_t Bytes,
                               uint32_t PaddingBytes) {
  forEachCell(Address, Bytes,
              [](Cell &C, uint64_t, unsigned) { C.Flags |= Addressable; });
  forEachCell(Address + Bytes, PaddingBytes, [](Cell &C, uint64_t, unsigned) {
    C.Flags |= Padding | Initialised;
  });
}

/// Visits the cells of [Address, Address + Bytes): whole words where possible,
/// single bytes otherwise.
template <class Fn>
void SharedMemory::forEachCell(uint64_t Address, unsigned Bytes, Fn Visit) {
  uint64_t End = Address + Bytes;
  while (Address < End) {
    Cell &Word = Words[Address / 4];
    bool Whole = Address % 4 == 0 && End - Address >= 4;
    if (Whole && !(Word.Flags & Split)) {
      Visit(Word, Address, 4u);
      Address += 4;
      continue;
    }
    if (!(Word.Flags & Split))
      splitWord(Word);
    Visit(Splits[Word.Index][Address % 4], Address, 1u);
    ++Address;
  }
}

void SharedMemory::splitWord(Cell &C) {
  std::array<Cell, 4> Bytes;
  Bytes.fill(C);
  if (C.Index >= 0) // each byte gets a reader set of its own
    for (Cell &B : Bytes) {
      ReaderSets.push_back(ReaderSets[C.Index]);
      B.Index = static_cast<int32_t>(ReaderSets.size()) - 1;
    }
  C.Index = static_cast<int32_t>(Splits.size());
  C.Flags = Split;
  Splits.push_back(Bytes);
}

void SharedMemory::report(HazardKind K, Severity S, uint64_t Address,
                          unsigned Bytes, int Other, uint32_t Where) {
  Sink.found({K, S, Address, Bytes, Other, Where});
}

bool SharedMemory::inBounds(uint64_t Address, unsigned Bytes, bool Reading) {
  // Without checks the words still say what is addressable: a wild access must
  // not touch the executor's own memory.
  bool Inside = Address < Data.size() && Address + Bytes <= Data.size();
  bool WholeWords = Inside && (Address | Bytes) % 4 == 0;
  for (uint64_t W = Address / 4; WholeWords && W < (Address + Bytes) / 4; ++W)
    WholeWords = (Words[W].Flags & (Addressable | Split)) == Addressable;
  if (WholeWords)
    return true;
  if (Inside)
    forEachCell(Address, Bytes, [&](Cell &C, uint64_t, unsigned) {
      Inside &=
          (C.Flags & (Reading ? Addressable | Padding : Addressable)) != 0;
    });
  if (!Inside)
    report(HazardKind::OobShared, Severity::Hard, Address, Bytes, -1, 0);
  return Inside;
}

bool SharedMemory::read(const Actor &A, uint64_t Address, unsigned Bytes,
                        void *Out, bool Strong) {
  if (!inBounds(Address, Bytes, /*Reading=*/true)) {
    std::memset(Out, Poison, Bytes);
    return false;
  }
  if (Checks)
    forEachCell(Address, Bytes, [&](Cell &C, uint64_t At, unsigned N) {
      noteRead(C, A, At, N, Strong);
    });
  std::memcpy(Out, &Data[Address], Bytes);
  return true;
}

bool SharedMemory::write(const Actor &A, uint64_t Address, unsigned Bytes,
                         const void *From, bool Strong) {
  if (!inBounds(Address, Bytes))
    return false;
  const auto *Source = static_cast<const uint8_t *>(From);
  if (Checks)
    forEachCell(Address, Bytes, [&](Cell &C, uint64_t At, unsigned N) {
      bool Same = !std::memcmp(&Data[At], Source + (At - Address), N);
      noteWrite(C, A, At, N, Strong, Same);
    });
  std::memcpy(&Data[Address], From, Bytes);
  return true;
}

bool SharedMemory::modify(const Actor &A, uint64_t Address, unsigned Bytes,
                          void *Old) {
  if (!inBounds(Address, Bytes)) {
    std::memset(Old, Poison, Bytes);
    return false;
  }
  if (Checks)
    forEachCell(Address, Bytes, [&](Cell &C, uint64_t At, unsigned N) {
      noteRead(C, A, At, N, true);
      noteWrite(C, A, At, N, true, false);
    });
  std::memcpy(Old, &Data[Address], Bytes);
  return true;
}

void SharedMemory::finishModify(uint64_t Address, unsigned Bytes,
                                const void *From) {
  std::memcpy(&Data[Address], From, Bytes);
}

bool SharedMemory::beginCopy(const Actor &A, uint64_t Address, unsigned Bytes) {
  if (!inBounds(Address, Bytes))
    return false;
  if (Checks)
    forEachCell(Address, Bytes, [&](Cell &C, uint64_t At, unsigned N) {
      noteWrite(C, A, At, N, false, false);
      C.Flags |= InFlight;
    });
  std::memset(&Data[Address], Poison, Bytes);
  return true;
}

void SharedMemory::landCopy(uint64_t Address, unsigned Bytes,
                            const void *From) {
  std::memcpy(&Data[Address], From, Bytes);
}

void SharedMemory::endCopy(const Actor &A, uint64_t Address, unsigned Bytes) {
  if (!Checks)
    return;
  forEachCell(Address, Bytes, [&](Cell &C, uint64_t, unsigned) {
    C.Flags = static_cast<uint8_t>((C.Flags | Initialised) & ~InFlight);
    C.Writer = A.Thread;
    C.WriteClock = A.Clock;
  });
}

void SharedMemory::noteRead(Cell &C, const Actor &A, uint64_t Address,
                            unsigned Bytes, bool Strong) {
  if (C.Flags & InFlight)
    report(HazardKind::InflightRead, Severity::Hard, Address, Bytes, C.Writer,
           C.WriteWhere);
  else if (!(C.Flags & Initialised))
    report(HazardKind::UninitShared, Severity::Hard, Address, Bytes, -1, 0);
  else if (!Times.isBefore(C.Writer, C.WriteClock, A) &&
           !(Strong && (C.Flags & StrongWrite)))
    report(HazardKind::RaceRaw, Severity::Hard, Address, Bytes, C.Writer,
           C.WriteWhere);
  if (!Strong)
    noteReader(C, A);
}

void SharedMemory::noteReader(Cell &C, const Actor &A) {
  if (C.ReadClock == 0 || Times.isBefore(C.ReaderThread, C.ReadClock, A)) {
    // Whoever is ordered after A is ordered after the old reader as well. In a
    // block that only uses full barriers an older mark "several" is void once
    // the reader it stands for lies behind the barrier.
    bool Old = C.ReadClock < Times.Base;
    if (Old) {
      C.Flags &= ~SeveralReaders;
      if (KeepAllReaders && C.Index >= 0)
        ReaderSets[C.Index].clear();
    }
    C.ReaderThread = A.Thread;
    C.ReadClock = A.Clock;
    C.ReadWhere = A.Where;
    return;
  }
  if (!KeepAllReaders) {
    C.Flags |= SeveralReaders;
    return;
  }
  if (C.Index < 0) {
    C.Index = static_cast<int32_t>(ReaderSets.size());
    ReaderSets.emplace_back();
  }
  for (Reader &R : ReaderSets[C.Index])
    if (Times.isBefore(R.Thread, R.Clock, A)) {
      R = {A.Thread, A.Clock, A.Where};
      return;
    }
  ReaderSets[C.Index].push_back({A.Thread, A.Clock, A.Where});
}

void SharedMemory::checkReaders(Cell &C, const Actor &A, uint64_t Address,
                                unsigned Bytes, Severity How) {
  if (C.ReadClock < Times.Base)
    return;
  if (!Times.isBefore(C.ReaderThread, C.ReadClock, A) ||
      (C.Flags & SeveralReaders)) {
    report(HazardKind::RaceWar, How, Address, Bytes, C.ReaderThread,
           C.ReadWhere);
    return;
  }
  if (KeepAllReaders && C.Index >= 0)
    for (const Reader &R : ReaderSets[C.Index])
      if (!Times.isBefore(R.Thread, R.Clock, A)) {
        report(HazardKind::RaceWar, How, Address, Bytes, R.Thread, R.Where);
        return;
      }
}

void SharedMemory::noteWrite(Cell &C, const Actor &A, uint64_t Address,
                             unsigned Bytes, bool Strong, bool SameValue) {
  // Writing what is already there changes nothing a reader could see.
  Severity How = SameValue ? Severity::Soft : Severity::Hard;
  if (C.Flags & InFlight)
    report(HazardKind::InflightWrite, Severity::Hard, Address, Bytes, C.Writer,
           C.WriteWhere);
  else if (!Times.isBefore(C.Writer, C.WriteClock, A) &&
           !(Strong && (C.Flags & StrongWrite)))
    report(HazardKind::RaceWaw, How, Address, Bytes, C.Writer, C.WriteWhere);
  checkReaders(C, A, Address, Bytes, How);
  // Every reader is now ordered before this write, or has been reported.
  C.ReadClock = 0;
  C.Flags &= ~(SeveralReaders | StrongWrite);
  if (KeepAllReaders && C.Index >= 0)
    ReaderSets[C.Index].clear();
  C.Flags |= Initialised | (Strong ? StrongWrite : 0);
  C.Writer = A.Thread;
  C.WriteClock = A.Clock;
  C.WriteWhere = A.Where;
}

} // namespace pipeline_rewrite::executor
