//===- TimeTrees.h - The fitted trees of PredictTime.cpp ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to PredictTime.cpp.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_TIMETREES_H
#define PIPELINE_REWRITE_VALIDATE_TIMETREES_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cmath>

namespace pipeline_rewrite::time_trees {

enum Feature {
  Async,
  Ldg,
  Single,
  Mixed,
  Narrow,
  Peeled,
  Deep,
  Deepest,
  Tensor,
  TensorAsync,
  TensorLdg,
  WarpsChange,
  WarpsChangeAsync,
  WarpsLost,
  Warps,
  Registers,
  RegistersMore,
  RegistersAll,
  SpillsMore,
  SpillsLess,
  StackMore,
  Code,
  Work,
  Bytes,
  Intensity,
  Traffic,
  InstructionsMore,
  FeatureCount
};
using Features = std::array<double, FeatureCount>;

/// A whole tree of depth 3: node N has the children 2N+1 and 2N+2.
struct Tree {
  struct Test {
    Feature Of;
    double Bound;
  };
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

/// Two ensembles: the time that is expected, and the one that four of five
/// forms like it do not exceed.
#define START(Value) inline constexpr double Start = Value;
#define MOST_START(Value) inline constexpr double MostStart = Value;
#define TREE(...)
#define MOST_TREE(...)
#include "Validate/Sass/TimeModel.def"
#undef START
#undef MOST_START
#undef TREE
#undef MOST_TREE

#define ONE_TREE(F0, B0, F1, B1, F2, B2, F3, B3, F4, B4, F5, B5, F6, B6, ...)  \
  {{{{F0, B0}, {F1, B1}, {F2, B2}, {F3, B3}, {F4, B4}, {F5, B5}, {F6, B6}}},   \
   {__VA_ARGS__}},
#define START(Value)
#define MOST_START(Value)
#define TREE(...) ONE_TREE(__VA_ARGS__)
#define MOST_TREE(...)
inline constexpr Tree Trees[] = {
#include "Validate/Sass/TimeModel.def"
};
#undef TREE
#undef MOST_TREE
#define TREE(...)
#define MOST_TREE(...) ONE_TREE(__VA_ARGS__)
inline constexpr Tree MostTrees[] = {
#include "Validate/Sass/TimeModel.def"
};
#undef START
#undef MOST_START
#undef TREE
#undef MOST_TREE
#undef ONE_TREE

inline double ratioOf(llvm::ArrayRef<Tree> Ensemble, double Start,
                      const Features &At) {
  double Log = Start;
  for (const Tree &Each : Ensemble)
    Log += Each(At);
  return std::exp(Log);
}

} // namespace pipeline_rewrite::time_trees
#endif
