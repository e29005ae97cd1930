//===- BlockShapes.cpp - Which threads a kernel has -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/BlockShapes.h"
#include "Analyse/Host/LaunchNumbers.h"
#include "Analyse/Host/Launches.h"
#include "Analyse/Memory/Effects.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {

BlockShapes blockShapes(const LaunchSites &Launches,
                        const ASTContext &Context) {
  return Launches.AreKnown.isNo() ? BlockShapes()
                                  : shapesInView(Launches, Context);
}

BlockShapes shapesInView(const LaunchSites &Launches,
                         const ASTContext &Context) {
  BlockShapes Shapes;
  for (const LaunchSite &Site : Launches.Sites)
    for (const Expr *Block : Site.Blocks) {
      const auto Is = constantDimensions(Block, Context);
      // CUDA C++ Programming Guide, "Compute Capabilities": 1024 threads.
      if (!Is || (*Is)[0] * (*Is)[1] * (*Is)[2] > 1024 ||
          (*Is)[0] * (*Is)[1] * (*Is)[2] == 0)
        return {};
      const std::array<unsigned, 3> Shape = {
          unsigned((*Is)[0]), unsigned((*Is)[1]), unsigned((*Is)[2])};
      if (!llvm::is_contained(Shapes, Shape))
        Shapes.push_back(Shape);
    }
  return Shapes;
}

bool forEachThread(const std::array<unsigned, 3> &Block,
                   llvm::function_ref<bool(const ThreadPlace &)> Do) {
  ThreadPlace At;
  At.Block = Block;
  for (At.Index[2] = 0; At.Index[2] < Block[2]; ++At.Index[2])
    for (At.Index[1] = 0; At.Index[1] < Block[1]; ++At.Index[1])
      for (At.Index[0] = 0; At.Index[0] < Block[0]; ++At.Index[0])
        if (!Do(At))
          return false;
  return true;
}

static ThreadCode::RootFinder rootsBy(const Provenance &Origin) {
  return [&Origin](const Expr *Pointer) -> const VarDecl * {
    const Roots R = Origin.ofPointer(Pointer);
    if (R.Unknown || R.Held || R.Vars.size() != 1)
      return nullptr;
    const VarDecl *V = Origin.wholeOf(R.Vars.front());
    // A called function's parameter may point to anything.
    const bool IsCallees =
        V && isa<ParmVarDecl>(V) &&
        !cast<Decl>(V->getDeclContext())->hasAttr<CUDAGlobalAttr>();
    return IsCallees ? nullptr : V;
  };
}

static bool isPure(const FunctionDecl *Body) {
  const Effects Of =
      EffectsCollector(Body, /*Loop=*/nullptr).collect(Body->getBody());
  return Of.isPure() && Of.Accesses.empty() && !Of.anything();
}

ThreadCode threadCode(const FunctionDecl *Function, const Provenance &Origin,
                      uint64_t Budget) {
  return {Function, rootsBy(Origin), isPure, Budget};
}

} // namespace pipeline_rewrite
