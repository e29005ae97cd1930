//===- Budget.h - Shared memory of a loop on one architecture -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles and a number of stages go in; bytes, blocks per SM and the cliff come
// out. Pure arithmetic: no AST, no text. Registers count where a compiler has
// told them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_BUDGET_BUDGET_H
#define PIPELINE_REWRITE_BUDGET_BUDGET_H

#include "Budget/Architecture.h"
#include "Options/Copies.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// One shared array of a loop, as declared (one stage).
struct TileShape {
  std::string Name;    ///< as spelled in the source
  std::string Element; ///< element type as spelled
  unsigned ElementBytes = 0;
  std::vector<uint64_t> Extents; ///< outermost first, in elements
  uint64_t Bytes = 0;            ///< of one stage, padding included
  bool MultiBuffered = true;     ///< false: stays single whatever the stages
  /// As spelled in the source, as "BK" or "BM + 1", one for each of Extents;
  /// empty if unknown.
  std::vector<std::string> ExtentTexts;
  /// It has no more stages than this, whatever the others have; 0 if it has as
  /// many.
  unsigned MostStages = 0;

  /// Of all its stages where the loop has so many.
  uint64_t bytesWith(unsigned Stages) const;
};

/// What the budget needs to know of one instance of a kernel.
struct SharedMemoryUse {
  std::string Instance; ///< "gemm<128, 128, 8>", or the kernel's name
  std::vector<TileShape> Tiles;
  uint64_t OtherStaticBytes =
      0; ///< static shared memory of the kernel outside the tiles
  uint64_t DynamicBytes = 0;  ///< 0 if unknown
  unsigned DynamicStages = 1; ///< that the plan gives it
  /// Where the launches may be edited: so many bytes the source needs, and so
  /// many more behind them for each further stage. What the launches give
  /// beyond counts only where it is more.
  uint64_t DynamicNeeded = 0, DynamicPerStage = 0;
  /// With more than one stage the tiles, static in the source, are parts of
  /// dynamic memory; or all but their first stage is.
  bool TilesMove = false, FirstStays = false;
  /// Of static memory, that the plan adds for its copies.
  CopyState State;
  unsigned ThreadsPerBlock = 0; ///< of the source; 0 if unknown
  unsigned MoreThreads = 0;     ///< that the plan gives a block besides
  /// Per thread, of the kernel as it was, by architecture; where a compiler has
  /// told them.
  std::map<std::string, unsigned> Registers;

  unsigned threadsAfter() const {
    return ThreadsPerBlock ? ThreadsPerBlock + MoreThreads : 0;
  }
  /// What the launches must give at least for so many stages; 0 if that is not
  /// known.
  uint64_t dynamicNeeded(unsigned Stages) const;
  /// The tiles with so many stages, where they move.
  uint64_t movedBytes(unsigned Stages) const;
  /// Dynamic memory with so many stages, if it grows.
  uint64_t dynamicBytes(unsigned Stages) const;
  /// Static memory that so many stages need beside the tiles.
  uint64_t stateBytes(unsigned Stages) const;
  /// The launches may give more for further stages.
  bool mayGrow() const { return DynamicNeeded || TilesMove; }
  /// All static memory with so many stages.
  uint64_t staticBytes(unsigned Stages) const;
};

/// One line of the budget table.
struct BudgetRow {
  std::string Arch;
  std::string Instance;
  uint64_t BytesBefore = 0;        ///< per block, tiles and all else
  uint64_t BytesAfter = 0;         ///< per block, with the planned stages
  uint64_t LimitPerBlock = 0;      ///< static limit in bytes (48 KB)
  uint64_t OptinLimitPerBlock = 0; ///< dynamic limit after opt-in, bytes
  unsigned BlocksBefore = 0;       ///< resident blocks per SM
  unsigned BlocksAfter = 0;        ///< 0: cannot launch
  /// Largest bytes per block that keep BlocksBefore blocks on an SM, the
  /// system's reservation per block already taken off.
  uint64_t Cliff = 0;
  /// Most stages that keep BlocksBefore and the static limit; 1 if only the
  /// source's.
  unsigned StagesThatFit = 1;
};

constexpr unsigned ThreadsPerWarp = 32;
/// Of every compute capability (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
constexpr unsigned MaxThreadsPerBlock = 1024;

/// What one block of a kernel takes from its SM.
struct BlockNeeds {
  unsigned Threads = 0;            ///< 0 if unknown: they limit nothing then
  unsigned RegistersPerThread = 0; ///< 0 if unknown, likewise
  uint64_t SharedBytes = 0;        ///< static and dynamic
};

/// Blocks that are resident on an SM at once. 0: not even one.
unsigned residentBlocks(const BlockNeeds &Needs, const Architecture &Arch);

/// What resident blocks fewer than before mean for a rewritten loop. From
/// measurements on sm_90 (docs/measurements.md, "Blocks that were lost").
enum class BlockLoss {
  None,      ///< none were lost, or no more than a pipeline makes up for
  Tolerable, ///< it may make up for them, if no other form loses fewer
  TooGreat,  ///< one block is left, or less than half
};

/// Asynchronous copies make up for half of the blocks, loads through registers
/// for a quarter of them, from an SM that had room for a third more warps: what
/// waits in registers, other blocks wait for.
BlockLoss judgeLostBlocks(unsigned BlocksBefore, unsigned BlocksAfter,
                          unsigned ThreadsPerBlock, bool CopiesAsync,
                          const Architecture &Arch);

BudgetRow computeBudget(const SharedMemoryUse &Use, unsigned Stages,
                        const Architecture &Arch);

/// Names among the tiles' extents that, halved once or more, make the stages
/// fit where they do not: below the static limit, and two blocks on an SM if
/// the source has as many. As "BK = 16 (now 32)"; one change for each name.
std::vector<std::string> smallerTilesThatFit(const SharedMemoryUse &Use,
                                             unsigned Stages,
                                             const Architecture &Arch);

} // namespace pipeline_rewrite
#endif
