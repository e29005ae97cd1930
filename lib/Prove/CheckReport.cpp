//===- CheckReport.cpp - Finds for people and programs --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Prove/CheckReport.h"
#include "Prove/ProveReport.h"
#include "Write/Report.h"
#include "Write/SarifParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <set>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

std::string headOf(const KernelFind &Find) {
  return Find.Message + " [" + Find.Id + "]";
}

json::Object location(const SourcePlace &Place) {
  json::Object Physical{{"artifactLocation", sarif::artifact(Place.File)}};
  if (Place.Line)
    Physical["region"] = json::Object{
        {"startLine", Place.Line}, {"startColumn", std::max(Place.Column, 1u)}};
  return json::Object{{"physicalLocation", std::move(Physical)}};
}

/// Finds of one kernel that share a place have one cause: the first of them.
struct ToldFind {
  const KernelFind *First;
  std::set<unsigned> Lines;
};

std::vector<ToldFind> toldOf(const CheckedKernel &Kernel) {
  std::vector<ToldFind> Out;
  for (const KernelFind &Find : Kernel.Finds) {
    if (Find.Known)
      continue;
    ToldFind Now = {&Find, {Find.Place.Line}};
    if (Find.Other.Line)
      Now.Lines.insert(Find.Other.Line);
    // All that it meets become one.
    auto Meets = [&](const ToldFind &Before) {
      return Before.First->Id == Find.Id && any_of(Now.Lines, [&](unsigned L) {
               return Before.Lines.count(L);
             });
    };
    std::vector<ToldFind> Others;
    const auto At = find_if(Out, Meets);
    const size_t Index = At - Out.begin();
    for (ToldFind &Before : Out)
      if (Meets(Before)) {
        if (Now.First == &Find)
          Now.First = Before.First;
        Now.Lines.insert(Before.Lines.begin(), Before.Lines.end());
      } else
        Others.push_back(std::move(Before));
    Others.insert(Others.begin() + std::min(Index, Others.size()),
                  std::move(Now));
    Out = std::move(Others);
  }
  return Out;
}

/// "also in lines 8, 9", or nothing.
std::string alsoIn(const ToldFind &Told) {
  std::vector<std::string> Others;
  for (unsigned Line : Told.Lines)
    if (Line != Told.First->Place.Line && Line != Told.First->Other.Line)
      Others.push_back(std::to_string(Line));
  return Others.empty()
             ? ""
             : (Others.size() > 1 ? "also in lines " : "also in line ") +
                   join(Others, ", ");
}

} // namespace

void printChecked(raw_ostream &OS, const CheckedKernel &Kernel) {
  for (const ToldFind &Told : toldOf(Kernel)) {
    const KernelFind &Find = *Told.First;
    printHead(OS, Find.Place, Severity::Warning)
        << "in '" << Kernel.Name << "': " << headOf(Find) << '\n';
    if (Find.Other.Line)
      printHead(OS, Find.Other, Severity::Note)
          << "the other access"
          << (Find.Hazard.OtherThread >= 0
                  ? ", of thread " + std::to_string(Find.Hazard.OtherThread) +
                        " of the block"
                  : "")
          << '\n';
    if (const std::string More = alsoIn(Told); !More.empty())
      OS << "  " << More << '\n';
    OS << "  " << launchOf(Find) << '\n';
    for (const std::string &Argument : Find.Arguments)
      OS << "    " << Argument << '\n';
  }
  for (const SourceWarning &Advice : Kernel.Advice)
    printHead(OS, Advice.Place, Severity::Note)
        << Advice.Message << " [" << Advice.Id << "]\n";
  if (!Kernel.WhyNot.empty())
    printHead(OS,
              Kernel.Place.Line ? Kernel.Place : SourcePlace{Kernel.File, 0, 0},
              Severity::Note)
        << "'" << Kernel.Name << "' was not run: " << Kernel.WhyNot << '\n';
  else {
    printHead(OS, Kernel.Place, Severity::Remark)
        << "'" << Kernel.Name << "' ran with " << Kernel.Launches
        << (Kernel.Launches == 1 ? " launch" : " launches") << " ("
        << Kernel.LaunchesInView << " of the host code), "
        << (Kernel.Finds.empty() ? "nothing found" : "see above") << '\n';
    for (const std::string &Text : Kernel.Unchecked)
      OS << "  not checked: " << Text << '\n';
  }
}

void printCheckAnnotations(raw_ostream &OS, const CheckedKernel &Kernel) {
  for (const ToldFind &Told : toldOf(Kernel)) {
    const KernelFind &Find = *Told.First;
    std::string Text = "in '" + Kernel.Name + "': " + Find.Message;
    if (const std::string More = alsoIn(Told); !More.empty())
      Text += "\n" + More;
    Text += "\n" + launchOf(Find);
    for (const std::string &Argument : Find.Arguments)
      Text += "\n" + Argument;
    printAnnotation(OS, "warning", Find.Place, "pipeline-rewrite " + Find.Id,
                    Text);
  }
  for (const SourceWarning &Advice : Kernel.Advice)
    printAnnotation(OS, "notice", Advice.Place, "pipeline-rewrite " + Advice.Id,
                    Advice.Message);
  if (!Kernel.WhyNot.empty())
    printAnnotation(OS, "notice",
                    Kernel.Place.Line ? Kernel.Place
                                      : SourcePlace{Kernel.File, 0, 0},
                    "pipeline-rewrite not-run",
                    "'" + Kernel.Name + "' was not run: " + Kernel.WhyNot);
}

void CheckSummary::add(const CheckedKernel &Kernel) {
  ++Kernels;
  for (const KernelFind &Find : Kernel.Finds)
    ++(Find.Known ? Known : Finds);
  NotRun += !Kernel.WhyNot.empty();
}

std::string CheckSummary::text() const {
  auto Counted = [](unsigned N, const char *What) {
    return std::to_string(N) + " " + What + (N == 1 ? "" : "s");
  };
  std::string Out = Counted(Kernels, "kernel") + ": " + Counted(Finds, "find");
  if (Known)
    Out += ", " + std::to_string(Known) + " known";
  return Out + ", " + std::to_string(NotRun) + " not run";
}

static json::Object jsonFind(const KernelFind &Find) {
  json::Object Out{{"id", Find.Id},
                   {"file", json::fixUTF8(Find.Place.File)},
                   {"line", Find.Place.Line},
                   {"message", json::fixUTF8(Find.Message)},
                   {"launch", json::fixUTF8(Find.Launch)},
                   {"origin", json::fixUTF8(Find.Origin)},
                   {"schedule", Find.Schedule},
                   {"known", Find.Known},
                   {"hazard", jsonHazard(Find.Hazard)}};
  if (Find.Other.Line) {
    Out["otherFile"] = json::fixUTF8(Find.Other.File);
    Out["otherLine"] = Find.Other.Line;
  }
  json::Array Arguments;
  for (const std::string &A : Find.Arguments)
    Arguments.push_back(json::fixUTF8(A));
  Out["arguments"] = std::move(Arguments);
  return Out;
}

json::Object jsonCheck(StringRef Version, ArrayRef<CheckedKernel> Kernels,
                       ArrayRef<std::string> Notes, int ExitCode) {
  json::Array All, Texts;
  for (const CheckedKernel &K : Kernels) {
    json::Object One{{"kernel", json::fixUTF8(K.Name)},
                     {"file", json::fixUTF8(K.File)},
                     {"line", K.Place.Line},
                     {"launches", K.Launches},
                     {"launchesInView", K.LaunchesInView},
                     {"seconds", K.Seconds}};
    json::Array Finds, Unchecked, Advice;
    for (const KernelFind &Find : K.Finds)
      Finds.push_back(jsonFind(Find));
    for (const std::string &Text : K.Unchecked)
      Unchecked.push_back(Text);
    One["finds"] = std::move(Finds);
    One["unchecked"] = std::move(Unchecked);
    for (const SourceWarning &A : K.Advice)
      Advice.push_back(json::Object{{"id", A.Id},
                                    {"file", json::fixUTF8(A.Place.File)},
                                    {"line", A.Place.Line},
                                    {"message", json::fixUTF8(A.Message)}});
    One["advice"] = std::move(Advice);
    if (!K.WhyNot.empty())
      One["notRun"] = json::fixUTF8(K.WhyNot);
    All.push_back(std::move(One));
  }
  for (const std::string &Text : Notes)
    Texts.push_back(json::fixUTF8(Text));
  return json::Object{{"tool", "pipeline-rewrite check"},
                      {"version", Version},
                      {"schemaVersion", 1},
                      {"kernels", std::move(All)},
                      {"notes", std::move(Texts)},
                      {"exitCode", ExitCode}};
}

json::Object sarifCheck(StringRef Version, ArrayRef<CheckedKernel> Kernels,
                        ArrayRef<std::string> Notes, int ExitCode) {
  json::Array Rules, Results, Notifications;
  for (const auto &[Id, Summary] : findIds())
    Rules.push_back(sarif::rule(Id, Summary, Summary, "warning"));
  for (const auto &[Id, Summary] : adviceIds())
    Rules.push_back(sarif::rule(Id, Summary, Summary, "note"));
  for (const CheckedKernel &K : Kernels) {
    StringMap<unsigned> Number;
    for (const KernelFind &Find : K.Finds) {
      const std::string Key = Find.Id + "\n" + K.File + "\n" + K.Name + "\n" +
                              std::to_string(Number[Find.Id]++);
      json::Object Result{
          {"ruleId", Find.Id},
          {"level", "warning"},
          {"message",
           sarif::message("in '" + K.Name + "': " + Find.Message + "; " +
                          launchOf(Find) + "; " + join(Find.Arguments, ", "))},
          {"locations", json::Array{location(Find.Place)}},
          {"partialFingerprints",
           json::Object{{"findOfKernel/v1",
                         utohexstr(xxh3_64bits(Key), /*LowerCase=*/true,
                                   /*Width=*/16)}}}};
      if (Find.Known)
        Result["baselineState"] = "unchanged";
      if (Find.Other.Line) {
        json::Object Other = location(Find.Other);
        Other["message"] = sarif::message("the other access");
        Result["relatedLocations"] = json::Array{std::move(Other)};
      }
      Results.push_back(std::move(Result));
    }
    for (const SourceWarning &Advice : K.Advice)
      Results.push_back(
          json::Object{{"ruleId", Advice.Id},
                       {"level", "note"},
                       {"message", sarif::message(Advice.Message)},
                       {"locations", json::Array{location(Advice.Place)}}});
    if (!K.WhyNot.empty())
      Notifications.push_back(json::Object{
          {"level", "note"},
          {"message",
           sarif::message("'" + K.Name + "' was not run: " + K.WhyNot)},
          {"locations",
           json::Array{
               location(K.Place.Line ? K.Place : SourcePlace{K.File, 0, 0})}}});
  }
  for (const std::string &Text : Notes)
    Notifications.push_back(
        json::Object{{"level", "note"}, {"message", sarif::message(Text)}});
  return sarif::log(Version, std::move(Rules), std::move(Results),
                    std::move(Notifications), /*Successful=*/true, ExitCode);
}

} // namespace pipeline_rewrite
