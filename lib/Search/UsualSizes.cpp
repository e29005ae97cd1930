//===- UsualSizes.cpp - What a template would become with usual sizes -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Chain/UnitRun.h"
#include "Instances/AssumeInstances.h"
#include "Match/FindKLoops.h"
#include "Options/ChosenBy.h"
#include "Search/AddToResult.h"

namespace pipeline_rewrite {
namespace {

/// Of a source; each takes as long as its first parse.
constexpr unsigned MostParses = 6;

/// The loop with the instance; nothing if that does not compile.
std::optional<LoopReport> loopWith(const std::string &Instance,
                                   const SourcePlace &Place,
                                   const SourceUnit &Unit, const ParseJob &Job,
                                   Options Opts) {
  Opts.Instantiate.push_back(Instance);
  auto Parsed = parseSource(Job, Opts, Unit.text());
  if (!Parsed) {
    llvm::consumeError(Parsed.takeError()); // a guess that was none
    return std::nullopt;
  }
  if ((*Parsed)->errors().size() > Unit.errors().size())
    return std::nullopt;
  // What the loop could be, not what a compiler would choose.
  Opts.Choose = FormChoice::Rules;
  Opts = withoutComparison(Opts);
  AnalysedUnit Analysed(**Parsed);
  for (LoopReport &Loop : planLoops(Analysed, Opts).Loops)
    if (Loop.Place.Line == Place.Line && Loop.Place.Column == Place.Column)
      return std::move(Loop);
  return std::nullopt;
}

std::string outcomeText(const std::string &Instance, const LoopReport &Loop) {
  std::string With = " With --instantiate='" + Instance + "', a guess, ";
  if (Loop.Verdict == LoopVerdict::Rewritten)
    return With + "it can be rewritten.";
  if (Loop.Verdict == LoopVerdict::AlreadyPipelined)
    return With + "it is pipelined already.";
  return Loop.Reason
             ? With + "[" + refusalName(Loop.Reason->Id).str() + "] remains."
             : "";
}

} // namespace

void trySizes(UnitResult &Result, const SourceUnit &Unit, const ParseJob &Job,
              const Options &Opts) {
  unsigned Parses = 0;
  for (const KLoopSite &Site : findKLoops(Unit)) {
    auto Loop = llvm::find_if(Result.Loops, [&](const LoopReport &Each) {
      return Each.Place == Site.Place && Each.Reason &&
             Each.Reason->Id == RefusalId::NotInstantiated &&
             Each.Reason->Advice;
    });
    if (Loop == Result.Loops.end())
      continue;
    std::string Text;
    for (const std::string &Instance : usualInstances(Site)) {
      if (Parses++ == MostParses)
        return;
      auto Now = loopWith(Instance, Site.Place, Unit, Job, Opts);
      if (!Now)
        continue;
      if (Text.empty() || Now->Verdict == LoopVerdict::Rewritten)
        Text = outcomeText(Instance, *Now);
      if (Now->Verdict == LoopVerdict::Rewritten)
        break;
    }
    *Loop->Reason->Advice += Text;
  }
}

} // namespace pipeline_rewrite
