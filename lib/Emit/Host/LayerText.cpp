//===- LayerText.cpp - Launches with a second layer of threads ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/LoopEdits.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {

/// What the first two dimensions of \p Block are written as.
static std::string layerText(LoopText &T, const Expr *Block) {
  const Expr *E = Block->IgnoreUnlessSpelledInSource();
  auto Slice = [&](const Expr *Part) {
    auto R = T.Source.range(Part);
    return R ? T.Source.slice(*R).str() : "";
  };
  if (E->getType()->isIntegralOrEnumerationType())
    return Slice(E) + ", 1";
  if (isa<DeclRefExpr, MemberExpr>(E))
    return Slice(E) + ".x, " + Slice(E) + ".y";
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreUnlessSpelledInSource();
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  if (!Made) // dim3(256)
    return Slice(E) + ", 1";
  std::string Text;
  for (unsigned I = 0; I < 2; ++I)
    Text += (I ? ", " : "") +
            (I < Made->getNumArgs() && !isa<CXXDefaultArgExpr>(Made->getArg(I))
                 ? Slice(Made->getArg(I))
                 : "1");
  return Text;
}

void addLayer(LoopText &T, EditSet &Out) {
  if (T.Schedule.Producers.empty())
    return;
  const BlockPartition &Partition = T.Facts.Partition;
  if (auto R = Partition.Bound ? T.Source.range(Partition.Bound) : std::nullopt)
    Out.replace(R->Begin, R->End,
                "2 * " + atom(T.Source.slice(*R).str(), T.Unit));
  for (const LaunchSite &Site : Partition.Launch.Sites) {
    if (Site.Blocks.empty())
      continue;
    const Expr *Block = Site.Blocks.front();
    if (auto R = T.Source.range(Block))
      Out.replace(R->Begin, R->End, "dim3(" + layerText(T, Block) + ", 2)");
    else
      T.fail(RefusalId::CodeInMacro,
             "the size of the kernel's block is written in a macro",
             Block->getSourceRange());
  }
}

} // namespace pipeline_rewrite
