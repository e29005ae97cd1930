//===- BankConflicts.cpp - What a warp waits for in shared memory ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Budget/BankConflicts.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

namespace pipeline_rewrite {
namespace {

constexpr unsigned Banks = 32, WordBytes = 4, WarpLanes = 32;

/// Lanes that are served together.
unsigned lanesOfTurn(unsigned Bytes) {
  return std::max(1u, WarpLanes * WordBytes / std::max(Bytes, WordBytes));
}

/// The bank that most different words are wanted of.
unsigned wavefrontsOfTurn(llvm::SmallVectorImpl<uint64_t> &Words) {
  std::sort(Words.begin(), Words.end());
  Words.erase(std::unique(Words.begin(), Words.end()), Words.end());
  unsigned Wanted[Banks] = {}, Most = 0;
  for (uint64_t Word : Words)
    Most = std::max(Most, ++Wanted[Word % Banks]);
  return Most;
}

template <typename Callback>
unsigned sumOfTurns(llvm::ArrayRef<LaneAccess> Lanes, unsigned Bytes,
                    Callback Of) {
  const unsigned Together = lanesOfTurn(Bytes);
  unsigned Sum = 0;
  for (unsigned First = 0; First < WarpLanes; First += Together) {
    llvm::SmallVector<uint64_t, 64> Words;
    for (const LaneAccess &L : Lanes)
      if (L.Lane >= First && L.Lane < First + Together)
        for (uint64_t Word = L.Address / WordBytes;
             Word <= (L.Address + Bytes - 1) / WordBytes; ++Word)
          Words.push_back(Word);
    if (!Words.empty())
      Sum += Of(Words);
  }
  return Sum;
}

} // namespace

unsigned countWavefronts(llvm::ArrayRef<LaneAccess> Lanes, unsigned Bytes) {
  return sumOfTurns(Lanes, Bytes, wavefrontsOfTurn);
}

const char *wordOf(SharedAccess How) {
  switch (How) {
  case SharedAccess::Load:
    return "load";
  case SharedAccess::Store:
    return "store";
  case SharedAccess::Copy:
    break;
  }
  return "copy";
}

std::string textOf(const LineConflicts &Of) {
  return "line " + std::to_string(Of.Line) + ", " + wordOf(Of.How) + " of " +
         Of.Tile + ": " + std::to_string(Of.Accesses) + " accesses, " +
         std::to_string(Of.Wavefronts) + " wavefronts, " +
         std::to_string(Of.Ideal) + " without conflicts";
}

unsigned countTurns(llvm::ArrayRef<LaneAccess> Lanes, unsigned Bytes) {
  return sumOfTurns(Lanes, Bytes,
                    [](llvm::SmallVectorImpl<uint64_t> &) { return 1u; });
}

} // namespace pipeline_rewrite
