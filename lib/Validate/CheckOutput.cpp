//===- CheckOutput.cpp - The rewritten text still is what was planned -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/CheckOutput.h"
#include "Analyse/AnalyseLoop.h"
#include "Execution/ExecuteLoops.h"
#include "Match/FindKLoops.h"
#include "Validate/HostOrder.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"

namespace pipeline_rewrite {
namespace {

using namespace llvm::json;

/// Messages may quote any bytes of the source; JSON takes UTF-8 only.
std::string quotable(llvm::StringRef Message) { return fixUTF8(Message); }

Array describeErrors(const SourceUnit &After) {
  Array Errors;
  for (const ParseError &E : After.errors())
    Errors.push_back(
        Object{{"line", E.Place.Line},
               {"column", E.Place.File == After.file() ? E.Place.Column : 0},
               {"message", quotable(E.Message)}});
  return Errors;
}

/// "(lambda at a.cu:15:8)" is the same lambda wherever its line is now.
std::string withoutPlaces(llvm::StringRef Message) {
  std::string Out = Message.str();
  static const llvm::Regex Place(":[0-9]+:[0-9]+");
  llvm::SmallVector<llvm::StringRef, 1> Found;
  while (Place.match(Out, &Found))
    Out.erase(Found[0].data() - Out.data(), Found[0].size());
  return Out;
}

/// The first error that the old text did not have.
const Object *findNewError(const SourceUnit &Before, const Array &Errors) {
  llvm::StringSet<> Old;
  for (const ParseError &E : Before.errors())
    Old.insert(withoutPlaces(quotable(E.Message)));
  for (const Value &V : Errors) {
    const Object &E = *V.getAsObject();
    llvm::StringRef Message = E.getString("message").value_or("");
    if (!Old.contains(withoutPlaces(Message)))
      return &E;
  }
  return nullptr;
}

std::string wordsOf(const Object &Error) {
  return "the output does not parse: line " +
         std::to_string(Error.getInteger("line").value_or(0)) + ": " +
         Error.getString("message").value_or("").str();
}

/// Where it stands in a text; none in another file.
std::optional<unsigned> placeOf(const Object &Error, llvm::StringRef Text) {
  const unsigned Column = Error.getInteger("column").value_or(0);
  if (!Column)
    return std::nullopt;
  size_t Begin = 0;
  for (int64_t Line = Error.getInteger("line").value_or(0); Line > 1; --Line) {
    Begin = Text.find('\n', Begin);
    if (Begin == llvm::StringRef::npos)
      return std::nullopt;
    ++Begin;
  }
  return Begin + Column - 1;
}

/// The loops that are seen as pipelined.
std::vector<KLoopSite> findPipelined(const SourceUnit &Unit,
                                     const Options &Opts) {
  std::vector<KLoopSite> Sites = findKLoops(Unit);
  llvm::erase_if(Sites, [&](const KLoopSite &Site) {
    return Site.PatternOnly ||
           !std::holds_alternative<AlreadyPipelined>(
               analyseLoop(Site.Instances.front(), Unit, AnalysisInput(Opts)));
  });
  return Sites;
}

Array describeBarriers(llvm::ArrayRef<KLoopSite> Sites) {
  Array Loops;
  for (const KLoopSite &Site : Sites)
    Loops.push_back(
        static_cast<int64_t>(Site.Instances.front().Barriers.size()));
  return Loops;
}

std::string codeOf(const SourceUnit &Unit, llvm::ArrayRef<KLoopSite> Sites) {
  std::vector<const clang::FunctionDecl *> Functions;
  for (const KLoopSite &Site : Sites)
    for (const KLoop &Loop : Site.Instances)
      Functions.push_back(Loop.Function);
  return outputCode(Unit, Functions);
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

/// A difference in words, with the lines of both texts.
OutputFault faultOf(MeaningDifference D, const ChangedText &Changed) {
  auto LineOf = [](llvm::StringRef Text, unsigned At) {
    return std::to_string(Text.take_front(At).count('\n') + 1);
  };
  OutputFault Fault;
  Fault.Text =
      "'" + D.Token + "' in line " + LineOf(Changed.NewText, D.NewAt) +
      " of the output is " + D.Is +
      (D.Was.empty() ? ", and nothing explains it"
                     : ", and was " + D.Was + " in line " +
                           LineOf(Changed.Before->unit().text(), D.OldAt));
  if (D.IsOfName)
    Fault.OfName = std::move(D);
  return Fault;
}

std::optional<OutputFault> findDifference(const ChangedText &Changed,
                                          llvm::StringRef Described,
                                          const Object *Error) {
  auto New = parseMeaning(Described);
  if (!New)
    return OutputFault{"the description of the output cannot be read", {}};
  auto Difference = compareMeaning(
      *Changed.Before, Changed.NewText, *New, Changed.Edits, Error != nullptr,
      Error ? placeOf(*Error, Changed.NewText) : std::nullopt);
  if (!Difference)
    return std::nullopt;
  return faultOf(std::move(*Difference), Changed);
}

Array describeOrder(const SourceUnit &Unit) {
  Array Doubts;
  for (const std::string &Each : findOpenOrder(Unit))
    Doubts.push_back(quotable(Each));
  return Doubts;
}

/// What the output leaves open of its host code, and the old text does not.
std::optional<std::string> findOpenOrder(const SourceUnit &Before,
                                         const Array *Described) {
  std::vector<std::string> After;
  for (const Value &Each : *Described)
    After.push_back(Each.getAsString()->str());
  if (After.empty())
    return std::nullopt;
  return findNewDoubt(findOpenOrder(Before), std::move(After));
}

/// What is wrong with a text that describeOutput() describes.
std::optional<OutputFault> findFault(const ChangedText &Changed,
                                     llvm::StringRef Described,
                                     std::string *Code = nullptr) {
  auto Parsed = parse(Described);
  if (!Parsed)
    return OutputFault{toString(Parsed.takeError()), {}};
  const Object &Facts = *Parsed->getAsObject();
  if (Code)
    *Code = Facts.getString("code").value_or("").str();
  // First of all: a name that means something else may hide a loop, or be one
  // that clang does not take.
  const Object *Error =
      findNewError(Changed.Before->unit(), *Facts.getArray("errors"));
  auto Meaning = Facts.getString("meaning");
  auto Difference =
      Meaning ? findDifference(Changed, *Meaning, Error) : std::nullopt;
  if (Difference && Difference->OfName)
    return Difference;
  if (Error)
    return OutputFault{wordsOf(*Error), {}};
  if (auto Lost = findLostLoop(Changed.Barriers, *Facts.getArray("pipelined")))
    return OutputFault{std::move(*Lost), {}};
  if (auto Open =
          findOpenOrder(Changed.Before->unit(), Facts.getArray("open order")))
    return OutputFault{std::move(*Open), {}};
  return Difference;
}

} // namespace

std::string describeOutput(const SourceUnit &After, const Options &Opts) {
  std::vector<KLoopSite> Pipelined = findPipelined(After, Opts);
  Object Facts{{"errors", describeErrors(After)},
               {"pipelined", describeBarriers(Pipelined)}};
  Facts["meaning"] = writeMeaning(readMeaning(After));
  Facts["open order"] = describeOrder(After);
  if (Opts.RunKernels)
    Facts["code"] = quotable(codeOf(After, Pipelined));
  return llvm::formatv("{0}", Value(std::move(Facts)));
}

std::optional<OutputFault> checkOutput(const ChangedText &Changed,
                                       const Options &Opts, std::string *Code) {
  const SourceUnit &Before = Changed.Before->unit();
  if (auto Described = Before.describeWith(Changed.NewText))
    if (!findFault(Changed, *Described, Code))
      return std::nullopt;
  // A fault is reported only of the text parsed from its beginning.
  auto After = parseAgain(Before, Opts, Changed.NewText);
  if (!After)
    return OutputFault{toString(After.takeError()), {}};
  return findFault(Changed, describeOutput(**After, Opts), Code);
}

std::optional<OutputFault> checkHeaders(llvm::ArrayRef<ChangedText> Headers,
                                        const Options &Opts,
                                        std::vector<std::string> *Codes) {
  std::vector<ReplacedHeader> Texts;
  for (const ChangedText &Header : Headers)
    Texts.push_back({Header.Before->unit().headerPath(), Header.NewText.str()});
  auto After = parseAgain(Headers.front().Before->unit(), Opts, Texts);
  if (!After)
    return OutputFault{toString(After.takeError()), {}};
  for (size_t I = 0; I < Headers.size(); ++I) {
    const ChangedText &Header = Headers[I];
    auto Unit = headerUnit(**After, Header.Before->unit().headerPath());
    if (!Unit)
      return OutputFault{Header.Before->unit().file() + " is not read any more",
                         {}};
    std::string Code;
    if (auto Fault = findFault(Header, describeOutput(*Unit, Opts), &Code)) {
      Fault->Index = I;
      return Fault;
    }
    if (Codes)
      Codes->push_back(std::move(Code));
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
