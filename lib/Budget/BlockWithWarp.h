//===- BlockWithWarp.h - A block with a warp more -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_BUDGET_BLOCKWITHWARP_H
#define PIPELINE_REWRITE_BUDGET_BLOCKWITHWARP_H

#include <array>
#include <cstdint>
#include <optional>

namespace pipeline_rewrite {

/// The same block with a warp or more whose threads have the numbers that
/// follow those of its own: in x if it is a line, else in y. What a launch does
/// (`withWarp()` of Emit/Host/ProducerText.cpp). nullopt: \p Own has several
/// layers or an unfilled warp, or there is no room.
std::optional<std::array<uint32_t, 3>>
blockWithWarp(const std::array<uint32_t, 3> &Own);

} // namespace pipeline_rewrite
#endif
