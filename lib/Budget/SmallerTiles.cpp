//===- SmallerTiles.cpp - Which smaller tiles would fit -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hint for people: that the kernel computes the same with other extents is
// theirs to know.
//===----------------------------------------------------------------------===//
#include "Budget/Budget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {
namespace {

bool fits(const BudgetRow &Row, unsigned BlocksOfSource) {
  return Row.BlocksAfter && (Row.BlocksAfter >= 2 || BlocksOfSource < 2);
}

/// The name that an extent is, alone or with a number added as padding;
/// empty if it is something else.
llvm::StringRef nameIn(llvm::StringRef Extent) {
  auto [Name, Padding] = Extent.split('+');
  Name = Name.trim();
  bool IsName = !Name.empty() && !llvm::isDigit(Name.front()) &&
                llvm::all_of(Name, [](char C) {
                  return llvm::isAlnum(C) || C == '_' || C == ':';
                });
  bool IsNumber = llvm::all_of(Padding.trim(), llvm::isDigit);
  return IsName && IsNumber ? Name : "";
}

uint64_t paddingIn(llvm::StringRef Extent) {
  uint64_t Padding = 0;
  Extent.split('+').second.trim().getAsInteger(10, Padding);
  return Padding;
}

/// The same memory with a name of this value.
SharedMemoryUse withExtent(SharedMemoryUse Use, llvm::StringRef Name,
                           uint64_t Value) {
  for (TileShape &Tile : Use.Tiles)
    for (size_t I = 0;
         I < std::min(Tile.ExtentTexts.size(), Tile.Extents.size()); ++I) {
      if (nameIn(Tile.ExtentTexts[I]) != Name || !Tile.Extents[I])
        continue;
      uint64_t Now = Value + paddingIn(Tile.ExtentTexts[I]);
      Tile.Bytes = Tile.Bytes / Tile.Extents[I] * Now;
      Tile.Extents[I] = Now;
    }
  return Use;
}

/// The greatest of its halves with which the stages fit; 0 if none.
uint64_t halveUntilFitting(const SharedMemoryUse &Use, llvm::StringRef Name,
                           uint64_t Value, unsigned Stages,
                           const Architecture &Arch) {
  unsigned BlocksOfSource = computeBudget(Use, 1, Arch).BlocksBefore;
  while (Value > 1 && Value % 2 == 0) {
    Value /= 2;
    SharedMemoryUse Less = withExtent(Use, Name, Value);
    if (fits(computeBudget(Less, Stages, Arch), BlocksOfSource))
      return Value;
  }
  return 0;
}

/// Names and values among the extents of tiles with several buffers, each once.
std::vector<std::pair<llvm::StringRef, uint64_t>>
namedExtents(const SharedMemoryUse &Use) {
  std::vector<std::pair<llvm::StringRef, uint64_t>> Named;
  for (const TileShape &Tile : Use.Tiles) {
    if (!Tile.MultiBuffered || Tile.ExtentTexts.size() != Tile.Extents.size())
      continue;
    for (auto [Text, Extent] : llvm::zip(Tile.ExtentTexts, Tile.Extents)) {
      std::pair<llvm::StringRef, uint64_t> Each(nameIn(Text),
                                                Extent - paddingIn(Text));
      if (!Each.first.empty() && !llvm::is_contained(Named, Each))
        Named.push_back(Each);
    }
  }
  return Named;
}

} // namespace

std::vector<std::string> smallerTilesThatFit(const SharedMemoryUse &Use,
                                             unsigned Stages,
                                             const Architecture &Arch) {
  std::vector<std::string> Found;
  BudgetRow Now = computeBudget(Use, Stages, Arch);
  if (fits(Now, Now.BlocksBefore))
    return Found;
  for (auto [Name, Value] : namedExtents(Use))
    if (uint64_t Less = halveUntilFitting(Use, Name, Value, Stages, Arch))
      Found.push_back(Name.str() + " = " + std::to_string(Less) + " (now " +
                      std::to_string(Value) + ")");
  return Found;
}

} // namespace pipeline_rewrite
