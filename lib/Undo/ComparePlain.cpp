//===- ComparePlain.cpp - Both loops compute with the same tiles ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The proof of a plain loop: nothing here knows how its text was made.
//===----------------------------------------------------------------------===//
#include "Ast/Parents.h"
#include "Undo/PlainLoop.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Variables that are named where the loop's are still seen: after it, and
/// anywhere outside if it runs again.
class NamesAfter : public DynamicRecursiveASTVisitor {
public:
  explicit NamesAfter(const KLoop &K, const SourceManager &SM) : K(K), SM(SM) {}
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && !contains(K.Loop, Ref) &&
        (K.InOuterLoop ||
         SM.isBeforeInTranslationUnit(K.Loop->getEndLoc(), Ref->getBeginLoc())))
      Found.insert({V->getNameAsString(), V});
    return true;
  }
  std::set<std::pair<std::string, const VarDecl *>> Found;

private:
  const KLoop &K;
  const SourceManager &SM;
};

using Named = std::set<std::pair<std::string, const VarDecl *>>;

Named namesAfter(const KLoop &K, const SourceUnit &Unit) {
  NamesAfter Names(K, Unit.sources());
  Names.TraverseStmt(K.Function->getBody());
  return std::move(Names.Found);
}

std::map<std::string, std::string> valuesOf(const RunState &State,
                                            const Named &Of) {
  std::map<std::string, std::string> Out;
  for (const auto &[Name, V] : Of)
    if (auto At = State.Variables.find(V); At != State.Variables.end())
      Out[Name] = At->second.text();
  return Out;
}

/// What is not the same after a run of each; "" if all is.
std::string differenceOf(const SymbolicRun &Old, const SymbolicRun &New,
                         const Named &OfOld, const Named &OfNew) {
  if (Old.Iterations.size() != New.Iterations.size())
    return "runs another number of times";
  if (Old.Events != New.Events)
    return "computes with other tiles, or indices";
  const auto Before = valuesOf(Old.State, OfOld),
             After = valuesOf(New.State, OfNew);
  for (const auto &[Name, V] : OfNew) {
    auto A = Before.find(Name), B = After.find(Name);
    if ((A == Before.end() ? Name : A->second) !=
        (B == After.end() ? Name : B->second))
      return "leaves another value in '" + Name + "'";
  }
  return "";
}

} // namespace

std::optional<Refusal> comparePlain(const FoundPipeline &Of,
                                    const SourceUnit &Unit, const KLoop &Plain,
                                    const SourceUnit &New) {
  auto Refuse = [&](RefusalId Id, std::string Detail) {
    return Refusal{
        Id, Unit.place(Of.Loop->Loop->getBeginLoc()), std::move(Detail), {}};
  };
  if (!isa_and_nonnull<CompoundStmt>(Plain.Parent))
    return Refuse(RefusalId::PipelineNotRecognised,
                  "it stands in no block of its own");
  LoopParts Parts(Plain);
  std::set<const VarDecl *> Buffered;
  for (const FoundTile &Each : Of.Tiles)
    if (Each.IsBuffered)
      Buffered.insert(Each.Var);
  const Named OfOld = namesAfter(*Of.Loop, Unit),
              OfNew = namesAfter(Plain, New);
  const unsigned Most = 2 * Of.buffers() + 2 * Of.distance() + 2;
  for (unsigned Tiles = 0; Tiles <= Most; ++Tiles) {
    const auto Old =
        runFor(*Of.Loop, *Of.Parts, Unit.context(), Buffered, Of.Count, Tiles);
    const auto Made = runFor(Plain, Parts, New.context(), {}, Of.Count, Tiles);
    for (const auto &Run : {Old, Made})
      if (!Run->Why.empty())
        return Refuse(RefusalId::PipelineNotRecognised,
                      (Run == Old ? "" : "of the plain loop: ") + Run->Why);
    const std::string Other = differenceOf(*Old, *Made, OfOld, OfNew);
    if (!Other.empty())
      return Refuse(RefusalId::PipelineDiffers,
                    "with " + std::to_string(Tiles) + " tiles the plain loop " +
                        Other);
    if (Of.Count.Left.asNumber()) // as often each time
      break;
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
