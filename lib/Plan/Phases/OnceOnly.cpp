//===- OnceOnly.cpp - What a computation may not repeat -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/OnceOnly.h"
#include "Ast/Below.h"
#include "Ast/Constructs.h"

using namespace clang;

namespace pipeline_rewrite {

const Stmt *findOnceOnly(const LoopFacts &Facts) {
  for (const LoopUnit &U : Facts.Units)
    if (U.Role == UnitRole::Compute) {
      if (const Stmt *S = findBelow(U.S, declaresStatic))
        return S;
      if (const Stmt *S = Facts.Collector->collect(U.S).OnceOnly)
        return S;
    }
  return nullptr;
}

} // namespace pipeline_rewrite
