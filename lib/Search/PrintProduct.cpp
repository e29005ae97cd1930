//===- PrintProduct.cpp - What a pass of the chain gives, as text ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/PrintProduct.h"
#include "Analyse/Memory/Effects.h"
#include "Chain/UnitRun.h"
#include "IR/Kernel.h"
#include "Match/FindKLoops.h"
#include "Search/CompareForms.h"
#include "Search/Headers/HeaderRewrites.h"
#include "Search/Headers/Headers.h"
#include "Search/LayOutTiles.h"
#include <cmath>

using namespace clang;

namespace pipeline_rewrite {

static void printLoops(llvm::raw_ostream &OS, const SourceUnit &Own,
                       const Options &Opts, Product Asked) {
  AnalysedUnit Analysed(Own);
  MacroText Text(Analysed, Opts);
  auto Passes = runChain(Text, Opts);
  const SourceUnit &Unit = Text.unit();
  for (const LoopRun &Run : Passes->runs()) {
    print(OS, *Run.Site, Unit);
    if (!Run.NotAKLoop.empty())
      OS << "  not a K-loop: " << Run.NotAKLoop << "\n";
    if (Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
      OS << "  already pipelined: " << Run.Report.AlreadyHow << "\n";
    else if (Run.Report.Reason)
      OS << "  refused [" << refusalName(Run.Report.Reason->Id) << "] "
         << Run.Report.Reason->Detail << "\n";
    if (Asked == Product::Ir && !Run.Site->PatternOnly)
      ir::print(OS, ir::lower(Run.Site->Instances.front().Function));
    if (Asked == Product::Effects && !Run.Site->PatternOnly)
      for (const KLoop &K : Run.Site->Instances)
        printEffects(OS, K, Unit.context());
    if (Asked == Product::Facts)
      for (const LoopFacts &F : Run.Facts)
        print(OS, F, Unit.context());
    if (Asked == Product::Plan && Run.Planned)
      print(OS, Run.Planned->Plan, Unit.context());
    if (Asked == Product::Schedule && Run.Planned)
      print(OS, Run.Schedule);
    if (Asked == Product::Edits)
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
  AnalysedUnit Analysed(Unit);
  MacroText Text(Analysed, Opts);
  FormComparison Forms(Job, Text, Opts, {}, {SIZE_MAX, INFINITY});
  Forms.run();
  return Forms.table();
}

llvm::Expected<std::string> printProduct(const ParseJob &Job,
                                         const Options &Opts, Product Asked) {
  auto Parsed = parseWithInstances(Job, Opts);
  if (!Parsed)
    return Parsed.takeError();
  const SourceUnit &Unit = *Parsed->Unit;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Asked == Product::None)
    return Text;
  if (Asked == Product::Candidates)
    return tableOfCandidates(Parsed->Job, Unit, Parsed->Opts);
  if (Asked == Product::Conflicts) {
    printConflicts(OS, Unit, Parsed->Opts);
    return Text;
  }
  printLoops(OS, Unit, Parsed->Opts, Asked);
  if (Opts.wantsHeaders())
    for (FileID Id : findHeadersWithLoops(Unit))
      if (auto Header = headerUnit(Unit, Id); isWanted(*Header, Opts)) {
        OS << "header " << Header->file() << "\n";
        printLoops(OS, *Header, Parsed->Opts, Asked);
      }
  return Text;
}

} // namespace pipeline_rewrite
