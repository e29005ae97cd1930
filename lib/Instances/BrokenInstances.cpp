//===- BrokenInstances.cpp - Instances that no program has ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Instances/BrokenInstances.h"
#include "Analyse/Builds/ReachedErrors.h"
#include "Analyse/LoopReach.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Functions made of templates that run where \p F does, and \p F.
std::vector<const FunctionDecl *> madeFor(const FunctionDecl *F) {
  Reached Called(Reached::Code::Users);
  Called.addFunction(F);
  std::vector<const FunctionDecl *> Out = {F};
  for (const FunctionDecl *Each : Called.Named)
    if (Each->isTemplateInstantiation())
      Out.push_back(Each);
  return Out;
}

} // namespace

const FunctionDecl *findUndefined(const FunctionDecl *F) {
  const auto All = madeFor(F);
  const auto At = llvm::find_if(
      All, [](const FunctionDecl *Each) { return !Each->isDefined(); });
  return At == All.end() ? nullptr : *At;
}

const FunctionDecl *findBroken(const FunctionDecl *F) {
  for (const FunctionDecl *Each : madeFor(F)) {
    const FunctionDecl *Text = Each->getDefinition(),
                       *Pattern = Each->getTemplateInstantiationPattern();
    if (hasLostCode(Text ? Text : Each) && !(Pattern && hasLostCode(Pattern)))
      return Each;
  }
  return nullptr;
}

} // namespace pipeline_rewrite
