//===- BlockWithWarp.cpp - A block with a warp more -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Budget/BlockWithWarp.h"
#include "Budget/Budget.h"

namespace pipeline_rewrite {

std::optional<std::array<uint32_t, 3>>
blockWithWarp(const std::array<uint32_t, 3> &Own) {
  const auto &[X, Y, Z] = Own;
  if (Z != 1 || X == 0 || X * Y % ThreadsPerWarp != 0)
    return std::nullopt;
  const uint32_t Rows = X < ThreadsPerWarp ? ThreadsPerWarp / X : 1;
  std::array<uint32_t, 3> With = {X, Y + Rows, 1};
  if (Y == 1)
    With = {X + ThreadsPerWarp, 1, 1};
  const uint32_t Threads = With[0] * With[1];
  if (Threads % ThreadsPerWarp != 0 || Threads > MaxThreadsPerBlock)
    return std::nullopt;
  return With;
}

} // namespace pipeline_rewrite
