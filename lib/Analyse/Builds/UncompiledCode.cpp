//===- UncompiledCode.cpp - What other builds compile around a loop -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/UncompiledCode.h"
#include "Analyse/Builds/AroundText.h"
#include "Analyse/Builds/CalledText.h"
#include "Analyse/Builds/OtherMacros.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/LoopReach.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <set>

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Branch = ConditionalGroup::Branch;

/// Where something begins that this parse has a tree of.
class CompiledPlaces : public DynamicRecursiveASTVisitor {
public:
  explicit CompiledPlaces(const SourceManager &SM) : SM(SM) {}

  bool VisitStmt(Stmt *S) override { return add(S->getBeginLoc()); }
  bool VisitDecl(Decl *D) override { return add(D->getLocation()); }

  bool isIn(FileID File, const Branch &B) const {
    return llvm::any_of(Found, [&](const auto &At) {
      return At.first == File && B.contains(At.second);
    });
  }

private:
  bool add(SourceLocation L) {
    if (L.isValid())
      Found.insert(SM.getDecomposedLoc(SM.getExpansionLoc(L)));
    return true;
  }

  const SourceManager &SM;
  std::set<std::pair<FileID, unsigned>> Found;
};

class UncompiledRules {
public:
  UncompiledRules(const KLoopSite &Site, llvm::ArrayRef<LoopFacts> Facts,
                  const SourceUnit &Unit)
      : Site(Site), Facts(Facts), Unit(Unit), Texts(Unit) {}

  std::optional<Refusal> run() {
    FunctionSet Called, ByLoads;
    for (const KLoop &Each : Site.Instances)
      addCalled(Each.Loop, Called);
    for (const LoopFacts &Of : Facts) {
      for (const LoopUnit &U : Of.Units)
        if (U.isLoadSide())
          addCalled(U.S, ByLoads);
      addCalled(Of.Loop->Condition, ByLoads);
      addCalled(Of.Loop->increment(), ByLoads);
    }
    if (auto R = refuseAround())
      return R;
    if (auto R = refuseCalledText(Called, ByLoads, Site.Place, Texts))
      return R;
    return refuseOtherMacros(Site.Instances.front().Loop, Called, Site.Place,
                             Texts);
  }

private:
  /// Of the function around the loop: what this build compiles it has judged.
  std::optional<Refusal> refuseAround() {
    const KLoop &K = Site.Instances.front();
    const TextPart Function = Texts.partOf(K.Function->getSourceRange());
    const TextPart Loop = Texts.partOf(K.Loop->getSourceRange());
    const ConditionalText &Text = Texts.of(Function.File);
    std::optional<CompiledPlaces> Compiled;
    std::optional<AroundText> Around;
    for (const ConditionalGroup &G : Text.groups()) {
      if (!Function.contains(G.Begin) || G.contains(Loop.Begin) ||
          Text.isDead(G.Begin))
        continue;
      if (!Compiled) {
        Compiled.emplace(findCompiled());
        Around.emplace(Facts, Unit, Text);
      }
      for (const Branch &B : G.Branches) {
        if (B.IsDead || Compiled->isIn(Function.File, B))
          continue;
        if (auto Found = Around->findHarm(B))
          return refuse(*Found, Function.File);
      }
    }
    return std::nullopt;
  }

  Refusal refuse(const AroundText::Harm &Found, FileID File) const {
    Refusal R = Texts.refuse(
        Site.Place, "another build may compile a branch that " + Found.What,
        File, Found.Offset);
    if (Found.IsJump)
      R.Id = RefusalId::EarlyExit;
    return R;
  }

  CompiledPlaces findCompiled() const {
    CompiledPlaces Out(Unit.sources());
    for (const KLoop &Each : Site.Instances) {
      Out.TraverseDecl(const_cast<FunctionDecl *>(Each.Function));
      if (auto *Of = Each.Function->getTemplateInstantiationPattern())
        Out.TraverseDecl(const_cast<FunctionDecl *>(Of));
    }
    return Out;
  }

  const KLoopSite &Site;
  llvm::ArrayRef<LoopFacts> Facts;
  const SourceUnit &Unit;
  UnitTexts Texts;
};

} // namespace

std::optional<Refusal> refuseUncompiled(const KLoopSite &Site,
                                        llvm::ArrayRef<LoopFacts> Facts,
                                        const SourceUnit &Unit) {
  return UncompiledRules(Site, Facts, Unit).run();
}

} // namespace pipeline_rewrite
