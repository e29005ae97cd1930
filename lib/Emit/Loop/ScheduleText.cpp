//===- ScheduleText.cpp - Steps of a schedule as lines --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/ScheduleText.h"
#include "Emit/Loop/FragmentText.h"
#include "Match/LoopSkip.h"
#include "Plan/Copies/CopyState.h"
#include "Schedule/Steps.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace pipeline_rewrite {

std::string ScheduleText::render(llvm::ArrayRef<Step> Steps,
                                 llvm::StringRef In) {
  std::string Text;
  LastCopied.reset();
  for (const Step &Each : Steps) {
    if (!isCopy(Each))
      LastCopied.reset();
    Text += renderStep(Each, In);
  }
  return Text;
}

std::string ScheduleText::renderStep(const Step &S, llvm::StringRef In) {
  switch (S.Kind) {
  case StepKind::Unit:
  case StepKind::StepsButLast:
    return copyOf(S, In);
  case StepKind::FirstFragments:
    return FragmentText(T).readFirst(In);
  case StepKind::LastStep:
    return FragmentText(T).computeLast(In);
  case StepKind::Barrier:
    return isCopy(S) ? copyOf(S, In) : movedBarrier(S, In);
  case StepKind::Load:
  case StepKind::Issue:
  case StepKind::Store:
    return T.of(S.Stream).renderLoads(phaseOf(S.Kind), S.Into, In);
  case StepKind::Acquire:
    return T.event(In, &AsyncWords::acquire);
  case StepKind::Commit:
    return T.event(In, &AsyncWords::commit);
  case StepKind::Release:
    return T.event(In, &AsyncWords::release);
  case StepKind::Quit:
    return T.event(In, &AsyncWords::quit);
  case StepKind::Wait:
    return T.line(In, wordsOf(S));
  case StepKind::Advance:
    return T.of(S.Stream).renderAdvances(In, S.Updates, S.Increment);
  case StepKind::AdvanceCompute:
    return T.line(In, T.renderIncrement(false) + ";");
  case StepKind::Next:
    return T.line(In, next(S.Of));
  case StepKind::Drop:
    return T.line(In, "--" + T.nameOf(CounterId::Held) + ";");
  case StepKind::Follow:
    return T.line(In, T.nameOf(CounterId::Fill) + " = " +
                          T.nameOf(CounterId::Read) + ";");
  case StepKind::Ask:
    return T.line(In, "const bool " + conditionText({S.Flag, 0}) + " = " +
                          conditionText(S.If) + ";");
  case StepKind::Pin:
    return T.line(In, "__syncwarp(); // holds the loads up here");
  case StepKind::Return:
    return T.line(In, "return;");
  case StepKind::Note:
    return T.line(In, noteText(S.Says));
  case StepKind::Gap:
    return T.newline();
  case StepKind::Address:
    return T.declareStagePointers(T.indexText(S.Into), In);
  case StepKind::Registers:
    return T.of(S.Stream).renderRegisters(In);
  default:
    return renderBlock(S, In);
  }
}

std::string ScheduleText::wordsOf(const Step &S) const {
  return S.Kind == StepKind::Wait ? T.Async->wait(S.Prior) : T.Async->release();
}

LoadPhase ScheduleText::phaseOf(StepKind Kind) const {
  return Kind == StepKind::Load    ? LoadPhase::Prologue
         : Kind == StepKind::Issue ? LoadPhase::Issue
                                   : LoadPhase::Store;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

std::string ScheduleText::renderBlock(const Step &S, llvm::StringRef In) {
  const std::string &Fill = T.nameOf(CounterId::Fill),
                    &Held = T.nameOf(CounterId::Held);
  const std::string Last =
      std::to_string(T.Schedule.modulusOf(CounterId::Fill) - 1 - S.Prior);
  switch (S.Kind) {
  case StepKind::Scope:
    return renderScope(S, In);
  case StepKind::If:
    return renderIf(S, In);
  case StepKind::FillLoop:
    return enclosed("for (; " + Fill + " < " + Last + "; ++" + Fill + ") {", S,
                    In);
  case StepKind::DrainLoop:
    return enclosed("for (; " + Held + " > " + std::to_string(S.Prior) +
                        "; --" + Held + ") {",
                    S, In);
  case StepKind::SourceLoop:
    return enclosed(sourceHeader() + " {", S, In);
  default:
    return render(S.Inner, In);
  }
}

std::string ScheduleText::enclosed(const std::string &Head, const Step &S,
                                   llvm::StringRef In) {
  const std::string Inner = render(S.Inner, (In + T.IndentUnit).str());
  return T.line(In, Head) + Inner + T.line(In, "}");
}

/// In braces only where something is declared.
std::string ScheduleText::renderScope(const Step &S, llvm::StringRef In) {
  const bool Braces = llvm::any_of(S.Inner, [&](const Step &Each) {
    return llvm::is_contained(
               {StepKind::Load, StepKind::Issue, StepKind::Store}, Each.Kind) &&
           T.of(Each.Stream).needsBlock(phaseOf(Each.Kind));
  });
  if (!Braces)
    return render(S.Inner, In);
  const std::string Inner = render(S.Inner, (In + T.IndentUnit).str());
  return Inner.empty() ? "" : T.line(In, "{") + Inner + T.line(In, "}");
}

std::string ScheduleText::renderIf(const Step &S, llvm::StringRef In) {
  const std::string Inner = render(S.Inner, (In + T.IndentUnit).str());
  if (Inner.empty())
    return "";
  if (S.If.Kind == Condition::Always)
    return T.line(In, "{") + Inner + T.line(In, "}");
  const std::string Head = "if (" + conditionText(S.If) + ")";
  // A barrier alone.
  if (S.Inner.size() == 1 && S.Inner.front().Kind == StepKind::Barrier)
    return T.line(In, Head) + Inner;
  return T.line(In, Head + " {") + Inner + T.line(In, "}");
}

std::string ScheduleText::conditionText(const Condition &If) {
  switch (If.Kind) {
  case Condition::Always:
    return "true";
  case Condition::Tile:
    return T.of(If.Stream).renderCondition();
  case Condition::FirstOrTile:
    return T.nameOf(CounterId::Fill) + " == 0 || (" +
           T.of(If.Stream).renderCondition() + ")";
  case Condition::HasTiles:
    return T.HasTiles;
  case Condition::HasNext:
    return T.HasNext;
  case Condition::MoreHeld:
    return T.nameOf(CounterId::Held) + " > 1";
  case Condition::Producer:
    return T.Async->producing();
  }
  return "";
}

/// `for (…)` or `while (…)` as the source has it.
std::string ScheduleText::sourceHeader() {
  const KLoop &Loop = *Facts.Loop;
  auto Whole = T.Source.range(Loop.Loop), Body = T.Source.range(Loop.Body);
  if (!Whole || !Body) {
    T.fail(RefusalId::CodeInMacro, "the loop's header is written in a macro",
           Loop.Loop->getSourceRange());
    return "";
  }
  return oneLine(T.Source.slice({Whole->Begin, Body->Begin}).rtrim());
}

//===----------------------------------------------------------------------===//
// Single steps
//===----------------------------------------------------------------------===//

/// A statement of the source that is written once more, with its comments.
bool ScheduleText::isCopy(const Step &S) const {
  return S.Kind == StepKind::Unit || S.Kind == StepKind::StepsButLast ||
         (S.Kind == StepKind::Barrier && !S.Moved);
}

std::string ScheduleText::copyOf(const Step &S, llvm::StringRef In) {
  const LoopUnit &U = Facts.Units[S.Unit];
  if (isa<NullStmt>(U.S))
    return "";
  auto R = T.Source.lines(U.S), Own = T.Source.range(U.S);
  if (!R || !Own) {
    T.fail(RefusalId::CodeInMacro, "the computation is written inside a macro",
           U.S->getSourceRange());
    return "";
  }
  EditSet Edits;
  if (S.Kind == StepKind::StepsButLast)
    FragmentText(T).editLoop(Edits);
  else
    T.addUses(Edits, U.S, /*LoadSide=*/false,
              S.Reads.empty() ? "" : T.indexText(S.Reads.back()));
  std::string Out = LastCopied && *LastCopied < R->Begin ? T.newline() : "";
  std::string Text = Edits.apply(T.Source.text(), R->Begin, R->End);
  LastCopied = R->End;
  const std::optional<LoopSkip> Skip = findSkip(*Facts.Loop);
  const bool IsSkipped = Skip && Skip->First <= S.Unit && S.Unit <= Skip->Last;
  const std::string To = IsSkipped ? (In + T.IndentUnit).str() : In.str();
  if (IsSkipped && S.Unit == Skip->First)
    Out += T.line(In, SkipBegin);
  Out += T.Source.ownsLines(*R) ? reindent(Text, T.BodyIndent, To)
                                : T.line(To, llvm::StringRef(Text).trim());
  return Out + (IsSkipped && S.Unit == Skip->Last ? T.line(In, SkipEnd) : "");
}

/// Comments on a barrier that leaves its place go where it is written first.
std::string ScheduleText::movedBarrier(const Step &S, llvm::StringRef In) {
  const auto Stays = [&](const Step &Each) {
    return Each.Unit == S.Unit && (isCopy(Each) || Each.InPlace);
  };
  auto R = T.Source.lines(Facts.Units[S.Unit].S);
  if (Facts.Units[S.Unit].Added || !R || !T.Source.ownsLines(*R) ||
      llvm::any_of(T.Schedule.Body, Stays) || !isFirst(S))
    return T.line(In, T.barrierText(S.Unit));
  return reindent(T.Source.slice(*R), T.BodyIndent, In);
}

/// No other step writes the barrier in front of \p S.
bool ScheduleText::isFirst(const Step &S) const {
  const auto IsSame = [&](const Step &Each) {
    return Each.Kind == StepKind::Barrier && Each.Unit == S.Unit;
  };
  const Step *First = findStep(T.Schedule.Prologue, IsSame);
  return &S == (First ? First : findStep(T.Schedule.Body, IsSame));
}

std::string ScheduleText::next(CounterId Of) const {
  const std::string &Name = T.nameOf(Of);
  const unsigned Modulus = T.Schedule.modulusOf(Of);
  if (Modulus == 0)
    return "++" + Name + ";";
  if (Modulus == 2)
    return Name + " ^= 1;";
  return Name + " = " + Name + " == " + std::to_string(Modulus - 1) +
         " ? 0 : " + Name + " + 1;";
}

std::string ScheduleText::noteText(NoteKind Says) const {
  static constexpr llvm::StringRef Texts[] = {
#define NOTE(Kind, Text) Text,
#include "Schedule/Notes.def"
  };
  const auto [Before, After] = Texts[unsigned(Says)].split('$');
  const unsigned Far = T.Schedule.Streams.back().Distance;
  return ("// " + Before + (After.empty() ? "" : std::to_string(Far)) + After)
      .str();
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

std::string ScheduleText::renderPrologue(const std::string &Hoisted) {
  const LoopSchedule &S = T.Schedule;
  const llvm::StringRef In = T.Indent;
  const std::string Empty = T.newline();
  std::string Text = T.openPrologue(Hoisted);
  if (!S.Producers.empty())
    return Text + declarations(In) + Empty + render(S.Producers, In) + Empty;
  std::string Lambda = T.of(S.Streams.size() - 1).declareCopyTile();
  if (const Step *First = findStep(S.Prologue, StepKind::FirstFragments))
    Lambda +=
        (Lambda.empty() ? "" : Empty) + FragmentText(T).declareHalves(*First);
  // The comment is about what follows it.
  llvm::ArrayRef<Step> Rest = S.Prologue;
  if (Lambda.empty() && !Rest.empty() && Rest.front().Kind == StepKind::Note) {
    Text += render(Rest.take_front(), In);
    Rest = Rest.drop_front();
  }
  Text += declarations(In);
  if (!Lambda.empty())
    Text += Lambda + Empty;
  return Text + render(Rest, In);
}

std::string ScheduleText::declarations(llvm::StringRef In) {
  std::string Text;
  for (const Counter &C : T.Schedule.Counters)
    Text += (Text.empty() ? "int " : ", ") + T.nameOf(C.Id) + " = 0";
  if (!Text.empty())
    Text = T.line(In, Text + ";");
  Text += T.declareStages(In);
  if (!loopThatKeepsState(T.Plan))
    Text += T.event(In, &AsyncWords::state);
  if (loopThatKeepsState(T.Plan))
    Text += T.event(In, beginsAgain(T.Plan) ? &AsyncWords::again
                                            : &AsyncWords::restart);
  Text += T.event(In, &AsyncWords::declaration);
  if (T.Schedule.Header.Init == LoopHeader::MovesBefore)
    Text += T.line(In, initText());
  for (unsigned I = 0; I < T.Schedule.Streams.size(); ++I)
    Text += copiesOf(T.of(I), In);
  return Text;
}

/// What the loop's header declared or set.
std::string ScheduleText::initText() {
  const Stmt *Init = Facts.Loop->init();
  const auto *Declares = dyn_cast<DeclStmt>(Init);
  if (!Declares)
    return T.render(Init, false, "") + ";";
  for (const Decl *D : Declares->decls())
    T.checkUnique(D);
  auto R = T.Source.range(Init);
  if (!R)
    return "";
  std::string Text = T.Source.slice(*R).str();
  return llvm::StringRef(Text).ends_with(";") ? Text : Text + ";";
}

/// The load side's copies of the variables that both sides read, as the loop
/// finds them.
std::string ScheduleText::copiesOf(LoopText &Stream, llvm::StringRef In) {
  const bool IsBefore = T.Schedule.Header.Init == LoopHeader::MovesBefore;
  std::string Text;
  for (const Carried &C : Facts.Variables) {
    auto Copy = Stream.CopyNames.find(C.Var);
    if (Copy == Stream.CopyNames.end())
      continue;
    const std::string Init =
        C.DeclaredInInit && !IsBefore
            ? Stream.render(C.Var->getInit(), /*LoadSide=*/true, "")
            : C.Var->getNameAsString();
    std::string Type = Stream.typeOfVariable(C.Var);
    std::string Space = llvm::StringRef(Type).ends_with("*") ? "" : " ";
    Text += T.line(In, Type + Space + Copy->second + " = " + Init + ";");
  }
  return Text;
}

} // namespace pipeline_rewrite
