//===- Attempts.cpp - Trials of one search, and what they came to ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Execution/Attempts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace pipeline_rewrite {
namespace {

/// For finding a base, and for all that is compared of one kernel.
constexpr double MostSeconds = 2;
/// After this only what is needed is compared.
constexpr double ComfortSeconds = 0.25;
/// Of Wanted.
constexpr size_t MostWanted = 256;
constexpr uint64_t FirstBuffer = 64 << 10, LastBuffer = 4 << 20;

} // namespace

bool Attempts::isOverTime() const {
  return Runner.nominalSeconds() > MostSeconds;
}

bool Attempts::isOver() const { return Stopped || isOverTime(); }

bool Attempts::isComfortable() const {
  return !isOver() && Runner.nominalSeconds() < ComfortSeconds;
}

TrialResult Attempts::attempt(Trial &T) {
  T.BufferBytes = std::max(T.BufferBytes, FirstBuffer);
  unsigned Dynamic = 0;
  while (Dynamic + 1 < Space.DynamicBytes.size() &&
         Space.DynamicBytes[Dynamic] < T.DynamicBytes)
    ++Dynamic;
  for (;;) {
    T.DynamicBytes = Space.DynamicBytes[Dynamic];
    TrialResult R = Runner.tryOriginal(T);
    take(R);
    if (R.End == TrialEnd::OutOfBounds && T.BufferBytes < LastBuffer)
      T.BufferBytes *= 8;
    else if (R.End == TrialEnd::OutOfShared &&
             Dynamic + 1 < Space.DynamicBytes.size())
      ++Dynamic;
    else if (R.End == TrialEnd::NotExecutable) {
      Stopped = true;
      CanExecute = R.Why;
      return R;
    } else {
      if (!R.isLegal() && FirstWhy.empty())
        FirstWhy = R.End == TrialEnd::TooLong
                       ? "it takes more steps, or time, than a trial has"
                       : R.Why;
      return R;
    }
    if (isOver())
      return R;
  }
}

void Attempts::take(const TrialResult &R) {
  for (auto [A, B] : R.Compared)
    for (auto Pair : {std::pair(A, B), std::pair(B, A)})
      if (Wanted.size() < MostWanted && !llvm::is_contained(Wanted, Pair))
        Wanted.push_back(Pair);
}

std::vector<Trial> Attempts::planted(const Trial &From) const {
  std::vector<Trial> All;
  for (unsigned I = 0; I < From.Integers.size(); ++I)
    for (auto [Have, Want] : Wanted)
      if (Have == From.Integers[I] && Have != Want)
        // Equal, and on either side of it.
        for (int64_t Off : {0, 1, -1}) {
          Trial T = From;
          T.Integers[I] = Want + Off;
          if (T.Integers != From.Integers)
            All.push_back(std::move(T));
        }
  // One number that many were compared with is the code's own.
  std::map<int64_t, unsigned> Times;
  for (auto [Have, Want] : Wanted)
    ++Times[Want];
  Trial Buffers = From;
  for (auto [Want, Count] : Times)
    if (Count > 1 && !llvm::is_contained(Buffers.Planted, Want))
      Buffers.Planted.push_back(Want);
  if (Buffers.Planted != From.Planted)
    All.insert(All.begin(), std::move(Buffers));
  return All;
}

size_t Attempts::equalities() const {
  return llvm::count_if(
      Wanted, [](const auto &Pair) { return Pair.first == Pair.second; });
}

void Attempts::compare(Trial T) {
  if (isOver() || !Compared.insert(keyOf(T)).second)
    return;
  TrialResult R = attempt(T);
  if (!R.isLegal())
    return;
  MostTiles = std::max(MostTiles, R.Tiles);
  if (!Runner.compare(T, R))
    Stopped = true;
}

Attempts::Key Attempts::keyOf(const Trial &T) {
  Key K = T.Integers;
  for (uint32_t N : T.Grid)
    K.push_back(N);
  K.push_back(T.OneBlock);
  K.push_back(int64_t(T.Fill));
  K.push_back(T.FillValue);
  K.push_back(T.Shared ? T.Shared->first * 1000 + T.Shared->second : -1);
  K.push_back(T.SharedOffset);
  llvm::append_range(K, T.Planted);
  return K;
}

} // namespace pipeline_rewrite
