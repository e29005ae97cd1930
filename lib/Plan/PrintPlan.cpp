//===- PrintPlan.cpp - A plan as --print=plan shows it --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/OptionWords.h"
#include "Plan/PipelinePlan.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {

static void print(llvm::raw_ostream &OS, const LoadPhases &Phases) {
  for (const Fetch &F : Phases.Fetches) {
    OS << "  fetch " << F.Type.getAsString() << " for " << F.Name->getName();
    if (F.Local)
      OS << (F.KeepsLocal ? " for " : " in ") << F.Local->getName();
    if (F.holdsWhole())
      OS << ", whole";
    if (F.Fill)
      OS << ", filled";
    for (const CopyLoop &L : F.Loops)
      OS << " x" << L.Trips;
    OS << "\n";
  }
  for (const CallPhases &Half : Phases.Calls) {
    OS << "  call " << Half.Call->name()
       << (Half.isLate()   ? " as it is"
           : Half.stores() ? " in halves"
                           : " at once")
       << "\n";
    print(OS, Half);
  }
}

void print(llvm::raw_ostream &OS, const PipelinePlan &Plan,
           const ASTContext & /*Context*/) {
  OS << "  plan form=" << nameOf(Plan.copyForm())
     << " shape=" << nameOf(Plan.Shape) << " stages=" << Plan.Stages
     << " trailing-barrier=" << Plan.KeepTrailingBarrier;
  if (!Plan.copies().Name.empty())
    OS << " api=" << wordOf(Plan.Api);
#define SWITCH(Field, Printed, Words)                                          \
  if (Plan.Field && !llvm::StringRef(Printed).empty())                         \
    OS << " " Printed;
#include "Plan/PlanSwitches.def"
  OS << (Plan.movesTiles() ? " move-tiles" : "");
  if (Plan.Bounds)
    OS << " min-blocks=" << Plan.Bounds->Blocks;
  OS << "\n";
  for (const TilePlan &T : Plan.Tiles) {
    OS << "  tile " << T.Var->getName() << " copy=";
    if (T.Copy == CopyKind::Async)
      OS << "async" << T.CopyBytes;
    else
      OS << "register";
    OS << " stages=" << T.Stages;
    if (T.AddAlign)
      OS << " align=" << T.AddAlign;
    if (T.AssertAlign)
      OS << " assert-align=" << T.AssertAlign;
    if (T.Box)
      OS << " box=" << T.Box->Rows << "x" << T.Box->Columns << "x"
         << T.Box->ElementBytes;
    if (T.Hoist)
      OS << " hoist";
    if (T.Home == TileHome::Launch)
      OS << " grows";
    OS << "\n";
  }
  print(OS, Plan.Phases);
  if (Plan.Parts)
    for (const VarDecl *V : Plan.Parts->Ahead.Variables)
      OS << "  ahead " << V->getName()
         << (Plan.Parts->inBoth(V) ? ", and near" : "") << "\n";
  for (const std::string &Why : Plan.Deciding)
    OS << "  because " << Why << "\n";
}

} // namespace pipeline_rewrite
