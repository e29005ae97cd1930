//===- Machine/TouchedBytes.cpp - What a launch reads and writes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Executor/Machine/TouchedBytes.h"

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

void TouchedBytes::add(uint64_t Address, unsigned Bytes) {
  auto *In = const_cast<Buffer *>(find(Address));
  for (uint64_t At = In ? Address - In->Start : 0, End = At + Bytes;
       In && At < End && At < In->Bytes; ++At)
    In->Bits[At / 64] |= uint64_t(1) << At % 64;
}

bool TouchedBytes::contains(uint64_t Address, unsigned Bytes) const {
  const Buffer *In = find(Address);
  for (uint64_t At = In ? Address - In->Start : 0, End = At + Bytes;
       In && At < End && At < In->Bytes; ++At)
    if (!(In->Bits[At / 64] >> At % 64 & 1))
      return false;
  return true;
}

} // namespace pipeline_rewrite::executor
