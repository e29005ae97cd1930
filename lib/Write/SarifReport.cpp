//===- SarifReport.cpp - The report as SARIF 2.1.0 ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For code-scanning services and editors. A loop that can be rewritten is a
// result with its rewrite as the fix; a loop that is left alone is a note under
// its refusal's id. Sections named here are those of the standard (OASIS, SARIF
// 2.1.0).
//===----------------------------------------------------------------------===//
#include "Check/CheckKernels.h"
#include "Write/Report.h"
#include "Write/SarifParts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace pipeline_rewrite {

using sarif::artifact;
using sarif::message;
using sarif::rule;

namespace {

constexpr StringLiteral LoopRule = "k-loop";
constexpr StringLiteral CommentRule = "loop-comment";

std::string utf8(StringRef Text) { return json::fixUTF8(Text); }

/// Offsets of a text as lines and UTF-16 columns (3.14.17, columnKind).
class Columns {
public:
  explicit Columns(StringRef Text) : Text(Text) {
    for (size_t At = 0; At != StringRef::npos;) {
      Starts.push_back(At);
      At = Text.find('\n', At);
      At += At != StringRef::npos;
    }
  }

  std::pair<unsigned, unsigned> at(unsigned Offset) const {
    size_t Line = upper_bound(Starts, Offset) - Starts.begin();
    return {Line, columnOf(Text.slice(Starts[Line - 1], Offset))};
  }

  /// Of a line and a column that counts bytes.
  unsigned column(const SourcePlace &Place) const {
    if (Place.Line == 0 || Place.Line > Starts.size() || Place.Column == 0)
      return std::max(Place.Column, 1u);
    return columnOf(Text.substr(Starts[Place.Line - 1], Place.Column - 1));
  }

private:
  static unsigned columnOf(StringRef Before) {
    SmallVector<UTF16> Units;
    return convertUTF8ToUTF16String(Before, Units) ? Units.size() + 1
                                                   : Before.size() + 1;
  }

  StringRef Text;
  std::vector<size_t> Starts;
};

std::string executionText(const LoopReport &Loop) {
  return Loop.Execution ? " (" + Loop.Execution->text() + ")" : "";
}

class UnitResults {
public:
  explicit UnitResults(const FileOutcome &Outcome)
      : Outcome(Outcome), Unit(*Outcome.Unit), Text(Unit.OldText) {}

  json::Array take() {
    for (const LoopReport &Loop : Unit.Loops) {
      if (Loop.Verdict == LoopVerdict::Refused && Loop.Reason)
        add(Loop, refusalName(Loop.Reason->Id), "note",
            "loop left alone: " + Loop.Reason->Detail, Loop.Reason->Notes);
      if (Loop.ByHand)
        for (const SourceWarning &Advice : Loop.ByHand->Advice)
          Results.push_back(
              json::Object{{"ruleId", Advice.Id},
                           {"level", "note"},
                           {"message", message(Advice.Message)},
                           {"locations", json::Array{location(Advice.Place)}}});
      if (Loop.Verdict == LoopVerdict::Rewritten && !Unit.InternalFault)
        add(Loop, LoopRule, "warning",
            "loop in '" + Loop.Kernel + "' can be software-pipelined: " +
                formText(Loop) + executionText(Loop),
            {});
    }
    for (const SourceWarning &Warning : Unit.Warnings)
      Results.push_back(
          json::Object{{"ruleId", Warning.Id},
                       {"level", "warning"},
                       {"message", message(Warning.Message)},
                       {"locations", json::Array{location(Warning.Place)}}});
    return std::move(Results);
  }

private:
  json::Object location(const SourcePlace &Place) const {
    json::Object Physical{{"artifactLocation", artifact(Place.File)}};
    unsigned Column =
        Place.File == Unit.File ? Text.column(Place) : Place.Column;
    if (Place.Line)
      Physical["region"] = json::Object{{"startLine", Place.Line},
                                        {"startColumn", std::max(Column, 1u)}};
    return json::Object{{"physicalLocation", std::move(Physical)}};
  }

  void add(const LoopReport &Loop, StringRef Rule, StringRef Level,
           const std::string &What, ArrayRef<RefusalNote> Notes) {
    json::Object Result{
        {"ruleId", Rule},
        {"level", Level},
        {"message", message(What)},
        {"locations", json::Array{location(Loop.Place)}},
        {"partialFingerprints",
         json::Object{{"loopOfKernel/v1", fingerprint(Loop, Rule)}}}};
    if (Loop.Known) // 3.27.24
      Result["baselineState"] = "unchanged";
    if (!Notes.empty()) {
      json::Array Related;
      for (const RefusalNote &Note : Notes) {
        json::Object Place = location(Note.Place);
        Place["message"] = message(Note.Text);
        Related.push_back(std::move(Place));
      }
      Result["relatedLocations"] = std::move(Related);
    }
    if (canFix() && !Loop.Edits.empty())
      Result["fixes"] = json::Array{fix(Loop)};
    Results.push_back(std::move(Result));
  }

  /// A file that was written already has other offsets; and what is inserted
  /// must be Unicode, as the whole of a document.
  bool canFix() const {
    return Outcome.WrittenTo != Unit.File && json::isUTF8(Unit.OldText);
  }

  json::Object fix(const LoopReport &Loop) const {
    json::Array Replacements;
    auto Replace = [&](const TextEdit &Edit) {
      auto [Line, Column] = Text.at(Edit.Begin);
      auto [EndLine, EndColumn] = Text.at(Edit.End);
      Replacements.push_back(json::Object{
          {"deletedRegion", json::Object{{"startLine", Line},
                                         {"startColumn", Column},
                                         {"endLine", EndLine},
                                         {"endColumn", EndColumn}}},
          {"insertedContent", message(Edit.Text)}});
    };
    for_each(Loop.editsWithInclude(), Replace);
    return json::Object{
        {"description", message("Pipeline the loop")},
        {"artifactChanges",
         json::Array{json::Object{{"artifactLocation", artifact(Unit.File)},
                                  {"replacements", std::move(Replacements)}}}}};
  }

  /// The same loop in another version of the file (3.27.17): lines move, the
  /// kernel and the loop's number in it stay.
  std::string fingerprint(const LoopReport &Loop, StringRef Rule) {
    std::string Key = (Rule + "\n" + Unit.File + "\n" + Loop.Kernel + "\n" +
                       Twine(Number[Loop.Kernel]++))
                          .str();
    return utohexstr(xxh3_64bits(Key), /*LowerCase=*/true, /*Width=*/16);
  }

  const FileOutcome &Outcome;
  const UnitResult &Unit;
  const Columns Text;
  StringMap<unsigned> Number; ///< loops of a kernel so far
  json::Array Results;
};

json::Array rules() {
  json::Array Rules{rule(
      LoopRule, "The loop can be software-pipelined",
      "The next tile can be loaded while the present one is computed. The fix "
      "is the rewritten loop; it computes the same, bit for bit. It may be "
      "slower: measure it.",
      "warning")};
  Rules.push_back(rule(CommentRule, "A comment on a loop cannot be followed",
                       "The words are those of the command line: stages=3, "
                       "variant=ldg, off.",
                       "warning"));
  for (const auto &[Id, Summary] : findIds())
    Rules.push_back(rule(Id, Summary, Summary, "warning"));
  for (const auto &[Id, Summary] : adviceIds())
    Rules.push_back(rule(Id, Summary, Summary, "note"));
  for (RefusalId Id : allRefusals())
    Rules.push_back(rule(refusalName(Id), refusalSummary(Id),
                         (refusalSummary(Id) + "\n" + refusalAdvice(Id)).str(),
                         "note"));
  return Rules;
}

json::Object notification(StringRef Level, StringRef Text, StringRef File) {
  json::Object Result{{"level", Level}, {"message", message(Text)}};
  if (!File.empty())
    Result["locations"] = json::Array{
        json::Object{{"physicalLocation",
                      json::Object{{"artifactLocation", artifact(File)}}}}};
  return Result;
}

} // namespace

json::Object sarif::message(StringRef Text) {
  return json::Object{{"text", utf8(Text)}};
}

json::Object sarif::artifact(StringRef File) {
  bool Absolute = sys::path::is_absolute(File);
  File.consume_front("./");
  std::string Uri = Absolute ? "file://" : "";
  for (char C : File)
    if (isAlnum(C) || StringRef("/-._~+,@").contains(C))
      Uri += C;
    else
      Uri += "%" + utohexstr(static_cast<unsigned char>(C),
                             /*LowerCase=*/false, /*Width=*/2);
  json::Object Location{{"uri", Uri}};
  if (!Absolute)
    Location["uriBaseId"] = "%SRCROOT%";
  return Location;
}

json::Object sarif::rule(StringRef Id, StringRef Short, StringRef Help,
                         StringRef Level) {
  return json::Object{{"id", Id},
                      {"shortDescription", message(Short)},
                      {"help", message(Help)},
                      {"defaultConfiguration", json::Object{{"level", Level}}}};
}

json::Object sarif::log(StringRef Version, json::Array Rules,
                        json::Array Results, json::Array Notifications,
                        bool Successful, int ExitCode) {
  json::Object Run{
      {"tool",
       json::Object{{"driver", json::Object{{"name", "pipeline-rewrite"},
                                            {"version", Version},
                                            {"rules", std::move(Rules)}}}}},
      {"columnKind", "utf16CodeUnits"},
      {"invocations",
       json::Array{json::Object{
           {"executionSuccessful", Successful},
           {"exitCode", ExitCode},
           {"toolExecutionNotifications", std::move(Notifications)}}}},
      {"results", std::move(Results)}};
  return json::Object{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/"
                  "os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(Run)}}};
}

void SarifReport::add(const FileOutcome &Outcome) {
  if (Outcome.Unit && Outcome.Unit->InternalFault)
    Notifications.push_back(notification(
        "error", "internal: " + *Outcome.Unit->InternalFault, Outcome.File));
  else if (!Outcome.Error.empty())
    Notifications.push_back(notification("error", Outcome.Error, Outcome.File));
  if (Outcome.Unit)
    append_range(Results, UnitResults(Outcome).take());
}

json::Object SarifReport::take(StringRef Version, ArrayRef<std::string> Notes,
                               int ExitCode) {
  bool Successful = Notifications.empty();
  for (const std::string &Note : Notes)
    Notifications.push_back(notification("note", Note, ""));
  return sarif::log(Version, rules(), std::move(Results),
                    std::move(Notifications), Successful, ExitCode);
}

} // namespace pipeline_rewrite
