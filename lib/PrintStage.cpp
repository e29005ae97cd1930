//===- PrintStage.cpp - What a stage of the chain gives, as text ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Effects.h"
#include "CompareForms.h"
#include "HeaderRewrites.h"
#include "Headers.h"
#include "Match/FindKLoops.h"
#include "UnitRun.h"
#include <cmath>

using namespace clang;

namespace pipeline_rewrite {

static void printLoops(llvm::raw_ostream &OS, const SourceUnit &Own,
                       const Options &Opts, PrintStage Stage) {
  MacroText Text(Own, Opts);
  auto Stages = runChain(Text, Opts);
  const SourceUnit &Unit = Text.unit();
  for (const LoopRun &Run : Stages->runs()) {
    print(OS, *Run.Site, Unit);
    if (!Run.NotAKLoop.empty())
      OS << "  not a K-loop: " << Run.NotAKLoop << "\n";
    if (Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
      OS << "  already pipelined: " << Run.Report.AlreadyHow << "\n";
    else if (Run.Report.Reason)
      OS << "  refused [" << refusalName(Run.Report.Reason->Id) << "] "
         << Run.Report.Reason->Detail << "\n";
    if (Stage == PrintStage::Effects && !Run.Site->PatternOnly)
      for (const KLoop &K : Run.Site->Instances)
        printEffects(OS, K, Unit.context());
    if (Stage == PrintStage::Facts)
      for (const LoopFacts &F : Run.Facts)
        print(OS, F, Unit.context());
    if (Stage == PrintStage::Plan && Run.Planned)
      print(OS, Run.Planned->Plan, Unit.context());
    if (Stage == PrintStage::Schedule && Run.Planned)
      print(OS, Run.Schedule);
    if (Stage == PrintStage::Edits)
      print(OS, Run.Edits, Unit.text());
  }
}

/// All forms that there are, however many.
static llvm::Expected<std::string>
tableOfCandidates(const ParseJob &Job, const SourceUnit &Unit, Options Opts) {
  if (Job.Nvcc.empty())
    return llvm::createStringError(
        Job.File + ": --print=candidates needs nvcc, and no CUDA toolkit with "
                   "one is in use; --cuda-path names one");
  if (!Opts.Compare)
    Opts.Compare = CodeCheck{};
  Opts.Compare->SassIfFound = true;
  MacroText Text(Unit, Opts);
  FormComparison Forms(Job, Text, Opts, {SIZE_MAX, INFINITY});
  Forms.run();
  return Forms.table();
}

llvm::Expected<std::string> printStage(const ParseJob &Job, const Options &Opts,
                                       PrintStage Stage) {
  auto Parsed = parseWithInstances(Job, Opts);
  if (!Parsed)
    return Parsed.takeError();
  const SourceUnit &Unit = *Parsed->Unit;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Stage == PrintStage::None)
    return Text;
  if (Stage == PrintStage::Candidates)
    return tableOfCandidates(Job, Unit, Parsed->Opts);
  printLoops(OS, Unit, Parsed->Opts, Stage);
  if (Opts.wantsHeaders())
    for (FileID Id : findHeadersWithLoops(Unit))
      if (auto Header = headerUnit(Unit, Id); isWanted(*Header, Opts)) {
        OS << "header " << Header->file() << "\n";
        printLoops(OS, *Header, Parsed->Opts, Stage);
      }
  return Text;
}

} // namespace pipeline_rewrite
