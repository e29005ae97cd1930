//===- Explain.cpp - What an id means, in the program ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Explain.h"

#include "Check/CheckKernels.h"
#include "ExitCode.h"
#include "Options/OptionKeys.h"
#include "Options/Refusal.h"
#include "Write/TextTable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

struct Page {
  StringRef File, Text;
};

constexpr Page Refusals[] = {
#include "RefusalPage.inc"
};
constexpr Page Checks[] = {
#include "CheckPages.inc"
};

/// What stands under "## NAME", up to the next heading of that rank or above.
StringRef entryOf(StringRef Name) {
  StringRef Text = Refusals[0].Text;
  std::string Heading = ("\n## " + Name + "\n").str();
  size_t At = Text.find(Heading);
  if (At == StringRef::npos)
    return "";
  Text = Text.drop_front(At + Heading.size());
  size_t End = std::min(Text.find("\n## "), Text.find("\n# "));
  return Text.take_front(End).trim();
}

struct Entry {
  StringRef Id, Kind, Summary;
  StringRef Page; ///< Markdown; finds have none
};

/// Refusals, finds, checks, each in its order.
std::vector<Entry> entries() {
  std::vector<Entry> All;
  for (RefusalId Id : allRefusals())
    All.push_back({refusalName(Id), "refusal", refusalSummary(Id),
                   entryOf(refusalName(Id))});
  for (const auto &[Id, Summary] : findIds())
    All.push_back({Id, "find", Summary, ""});
  for (const auto &[Id, Summary] : adviceIds())
    All.push_back({Id, "find", Summary, ""});
  for (const Page &Check : Checks)
    All.push_back({sys::path::stem(Check.File), "check",
                   "a check for clang-tidy", Check.Text});
  return All;
}

/// SARIF has the short name of a check as the id of its rule.
bool isMeant(const Entry &E, StringRef Name) {
  return E.Id == Name ||
         (E.Kind == "check" && E.Id == ("pipeline-rewrite-" + Name).str());
}

/// What can be done; empty for all but refusals.
std::string adviceOf(const Entry &E) {
  return E.Kind == "refusal" ? refusalAdvice(*parseRefusalName(E.Id)) : "";
}

void printList() {
  TextTable Table(
      {{"id", TextTable::Align::Left},
       {"what the rule protects, or what is found", TextTable::Align::Left}});
  for (const Entry &E : entries())
    Table.addRow({E.Id.str(), E.Summary.str()});
  Table.print(outs(), /*Indent=*/0);
}

void printEntry(const Entry &E) {
  if (E.Kind == "check") {
    outs() << E.Page;
    return;
  }
  outs() << E.Id << "\n  " << E.Summary << '\n';
  if (E.Kind == "find")
    outs() << "  more: docs/check.md\n";
  else
    outs() << "  advice: " << adviceOf(E) << "\n  more: docs/refusals.md#"
           << E.Id << "\n\n"
           << E.Page << '\n';
}

int unknown(StringRef Name) {
  std::vector<std::string> Names = explainedNames();
  SmallVector<StringRef> Known(Names.begin(), Names.end());
  errs() << "pipeline-rewrite: error: unknown id '" << Name << "'";
  if (StringRef Nearest = nearestWord(Name, Known); !Nearest.empty())
    errs() << "; did you mean '" << Nearest << "'?";
  errs() << "\npipeline-rewrite: --explain=list names them all\n";
  return ExitBadInput;
}

} // namespace

std::vector<std::string> explainedNames() {
  std::vector<std::string> Names = {"list"};
  for (const Entry &E : entries())
    Names.push_back(E.Id.str());
  return Names;
}

/// {"tool", "version", "schemaVersion", "ids"}, each with its id and summary;
/// of one alone also its advice, the options of that, and its page.
static void printJson(ArrayRef<Entry> Of, bool Whole) {
  json::Array Ids;
  for (const Entry &E : Of) {
    json::Object Out{{"id", E.Id}, {"kind", E.Kind}, {"summary", E.Summary}};
    if (Whole && !E.Page.empty())
      Out["text"] = json::fixUTF8(E.Page);
    if (Whole && E.Kind == "refusal") {
      Out["advice"] = adviceOf(E);
      Out["options"] = json::Array(optionsIn(adviceOf(E)));
    }
    Ids.push_back(std::move(Out));
  }
  outs() << formatv(
      "{0:2}\n", json::Value(json::Object{{"tool", "pipeline-rewrite explain"},
                                          {"version", PIPELINE_REWRITE_VERSION},
                                          {"schemaVersion", 1},
                                          {"ids", std::move(Ids)}}));
}

int explain(StringRef Name, bool AsJson) {
  std::vector<Entry> Of = entries();
  const bool All = Name == "list";
  if (!All)
    erase_if(Of, [&](const Entry &E) { return !isMeant(E, Name); });
  if (Of.empty())
    return unknown(Name);
  if (AsJson)
    printJson(Of, /*Whole=*/!All);
  else if (All)
    printList();
  else
    interleave(Of, printEntry, [] { outs() << '\n'; });
  return ExitDone;
}

} // namespace pipeline_rewrite
