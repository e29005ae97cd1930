//===- BankConflicts.h - What a warp waits for in shared memory -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of a warp go in, wavefronts come out. Pure arithmetic: no AST, no
// text.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_BUDGET_BANKCONFLICTS_H
#define PIPELINE_REWRITE_BUDGET_BANKCONFLICTS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace pipeline_rewrite {

/// What one lane of a warp accesses; how many bytes, all lanes have in common.
struct LaneAccess {
  unsigned Lane = 0;
  uint64_t Address = 0; ///< in shared memory
};

/// How often shared memory is accessed for an instruction of a warp. It has 32
/// banks, each of which gives one word of 4 bytes at a time, to all lanes that
/// want it (CUDA C++ Programming Guide, "Compute Capability 5.x", "Shared
/// Memory"; later ones refer to it). Lanes of 8 bytes take turns by half warps,
/// those of 16 bytes by quarters (CUDA C++ Programming Guide, "128-Bit
/// Accesses" of "Compute Capability 3.x"). Rows of ldmatrix are lanes of 16
/// bytes.
unsigned countWavefronts(llvm::ArrayRef<LaneAccess> Lanes, unsigned Bytes);

/// The same if no two lanes met in a bank: the turns that are taken.
unsigned countTurns(llvm::ArrayRef<LaneAccess> Lanes, unsigned Bytes);

/// How a line accesses a tile.
enum class SharedAccess { Load, Store, Copy };
/// "load"
const char *wordOf(SharedAccess How);

/// All that a line of the text accesses of a tile in one way.
struct LineConflicts {
  unsigned Line = 0; ///< 0: not known
  std::string Tile;
  SharedAccess How = SharedAccess::Load;
  uint64_t Accesses = 0;   ///< instructions of warps
  uint64_t Ideal = 0;      ///< wavefronts that they take without conflicts
  uint64_t Wavefronts = 0; ///< and that they do take
};

/// "line 12, load of As: 64 accesses, 256 wavefronts, 64 without conflicts"
std::string textOf(const LineConflicts &Of);

} // namespace pipeline_rewrite
#endif
