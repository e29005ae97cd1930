//===- Explain.cpp - What an id means, in the program ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Explain.h"

#include "CommandLine.h"
#include "Options/OptionKeys.h"
#include "Options/Refusal.h"
#include "Write/TextTable.h"
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

StringRef nameOf(const Page &Check) { return sys::path::stem(Check.File); }

void printList() {
  TextTable Table({{"id", TextTable::Align::Left},
                   {"what the rule protects", TextTable::Align::Left}});
  for (RefusalId Id : allRefusals())
    Table.addRow({refusalName(Id).str(), refusalSummary(Id).str()});
  for (const Page &Check : Checks)
    Table.addRow({nameOf(Check).str(), "a check for clang-tidy"});
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
  for (const Page &Check : Checks)
    Names.push_back(nameOf(Check).str());
  return Names;
}

int explain(StringRef Name) {
  if (Name == "list") {
    printList();
    return ExitDone;
  }
  // SARIF has the short name of a check as the id of its rule.
  for (const Page &Check : Checks)
    if (nameOf(Check) == Name ||
        nameOf(Check) == ("pipeline-rewrite-" + Name).str()) {
      outs() << Check.Text;
      return ExitDone;
    }
  std::optional<RefusalId> Id = parseRefusalName(Name);
  if (!Id)
    return unknown(Name);
  outs() << Name << "\n  " << refusalSummary(*Id)
         << "\n  advice: " << refusalAdvice(*Id)
         << "\n  more: docs/refusals.md#" << Name << "\n\n"
         << entryOf(Name) << '\n';
  return ExitDone;
}

} // namespace pipeline_rewrite
