//===- BodyText.cpp - A schedule's body in the place of the source's ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/BodyText.h"
#include "Emit/Loop/FragmentText.h"
#include "Match/LoopSkip.h"
#include "Schedule/Steps.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {

/// It has a place in the source's body of its own.
static bool isAnchor(const Step &S) {
  return S.Kind == StepKind::Unit || S.Kind == StepKind::StepsButLast ||
         S.Kind == StepKind::InPlaceOf || S.InPlace ||
         (S.Kind == StepKind::Barrier && !S.Moved);
}

void BodyText::emit() {
  for (const Step &Each : T.Schedule.Body)
    if (Each.Kind == StepKind::Unit)
      T.addUses(Out, T.Facts.Units[Each.Unit].S, /*LoadSide=*/false,
                T.indexText(Each.Reads.back()));
  if (findStep(T.Schedule.Body, StepKind::StepsButLast))
    FragmentText(T).editLoop(Out);
  takeOut();
  insertLoads();
  encloseSkip();
  replaceBarriers();
  T.Facts.voteOnTop() ? emitBehindSource() : emitTail(findTail());
}

void BodyText::encloseSkip() {
  const std::optional<LoopSkip> Skip = findSkip(*T.Facts.Loop);
  if (!Skip)
    return;
  const Stmt *First = T.Facts.Units[Skip->First].S,
             *Last = T.Facts.Units[Skip->Last].S;
  auto Begin = T.Source.lines(First), End = T.Source.lines(Last),
       Own = T.Source.statement(First), OwnEnd = T.Source.statement(Last);
  // The schedule has nothing else between them.
  const auto From = llvm::find_if(T.Schedule.Body, [&](const Step &Each) {
    return Each.Kind == StepKind::Unit && Each.Unit == Skip->First;
  });
  const auto To = llvm::find_if(T.Schedule.Body, [&](const Step &Each) {
    return Each.Kind == StepKind::Unit && Each.Unit == Skip->Last;
  });
  if (!Begin || !End || !Own || !OwnEnd || To < From ||
      To == T.Schedule.Body.end() ||
      std::any_of(
          From, To, [](const Step &S) { return S.Kind != StepKind::Unit; }))
    return T.fail(RefusalId::EarlyExit,
                  "what it skips is not one piece of the new loop's text",
                  First->getSourceRange());
  insertLines(*Begin, *Own, T.line(T.BodyIndent, SkipBegin), "");
  indentLines({Begin->Begin, End->End});
  insertLines(*End, *OwnEnd, "", T.line(T.BodyIndent, SkipEnd));
}

/// One step further, but lines in the middle of a token.
void BodyText::indentLines(TextRange R) {
  const llvm::StringRef All = T.Source.text();
  Lexer Lex(SourceLocation(), T.Context.getLangOpts(), All.begin(),
            All.begin() + R.Begin, All.end());
  Lex.SetCommentRetentionState(true);
  Token Each;
  do {
    Lex.LexFromRawLexer(Each);
    const unsigned At =
        Lex.getBufferLocation() - All.begin() - Each.getLength();
    const unsigned Line = T.Source.lineBegin(At);
    if (Each.isAtStartOfLine() && At < R.End && Each.isNot(tok::hash) &&
        All.slice(Line, At).trim().empty())
      Out.insert(Line, T.IndentUnit);
    if (At >= R.End)
      return;
  } while (Each.isNot(tok::eof));
}

bool BodyText::staysInPlace(unsigned Unit) const {
  return llvm::any_of(T.Schedule.Body, [&](const Step &Each) {
    return Each.Unit == Unit && isAnchor(Each) &&
           Each.Kind != StepKind::InPlaceOf;
  });
}

/// What the schedule does not have, and what has moved.
void BodyText::takeOut() {
  for (unsigned I = 0; I < T.Facts.Units.size(); ++I) {
    const BodyUnit &U = T.Schedule.Units[I];
    if (U.Kind != BodyUnit::Declaration && !U.Added && !staysInPlace(I))
      remove(T.Facts.Units[I].S);
  }
  Removed.join();
  for (TextRange R : Removed.ranges())
    Out.replace(R.Begin, R.End, "");
}

/// Semicolons alone behind what goes, as behind a macro that has its own.
TextRange BodyText::withSemicolons(TextRange R) const {
  const unsigned End = T.Source.lineEnd(R.End);
  llvm::StringRef Rest = T.Source.text().slice(R.End, End);
  if (!Rest.trim().empty() && Rest.find_first_not_of("; \t\r\n") == Rest.npos)
    R.End += Rest.rfind(';') + 1;
  return R;
}

/// Deletes a statement with its lines.
void BodyText::remove(const Stmt *S) {
  if (auto R = T.Source.lines(S))
    Removed.add(withSemicolons(*R));
  else
    T.fail(RefusalId::CodeInMacro,
           "a statement that moves is written inside a macro",
           S->getSourceRange());
}

/// What is started of the tiles ahead stands where the loads stood.
void BodyText::insertLoads() {
  for (const Step &Each : T.Schedule.Body) {
    if (Each.Kind != StepKind::InPlaceOf)
      continue;
    auto R = T.Source.lines(T.Facts.Units[Each.Unit].S);
    if (!R)
      return; // said by remove()
    unsigned At = R->Begin, Rest = 0;
    for (TextRange Gone : Removed.ranges())
      if (At >= Gone.Begin && At < Gone.End) {
        At = Gone.Begin;
        Rest = Gone.End;
      }
    const std::string Text = Lines.render(Each.Inner, T.BodyIndent);
    if (unsigned First = behindBrace(At); First < At)
      Out.replace(First, At, Text);
    else
      insertBetween(At, Rest, Text);
  }
}

/// Where the empty lines in front of the line \p At begin, if the body's brace
/// stands before them; \p At for others.
unsigned BodyText::behindBrace(unsigned At) const {
  const llvm::StringRef Before = T.Source.text().take_front(At),
                        Code = Before.rtrim();
  const size_t LineEnd = Before.find('\n', Code.size());
  return Code.ends_with("{") && At == T.Source.lineBegin(At) &&
                 LineEnd != Before.npos
             ? LineEnd + 1
             : At;
}

BodyText::Tail BodyText::findTail() const {
  llvm::ArrayRef<Step> Body = T.Schedule.Body;
  auto IsEnd = [&](const Step &Each) {
    return T.Schedule.Units[Each.Unit].Kind == BodyUnit::TrailingBarrier &&
           (Each.InPlace || Each.Moved || Each.Kind == StepKind::Barrier);
  };
  const size_t At = llvm::find_if(Body, IsEnd) - Body.begin();
  if (At == Body.size())
    return {};
  size_t Begin = At, End = At + 1;
  while (Begin > 0 && !isAnchor(Body[Begin - 1]))
    --Begin;
  while (End < Body.size() && !isAnchor(Body[End]))
    ++End;
  return {&Body[At], Body.slice(Begin, At - Begin),
          Body.slice(At + 1, End - At - 1)};
}

void BodyText::emitTail(const Tail &Of) {
  if (!Of.Barrier)
    return;
  const std::string Before = Lines.render(Of.Before, T.BodyIndent),
                    After = Lines.render(Of.After, T.BodyIndent);
  if (Of.Barrier->Moved)
    return addTail(Of, Before, After);
  const Stmt *Barrier = T.Facts.Units[Of.Barrier->Unit].S;
  auto R = T.Source.lines(Barrier), Own = T.Source.statement(Barrier);
  if (R && Own)
    return insertLines(*R, *Own, Before, After);
  T.fail(RefusalId::CodeInMacro, "a barrier is written inside a macro's body",
         Barrier->getSourceRange());
}

/// Where the source has no barrier there.
void BodyText::addTail(const Tail &Of, const std::string &Before,
                       const std::string &After) {
  append(Before + Lines.render(*Of.Barrier, T.BodyIndent) + After,
         T.Schedule.Units[Of.Barrier->Unit].Added);
}

/// What follows the last step that has a place in the source.
void BodyText::emitBehindSource() {
  llvm::ArrayRef<Step> Body = T.Schedule.Body;
  size_t Begin = Body.size();
  while (Begin > 0 && !isAnchor(Body[Begin - 1]))
    --Begin;
  append(Lines.render(Body.drop_front(Begin), T.BodyIndent), /*Added=*/false);
}

/// Behind the last statement of the body; \p Added: behind the one before it,
/// which has no text.
void BodyText::append(const std::string &Text, bool Added) {
  auto Last = T.Source.lines(T.Facts.Units[T.Facts.Units.size() - 1 - Added].S);
  if (Last)
    Out.insert(Removed.behind(Last->End), T.newline() + Text);
}

/// Waits and releases that take the place of a barrier.
void BodyText::replaceBarriers() {
  for (const Step &Each : T.Schedule.Body)
    if (Each.InPlace)
      replaceBarrier(Each);
}

void BodyText::replaceBarrier(const Step &By) {
  const Stmt *Barrier = T.Facts.Units[By.Unit].S;
  if (auto R = T.Source.statement(Barrier))
    Out.replace(R->Begin, R->End, Lines.wordsOf(By));
  else
    T.fail(RefusalId::CodeInMacro, "a barrier is written inside a macro's body",
           Barrier->getSourceRange());
}

/// Puts lines above and below a statement, which gets a line of its own if it
/// has none.
void BodyText::insertLines(TextRange Whole, TextRange Own,
                           const std::string &Above, const std::string &Below) {
  if (T.Source.ownsLines(Whole)) {
    Out.insert(Whole.Begin, Above);
    Out.insert(Whole.End, Below);
    return;
  }
  if (!Above.empty())
    Out.insert(Own.Begin, T.newline() + Above + T.BodyIndent);
  if (!Below.empty())
    insertBetween(Own.End, Own.End, Below);
}

/// Puts whole lines between two neighbours that may share a line; what stands
/// from \p At to \p Rest goes.
void BodyText::insertBetween(unsigned At, unsigned Rest, llvm::StringRef Text) {
  if (At == T.Source.lineBegin(At))
    return Out.insert(At, Text.str());
  bool LastOnLine =
      T.Source.text().slice(Rest, T.Source.lineEnd(Rest)).trim().empty();
  Out.insert(At, T.newline() + (LastOnLine ? Text.rtrim().str()
                                           : Text.str() + T.BodyIndent));
}

} // namespace pipeline_rewrite
