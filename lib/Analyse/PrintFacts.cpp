//===- PrintFacts.cpp - Facts as stable text ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LoopFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Format.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

llvm::StringRef roleName(UnitRole R) {
  switch (R) {
  case UnitRole::Compute:
    return "compute";
  case UnitRole::Load:
    return "load";
  case UnitRole::Both:
    return "both";
  case UnitRole::Declaration:
    return "declaration";
  case UnitRole::LoadBarrier:
    return "load-barrier";
  case UnitRole::TrailingBarrier:
    return "trailing-barrier";
  }
  llvm_unreachable("no such role");
}

} // namespace

void print(llvm::raw_ostream &OS, const LoopFacts &Facts,
           const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  auto Line = [&](const Stmt *S) {
    return SM.getExpansionLineNumber(S->getBeginLoc());
  };
  OS << "  instance " << Facts.Memory.Instance << "\n";
  for (const LoopUnit &U : Facts.Units)
    OS << "  unit " << Line(U.S) << ": " << roleName(U.Role)
       << (U.Advance   ? " advance"
           : U.Opening ? " opening"
                       : "")
       << (U.Added ? " added" : "") << "\n";
  for (const Tile &T : Facts.Tiles) {
    OS << "  tile " << T.Shape.Name << " " << T.Shape.Element;
    for (uint64_t E : T.Shape.Extents)
      OS << "[" << E << "]";
    OS << " bytes=" << T.Shape.Bytes;
    if (T.CopyBytes)
      OS << " copy=" << T.CopyBytes;
    if (T.Dynamic)
      OS << " dynamic";
    if (T.SizeIsBuilds)
      OS << " size-of-build";
    if (T.DeclaredInLoop)
      OS << " declared-in-loop";
    if (T.UsedOutside)
      OS << " used-outside=" << Line(T.UsedOutside)
         << (T.Outside == OutsideUse::First  ? " as-first"
             : T.Outside == OutsideUse::Last ? " as-last"
                                             : "");
    if (T.InCompute.At)
      OS << " written-in-compute=" << Line(T.InCompute.At);
    if (T.Stale)
      OS << " stale=" << Line(T.Stale);
    if (T.CanBeAsync.isNo())
      OS << " not-async(" << T.CanBeAsync.because() << ")";
    OS << "\n";
  }
  const FragmentSteps &Steps = Facts.Steps;
  if (Steps.CanReadAhead.isYes()) {
    OS << "  steps " << Line(Steps.Loop.Loop) << " x" << Steps.Loop.Trips
       << " fragments";
    for (const VarDecl *V : Steps.Fragments)
      OS << " " << V->getName();
    OS << "\n";
  } else if (Steps.CanReadAhead.isNo()) {
    OS << "  steps not-ahead(" << Steps.CanReadAhead.because() << ")\n";
  }
  for (const Carried &C : Facts.Variables)
    OS << "  carried " << C.Var->getName() << (C.NeedsCopy ? " copy" : " moved")
       << "\n";
  if (Facts.ComputeLoadRatio > 0)
    OS << "  ratio " << llvm::format("%.2f", Facts.ComputeLoadRatio) << "\n";
}

} // namespace pipeline_rewrite
