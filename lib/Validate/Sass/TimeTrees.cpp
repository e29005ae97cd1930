//===- TimeTrees.cpp - What the fit says of a form's time ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regression trees over registers, blocks, the form, what a disassembler shows
// and what a model of one SM makes of it: docs/data/fit_time.py has the same
// features.
//===----------------------------------------------------------------------===//
#include "Validate/Sass/PredictTime.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace pipeline_rewrite {
namespace {

constexpr double SchedulersPerSM = 4;
/// Of a model of an SM: cycles until a load is there, bytes that an SM gets in
/// a cycle, and cycles for which a matrix instruction keeps its scheduler.
constexpr double Latency = 700, BytesOfCycle = 30, IssueOfMatrices = 4;

enum Feature {
  TensorAsync,
  WarpsChange,
  WarpsLost,
  Warps,
  Registers,
  RegistersMore,
  Bytes,
  Traffic,
  InstructionsMore,
  SmIssue,
  BlockIssue,
  Exposed,
  LoadShare,
  MathShare,
  ReadShare,
  Behind,
  LoadsOnWay,
  Blocks,
  TileBytes,
  CopyBytes,
  ReadsMore,
  MathMore,
  Wait,
  WaitMore,
  FeatureCount
};
using Features = std::array<double, FeatureCount>;

/// A whole tree of depth 3: node N has the children 2N+1 and 2N+2.
struct Tree {
  struct Test {
    Feature Of;
    double Bound;
  };
  bool IsOfMost; ///< of the second ensemble: TimeByTrees::Most
  std::array<Test, 7> Tests;
  std::array<double, 8> Leaves;

  double operator()(const Features &At) const {
    unsigned Node = 0;
    while (Node < Tests.size())
      // The bounds were found for numbers of this precision.
      Node = 2 * Node + 1 + (float(At[Tests[Node].Of]) > Tests[Node].Bound);
    return Leaves[Node - Tests.size()];
  }
};

#define START(Expected, Most)                                                  \
  constexpr double StartOfExpected = Expected, StartOfMost = Most;
#define TREE(...)
#include "Validate/Sass/TimeModel.def"
#undef START
#undef TREE

#define START(...)
#define TREE(IsOfMost, F0, B0, F1, B1, F2, B2, F3, B3, F4, B4, F5, B5, F6, B6, \
             ...)                                                              \
  {IsOfMost,                                                                   \
   {{{F0, B0}, {F1, B1}, {F2, B2}, {F3, B3}, {F4, B4}, {F5, B5}, {F6, B6}}},   \
   {__VA_ARGS__}},
constexpr Tree Trees[] = {
#include "Validate/Sass/TimeModel.def"
};
#undef START
#undef TREE

double logRatio(double Now, double Then) {
  return Now > 0 && Then > 0 ? std::log(Now / Then) : 0;
}

double atLeastOne(double Number) { return std::max(1.0, Number); }

} // namespace

bool areSeen(const CandidateFacts &F) {
  return F.TileBefore.Tiles && F.TileAfter.Tiles;
}

double logOfInstructions(const CandidateFacts &F) {
  return areSeen(F)
             ? logRatio(F.TileAfter.Instructions, F.TileBefore.Instructions)
             : 0;
}

double issueOf(double Instructions, const CandidateFacts &F) {
  return Instructions * atLeastOne(F.Warps) / SchedulersPerSM;
}

namespace {

/// A tile of each block of an SM takes as long as its instructions, as its own
/// loads and computation one after the other, or as its bytes.
double cyclesOfTile(double Issue, double Blocks, double Waits, double Bytes) {
  return std::max({Blocks * Issue, Issue + Waits, Blocks * Bytes}) / Blocks;
}

/// What a model of one SM says of the waits for a tile's loads.
void addWaits(Features &At, const CandidateFacts &F) {
  const TileFacts &Old = F.TileBefore, &New = F.TileAfter;
  const double Least = F.UsesTensorCores ? IssueOfMatrices * Old.Math : 0;
  const double After =
      std::max(Least, New.Tiles ? New.Instructions : Old.Instructions);
  const double Was = issueOf(std::max(Least, Old.Instructions), F),
               Is = issueOf(After, F), Bytes = F.TileBytes / BytesOfCycle;
  const bool IsHeld = !F.isAsync() && New.Tiles;
  const double Hidden =
      IsHeld ? New.MathBehindLoads / New.Tiles / atLeastOne(After) * Is
             : Is * (F.isAsync() ? atLeastOne(F.Stages - 1.0) : 1);
  const double Before =
      cyclesOfTile(Was, atLeastOne(F.Before.Blocks), Latency + Bytes, Bytes);
  At[Wait] = std::log(Before / Was);
  At[WaitMore] =
      logRatio(cyclesOfTile(Is, atLeastOne(F.After.Blocks),
                            std::max(0.0, Latency + Bytes - Hidden), Bytes),
               Before);
}

/// Those that a disassembler shows.
void addSeen(Features &At, const CandidateFacts &F) {
  const TileFacts &Old = F.TileBefore, &New = F.TileAfter;
  const double Issue = issueOf(Old.Instructions, F);
  const double OfSM = Issue * atLeastOne(F.Before.Blocks);
  At[SmIssue] = std::log(OfSM);
  At[BlockIssue] = std::log(Issue);
  At[Exposed] = 1 / (1 + OfSM / Latency);
  At[LoadShare] = Old.Loads / Old.Instructions;
  At[MathShare] = Old.Math / Old.Instructions;
  At[ReadShare] = Old.Reads / Old.Instructions;
  addWaits(At, F);
  if (!New.Tiles)
    return;
  At[InstructionsMore] = logOfInstructions(F);
  At[Behind] = New.MathBehindLoads / atLeastOne(New.Math * New.Tiles);
  At[LoadsOnWay] = std::log((New.Loads + New.Copies + 1) / (Old.Loads + 1));
  At[ReadsMore] = logRatio(New.Reads, Old.Reads);
  At[MathMore] = logRatio(New.Math, Old.Math);
}

Features featuresOf(const CandidateFacts &F) {
  const KernelFacts &Was = F.Before, &Is = F.After;
  const double Resident = atLeastOne(double(Was.Blocks) * F.Warps);
  const double Change = F.Warps ? logRatio(Is.Blocks, Was.Blocks) : 0;
  Features At{};
  At[TensorAsync] = F.UsesTensorCores && F.isAsync();
  At[WarpsChange] = Change;
  At[WarpsLost] = std::min(0.0, Change);
  At[Warps] = std::log(Resident / 16);
  At[Registers] = Was.Registers / 128.0;
  At[RegistersMore] = (double(Is.Registers) - Was.Registers) / 64;
  At[Bytes] = std::log1p(F.BytesLoaded);
  At[Traffic] = std::log1p(F.BytesLoaded * Resident / 512);
  At[Blocks] = std::log(atLeastOne(Was.Blocks));
  At[TileBytes] = std::log1p(F.TileBytes);
  At[CopyBytes] = F.isAsync() ? F.CopyBytes : 0;
  if (F.TileBefore.Tiles)
    addSeen(At, F);
  return At;
}

} // namespace

TimeByTrees timeByTrees(const CandidateFacts &F) {
  const Features At = featuresOf(F);
  double Expected = StartOfExpected, Most = StartOfMost;
  for (const Tree &Each : Trees)
    (Each.IsOfMost ? Most : Expected) += Each(At);
  return {std::exp(Expected), std::exp(Most)};
}

} // namespace pipeline_rewrite
