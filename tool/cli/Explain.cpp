//===- Explain.cpp - What an id means, in the program ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Explain.h"

#include "Check/CheckKernels.h"
#include "CommandLine.h"
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

constexpr StringLiteral CheckSummary = "a check for clang-tidy";

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

StringRef nameOf(const Page &Check) { return sys::path::stem(Check.File); }

/// SARIF has the short name of a check as the id of its rule.
bool isNameOf(const Page &Check, StringRef Name) {
  return nameOf(Check) == Name ||
         nameOf(Check) == ("pipeline-rewrite-" + Name).str();
}

void printList() {
  TextTable Table(
      {{"id", TextTable::Align::Left},
       {"what the rule protects, or what is found", TextTable::Align::Left}});
  for (RefusalId Id : allRefusals())
    Table.addRow({refusalName(Id).str(), refusalSummary(Id).str()});
  for (const auto &[Id, Summary] : findIds())
    Table.addRow({Id.str(), Summary.str()});
  for (const Page &Check : Checks)
    Table.addRow({nameOf(Check).str(), CheckSummary.str()});
  Table.print(outs(), /*Indent=*/0);
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
  for (RefusalId Id : allRefusals())
    Names.push_back(refusalName(Id).str());
  for (const auto &[Id, Summary] : findIds())
    Names.push_back(Id.str());
  for (const Page &Check : Checks)
    Names.push_back(nameOf(Check).str());
  return Names;
}

static json::Object entryAsJson(StringRef Id, StringRef Kind,
                                StringRef Summary) {
  return json::Object{{"id", Id}, {"kind", Kind}, {"summary", Summary}};
}

/// {"tool", "version", "schemaVersion", "ids"}, each with its id and summary;
/// of one alone also its advice, the options of that, and its page.
static int explainAsJson(StringRef Name) {
  const bool All = Name == "list";
  json::Array Ids;
  for (RefusalId Id : allRefusals()) {
    if (!All && Name != refusalName(Id))
      continue;
    json::Object Entry =
        entryAsJson(refusalName(Id), "refusal", refusalSummary(Id));
    if (!All) {
      const std::string Advice = refusalAdvice(Id);
      Entry["advice"] = Advice;
      Entry["options"] = json::Array(optionsIn(Advice));
      Entry["text"] = json::fixUTF8(entryOf(refusalName(Id)));
    }
    Ids.push_back(std::move(Entry));
  }
  for (const auto &[Id, Summary] : findIds())
    if (All || Name == Id)
      Ids.push_back(entryAsJson(Id, "find", Summary));
  for (const Page &Check : Checks)
    if (All || isNameOf(Check, Name)) {
      Ids.push_back(entryAsJson(nameOf(Check), "check", CheckSummary));
      if (!All)
        (*Ids.back().getAsObject())["text"] = json::fixUTF8(Check.Text);
    }
  if (Ids.empty())
    return unknown(Name);
  outs() << formatv(
      "{0:2}\n", json::Value(json::Object{{"tool", "pipeline-rewrite explain"},
                                          {"version", PIPELINE_REWRITE_VERSION},
                                          {"schemaVersion", 1},
                                          {"ids", std::move(Ids)}}));
  return ExitDone;
}

int explain(StringRef Name, bool AsJson) {
  if (AsJson)
    return explainAsJson(Name);
  if (Name == "list") {
    printList();
    return ExitDone;
  }
  for (const Page &Check : Checks)
    if (isNameOf(Check, Name)) {
      outs() << Check.Text;
      return ExitDone;
    }
  bool Found = false;
  if (std::optional<RefusalId> Id = parseRefusalName(Name)) {
    outs() << Name << "\n  " << refusalSummary(*Id)
           << "\n  advice: " << refusalAdvice(*Id)
           << "\n  more: docs/refusals.md#" << Name << "\n\n"
           << entryOf(Name) << '\n';
    Found = true;
  }
  for (const auto &[Id, Summary] : findIds())
    if (Name == Id) {
      outs() << (Found ? "\n" : "") << Name << "\n  " << Summary
             << "\n  more: docs/check.md\n";
      Found = true;
    }
  return Found ? ExitDone : unknown(Name);
}

} // namespace pipeline_rewrite
