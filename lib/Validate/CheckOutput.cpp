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

/// Barriers of each loop that is seen as pipelined.
Array describePipelined(const SourceUnit &Unit, const Options &Opts) {
  Array Loops;
  for (const KLoopSite &Site : findKLoops(Unit)) {
    const KLoop &Loop = Site.Instances.front();
    if (!Site.PatternOnly &&
        std::holds_alternative<AlreadyPipelined>(analyseLoop(Loop, Unit, Opts)))
      Loops.push_back(static_cast<int64_t>(Loop.Barriers.size()));
  }
  return Loops;
}

/// Loops that are more in the new text do no harm: all those planned must be
/// there, in their order.
std::optional<std::string> findLostLoop(llvm::ArrayRef<unsigned> Planned,
                                        const Array &Found) {
  auto At = Found.begin();
  for (unsigned Barriers : Planned) {
    At = std::find(At, Found.end(), Value(int64_t(Barriers)));
    if (At == Found.end())
      return "a rewritten loop is not recognised as pipelined with " +
             std::to_string(Barriers) + " barriers";
    ++At;
  }
  return std::nullopt;
}

/// What is wrong with a text that describeOutput() describes.
std::optional<std::string> findFault(const SourceUnit &Before,
                                     llvm::StringRef Described,
                                     llvm::ArrayRef<unsigned> Barriers) {
  auto Parsed = parse(Described);
  if (!Parsed)
    return toString(Parsed.takeError());
  const Object &Facts = *Parsed->getAsObject();
  if (auto Error = findNewError(Before, *Facts.getArray("errors")))
    return Error;
  return findLostLoop(Barriers, *Facts.getArray("pipelined"));
}

} // namespace

std::string describeOutput(const SourceUnit &After, const Options &Opts) {
  Object Facts{{"errors", describeErrors(After)},
               {"pipelined", describePipelined(After, Opts)}};
  return llvm::formatv("{0}", Value(std::move(Facts)));
}

std::optional<std::string> checkOutput(const SourceUnit &Before,
                                       llvm::StringRef NewText,
                                       llvm::ArrayRef<unsigned> Barriers,
                                       const Options &Opts) {
  if (auto Described = Before.describeWith(NewText))
    if (!findFault(Before, *Described, Barriers))
      return std::nullopt;
  // A fault is reported only of the text parsed from its beginning.
  auto After = parseAgain(Before, Opts, NewText);
  if (!After)
    return toString(After.takeError());
  return findFault(Before, describeOutput(**After, Opts), Barriers);
}

std::optional<std::string> checkHeaders(llvm::ArrayRef<ChangedHeader> Headers,
                                        const Options &Opts) {
  std::vector<ReplacedHeader> Texts;
  for (const ChangedHeader &Header : Headers)
    Texts.push_back({Header.Before->headerPath(), Header.NewText.str()});
  auto After = parseAgain(*Headers.front().Before, Opts, Texts);
  if (!After)
    return toString(After.takeError());
  for (const ChangedHeader &Header : Headers) {
    auto Unit = headerUnit(**After, Header.Before->headerPath());
    if (!Unit)
      return Header.Before->file() + " is not read any more";
    if (auto Fault = findFault(*Header.Before, describeOutput(*Unit, Opts),
                               Header.Barriers))
      return Fault;
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
