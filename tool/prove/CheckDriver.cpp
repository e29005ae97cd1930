//===- CheckDriver.cpp - `pipeline-rewrite check` -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CheckDriver.h"

#include "../cli/Baseline.h"
#include "../cli/FileJobs.h"
#include "../cli/Progress.h"
#include "Instances/AssumeInstances.h"
#include "Prove/CheckReport.h"
#include "Write/Report.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr unsigned StackBytes = 8 << 20;

class CheckDriver {
public:
  explicit CheckDriver(const ProveCommandLine &Line) : Line(Line) {}

  int run() {
    if (Error Bad = open())
      return error(toString(std::move(Bad)));
    const FileJobs Listed = listFileJobs(Line.Plain);
    for (const std::string &Text : Listed.Errors)
      error(Text);
    for (const std::string &Text : Listed.Notes)
      note(Text);
    Progress Shown(errs(), Listed.Jobs.size(), wantsText());
    CrashRecoveryContext::Enable();
    const auto Start = std::chrono::steady_clock::now();
    size_t Left = Listed.Jobs.size();
    for (const FileJob &Job : Listed.Jobs) {
      Shown.show();
      const double Spent = std::chrono::duration<double>(
                               std::chrono::steady_clock::now() - Start)
                               .count();
      if (Line.Asked.Seconds > 0 && Spent > Line.Asked.Seconds)
        note(Job.Parse.File + " was not checked: the time of --budget is over");
      else
        checkFile(Job, Line.Asked.Seconds > 0
                           ? (Line.Asked.Seconds - Spent) / double(Left)
                           : Line.Asked.SecondsOfKernel);
      --Left;
      Shown.count();
    }
    Shown.clear();
    return finish();
  }

private:
  Error open() {
    if (!Line.Plain.WriteBaseline.empty())
      Written = Baseline::at(Line.Plain.WriteBaseline);
    if (Line.Plain.Baseline.empty())
      return Error::success();
    auto Read = Baseline::read(Line.Plain.Baseline);
    if (!Read)
      return Read.takeError();
    Known = std::move(*Read);
    return Error::success();
  }

  void checkFile(const FileJob &Job, double Seconds) {
    std::vector<CheckedKernel> Checked;
    std::vector<std::string> Assumed;
    std::string Problem;
    CrashRecoveryContext Recovery;
    const bool Ended = Recovery.RunSafelyOnThread(
        [&] {
          auto Unit = parseWithInstances(
              Job.Parse, *Job.Opts, [](const SourceUnit &) { return false; },
              nullptr, WantedInstances::OfKernels);
          if (!Unit) {
            Problem = toString(Unit.takeError());
            return;
          }
          for (const std::string &Instances : assumedLines(Unit->Assumed))
            Assumed.push_back("assumed " + Instances);
          Checked = checkKernels(*Unit->Unit, Unit->Opts, Seconds, {}, nullptr,
                                 Line.Suggest ? AdviceOn::WaitsAndBarriers
                                              : AdviceOn::Nothing);
          const auto &Errors = Unit->Unit->errors();
          if (Checked.empty() && !Errors.empty())
            Problem = Job.Parse.File + ":" +
                      std::to_string(Errors.front().Place.Line) + ": " +
                      Errors.front().Message;
        },
        StackBytes);
    if (!Ended) {
      Exit = ExitInternal;
      Problem = Job.Parse.File + ": the program crashed";
    }
    if (!Problem.empty()) {
      error(Problem);
      return;
    }
    for (const std::string &Text : Assumed)
      note(Text);
    for (CheckedKernel &Kernel : Checked) {
      look(Kernel);
      Counts.add(Kernel);
      if (wantsText())
        printChecked(outs(), Kernel);
      else if (Line.Plain.Report == ReportFormat::Github)
        printCheckAnnotations(outs(), Kernel);
      All.push_back(std::move(Kernel));
    }
  }

  /// Finds that the baseline lists, and those that go into a new one.
  void look(CheckedKernel &Kernel) {
    StringMap<unsigned> Number;
    for (KernelFind &Find : Kernel.Finds) {
      const unsigned Which = ++Number[Find.Id];
      if (Known)
        Find.Known = Known->knows(Find.Id, Kernel.File, Kernel.Name, Which);
      if (Written)
        Written->add(Find.Id, Kernel.File, Kernel.Name, Which);
    }
  }

  int finish() {
    if (Written) {
      if (Error Bad = Written->write())
        error(Line.Plain.WriteBaseline + ": " + toString(std::move(Bad)));
    }
    if (Exit == ExitDone && !Written) {
      if (Counts.Finds)
        Exit = ExitWouldChange;
      else if (Line.Plain.Strict && Counts.NotRun)
        Exit = ExitRefused;
    }
    if (Line.Plain.Report == ReportFormat::Json)
      outs() << formatv(
          "{0:2}\n",
          json::Value(jsonCheck(PIPELINE_REWRITE_VERSION, All, Notes, Exit)));
    else if (Line.Plain.Report == ReportFormat::Sarif)
      outs() << formatv(
          "{0:2}\n",
          json::Value(sarifCheck(PIPELINE_REWRITE_VERSION, All, Notes, Exit)));
    else if (wantsText())
      errs() << Counts.text() << '\n';
    return Exit;
  }

  bool wantsText() const {
    return Line.Plain.Report == ReportFormat::Text && !Line.Plain.Quiet;
  }

  int error(const std::string &Text) {
    if (Exit != ExitInternal)
      Exit = ExitBadInput;
    printHead(errs(), SourcePlace(), Severity::Error) << Text << '\n';
    return Exit;
  }

  void note(const std::string &Text) {
    if (is_contained(Notes, Text))
      return;
    Notes.push_back(Text);
    if (wantsText())
      printHead(errs(), SourcePlace(), Severity::Note) << Text << '\n';
  }

  const ProveCommandLine &Line;
  int Exit = ExitDone;
  CheckSummary Counts;
  std::optional<Baseline> Known, Written;
  std::vector<CheckedKernel> All;
  std::vector<std::string> Notes;
};

} // namespace

int runCheckDriver(const ProveCommandLine &Line) {
  return CheckDriver(Line).run();
}

} // namespace pipeline_rewrite
