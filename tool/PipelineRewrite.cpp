//===- PipelineRewrite.cpp - main() of pipeline-rewrite -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CommandLine.h"
#include "Driver.h"
#include "Refusal.h"
#include "Write/TextTable.h"
#include "tune/TuneDriver.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>

using namespace llvm;
using namespace pipeline_rewrite;

namespace {

/// The id that the user may have meant.
StringRef nearestRefusal(StringRef Name) {
  StringRef Best;
  unsigned BestDistance = 4;
  for (RefusalId Id : allRefusals()) {
    unsigned Distance = refusalName(Id).edit_distance(
        Name, /*AllowReplacements=*/true, BestDistance);
    if (Distance < BestDistance) {
      BestDistance = Distance;
      Best = refusalName(Id);
    }
  }
  return Best;
}

int explain(StringRef Name) {
  if (Name == "list") {
    TextTable Table({{"id", TextTable::Align::Left},
                     {"what the rule protects", TextTable::Align::Left}});
    for (RefusalId Id : allRefusals())
      Table.addRow({refusalName(Id).str(), refusalSummary(Id).str()});
    Table.print(outs(), /*Indent=*/0);
    return ExitDone;
  }
  if (std::optional<RefusalId> Id = parseRefusalName(Name)) {
    outs() << Name << "\n  " << refusalSummary(*Id)
           << "\n  advice: " << refusalAdvice(*Id)
           << "\n  more: docs/refusals.md#" << Name << '\n';
    return ExitDone;
  }
  errs() << "pipeline-rewrite: error: unknown refusal id '" << Name << "'";
  if (StringRef Nearest = nearestRefusal(Name); !Nearest.empty())
    errs() << "; did you mean '" << Nearest << "'?";
  errs() << "\npipeline-rewrite: --explain=list names them all\n";
  return ExitBadInput;
}

void chooseColours(raw_ostream &OS, ColourChoice Choice) {
  // https://no-color.org: present and not empty.
  const char *NoColour = std::getenv("NO_COLOR");
  bool Auto = OS.has_colors() && !(NoColour && *NoColour);
  OS.enable_colors(Choice == ColourChoice::Always ||
                   (Choice == ColourChoice::Auto && Auto));
}

int runPlain(int Count, char **Words) {
  std::optional<CommandLine> Line = parseCommandLine(Count, Words);
  if (!Line)
    return ExitBadInput;
  chooseColours(outs(), Line->Colour);
  chooseColours(errs(), Line->Colour);
  return Line->Explain.empty() ? runDriver(*Line) : explain(Line->Explain);
}

int runTune(int Count, char **Words) {
  std::optional<TuneCommandLine> Line = parseTuneCommandLine(Count, Words);
  if (!Line)
    return ExitBadInput;
  chooseColours(outs(), Line->Rewrite.Colour);
  chooseColours(errs(), Line->Rewrite.Colour);
  return runTuneDriver(*Line);
}

} // namespace

int main(int Count, char **Words) {
  InitLLVM Init(Count, Words);
  setBugReportMsg("pipeline-rewrite crashed; your files are untouched. Please "
                  "report this with the command line and the lines below.\n");
  // A file-size limit is then an error of write(), not a signal.
  std::signal(SIGXFSZ, SIG_IGN);

  int Exit = Count > 1 && StringRef(Words[1]) == "tune"
                 ? runTune(Count - 1, Words + 1)
                 : runPlain(Count, Words);
  outs().flush();
  if (outs().has_error()) {
    errs() << "pipeline-rewrite: error: cannot write to standard output: "
           << outs().error().message() << '\n';
    outs().clear_error();
    return Exit == ExitInternal ? Exit : ExitBadInput;
  }
  return Exit;
}
