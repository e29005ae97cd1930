//===- Presentation.cpp - What an editor shows of a loop ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Presentation.h"
#include "Write/Report.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr StringLiteral Source = "pipeline-rewrite";

lsp::Diagnostic diagnosticAt(const Analysis &Known, const SourcePlace &Place,
                             lsp::DiagnosticSeverity Severity) {
  lsp::Diagnostic Result;
  Result.range = Known.Of->Text.wordAt(Place);
  Result.severity = Severity;
  Result.source = Source.str();
  return Result;
}

/// A note in a header points to its line: that text is not open here.
lsp::Location locate(const Analysis &Known, const SourcePlace &Place) {
  bool IsOwn = Place.File == Known.Of->File;
  lsp::Location Result;
  if (auto Uri = lsp::URIForFile::fromFile(Place.File))
    Result.uri = *Uri;
  else
    consumeError(Uri.takeError()); // a place in no file at all
  int Line = Place.Line ? static_cast<int>(Place.Line) - 1 : 0;
  Result.range = lsp::Range(IsOwn ? Known.Of->Text.position(Place)
                                  : lsp::Position(Line, 0));
  return Result;
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
  std::vector<lsp::DiagnosticRelatedInformation> Notes;
  for (const RefusalNote &Note : Loop.Reason->Notes)
    if (lsp::Location Where = locate(Known, Note.Place); Where.uri)
      Notes.emplace_back(std::move(Where), Note.Text);
  if (!Notes.empty())
    Result.relatedInformation = std::move(Notes);
  return withCode(Result, refusalName(Loop.Reason->Id));
}

void printFacts(raw_ostream &OS, const LoopReport &Loop) {
  switch (Loop.Verdict) {
  case LoopVerdict::Rewritten:
    OS << "**Can be pipelined**: " << formText(Loop) << "\n\n";
    break;
  case LoopVerdict::AlreadyPipelined:
    OS << "**Already pipelined**";
    OS << (Loop.Form.empty() ? "" : ": " + Loop.Form) << "\n\n";
    break;
  case LoopVerdict::Refused:
    OS << "**Left alone**\n\n";
    break;
  }
  for (const std::string &Fact : Loop.Deciding)
    OS << "- " << Fact << '\n';
  if (!Loop.Reason)
    return;
  OS << "- " << Loop.Reason->Detail << " `[" << refusalName(Loop.Reason->Id)
     << "]`\n";
  for (const RefusalNote &Note : Loop.Reason->Notes)
    OS << "- line " << Note.Place.Line << ": " << Note.Text << '\n';
  OS << "\n*" << refusalAdvice(Loop.Reason->Id) << "*\n";
}

} // namespace

json::Value diagnosticsOf(const Analysis &Known, bool ShowRefusals) {
  json::Array All;
  for (const LoopOffers &Each : Known.Loops)
    if (Each.Loop.Verdict == LoopVerdict::Rewritten)
      All.push_back(candidate(Known, Each.Loop));
    else if (Each.Loop.Verdict == LoopVerdict::Refused && ShowRefusals)
      All.push_back(refused(Known, Each.Loop));
  return json::Object{{"uri", Known.Of->Uri},
                      {"version", Known.Of->Number},
                      {"diagnostics", std::move(All)}};
}

json::Value hoverAt(const Analysis &Known, lsp::Position At) {
  for (const LoopOffers &Each : Known.Loops) {
    lsp::Range Keyword = Known.Of->Text.wordAt(Each.Loop.Place);
    if (Keyword.start.line != At.line)
      continue;
    lsp::Hover Result(Keyword);
    raw_string_ostream OS(Result.contents.value);
    printFacts(OS, Each.Loop);
    std::string Tables;
    raw_string_ostream TablesOS(Tables);
    printBudget(TablesOS, Each.Loop);
    if (!Tables.empty())
      OS << "\n```text\n" << Tables << "```\n";
    return toJSON(Result);
  }
  return nullptr;
}

json::Value inlayHintsIn(const Analysis &Known, lsp::Range Shown) {
  json::Array All;
  for (const LoopOffers &Each : Known.Loops) {
    if (Each.Loop.Verdict != LoopVerdict::Rewritten || Each.Loop.Budget.empty())
      continue;
    lsp::Position At = Known.Of->Text.endOfLine(Each.Loop.Place.Line - 1);
    if (At.line < Shown.start.line || Shown.end.line < At.line)
      continue;
    const BudgetRow &Row = Each.Loop.Budget.front();
    All.push_back(json::Object{
        {"position", At},
        {"paddingLeft", true},
        {"label", formText(Each.Loop) + ", " + kilobytes(Row.BytesBefore) +
                      " -> " + kilobytes(Row.BytesAfter)}});
  }
  return All;
}

std::string explain(RefusalId Id, StringRef Detail) {
  return (Twine("This loop is left alone: ") + Detail + " [" + refusalName(Id) +
          "]\n" + refusalSummary(Id) + "\n" + refusalAdvice(Id) +
          "\nMore: docs/refusals.md#" + refusalName(Id))
      .str();
}

} // namespace pipeline_rewrite
