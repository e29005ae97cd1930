//===- LoopReach.cpp - What a loop's rewrite depends on -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LoopReach.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

LoadVariables::LoadVariables(const LoopFacts &Facts) {
  auto AddAll = [&](const Stmt *S) {
    Effects E = Facts.Collector->collect(S);
    Known.insert(E.Reads.begin(), E.Reads.end());
    Known.insert(E.Writes.begin(), E.Writes.end());
    return E;
  };
  auto Write = [&](const Effects &E) {
    Written.insert(E.Writes.begin(), E.Writes.end());
  };
  for (const LoopUnit &U : Facts.Units) {
    if (!U.isLoadSide())
      continue;
    const Effects E = AddAll(U.S);
    ReadByLoads.insert(E.Reads.begin(), E.Reads.end());
    if (U.Role == UnitRole::Load) // the computation has its own
      Write(E);
  }
  Write(AddAll(Facts.Loop->Condition));
  Write(AddAll(Facts.Loop->increment()));
}

static void addFunction(const FunctionDecl *F, FunctionSet &To) {
  const FunctionDecl *Definition = nullptr;
  if (F && !isSystem(F) && F->hasBody(Definition) && To.insert(Definition))
    addCalled(Definition->getBody(), To);
}

void addCalled(const Stmt *S, FunctionSet &To) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    addFunction(Call->getDirectCallee(), To);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    addFunction(Made->getConstructor(), To);
  for (const Stmt *Child : S->children())
    addCalled(Child, To);
}

} // namespace pipeline_rewrite
