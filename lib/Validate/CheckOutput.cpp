//===- CheckOutput.cpp - The rewritten text still is what was planned -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/CheckOutput.h"
#include "Analyse/AnalyseLoop.h"
#include "Match/FindKLoops.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

namespace pipeline_rewrite {
namespace {

using namespace llvm::json;

/// Messages may quote any bytes of the source; JSON takes UTF-8 only.
std::string quotable(llvm::StringRef Message) { return fixUTF8(Message); }

Array describeErrors(const SourceUnit &After) {
  Array Errors;
  for (const ParseError &E : After.errors())
    Errors.push_back(
        Object{{"line", E.Place.Line}, {"message", quotable(E.Message)}});
  return Errors;
}

/// The first error that the old text did not have.
std::optional<std::string> findNewError(const SourceUnit &Before,
                                        const Array &Errors) {
  llvm::StringSet<> Old;
  for (const ParseError &E : Before.errors())
    Old.insert(quotable(E.Message));
  for (const Value &V : Errors) {
    const Object &E = *V.getAsObject();
    llvm::StringRef Message = E.getString("message").value_or("");
    if (!Old.contains(Message))
      return "the output does not parse: line " +
             std::to_string(E.getInteger("line").value_or(0)) + ": " +
             Message.str();
  }
  return std::nullopt;
}

unsigned countPipelined(const SourceUnit &Unit, const Options &Opts) {
  unsigned Count = 0;
  for (const KLoopSite &Site : findKLoops(Unit))
    if (!Site.PatternOnly &&
        std::holds_alternative<AlreadyPipelined>(
            analyseLoop(Site.Instances.front(), Unit, Opts)))
      ++Count;
  return Count;
}

/// What is wrong with a text that describeOutput() describes.
std::optional<std::string> findFault(const SourceUnit &Before,
                                     llvm::StringRef Described,
                                     unsigned Pipelined) {
  auto Parsed = parse(Described);
  if (!Parsed)
    return toString(Parsed.takeError());
  const Object &Facts = *Parsed->getAsObject();
  if (auto Error = findNewError(Before, *Facts.getArray("errors")))
    return Error;
  if (Facts.getInteger("pipelined").value_or(0) < Pipelined)
    return "a rewritten loop is not recognised as pipelined";
  return std::nullopt;
}

} // namespace

std::string describeOutput(const SourceUnit &After, const Options &Opts) {
  Object Facts{{"errors", describeErrors(After)},
               {"pipelined", countPipelined(After, Opts)}};
  return llvm::formatv("{0}", Value(std::move(Facts)));
}

std::optional<std::string>
checkOutput(const SourceUnit &Before, llvm::StringRef NewText,
            unsigned Rewritten, unsigned PipelinedBefore, const Options &Opts) {
  unsigned Pipelined = Rewritten + PipelinedBefore;
  if (auto Described = Before.describeWith(NewText))
    if (!findFault(Before, *Described, Pipelined))
      return std::nullopt;
  // A fault is reported only of the text parsed from its beginning.
  auto After = parseSource(Before.job(), Opts, NewText);
  if (!After)
    return toString(After.takeError());
  return findFault(Before, describeOutput(**After, Opts), Pipelined);
}

} // namespace pipeline_rewrite
