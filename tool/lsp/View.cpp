//===- View.cpp - What an editor shows of the loops of a text -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "View.h"
#include "CodeActions.h"
#include "Write/Report.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr StringLiteral Source = "pipeline-rewrite";

lsp::Diagnostic diagnosticAt(const Analysis &Known, const SourcePlace &Place,
                             lsp::DiagnosticSeverity Severity) {
  lsp::Diagnostic Result;
  Result.range = Known.Of.Text.wordAt(Place);
  Result.severity = Severity;
  Result.source = Source.str();
  return Result;
}

/// A note in a header points to its line: that text is not open here.
/// Gives: nothing for a place in no file.
std::optional<json::Value> related(const Analysis &Known,
                                   const RefusalNote &Note) {
  auto Uri = lsp::URIForFile::fromFile(Note.Place.File);
  if (!Uri) {
    consumeError(Uri.takeError());
    return std::nullopt;
  }
  bool IsOwn = Note.Place.File == Known.Of.File;
  int Line = Note.Place.Line ? static_cast<int>(Note.Place.Line) - 1 : 0;
  lsp::Range At(IsOwn ? Known.Of.Text.position(Note.Place)
                      : lsp::Position(Line, 0));
  // lsp::toJSON() of a location would refer to Uri's text.
  return json::Object{
      {"location", json::Object{{"uri", Uri->uri().str()}, {"range", At}}},
      {"message", Note.Text}};
}

json::Value withCode(const lsp::Diagnostic &Diagnostic, StringRef Code) {
  json::Value Result = toJSON(Diagnostic);
  (*Result.getAsObject())["code"] = Code;
  return Result;
}

json::Value candidate(const Analysis &Known, const LoopReport &Loop) {
  lsp::Diagnostic Result =
      diagnosticAt(Known, Loop.Place, lsp::DiagnosticSeverity::Information);
  Result.message = "loop in '" + Loop.Kernel +
                   "' can be software-pipelined: " + formText(Loop);
  return withCode(Result, "k-loop");
}

json::Value refused(const Analysis &Known, const LoopReport &Loop) {
  lsp::Diagnostic Result =
      diagnosticAt(Known, Loop.Place, lsp::DiagnosticSeverity::Hint);
  Result.message = "loop left alone: " + Loop.Reason->Detail;
  json::Array Notes;
  for (const RefusalNote &Note : Loop.Reason->Notes)
    if (auto Place = related(Known, Note))
      Notes.push_back(std::move(*Place));
  json::Value WithNotes = withCode(Result, refusalName(Loop.Reason->Id));
  (*WithNotes.getAsObject())["relatedInformation"] = std::move(Notes);
  return WithNotes;
}

void printFacts(raw_ostream &OS, const LoopReport &Loop) {
  switch (Loop.Verdict) {
  case LoopVerdict::Rewritten:
    OS << "**Can be pipelined**: " << formText(Loop) << "\n\n";
    break;
  case LoopVerdict::AlreadyPipelined:
    OS << "**Already pipelined**";
    OS << (Loop.AlreadyHow.empty() ? "" : ": " + Loop.AlreadyHow) << "\n\n";
    break;
  case LoopVerdict::Refused:
    OS << "**Left alone**\n\n";
    break;
  }
  for (const std::string &Fact : Loop.Deciding)
    OS << "- " << Fact << '\n';
  if (Loop.Execution)
    OS << "- " << Loop.Execution->text() << '\n';
  if (!Loop.Reason)
    return;
  OS << "- " << Loop.Reason->Detail << " `[" << refusalName(Loop.Reason->Id)
     << "]`\n";
  for (const RefusalNote &Note : Loop.Reason->Notes)
    OS << "- line " << Note.Place.Line << ": " << Note.Text << '\n';
  if (const std::string Advice = adviceOf(*Loop.Reason); !Advice.empty())
    OS << "\n*" << Advice << "*\n";
}

json::Value hoverOf(const Analysis &Known, const LoopReport &Loop) {
  lsp::Hover Result(Known.Of.Text.wordAt(Loop.Place));
  raw_string_ostream OS(Result.contents.value);
  printFacts(OS, Loop);
  std::string Tables;
  raw_string_ostream TablesOS(Tables);
  printBudget(TablesOS, Loop);
  if (!Tables.empty())
    OS << "\n```text\n" << Tables << "```\n";
  return toJSON(Result);
}

json::Value hintOf(const Analysis &Known, const LoopReport &Loop) {
  if (Loop.Verdict != LoopVerdict::Rewritten || Loop.Budget.empty())
    return nullptr;
  const BudgetRow &Row = Loop.Budget.front();
  return json::Object{
      {"position", Known.Of.Text.endOfLine(Loop.Place.Line - 1)},
      {"paddingLeft", true},
      {"label", formText(Loop) + ", " + kilobytes(Row.BytesBefore) + " -> " +
                    kilobytes(Row.BytesAfter)}};
}

json::Value diagnosticOf(const Analysis &Known, const LoopReport &Loop,
                         bool ShowRefusals) {
  if (Loop.Verdict == LoopVerdict::Rewritten)
    return candidate(Known, Loop);
  if (Loop.Verdict == LoopVerdict::Refused && ShowRefusals)
    return refused(Known, Loop);
  return nullptr;
}

} // namespace

View viewOf(const Analysis &Known, bool ShowRefusals) {
  View Result;
  for (const LoopOffers &Each : Known.Loops) {
    const LoopReport &Loop = Each.Loop;
    Result.Loops.push_back({static_cast<int>(Loop.Place.Line) - 1,
                            static_cast<int>(Loop.LastLine) - 1,
                            diagnosticOf(Known, Loop, ShowRefusals),
                            hoverOf(Known, Loop), hintOf(Known, Loop),
                            menuOf(Each)});
  }
  Result.Notes = Known.Notes;
  Result.Error = Known.Error;
  return Result;
}

bool fromJSON(const json::Value &Value, LoopView &Result, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  if (!Map || !Map.map("first", Result.First) || !Map.map("last", Result.Last))
    return false;
  const json::Object &Fields = *Value.getAsObject();
  for (auto [Key, Field] :
       {std::pair("diagnostic", &Result.Diagnostic),
        std::pair("hover", &Result.Hover), std::pair("hint", &Result.Hint),
        std::pair("menu", &Result.Menu)})
    if (const json::Value *Given = Fields.get(Key))
      *Field = *Given;
  return true;
}

bool fromJSON(const json::Value &Value, View &Result, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  return Map && Map.map("loops", Result.Loops) &&
         Map.map("notes", Result.Notes) && Map.map("error", Result.Error);
}

json::Value toJSON(const LoopView &Value) {
  return json::Object{{"first", Value.First},
                      {"last", Value.Last},
                      {"diagnostic", Value.Diagnostic},
                      {"hover", Value.Hover},
                      {"hint", Value.Hint},
                      {"menu", Value.Menu}};
}

json::Value toJSON(const View &Value) {
  return json::Object{
      {"loops", Value.Loops}, {"notes", Value.Notes}, {"error", Value.Error}};
}

json::Value diagnosticsOf(const Version &Of, const View &Seen) {
  json::Array All;
  for (const LoopView &Loop : Seen.Loops)
    if (Loop.Diagnostic.kind() != json::Value::Null)
      All.push_back(Loop.Diagnostic);
  return json::Object{
      {"uri", Of.Uri}, {"version", Of.Number}, {"diagnostics", std::move(All)}};
}

json::Value hoverAt(const View &Seen, lsp::Position At) {
  for (const LoopView &Loop : Seen.Loops)
    if (Loop.First == At.line)
      return Loop.Hover;
  return nullptr;
}

json::Value inlayHintsIn(const View &Seen, lsp::Range Shown) {
  json::Array All;
  for (const LoopView &Loop : Seen.Loops)
    if (Loop.Hint.kind() != json::Value::Null &&
        Shown.start.line <= Loop.First && Loop.First <= Shown.end.line)
      All.push_back(Loop.Hint);
  return All;
}

std::string explain(RefusalId Id, StringRef Detail) {
  return (Twine("This loop is left alone: ") + Detail + " [" + refusalName(Id) +
          "]\n" + refusalSummary(Id) + "\n" + refusalAdvice(Id) +
          "\nMore: docs/refusals.md#" + refusalName(Id))
      .str();
}

} // namespace pipeline_rewrite
