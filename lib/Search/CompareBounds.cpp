//===- CompareBounds.cpp - Forms that keep their blocks by launch bounds --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers that a form takes beyond those of the source may leave an SM one
// block alone. `__launch_bounds__` makes the compiler keep two, at the price of
// other code. What that is worth is judged from the code.
//
// Where more than one block is left, bounds made as many forms slower as
// faster (docs/measurements.md, "Launch bounds and fragments ahead"): there
// they are not tried.
//===----------------------------------------------------------------------===//
#include "Search/CompareForms.h"

using namespace llvm;

namespace pipeline_rewrite {

namespace {

/// A compiler mostly finds so many registers to do without: those of a kernel
/// that has one block on an SM by 130 registers, and two by 128.
constexpr double FewRegisters = 0.1;

/// Those that it had, or that a few registers less would leave it, as shared
/// memory allows.
unsigned blocksWithin(const ComparedKernel &Kernel) {
  const KernelFacts &Was = Kernel.Facts.Before, &Is = Kernel.Facts.After;
  const Architecture *Arch = findArchitecture(Kernel.Code.Arch);
  if (!Arch || !Kernel.Facts.Warps)
    return 0;
  const BlockNeeds Fewer{Kernel.Facts.Warps * ThreadsPerWarp,
                         unsigned(Is.Registers * (1 - FewRegisters)), 0};
  return std::min(Is.BlocksByShared,
                  std::max(Was.Blocks, residentBlocks(Fewer, *Arch)));
}

/// What every kernel of these is to keep, if one of them has one block alone;
/// else 0.
unsigned blocksToKeep(const std::map<unsigned, ComparedForm> &Loops) {
  unsigned Keep = UINT_MAX, Least = UINT_MAX;
  for (const auto &[Offset, Form] : Loops)
    for (const ComparedKernel &Kernel : Form.Kernels) {
      Keep = std::min(Keep, blocksWithin(Kernel));
      Least = std::min(Least, Kernel.Facts.After.Blocks);
    }
  return Least == 1 && Keep > 1 ? Keep : 0;
}

} // namespace

bool FormComparison::addBounded() {
  bool Any = false;
  for (Group &Each : Groups)
    Any |= addBounded(Each);
  return Any;
}

bool FormComparison::addBounded(Group &Of) {
  const size_t Unbounded = Of.All.size();
  for (size_t K = 0; K < Unbounded; ++K) {
    const unsigned Blocks =
        Of.All[K].WhyNot.empty() ? blocksToKeep(Of.All[K].Loops) : 0;
    const bool IsFree = none_of(Of.All[K].Forms, [](const auto &Each) {
      return Each.second->Asked.MinBlocks.has_value();
    });
    if (!Blocks || !IsFree)
      continue;
    Combination Next;
    Next.WantsBounds = true;
    for (const auto &[Offset, Form] : Of.All[K].Forms) {
      Bounded.push_back(*Form);
      Bounded.back().Asked.MinBlocks = Blocks;
      Bounded.back().IsOfRules = false;
      Next.Forms[Offset] = &Bounded.back();
    }
    Of.All.push_back(std::move(Next));
  }
  return Of.All.size() > Unbounded;
}

void FormComparison::dropUnbounded(Trial &Of) {
  erase_if(Of.Of, [&](const auto &Each) {
    Combination &As = *Each.second;
    std::string Why = "it cannot be written";
    for (const DraftedLoop &Drafted : Of.Made.Loops)
      if (As.Forms.count(Drafted.Offset)) {
        if (any_of(Drafted.Functions, [](const DraftedFunction &Function) {
              return Function.Facts.IsBounded;
            }))
          return false;
        Why = "the kernel gets no launch bounds: " + Drafted.WhyUnbounded;
      }
    if (As.WantsBounds)
      As.fail(Why);
    return As.WantsBounds;
  });
}

} // namespace pipeline_rewrite
