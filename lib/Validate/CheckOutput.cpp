//===- CheckOutput.cpp - The rewritten text still is what was planned -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/CheckOutput.h"
#include "Analyse/AnalyseLoop.h"
#include "Match/FindKLoops.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {
namespace {

/// The first error that the old text did not have.
std::optional<std::string> findNewError(const SourceUnit &Before,
                                        const SourceUnit &After) {
  llvm::StringSet<> Old;
  for (const ParseError &E : Before.errors())
    Old.insert(E.Message);
  for (const ParseError &E : After.errors())
    if (!Old.contains(E.Message))
      return "the output does not parse: line " + std::to_string(E.Place.Line) +
             ": " + E.Message;
  return std::nullopt;
}

} // namespace

static unsigned countPipelined(const SourceUnit &Unit, const Options &Opts) {
  unsigned Count = 0;
  for (const KLoopSite &Site : findKLoops(Unit))
    if (!Site.PatternOnly &&
        std::holds_alternative<AlreadyPipelined>(
            analyseLoop(Site.Instances.front(), Unit, Opts)))
      ++Count;
  return Count;
}

std::optional<std::string>
checkOutput(const SourceUnit &Before, llvm::StringRef NewText,
            unsigned Rewritten, unsigned PipelinedBefore, const Options &Opts) {
  auto After = parseSource(Before.job(), Opts, NewText);
  if (!After)
    return toString(After.takeError());
  if (auto Error = findNewError(Before, **After))
    return Error;
  unsigned Seen = countPipelined(**After, Opts);
  if (Seen < Rewritten + PipelinedBefore)
    return "a rewritten loop is not recognised as pipelined";
  return std::nullopt;
}

} // namespace pipeline_rewrite
