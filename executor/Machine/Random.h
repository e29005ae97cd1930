//===- Machine/Random.h - Seeded random numbers -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// splitmix64: the same sequence on every platform, so that a seed in a bug
// report means the same run everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_MACHINE_RANDOM_H
#define PIPELINE_REWRITE_EXECUTOR_MACHINE_RANDOM_H

#include <cstdint>

namespace pipeline_rewrite::executor {

class Random {
public:
  explicit Random(uint64_t Seed = 1) : State(Seed * 0x9E3779B97F4A7C15ull) {}

  uint64_t next() {
    uint64_t Z = State += 0x9E3779B97F4A7C15ull;
    Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9ull;
    Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EBull;
    return Z ^ (Z >> 31);
  }
  /// A number in [0, Limit).
  uint32_t below(uint32_t Limit) {
    return static_cast<uint32_t>((next() >> 32) * Limit >> 32);
  }

private:
  uint64_t State;
};

} // namespace pipeline_rewrite::executor

#endif
