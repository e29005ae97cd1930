//===- PlanRows.cpp - How far apart the rows of tiles lie -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PlanRows.h"
#include "Budget/Budget.h"
#include "Plan/Choice/BudgetRules.h"

namespace pipeline_rewrite {
namespace {

/// Behind so many bytes the banks begin again.
constexpr unsigned BytesOfBanks = 128;

/// That an array which says nothing of its own may rely on: wmma's pointers are
/// of 256 bits (CUDA C++ Programming Guide, "Warp Matrix Functions").
constexpr unsigned WidestAlignment = 32;

class RowPlanner {
public:
  RowPlanner(llvm::ArrayRef<TileToLayOut> Tiles,
             llvm::ArrayRef<KernelRows> Kernels, const Options &Opts)
      : Tiles(Tiles), Kernels(Kernels), Opts(Opts), Plans(Tiles.size()),
        Saved(Tiles.size()), Added(Kernels.size()) {}

  std::vector<RowPlan> run() {
    std::vector<size_t> Order;
    for (size_t I = 0; I < Tiles.size(); ++I) {
      choose(I);
      Order.push_back(I);
    }
    // What saves most has the first call on memory.
    llvm::stable_sort(Order,
                      [&](size_t A, size_t B) { return Saved[A] > Saved[B]; });
    for (size_t I : Order)
      if (!Plans[I].IsPadded.isNo())
        takeMemory(I);
    if (Opts.Layout == TileLayout::Auto && !isQuarter())
      for (size_t I = 0; I < Tiles.size(); ++I)
        if (!Plans[I].IsPadded.isNo())
          fail(I, RefusalId::NoConflictsLess,
               "padding the tiles leaves no quarter less of all wavefronts");
    for (RowPlan &Each : Plans)
      Each.IsPadded.confirm();
    return std::move(Plans);
  }

private:
  void fail(size_t I, RefusalId Id, std::string Why) {
    Plans[I].Pad = 0;
    Plans[I].IsPadded = Answer(Id, std::move(Why));
  }

  void choose(size_t I) {
    const TileToLayOut &Tile = Tiles[I];
    for (const TileRows &Each : Tile.Instances)
      Plans[I].IsPadded.also(Each.CanPad);
    if (Plans[I].IsPadded.isNo())
      return;
    const uint64_t Before = Tile.Wavefronts(0);
    if (!Before)
      return fail(I, RefusalId::ConflictsNotCounted,
                  "no launch was found to count its conflicts in");
    uint64_t Fewest = Before;
    const unsigned Bytes = Tile.Instances.front().ElementBytes;
    for (unsigned Pad = 1; Pad * Bytes < BytesOfBanks; ++Pad)
      if (const uint64_t Now = Tile.Wavefronts(Pad);
          Now < Fewest && keepsAlignment(Tile, Pad)) {
        Fewest = Now;
        Plans[I].Pad = Pad;
      }
    Saved[I] = Before - Fewest;
    if (!Saved[I])
      fail(I, RefusalId::NoConflictsLess,
           "no distance of its rows takes fewer than its " +
               std::to_string(Before) + " wavefronts");
  }

  /// Of the rows, and of the arrays after the tile.
  static bool keepsAlignment(const TileToLayOut &Tile, unsigned Pad) {
    return llvm::all_of(Tile.Instances, [&](const TileRows &Each) {
      const uint64_t Bytes = uint64_t(Pad) * Each.ElementBytes;
      return Bytes % Each.Multiple == 0 &&
             Each.Rows * Bytes % WidestAlignment == 0;
    });
  }

  /// Bytes that the padding adds, in the instance where it adds most.
  uint64_t bytesOf(size_t I) const {
    uint64_t Most = 0;
    for (const TileRows &Each : Tiles[I].Instances)
      Most = std::max(Most, Each.Rows * Plans[I].Pad * Each.ElementBytes);
    return Most;
  }

  void takeMemory(size_t I) {
    const uint64_t Bytes = bytesOf(I);
    for (size_t K : Tiles[I].Kernels)
      if (!fits(I, Kernels[K], Added[K], Bytes))
        return;
    for (size_t K : Tiles[I].Kernels)
      Added[K] += Bytes;
  }

  bool fits(size_t I, const KernelRows &In, uint64_t Taken, uint64_t Bytes) {
    if (In.CanGrow.isNo()) {
      Plans[I] = {0, In.CanGrow};
      return false;
    }
    const uint64_t Added = Taken + Bytes;
    for (const std::string &Name : Opts.Archs)
      if (const Architecture *Arch = findArchitecture(Name))
        for (uint64_t Dynamic : In.DynamicBytes)
          if (!fits(I, In, *Arch, Dynamic, Added))
            return false;
    return true;
  }

  /// A launch with so much dynamic memory.
  bool fits(size_t I, const KernelRows &In, const Architecture &Arch,
            uint64_t Dynamic, uint64_t Added) {
    const uint64_t Before = In.StaticBytes + Dynamic;
    const uint64_t After = Before + Added;
    // Who has more has raised its limit for dynamic memory.
    const bool IsRaised = Before > Arch.StaticBytesPerBlock;
    if (After - Dynamic > Arch.StaticBytesPerBlock ||
        After > (IsRaised ? Arch.OptinBytesPerBlock : Arch.StaticBytesPerBlock))
      return fail(I, RefusalId::SharedMemoryExceeded,
                  "with padded rows '" + In.Name + "' has " +
                      fourDigitKilobytes(After)),
             false;
    BlockNeeds Needs;
    Needs.Threads = In.Threads;
    Needs.SharedBytes = Before;
    const unsigned Blocks = residentBlocks(Needs, Arch);
    Needs.SharedBytes = After;
    const unsigned Left = residentBlocks(Needs, Arch);
    if (In.KeepsBlocks ? Left < Blocks
                       : losesTooMuch(Blocks, Left, In.Threads, Arch))
      return fail(I, RefusalId::OccupancyLoss,
                  "with padded rows '" + In.Name + "' has " +
                      std::to_string(Left) + " blocks per SM of " +
                      Arch.Name.str() + ", not " + std::to_string(Blocks)),
             false;
    return true;
  }

  /// Who asks for padding is given it for the blocks that loads through
  /// registers would cost; nobody else loses one.
  bool losesTooMuch(unsigned Before, unsigned After, unsigned Threads,
                    const Architecture &Arch) const {
    if (Opts.AllowOccupancyLoss || After >= Before)
      return false;
    return Opts.Layout == TileLayout::Auto ||
           judgeLostBlocks(Before, After, Threads, /*CopiesAsync=*/false,
                           Arch) == BlockLoss::TooGreat;
  }

  bool isQuarter() const {
    uint64_t All = 0, Less = 0;
    for (const KernelRows &Each : Kernels)
      All += Each.Wavefronts;
    for (size_t I = 0; I < Tiles.size(); ++I)
      if (!Plans[I].IsPadded.isNo())
        Less += Saved[I];
    return Less * 4 >= All;
  }

  llvm::ArrayRef<TileToLayOut> Tiles;
  llvm::ArrayRef<KernelRows> Kernels;
  const Options &Opts;
  std::vector<RowPlan> Plans;
  std::vector<uint64_t> Saved; ///< wavefronts, by tile
  std::vector<uint64_t> Added; ///< bytes, by kernel
};

} // namespace

std::vector<RowPlan> planRows(llvm::ArrayRef<TileToLayOut> Tiles,
                              llvm::ArrayRef<KernelRows> Kernels,
                              const Options &Opts) {
  return RowPlanner(Tiles, Kernels, Opts).run();
}

} // namespace pipeline_rewrite
