//===- CompileCost.cpp - How long a compiler will take for a loop ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/CompileCost.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Operations of a thread that are one instruction, and what a tile is taken to
/// have whose operations are not known. Compiled kernels of docs/data have 0.5
/// to 4 times the instructions that follow.
constexpr double PerInstruction = 2, PerMatrixInstruction = 64;
constexpr double UnknownInstructions = 256;

/// So many tiles the compiler writes one behind the other.
double tilesInCode(const LoopFacts &F, const ASTContext &Context) {
  const LoopHintAttr *Hint = F.Loop->unrollHint();
  const auto *For = dyn_cast<ForStmt>(F.Loop->Loop);
  if (!Hint || !For)
    return 1;
  const double Trips = describeCopyLoop(For, Context).Trips;
  auto Count = Hint->getValue() ? constantValue(Hint->getValue(), Context)
                                : std::nullopt;
  if (Count && *Count > 0)
    return Trips > 0 ? std::min(Trips, double(*Count)) : double(*Count);
  return std::max(1.0, Trips);
}

double instructionsOfTile(const LoopFacts &F) {
  if (F.Operations <= 0)
    return UnknownInstructions;
  return F.Operations /
         (F.UsesTensorCores ? PerMatrixInstruction : PerInstruction);
}

/// nvcc takes nearly four times as long for a loop twice as long: 0.12 s beside
/// the headers for 900 instructions, 5.5 s for 7,400 (CUDA 13.0).
double milliseconds(double Instructions) {
  const double Thousands = Instructions / 1000;
  return 90 * Thousands * Thousands + 60 * Thousands;
}

} // namespace

CompileCost compileCost(llvm::ArrayRef<PlanInstance> Instances,
                        const SourceUnit &Unit) {
  CompileCost Sum;
  for (const LoopFacts &F : Instances) {
    const double Tile = instructionsOfTile(F);
    Sum.Rolled += milliseconds(Tile);
    Sum.AsIs += milliseconds(Tile * tilesInCode(F, Unit.context()));
  }
  return Sum;
}

std::vector<CandidateForm> formsWithin(double Budget, const CompileCost &Cost,
                                       std::vector<CandidateForm> Forms) {
  std::vector<CandidateForm> Taken;
  double Sum = 0;
  auto IsAhead = [](const CandidateForm &Each) {
    return Each.Asked.Fragments == FragmentReads::Ahead;
  };
  for (CandidateForm &Each : Forms) {
    const bool IsFirst =
        Taken.empty() || (IsAhead(Each) && llvm::none_of(Taken, IsAhead));
    const double More = IsFirst ? 0 : Cost.of(Each);
    if (Sum + More > Budget)
      continue;
    Sum += More;
    Taken.push_back(std::move(Each));
  }
  return Taken;
}

} // namespace pipeline_rewrite
