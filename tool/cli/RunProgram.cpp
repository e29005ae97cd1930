//===- RunProgram.cpp - What the words of the command line ask for --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RunProgram.h"
#include "../mcp/McpServer.h"
#include "../prove/CheckDriver.h"
#include "../prove/ProveDriver.h"
#include "../tune/TuneDriver.h"
#include "CommandLine.h"
#include "Driver.h"
#include "Explain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdlib>

using namespace llvm;
using namespace pipeline_rewrite;

namespace {

void chooseColours(raw_ostream &OS, ColourChoice Choice) {
  // https://no-color.org: present and not empty.
  const char *NoColour = std::getenv("NO_COLOR");
  bool Auto = OS.has_colors() && !(NoColour && *NoColour);
  OS.enable_colors(Choice == ColourChoice::Always ||
                   (Choice == ColourChoice::Auto && Auto));
}

int run(const CommandLine &Line) {
  if (!Line.Generated.empty()) {
    outs() << Line.Generated;
    return ExitDone;
  }
  return Line.Explain.empty()
             ? runDriver(Line)
             : explain(Line.Explain, Line.Report == ReportFormat::Json);
}

int runPlain(int Count, char **Words) {
  std::optional<CommandLine> Line = parseCommandLine(Count, Words);
  if (!Line)
    return ExitBadInput;
  chooseColours(outs(), Line->Colour);
  chooseColours(errs(), Line->Colour);
  return run(*Line);
}

int runTune(int Count, char **Words) {
  std::optional<TuneCommandLine> Line = parseTuneCommandLine(Count, Words);
  if (!Line)
    return ExitBadInput;
  chooseColours(outs(), Line->Rewrite.Colour);
  chooseColours(errs(), Line->Rewrite.Colour);
  return runTuneDriver(*Line);
}

int runKernels(KernelCommand Command, int Count, char **Words) {
  std::optional<ProveCommandLine> Line =
      parseProveCommandLine(Command, Count, Words);
  if (!Line)
    return ExitBadInput;
  chooseColours(outs(), Line->Plain.Colour);
  chooseColours(errs(), Line->Plain.Colour);
  return Command == KernelCommand::Prove ? runProveDriver(*Line)
                                         : runCheckDriver(*Line);
}

int runWords(int Count, char **Words) {
  const StringRef First = Count > 1 ? Words[1] : "";
  if (First == "tune")
    return runTune(Count - 1, Words + 1);
  if (First == "prove")
    return runKernels(KernelCommand::Prove, Count - 1, Words + 1);
  if (First == "check")
    return runKernels(KernelCommand::Check, Count - 1, Words + 1);
  if (First == "mcp")
    return runMcpServer(Count - 1, Words + 1);
  return runPlain(Count, Words);
}

} // namespace

int pipeline_rewrite::runProgram(int Count, char **Words) {
  InitLLVM Init(Count, Words);
  setBugReportMsg("pipeline-rewrite crashed; your files are untouched. Please "
                  "report this with the command line and the lines below.\n");
  // A file-size limit is then an error of write(), not a signal.
  std::signal(SIGXFSZ, SIG_IGN);

  int Exit = runWords(Count, Words);
  // Nobody can be told that standard error is full or closed.
  errs().flush();
  errs().clear_error();
  outs().flush();
  if (outs().has_error()) {
    errs() << "pipeline-rewrite: error: cannot write to standard output: "
           << outs().error().message() << '\n';
    outs().clear_error();
    errs().flush();
    errs().clear_error();
    return Exit == ExitInternal ? Exit : ExitBadInput;
  }
  return Exit;
}
