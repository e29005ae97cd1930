//===- HeaderInit.cpp - Where a loop's variables are declared -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/HeaderInit.h"
#include "Analyse/Slices/NamedDecls.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Evaluated a second time, or behind the first loads, it may give another
/// value or leave another trace.
bool hasEffects(const LoopFacts &Facts, const DeclStmt *Init) {
  Effects E = Facts.Collector->collect(Init);
  return !E.isPure() || E.reads(Space::Shared) || E.reads(Space::Unknown) ||
         llvm::any_of(E.Writes, [&](const VarDecl *V) {
           return !llvm::is_contained(Init->decls(), V);
         });
}

/// The computation, which is repeated behind the loop, names what \p Init
/// declares.
bool computationNames(const LoopFacts &Facts, const DeclStmt *Init) {
  for (const LoopUnit &U : Facts.Units) {
    if (U.Role == UnitRole::Load || U.Role == UnitRole::Declaration)
      continue;
    for (const NamedUse &Use : namesIn(U.S))
      if (llvm::is_contained(Init->decls(), Use.Decl))
        return true;
  }
  return false;
}

} // namespace

bool mustHoistInit(const LoopFacts &Facts, LoopShape Shape) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(Facts.Loop->init());
  if (!Init)
    return false;
  if (hasEffects(Facts, Init))
    return true;
  return Shape == LoopShape::Peel &&
         (Facts.IncrementOnComputeSide || computationNames(Facts, Init));
}

} // namespace pipeline_rewrite
