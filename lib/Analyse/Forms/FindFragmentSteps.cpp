//===- FragmentSteps.cpp - K-steps of a tile, and their fragments ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/TextRules.h"
#include "Analyse/Forms/FragmentHalves.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Slices/NamedDecls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class StepFinder {
public:
  explicit StepFinder(LoopAnalysis &A) : A(A), Steps(A.Facts.Steps) {}

  void run() {
    const ForStmt *Loop = findLoop();
    if (!Loop)
      return;
    Steps.Loop = describeCopyLoop(Loop, A.Context);
    Steps.CanReadAhead.also(isCounted());
    Steps.CanReadAhead.also(mayUnroll());
    Steps.CanReadAhead.also(isAlone());
    Steps.CanReadAhead.also(namesLoop(Loop));
    Steps.CanReadAhead.also(mayMoveWords(Loop, A));
    if (!Steps.CanReadAhead.isNo())
      Steps.CanReadAhead.also(FragmentHalves(A).split(Steps));
    for (const DeclStmt *D : Steps.Declared)
      Steps.CanReadAhead.also(namesStep(D));
  }

private:
  /// The statement of the computation that is a loop; nullptr if none is, or
  /// several are.
  const ForStmt *findLoop() {
    const ForStmt *Found = nullptr;
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
      const Stmt *S = A.Facts.Units[I].S;
      if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
        S = Attributed->getSubStmt();
      const auto *For = dyn_cast<ForStmt>(S);
      if (!For || A.Facts.Units[I].Role != UnitRole::Compute ||
          !readsShared(A.UnitEffects[I]))
        continue;
      if (Found)
        return nullptr;
      Found = For;
      Steps.Unit = I;
    }
    return Found;
  }

  static bool readsShared(const Effects &E) {
    return E.reads(Space::Shared) || E.reads(Space::Unknown);
  }

  /// Its steps are known, and two sets of fragments take turns across tiles.
  Answer isCounted() const {
    const CopyLoop &L = Steps.Loop;
    if (!L.Trips || L.Start || L.Strided || L.Slack || L.Inclusive)
      return Answer("how many k-steps a tile has is not known, or they do not "
                    "start at 0",
                    A.K.Units[Steps.Unit]->getBeginLoc());
    const auto Bound = constantValue(L.Bound, A.Context),
               Step = L.Step ? constantValue(L.Step, A.Context) : 1;
    if (!Bound || !Step)
      return Answer("the number of k-steps is no constant expression",
                    L.Loop->getBeginLoc());
    if (L.Trips % 2 || *Bound != int64_t(L.Trips) * *Step)
      return Answer("a tile has " + std::to_string(L.Trips) +
                        " k-steps: two sets of fragments need an even number",
                    L.Loop->getBeginLoc());
    return Answer::yes();
  }

  /// Which set a step has is a constant only where its loop is unrolled.
  Answer mayUnroll() const {
    const auto *Attributed =
        dyn_cast<AttributedStmt>(A.Facts.Units[Steps.Unit].S);
    if (!Attributed)
      return Answer::yes();
    for (const Attr *Each : Attributed->getAttrs()) {
      const auto *Hint = dyn_cast<LoopHintAttr>(Each);
      const auto Count = Hint && Hint->getValue()
                             ? fixedValue(Hint->getValue(), A.Context)
                             : std::nullopt;
      if (!Hint || Hint->getState() == LoopHintAttr::Disable ||
          (Hint->getValue() && Count.value_or(0) < int64_t(Steps.Loop.Trips)))
        return Answer("the loop of the k-steps is not unrolled as a whole",
                      Attributed->getBeginLoc());
    }
    return Answer::yes();
  }

  /// No other part of the computation touches shared memory or has a barrier,
  /// and none stands between the k-steps and the barrier behind them.
  Answer isAlone() const {
    if (!A.K.Exits.empty() || !A.K.Votes.empty() ||
        A.Facts.LoadBarrierMatters || A.K.Barriers.size() != 2 ||
        A.K.AddedBarrier)
      return "the loop has more than its two barriers, or these order more "
             "than the tiles";
    const unsigned End =
        A.Facts.barrierOnTop() ? A.Facts.Units.size() : A.Facts.TrailingBarrier;
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I) {
      if (I == Steps.Unit || A.isBarrier(I) ||
          A.Facts.Units[I].Role == UnitRole::Declaration)
        continue;
      if (A.Facts.Units[I].isLoadSide()) {
        if (I > Steps.Unit && I < End)
          return Answer("what the loads need changes between the k-steps and "
                        "the barrier after them",
                        A.K.Units[I]->getBeginLoc());
        continue;
      }
      const Effects &E = A.UnitEffects[I];
      if (readsShared(E) || E.writes(Space::Shared) ||
          E.writes(Space::Global) || E.writes(Space::Unknown) ||
          (I > Steps.Unit && I < End))
        return Answer("the computation has more than k-steps",
                      A.K.Units[I]->getBeginLoc());
    }
    return Answer::yes();
  }

  bool isIn(const Stmt *S, SourceLocation At) const {
    const SourceLocation Place = A.SM.getExpansionLoc(At);
    return !A.SM.isBeforeInTranslationUnit(
               Place, A.SM.getExpansionLoc(S->getBeginLoc())) &&
           !A.SM.isBeforeInTranslationUnit(A.SM.getExpansionLoc(S->getEndLoc()),
                                           Place);
  }

  bool isTile(const Decl *D) const {
    return llvm::any_of(A.Facts.Tiles,
                        [&](const Tile &T) { return T.Var == D; });
  }

  /// What the step names is known in front of the loop, too, in any build.
  Answer namesLoop(const ForStmt *Loop) const {
    if (conditionalDirective(Loop->getSourceRange(), A.Unit))
      return Answer("an #if stands among the k-steps", Loop->getBeginLoc());
    for (const NamedUse &Use : namesIn(Loop)) {
      if (isa<BindingDecl>(Use.Decl))
        return Answer("a k-step names a structured binding, which no lambda "
                      "captures before C++20",
                      Use.At);
      if (isIn(A.K.Loop, Use.Decl->getLocation()) &&
          !isIn(Loop, Use.Decl->getLocation()) && !isTile(Use.Decl))
        return Answer("a k-step names '" + Use.Decl->getNameAsString() +
                          "', which is declared in the loop",
                      Use.At);
    }
    return Answer::yes();
  }

  /// The declaration of fragments names nothing that the step declares.
  Answer namesStep(const DeclStmt *D) const {
    for (const NamedUse &Use : namesIn(D))
      if (isIn(Steps.Loop.Loop, Use.Decl->getLocation()) &&
          !llvm::is_contained(D->decls(), Use.Decl))
        return Answer("the type of a fragment names '" +
                          Use.Decl->getNameAsString() +
                          "', which is declared in the k-step",
                      Use.At);
    return Answer::yes();
  }

  LoopAnalysis &A;
  FragmentSteps &Steps;
};

} // namespace

void findFragmentSteps(LoopAnalysis &A) {
  if (!A.K.Jump) // which may leave a step out
    StepFinder(A).run();
}

} // namespace pipeline_rewrite
