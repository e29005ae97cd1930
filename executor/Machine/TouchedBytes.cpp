//===- Machine/TouchedBytes.cpp - What a launch reads and writes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Machine/TouchedBytes.h"
#include <algorithm>

namespace pipeline_rewrite::executor {

void TouchedBytes::clear() {
  Buffers.clear();
  Latest = 0;
}

void TouchedBytes::watch(uint64_t Address, uint64_t Bytes) {
  Buffers.push_back({Address, Bytes, std::vector<uint64_t>(Bytes / 64 + 1)});
}

const TouchedBytes::Buffer *TouchedBytes::find(uint64_t Address) const {
  for (size_t I = 0; I < Buffers.size(); ++I) {
    const size_t At = (Latest + I) % Buffers.size();
    if (Address - Buffers[At].Start < Buffers[At].Bytes) {
      Latest = At;
      return &Buffers[At];
    }
  }
  return nullptr;
}

template <typename Visit>
static void forEachWord(uint64_t At, uint64_t Bytes, Visit Do) {
  for (uint64_t End = At + Bytes; At < End;) {
    const uint64_t Here = std::min<uint64_t>(64 - At % 64, End - At);
    Do(At / 64, ~uint64_t(0) >> (64 - Here) << At % 64);
    At += Here;
  }
}

void TouchedBytes::add(uint64_t Address, unsigned Bytes) {
  auto *In = const_cast<Buffer *>(find(Address));
  if (!In)
    return;
  const uint64_t At = Address - In->Start;
  forEachWord(At, std::min<uint64_t>(Bytes, In->Bytes - At),
              [&](uint64_t Word, uint64_t Mask) { In->Bits[Word] |= Mask; });
}

bool TouchedBytes::contains(uint64_t Address, unsigned Bytes) const {
  const Buffer *In = find(Address);
  if (!In)
    return true;
  const uint64_t At = Address - In->Start;
  bool All = true;
  forEachWord(At, std::min<uint64_t>(Bytes, In->Bytes - At),
              [&](uint64_t Word, uint64_t Mask) {
                All &= (In->Bits[Word] & Mask) == Mask;
              });
  return All;
}

} // namespace pipeline_rewrite::executor
