//===- EmitEdits.cpp - Plan and source to edits ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schedule says what a thread does before the loop, in its body and behind
// it. Its lines are written by ScheduleText and BodyText; here is what belongs
// to no step: the declarations of the tiles, the launches, and the header.
//===----------------------------------------------------------------------===//
#include "Emit/EmitEdits.h"
#include "Emit/Host/LaunchText.h"
#include "Emit/Host/TwinText.h"
#include "Emit/Loop/BodyText.h"
#include "Emit/Loop/FragmentText.h"
#include "Emit/Loop/LoopEdits.h"
#include "Emit/Loop/LoopText.h"
#include "Emit/Source/HeaderMacros.h"
#include "Match/FindKLoops.h"
#include "Plan/Copies/CopyState.h"
#include "Schedule/Steps.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Emitter {
public:
  Emitter(LoopText &T, Names &NewNames)
      : T(T), NewNames(NewNames), Facts(T.Facts), Loop(*T.Facts.Loop), Lines(T),
        Removed(T.Source) {}

  EditSet run() {
    if (!T.Source.loopLines(Loop.Whole))
      T.fail(RefusalId::CodeInMacro, "the loop is written inside a macro",
             Loop.Loop->getSourceRange());
    checkPlace(T);
    if (T.CanEdit.isNo())
      return {};
    declareTiles();
    indexOutsideUses(T, Out);
    editLaunches(T, Out);
    addLayer(T, Out);
    writeBounds(T, Out);
    for (unsigned I = 0; I < T.Schedule.Streams.size(); ++I)
      Out.add(T.of(I).NewFunctions); // lambdas stand in front of the prologue
    keepState();
    const bool KeepsSource = T.Schedule.KeepsSource;
    placePrologue(Lines.renderPrologue(KeepsSource ? "" : Hoisted) +
                  unrollText());
    if (T.Schedule.Header.Rolls)
      rollLoop(T, Out);
    emitHeader();
    BodyText(T, Lines, Removed, Out).emit();
    if (!T.Schedule.Epilogue.empty())
      T.checkHeaderNames();
    std::string Behind = Lines.render(T.Schedule.Epilogue, T.Indent) +
                         Lines.render(T.Schedule.Behind, T.Indent);
    // Not even nothing stands where the next loop's text begins.
    if (!Behind.empty())
      Out.insert(loopEnd(), std::move(Behind));
    T.checkTileNames(Out);
    return KeepsSource ? keepSource(T, NewNames, Hoisted, Out) : Out;
  }

  /// Of the edits of run().
  const TextEdit *findLost() const { return Removed.findLost(Out); }

private:
  /// In front of the loop, which gets a line of its own.
  void placePrologue(const std::string &Text) {
    const unsigned At = loopBegin();
    if (Text.empty() || At == T.Source.lineBegin(At))
      return Out.insert(At, Text);
    const unsigned End = T.Source.text().take_front(At).rtrim().size();
    Out.replace(End, At, T.newline() + Text + T.Indent);
  }

  /// The header asks whether there is a tile to load.
  bool asksLoads() const { return T.Schedule.Header.Stream.has_value(); }
  LoopText &asked() { return T.of(*T.Schedule.Header.Stream); }
  /// In front of the loops around this one.
  void keepState() {
    const Stmt *Outer = loopThatKeepsState(T.Plan);
    if (!Outer)
      return;
    auto R = T.Source.lines(Outer);
    if (!R)
      return T.fail(RefusalId::CodeInMacro,
                    "the loop around it is written in a macro",
                    Outer->getSourceRange());
    Out.insert(R->Begin,
               T.event(T.Source.indentAt(R->Begin), &AsyncWords::keptState) +
                   T.newline());
  }
  std::string unrollText() const {
    const unsigned By = T.Schedule.Header.Unroll;
    return By ? T.line(T.Indent, "#pragma unroll " + std::to_string(By)) : "";
  }
  unsigned loopBegin() const { return T.Source.loopLines(Loop.Whole)->Begin; }
  unsigned loopEnd() const { return T.Source.loopLines(Loop.Whole)->End; }

  //===--------------------------------------------------------------------===//
  // Declarations
  //===--------------------------------------------------------------------===//

  /// Gives the tiles their buffers; moves declarations out of the body.
  void declareTiles() {
    declareBuffers(T, Out);
    for (unsigned I = 0; I < Facts.Units.size(); ++I)
      if (T.Schedule.Units[I].Kind == BodyUnit::Declaration)
        hoist(Facts.Units[I].S);
    if (findStep(T.Schedule.Body, StepKind::StepsButLast))
      Hoisted += FragmentText(T).declare(Out);
  }

  void hoist(const Stmt *S) {
    auto R = T.Source.lines(S);
    if (!R)
      return T.fail(RefusalId::CodeInMacro,
                    "a shared array is declared in a macro",
                    S->getSourceRange());
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      T.checkUnique(D);
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
    if (asksLoads() && Loop.isBodyFirst())
      return emitDoHeader();
    if (asksLoads()) {
      if (auto R = T.Source.range(Loop.Condition))
        Out.replace(R->Begin, R->End, asked().renderCondition());
      else
        T.render(Loop.Condition, true, "");
    }
    const auto *For = dyn_cast<ForStmt>(Loop.Loop);
    if (!For)
      return;
    if (T.Schedule.Header.Init != LoopHeader::Stays)
      if (auto R = T.Source.range(For->getInit())) {
        bool Semicolon = T.Source.slice(*R).ends_with(";");
        Out.replace(R->Begin, R->End - (Semicolon ? 1 : 0), "");
      }
    if (asksLoads() && For->getInc())
      emitIncrement(For->getInc());
  }

  void emitIncrement(const Expr *Increment) {
    std::string LoadSide = asked().renderIncrement(true), Text;
    if (T.Schedule.Header.ComputesIncrement)
      Text = T.renderIncrement(false);
    if (!LoadSide.empty())
      Text += (Text.empty() ? "" : ", ") + LoadSide;
    if (auto R = T.Source.range(Increment))
      Out.replace(R->Begin, R->End, Text);
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
                    Do->getSourceRange());
    Out.replace(*Keyword, *Keyword + strlen("do"),
                "while (" + asked().renderCondition() + ")");
    Out.replace(Body->End, Whole->End, "");
  }

  LoopText &T;
  Names &NewNames;
  const LoopFacts &Facts;
  const KLoop &Loop;
  ScheduleText Lines;
  EditSet Out;
  RemovedText Removed;
  std::string Hoisted;
};

} // namespace

std::variant<EditSet, Refusal, LostEdit> emitEdits(const PipelinePlan &Plan,
                                                   const LoopSchedule &Schedule,
                                                   const SourceUnit &Unit,
                                                   Names &Names) {
  LoopText T(Plan, Schedule, Unit, Names);
  Emitter Emit(T, Names);
  EditSet Edits = Emit.run();
  const SourceLocation Loop = Plan.Facts->Loop->Loop->getBeginLoc();
  if (const Answer Can = T.canEdit(); Can.isNo()) {
    Refusal R = refusalOf(Can, Loop, Unit);
    if (R.Id == RefusalId::CodeInMacro)
      R.Macros = T.hidingMacros();
    return R;
  }
  if (const TextEdit *Lost = Emit.findLost())
    return LostEdit{Lost->Text};
  if (Plan.Twin)
    Edits = writeTwin(T, *Plan.Twin, Edits, Names);
  if (const Answer Can = T.canEdit(); Can.isNo())
    return refusalOf(Can, Loop, Unit);
  if (T.Async)
    if (auto R = findMacroAbove(Plan.Api, Unit, Unit.place(Loop)))
      return std::move(*R);
  return Edits;
}

} // namespace pipeline_rewrite
