//===- EmitEdits.cpp - Plan and source to edits ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One layout serves all forms. The loop stays where it is; its load phase
// becomes the issue block, its barrier moves behind the stores:
//
//   prologue: load tile 0; barrier
//   loop:     issue tile t+1; compute tile t; [barrier, if one buffer]
//             store tile t+1; wait; barrier; flip
//
// Loads that are asynchronous copies stand between an acquire and a commit, and
// a release behind the computation (AsyncWords.h).
//
// With S > 2 stages the prologue starts S-1 tiles, the loop issues tile t+S-1,
// and the wait leaves S-2 groups in flight. What goes through registers is
// issued and stored as above, beside the ring.
//
// A pipeline of the block is waited for before the computation: its wait stands
// where the load barrier stood, and where it orders all that there is, the
// release of a tile where the trailing barrier stood.
//
// Where other threads copy, their loop stands in place of the prologue, and
// nothing is issued here.
//
// After the loop every thread has passed a barrier behind the last use of the
// tiles, as in the source, if anything there relies on it.
//===----------------------------------------------------------------------===//
#include "Emit/EmitEdits.h"
#include "Emit/DynamicText.h"
#include "Emit/EpilogueText.h"
#include "Emit/ExitText.h"
#include "Emit/LoopPlace.h"
#include "Emit/LoopText.h"
#include "Emit/NextText.h"
#include "Emit/PartitionText.h"
#include "Emit/PrologueText.h"
#include "Emit/RemovedText.h"
#include "Emit/WideCopyText.h"
#include "Match/FindKLoops.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Emitter {
public:
  Emitter(LoopText &T)
      : T(T), Plan(T.Plan), Facts(T.Facts), Loop(*T.Facts.Loop), Next(T),
        Prologue(T), Epilogue(T), Removed(T.Source) {}

  EditSet run() {
    if (!T.Source.lines(Loop.Whole))
      T.fail(RefusalId::CodeInMacro, "the loop is written inside a macro",
             Loop.Loop->getBeginLoc());
    checkPlace(T);
    if (T.Problem)
      return {};
    declareTiles();
    editLaunches(T, Out);
    addLayer(T, Out);
    Out.add(T.NewFunctions); // lambdas stand in front of the prologue
    if (Plan.Parts)
      Out.add(T.ring().NewFunctions);
    Out.insert(loopBegin(), Plan.isPartitioned() ? renderProducers(T, Hoisted)
                                                 : Prologue.render(Hoisted));
    if (Plan.RollLoop)
      rollLoop(T, Out);
    if (!Plan.isPartitioned())
      emitHeader();
    emitBody();
    if (std::string Behind = Epilogue.render(); !Behind.empty())
      Out.insert(loopEnd(), Behind);
    awaitBehindExit(T, Out, loopEnd());
    T.checkTileNames(Out);
    // A bug of ours, which would show in the output only as something missing.
    if (Removed.swallowsTextOf(Out))
      T.fail(RefusalId::CodeInMacro,
             "the text of two edits cannot be told apart",
             Loop.Loop->getBeginLoc());
    return std::move(Out);
  }

private:
  std::string nl() const { return T.newline(); }
  bool peeled() const { return Plan.Shape == LoopShape::Peel; }
  unsigned loopBegin() const { return T.Source.lines(Loop.Whole)->Begin; }
  unsigned loopEnd() const { return T.Source.lines(Loop.Whole)->End; }

  //===--------------------------------------------------------------------===//
  // Declarations
  //===--------------------------------------------------------------------===//

  /// Adds the stage dimension; moves declarations out of the body.
  void declareTiles() {
    for (const TilePlan &Tile : Plan.Tiles)
      if (T.multiBuffered() && !Tile.Grows &&
          !(mutated(Mutation::StageMissing) && &Tile == &Plan.Tiles[0])) {
        auto At = T.Source.spelled(Tile.Var->getLocation());
        if (!At || T.Source.text().substr(*At, Tile.Var->getName().size()) !=
                       Tile.Var->getName())
          T.fail(RefusalId::CodeInMacro,
                 "the tile '" + Tile.Var->getNameAsString() +
                     "' is declared in a macro",
                 Tile.Var->getLocation());
        else
          Out.insert(*At + Tile.Var->getName().size(),
                     "[" +
                         std::to_string(Tile.Stages -
                                        mutated(Mutation::BufferMissing)) +
                         "]");
      }
    alignTiles(T, Out);
    for (const LoopUnit &U : Facts.Units)
      if (U.Role == UnitRole::Declaration &&
          !mutated(Mutation::DeclarationNotHoisted))
        hoist(U.S);
  }

  void hoist(const Stmt *S) {
    auto R = T.Source.lines(S);
    if (!R)
      return T.fail(RefusalId::CodeInMacro,
                    "a shared array is declared in a macro", S->getBeginLoc());
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      T.checkUnique(cast<VarDecl>(D));
    std::string Text = Out.apply(T.Source.text(), R->Begin, R->End);
    Removed.addHoisted(*R);
    Hoisted += T.Source.ownsLines(*R)
                   ? reindent(Text, T.Source.indentAt(T.Source.range(S)->Begin),
                              T.Indent)
                   : T.line(T.Indent, llvm::StringRef(Text).trim());
  }

  //===--------------------------------------------------------------------===//
  // Loop header
  //===--------------------------------------------------------------------===//

  void emitHeader() {
    const auto *For = dyn_cast<ForStmt>(Loop.Loop);
    if (peeled() && Loop.isBodyFirst())
      return emitDoHeader();
    if (peeled()) {
      if (auto R = T.Source.range(Loop.Condition))
        Out.replace(R->Begin, R->End, T.ring().renderCondition());
      else
        T.render(Loop.Condition, true, "");
    }
    if (!For)
      return;
    bool InitMoves =
        For->getInit() && (!isa<DeclStmt>(For->getInit()) || peeled());
    if (InitMoves)
      if (auto R = T.Source.range(For->getInit())) {
        bool Semicolon = T.Source.slice(*R).ends_with(";");
        Out.replace(R->Begin, R->End - (Semicolon ? 1 : 0), "");
      }
    if (peeled() && For->getInc()) {
      std::string LoadSide = T.ring().renderIncrement(true), Text;
      if (Facts.IncrementOnComputeSide)
        Text = T.renderIncrement(false);
      if (!LoadSide.empty())
        Text += (Text.empty() ? "" : ", ") + LoadSide;
      if (auto R = T.Source.range(For->getInc()))
        Out.replace(R->Begin, R->End, Text);
    }
  }

  /// The condition of a peeled `do` loop is asked first: the tile that is
  /// computed unasked is the epilogue's.
  void emitDoHeader() {
    const auto *Do = cast<DoStmt>(Loop.Loop);
    auto Keyword = T.Source.spelled(Do->getDoLoc());
    auto Body = T.Source.range(Do->getBody());
    auto Whole = T.Source.statement(Do);
    if (!Keyword || !Body || !Whole)
      return T.fail(RefusalId::CodeInMacro,
                    "the loop's header is written in a macro",
                    Do->getBeginLoc());
    Out.replace(*Keyword, *Keyword + strlen("do"),
                "while (" + T.ring().renderCondition() + ")");
    Out.replace(Body->End, Whole->End, "");
  }

  //===--------------------------------------------------------------------===//
  // Body
  //===--------------------------------------------------------------------===//

  void emitBody() {
    Epilogue.keep();
    std::optional<unsigned> IssueAt;
    for (unsigned I = 0; I < Facts.Units.size(); ++I) {
      const LoopUnit &U = Facts.Units[I];
      switch (U.Role) {
      case UnitRole::Compute:
      case UnitRole::Both:
        T.addUses(Out, U.S, /*LoadSide=*/false, T.thisStage());
        break;
      case UnitRole::LoadBarrier:
        if (waitsInPlace())
          replaceBarrier(U.S, T.waitText(0));
        else if (!Plan.KeepLoadBarrier && !U.Added)
          remove(U.S, nullptr);
        break;
      case UnitRole::Load:
        remove(U.S, I == Facts.FirstLoad ? &IssueAt : nullptr);
        break;
      case UnitRole::TrailingBarrier:
        if (Facts.barrierOnTop())
          remove(U.S, nullptr);
        break;
      case UnitRole::Declaration:
        break;
      }
    }
    unsigned AfterIssue = 0;
    Removed.join();
    for (TextRange R : Removed.ranges()) {
      if (IssueAt && *IssueAt >= R.Begin && *IssueAt < R.End) {
        IssueAt = R.Begin;
        AfterIssue = R.End;
      }
      Out.replace(R.Begin, R.End, "");
    }
    if (IssueAt && !Plan.isPartitioned())
      insertBetween(*IssueAt, AfterIssue, issueBlock());
    emitTail();
  }

  /// Deletes a statement with its lines; remembers where it stood.
  void remove(const Stmt *S, std::optional<unsigned> *At) {
    auto R = T.Source.lines(S);
    if (!R)
      return T.fail(RefusalId::CodeInMacro,
                    "a statement that moves is written inside a macro",
                    S->getBeginLoc());
    if (At)
      *At = R->Begin;
    Removed.add(*R);
  }

  /// The wait for a pipeline of the block takes the place of the load barrier.
  bool waitsInPlace() const {
    return Plan.usesBlockPipeline() && !Plan.KeepLoadBarrier &&
           !Facts.Units[Facts.LoadBarrier].Added;
  }

  void replaceBarrier(const Stmt *Barrier, const std::string &Text) {
    if (auto R = T.Source.statement(Barrier))
      Out.replace(R->Begin, R->End, Text);
    else
      T.fail(RefusalId::CodeInMacro,
             "a barrier is written inside a macro's body",
             Barrier->getBeginLoc());
  }

  /// The issue, and the wait of a pipeline of the block if it has no place of
  /// its own.
  std::string issueBlock() {
    if (!Plan.usesBlockPipeline() || waitsInPlace())
      return issueText();
    return issueText() + T.line(T.BodyIndent, T.waitText(0)) + nl();
  }

  std::string issueText() {
    std::string In = T.BodyIndent;
    std::string Text = T.declareStagePointers(T.thisStage(), In);
    if (Plan.isRing())
      Text += Prologue.issueIntoRing() + nl();
    return T.fillsRing() ? Text : Text + Next.issue(In, Next.exists()) + nl();
  }

  /// Stores, wait, barrier and flip behind the computation.
  void emitTail() {
    std::string In = T.BodyIndent, Before, After;
    if (T.multiBuffered()) {
      Before = Next.store(In, Next.exists(), /*WithBarrier=*/false);
      if (!Plan.WaitIsBarrier)
        Before += T.event(In, &AsyncWords::release);
      After = mutated(Mutation::NoFlip) ? "" : T.flip(In);
      if (Plan.usesAsync() && !Plan.usesBlockPipeline() &&
          !mutated(Mutation::MissingWait) &&
          !mutated(Mutation::ConditionalCommit))
        (mutated(Mutation::WaitBehindBarrier) ? After : Before) +=
            T.line(In, T.waitText(mutated(Mutation::LateWait)));
    } else {
      After = Next.store(In, Next.exists(), /*WithBarrier=*/true);
    }
    if (peeled())
      After += T.ring().renderAdvances(
          In, /*WithIncrement=*/isa<WhileStmt>(Loop.Loop));
    if (mutated(Mutation::SwapAroundBarrier))
      std::swap(Before, After);
    const LoopUnit &Trailing = Facts.Units[Facts.TrailingBarrier];
    if (Facts.barrierOnTop() || Trailing.Added) {
      auto Last = T.Source.lines(
          Facts.Units[Facts.Units.size() - 1 - Trailing.Added].S);
      if (Last)
        Out.insert(Removed.behind(Last->End),
                   nl() + Before + T.line(In, endOfTile()) + After);
      return;
    }
    const Stmt *Barrier = Trailing.S;
    auto R = T.Source.lines(Barrier), Own = T.Source.statement(Barrier);
    if (!R || !Own)
      return T.fail(RefusalId::CodeInMacro,
                    "a barrier is written inside a macro's body",
                    Barrier->getBeginLoc());
    insertLines(*R, *Own, Before, After);
    if (Plan.WaitIsBarrier)
      replaceBarrier(Barrier, endOfTile());
    if (mutated(Mutation::DropLoopBarrier))
      Out.insert(Own->Begin, "// ");
  }

  /// What orders the use of a tile before the next one in its place.
  std::string endOfTile() {
    return Plan.WaitIsBarrier ? T.Async->release()
                              : T.barrierText(Facts.TrailingBarrier);
  }

  /// Puts lines above and below a statement, which gets a line of its own if it
  /// has none.
  void insertLines(TextRange Lines, TextRange Own, const std::string &Above,
                   const std::string &Below) {
    if (T.Source.ownsLines(Lines)) {
      Out.insert(Lines.Begin, Above);
      Out.insert(Lines.End, Below);
      return;
    }
    if (!Above.empty())
      Out.insert(Own.Begin, nl() + Above + T.BodyIndent);
    if (!Below.empty())
      insertBetween(Own.End, Own.End, Below);
  }

  /// Puts whole lines between two neighbours that may share a line; what stands
  /// from \p At to \p Rest goes.
  void insertBetween(unsigned At, unsigned Rest, llvm::StringRef Lines) {
    if (At == T.Source.lineBegin(At))
      return Out.insert(At, Lines.str());
    bool LastOnLine =
        T.Source.text().slice(Rest, T.Source.lineEnd(Rest)).trim().empty();
    Out.insert(At, nl() + (LastOnLine ? Lines.rtrim().str()
                                      : Lines.str() + T.BodyIndent));
  }

  LoopText &T;
  const PipelinePlan &Plan;
  const LoopFacts &Facts;
  const KLoop &Loop;
  NextText Next;
  PrologueText Prologue;
  EpilogueText Epilogue;
  EditSet Out;
  RemovedText Removed;
  std::string Hoisted;
};

} // namespace

std::variant<EditSet, Refusal> emitEdits(const PipelinePlan &Plan,
                                         const SourceUnit &Unit, Names &Names) {
  LoopText T(Plan, Unit, Names);
  EditSet Edits = Emitter(T).run();
  const std::optional<LoadText::Trouble> &Problem = T.trouble();
  if (!Problem)
    return Edits;
  Refusal R{Problem->Id,
            Unit.place(Plan.Facts->Loop->Loop->getBeginLoc()),
            Problem->Detail,
            {}};
  if (Problem->At.isValid())
    R.Notes.push_back({Unit.place(Problem->At), "here"});
  return R;
}

} // namespace pipeline_rewrite
