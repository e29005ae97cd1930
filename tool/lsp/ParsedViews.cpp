//===- ParsedViews.cpp - The views of one file's versions -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ParsedViews.h"
#include "View.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

class ParsedViews {
public:
  ParsedViews(const std::string &File, const Settings &How)
      : File(File), How(How) {}

  std::optional<std::string> at(StringRef Text) {
    if (Unit)
      return Unit->describeWith(Text);
    if (!std::exchange(IsFresh, false))
      return std::nullopt;
    return first(Text);
  }

private:
  std::string first(StringRef Text);
  std::string viewOf(const Analysis &Known) const {
    return formatv("{0}",
                   toJSON(pipeline_rewrite::viewOf(Known, How.ShowRefusals)));
  }
  std::string describe(const SourceUnit &Parsed) const {
    const Version Of{File, "", 0, Document(Parsed.text().str())};
    Analysis Known = analyse(Of, Parsed, Opts);
    Known.Notes.insert(Known.Notes.begin(), Notes.begin(), Notes.end());
    return viewOf(Known);
  }
  std::string failed(Error Why) const {
    const Version Of{File, "", 0, Document("")};
    return viewOf({Of, {}, Notes, toString(std::move(Why))});
  }

  const std::string File;
  const Settings &How;
  bool IsFresh = true;
  Options Opts;
  std::vector<std::string> Notes;
  std::unique_ptr<SourceUnit> Unit;
};

std::string ParsedViews::first(StringRef Text) {
  auto Own = settingsFor(File, How);
  if (!Own)
    return failed(Own.takeError());
  auto Compile = compileJobsFor(File, *Own);
  if (!Compile)
    return failed(Compile.takeError());
  Notes = std::move(Compile->Notes);
  const ParseJob &Job = Compile->Jobs.front();
  Opts = optionsFor(Job, Own->Opts);
  auto Parsed = parseSource(Job, Opts, Text, [&](const SourceUnit &After) {
    return describe(After);
  });
  if (!Parsed)
    return failed(Parsed.takeError());
  Unit = std::move(*Parsed);
  return describe(*Unit);
}

} // namespace

Standby::Look lookAtVersions(const std::string &File, const Settings &How) {
  return [Views = std::make_shared<ParsedViews>(File, How)](StringRef Text) {
    return Views->at(Text);
  };
}

} // namespace pipeline_rewrite
