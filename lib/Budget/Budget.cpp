//===- Budget.cpp - Shared memory of a loop on one architecture -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assumes the largest carve-out for shared memory, which the driver chooses
// when a kernel needs it. Registers are those of the kernel as it was, if ptxas
// has told them; what the pipeline adds to them only compiling it can tell.
//===----------------------------------------------------------------------===//
#include "Budget/Budget.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace pipeline_rewrite {
namespace {

/// All compute capabilities from 7.0 on ("Technical Specifications per Compute
/// Capability").
constexpr unsigned MaxRegistersPerThread = 255;
/// A warp is given registers in units of this many (CUDA Occupancy Calculator,
/// "register allocation unit size").
constexpr unsigned RegistersPerUnit = 256;
/// Each has a quarter of the register file and of the warps ("SM Architecture"
/// in the white papers of V100, TU102, A100 and H100).
constexpr unsigned PartitionsPerSM = 4;

/// Shared memory is handed out in units of this size (CUDA Occupancy
/// Calculator).
unsigned allocationUnit(const Architecture &Arch) {
  return Arch.Major < 8 ? 256 : 128;
}

/// Every further stage takes some more memory.
bool growsForEver(const SharedMemoryUse &Use) {
  return (Use.mayGrow() && Use.DynamicPerStage) ||
         std::any_of(
             Use.Tiles.begin(), Use.Tiles.end(), [](const TileShape &Tile) {
               return Tile.MultiBuffered && !Tile.MostStages && Tile.Bytes;
             });
}

unsigned blocksByThreads(unsigned Threads, const Architecture &Arch) {
  if (Threads == 0)
    return Arch.MaxBlocksPerSM;
  if (Threads > MaxThreadsPerBlock)
    return 0;
  unsigned Warps = llvm::divideCeil(Threads, ThreadsPerWarp);
  return std::min(Arch.MaxBlocksPerSM,
                  Arch.MaxThreadsPerSM / ThreadsPerWarp / Warps);
}

unsigned blocksByShared(uint64_t Bytes, const Architecture &Arch) {
  uint64_t Taken =
      llvm::alignTo(Bytes + Arch.ReservedBytesPerBlock, allocationUnit(Arch));
  if (Taken == 0)
    return Arch.MaxBlocksPerSM;
  return std::min<uint64_t>(Arch.MaxBlocksPerSM, Arch.SharedBytesPerSM / Taken);
}

/// Registers are given to whole warps, from the partition that a warp runs on.
unsigned blocksByRegisters(unsigned Registers, unsigned Threads,
                           const Architecture &Arch) {
  if (Registers == 0 || Threads == 0)
    return Arch.MaxBlocksPerSM;
  if (Registers > MaxRegistersPerThread)
    return 0;
  unsigned Warps = llvm::divideCeil(Threads, ThreadsPerWarp);
  unsigned PerWarp =
      llvm::alignTo(Registers * ThreadsPerWarp, RegistersPerUnit);
  // A launch is checked as if each partition held as many warps.
  if (llvm::alignTo(Warps, PartitionsPerSM) * PerWarp > Arch.RegistersPerSM)
    return 0;
  unsigned WarpsOfPartition = Arch.RegistersPerSM / PartitionsPerSM / PerWarp;
  return std::min(Arch.MaxBlocksPerSM,
                  WarpsOfPartition * PartitionsPerSM / Warps);
}

/// What one block may have. Beyond the static limit the host must opt in for
/// dynamic shared memory; only a source that is there already is known to do
/// so.
uint64_t limitPerBlock(const SharedMemoryUse &Use, uint64_t BytesBefore,
                       const Architecture &Arch) {
  bool OptsIn = Use.mayGrow() ||
                (Use.DynamicBytes && BytesBefore > Arch.StaticBytesPerBlock);
  return OptsIn ? Arch.OptinBytesPerBlock : Arch.StaticBytesPerBlock;
}

/// Bytes that keep this many blocks on an SM.
uint64_t bytesKeepingBlocks(unsigned Blocks, const Architecture &Arch) {
  if (Blocks == 0)
    return 0;
  uint64_t Share =
      llvm::alignDown(Arch.SharedBytesPerSM / Blocks, allocationUnit(Arch));
  return std::min<uint64_t>(Share - Arch.ReservedBytesPerBlock,
                            Arch.OptinBytesPerBlock);
}

} // namespace

unsigned residentBlocks(const BlockNeeds &Needs, const Architecture &Arch) {
  return std::min(
      {blocksByThreads(Needs.Threads, Arch),
       blocksByRegisters(Needs.RegistersPerThread, Needs.Threads, Arch),
       blocksByShared(Needs.SharedBytes, Arch)});
}

uint64_t TileShape::bytesWith(unsigned Stages) const {
  if (!MultiBuffered)
    return Bytes;
  return Bytes * (MostStages ? std::min(Stages, MostStages) : Stages);
}

uint64_t SharedMemoryUse::movedBytes(unsigned Stages) const {
  uint64_t Sum = 0;
  if (TilesMove && Stages > 1)
    for (const TileShape &Tile : Tiles)
      Sum += Tile.bytesWith(Stages) - (FirstStays ? Tile.Bytes : 0);
  return Sum;
}

uint64_t SharedMemoryUse::dynamicNeeded(unsigned Stages) const {
  if (TilesMove)
    return movedBytes(Stages);
  return DynamicNeeded ? DynamicNeeded + (Stages - 1) * DynamicPerStage : 0;
}

uint64_t SharedMemoryUse::dynamicBytes(unsigned Stages) const {
  if ((DynamicNeeded || TilesMove) && Stages > 1)
    return std::max(DynamicBytes, dynamicNeeded(Stages));
  return DynamicBytes;
}

BlockLoss judgeLostBlocks(unsigned BlocksBefore, unsigned BlocksAfter,
                          unsigned ThreadsPerBlock, bool CopiesAsync,
                          const Architecture &Arch) {
  if (BlocksAfter >= BlocksBefore)
    return BlockLoss::None;
  if (BlocksAfter < 2 || 2 * BlocksAfter < BlocksBefore)
    return BlockLoss::TooGreat;
  const uint64_t Warps =
      BlocksBefore * llvm::divideCeil(ThreadsPerBlock, ThreadsPerWarp);
  const uint64_t Room = Arch.MaxThreadsPerSM / ThreadsPerWarp;
  const bool FewOfMany =
      4 * Warps <= 3 * Room && 4 * BlocksAfter >= 3 * BlocksBefore;
  return CopiesAsync || FewOfMany ? BlockLoss::None : BlockLoss::Tolerable;
}

uint64_t SharedMemoryUse::stateBytes(unsigned Stages) const {
  return Stages > 1 ? State.PerStage * uint64_t(Stages) + State.Once : 0;
}

uint64_t SharedMemoryUse::staticBytes(unsigned Stages) const {
  uint64_t Sum = OtherStaticBytes + stateBytes(Stages);
  for (const TileShape &Tile : Tiles)
    Sum += Tile.bytesWith(Stages);
  return Sum - movedBytes(Stages);
}

BudgetRow computeBudget(const SharedMemoryUse &Use, unsigned Stages,
                        const Architecture &Arch) {
  BudgetRow Row;
  Row.Arch = Arch.Name.str();
  Row.Instance = Use.Instance;
  Row.BytesBefore = Use.staticBytes(1) + Use.DynamicBytes;
  Row.BytesAfter = Use.staticBytes(Stages) + Use.dynamicBytes(Stages);
  Row.LimitPerBlock = Arch.StaticBytesPerBlock;
  Row.OptinLimitPerBlock = Arch.OptinBytesPerBlock;

  auto Known = Use.Registers.find(Row.Arch);
  unsigned Registers = Known == Use.Registers.end() ? 0 : Known->second;
  uint64_t Limit = limitPerBlock(Use, Row.BytesBefore, Arch);
  auto BlocksWith = [&](unsigned StageCount) -> unsigned {
    uint64_t StaticBytes = Use.staticBytes(StageCount);
    uint64_t Bytes = StaticBytes + Use.dynamicBytes(StageCount);
    if (StaticBytes > Arch.StaticBytesPerBlock || Bytes > Limit)
      return 0;
    unsigned Threads =
        StageCount > 1 ? Use.threadsAfter() : Use.ThreadsPerBlock;
    return residentBlocks({Threads, Registers, Bytes}, Arch);
  };
  Row.BlocksBefore = BlocksWith(1);
  Row.BlocksAfter = BlocksWith(Stages);
  Row.Cliff = bytesKeepingBlocks(Row.BlocksBefore, Arch);
  if (!growsForEver(Use))
    Row.StagesThatFit = std::max(Stages, 1u);
  else if (Row.BlocksBefore)
    while (BlocksWith(Row.StagesThatFit + 1) >= Row.BlocksBefore)
      ++Row.StagesThatFit;
  return Row;
}

} // namespace pipeline_rewrite
