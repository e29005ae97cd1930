//===- TuneDriver.cpp - One tuning from end to end ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TuneDriver.h"
#include "Remote.h"

#include "Tune/Bundle.h"
#include "Tune/Candidates.h"
#include "Tune/Choices.h"
#include "Tune/KeepForms.h"
#include "Tune/Measure.h"
#include "Tune/Programs.h"
#include "Tune/TuneReport.h"
#include "Write/Report.h"
#include "Write/UnifiedDiff.h"
#include "Write/WriteOutput.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Signals.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Set by Ctrl-C, which has no other way to reach a running tuning.
std::atomic<bool> Interrupted = false;

class TuneDriver {
public:
  explicit TuneDriver(const TuneCommandLine &Line) : Line(Line) {}

  int run() {
    Expected<CompileJobs> Compile =
        compileJobs(Line.Rewrite.Request, Line.Rewrite.Opts);
    if (!Compile)
      return error(Compile.takeError());
    for (const std::string &Text : Compile->Notes)
      note(Text);
    for (const std::string &Text : architectureNotes(&Compile->Jobs.front()))
      note(Text);
    if (!Line.ChoicesFile.empty())
      return takeChoices(Compile->Jobs.front());
    if (Error Nowhere = findMachine())
      return error(std::move(Nowhere));
    auto Set = makeCandidates(
        Compile->Jobs.front(),
        optionsFor(Compile->Jobs.front(), Line.Rewrite.Opts), Line.Tune);
    if (!Set)
      return error(Set.takeError());
    for (const std::string &Text : Set->Notes)
      note(Text);
    if (Set->All.size() == 1)
      return nothingToTune(*Set);
    if (!Line.BundleDir.empty())
      return bundle(*Set);
    if (!Line.ImportFile.empty()) {
      auto Results = importResults(Line.ImportFile, *Set, Line.Tune);
      if (!Results)
        return error(Results.takeError());
      return deliver(*Set, Results->How, Results->Seen, Compile->Jobs.front());
    }
    if (!Line.RemoteHost.empty())
      return measureThere(*Set, Compile->Jobs.front());
    return measureHere(*Set, Compile->Jobs.front());
  }

private:
  int error(Error Problem) {
    printHead(Err, SourcePlace(), Severity::Error)
        << toString(std::move(Problem)) << '\n';
    return ExitBadInput;
  }

  void note(const std::string &Text) {
    if (!Line.Rewrite.Quiet)
      printHead(Err, SourcePlace(), Severity::Note) << Text << '\n';
  }

  /// Asks for what measures before anything is compiled for it.
  Error findMachine() {
    if (!Line.BundleDir.empty() || !Line.ImportFile.empty())
      return Error::success();
    if (!Line.RemoteHost.empty())
      return reach(Line.RemoteHost, Line.Tune.TimeoutSeconds, Interrupted);
    if (isGpuInView(Line.Tune, Interrupted))
      return Error::success();
    constexpr StringLiteral None =
        "no GPU is in view, nvidia-smi names none: --remote=HOST or "
        "--bundle=DIR measure on another machine";
    if (Line.Tune.Build.empty())
      return createStringError(None);
    note(None.str()); // the program may be one that needs none
    return Error::success();
  }

  int nothingToTune(const CandidateSet &Set) {
    note(Set.File + ": no form changes it, so there is nothing to compare");
    for (const FormLeftOut &Each : Set.LeftOut)
      note(Each.Name + ": " + Each.Why);
    return ExitDone;
  }

  int bundle(const CandidateSet &Set) {
    auto Notes = writeBundle(Line.BundleDir, Set, Line.Tune);
    if (!Notes)
      return error(Notes.takeError());
    for (const std::string &Text : *Notes)
      note(Text);
    if (!Line.Rewrite.Quiet)
      Err << Line.BundleDir << ": " << Set.All.size()
          << " candidates; start run.sh there, and take its results.json back "
             "with --import\n";
    return ExitDone;
  }

  /// Those that the user or the file's command has named.
  std::vector<std::string> namedArchs(const ParseJob &Job) const {
    return Line.Rewrite.Request.HasArch ? Line.Rewrite.Opts.Archs : Job.Archs;
  }

  /// What the user's program measured; nothing is built.
  int takeChoices(const ParseJob &Job) {
    auto All =
        readChoices(Line.ChoicesFile, Job, optionsFor(Job, Line.Rewrite.Opts),
                    Line.Tune.MinGain, namedArchs(Job));
    if (!All)
      return error(All.takeError());
    if (!Line.Rewrite.Quiet)
      printChoices(Err, *All);
    std::vector<TunedForm> Kept;
    for (const TimedKernel &Each : *All)
      if (Each.Kept)
        Kept.push_back(*Each.Kept);
    return keep(Job, Kept);
  }

  int measureThere(const CandidateSet &Set, const ParseJob &Job) {
    sys::SetInterruptFunction([] { Interrupted = true; });
    auto Say = [&](const std::string &Text) { note(Text); };
    auto Results = measureOn(Line.RemoteHost, Set, Line.Tune, Say, Interrupted);
    if (Results)
      return deliver(Set, Results->How, Results->Seen, Job);
    int Exit = error(Results.takeError());
    return Interrupted ? ExitInterrupted : Exit;
  }

  int measureHere(const CandidateSet &Set, const ParseJob &Job) {
    TuneOptions How = Line.Tune;
    if (Error E = addDefaultCommands(How, Job, Set, namedArchs(Job)))
      return error(std::move(E));
    if (Line.Tune.Build.empty())
      note("built and run by --build='" + How.Build + "' --run='" + How.Run +
           "'");
    if (!How.Behind.empty())
      note("the file is no program: one is made that calls its functions with "
           "arguments of one size, the largest from 2048 down that does; "
           "--run='{exe} N' names another");
    sys::SetInterruptFunction([] { Interrupted = true; });
    auto Say = [&](const std::string &Text) {
      if (!Line.Rewrite.Quiet)
        Err << Text << '\n';
    };
    auto Seen = measure(Set, How, Say, Interrupted);
    if (Seen)
      return deliver(Set, How, *Seen, Job);
    int Exit = error(Seen.takeError());
    return Interrupted ? ExitInterrupted : Exit;
  }

  int deliver(const CandidateSet &Set, const TuneOptions &How,
              const Measurements &Seen, const ParseJob &Job) {
    auto Order = rank(Seen, How);
    if (!Order)
      return error(Order.takeError());
    TuneOutcome Outcome{Set, How, Seen, *Order};
    if (!Line.Rewrite.Quiet)
      printTuneReport(Err, Outcome);
    const std::string &Old = Set.All.front().Text;
    const std::string &New = Set.All[Order->Best.value_or(0)].Text;
    std::string Diff = unifiedDiff(Old, New, pathInPatch(Set.File));
    if (Line.Export == TuneExport::Json)
      Out << formatv("{0:2}\n", tuneJson(Outcome, PIPELINE_REWRITE_VERSION));
    else if (Line.Export == TuneExport::Html)
      printTunePage(Out, Outcome, Diff);
    int Exit = write(Set.File, Old, New);
    if (Exit == ExitDone && !Line.Rewrite.InPlace &&
        Line.Rewrite.Output.empty() && Line.Export == TuneExport::None)
      printDiff(Out, Diff);
    if (Exit == ExitDone)
      Exit = keep(Job, tunedForms(Outcome, Line.Rewrite.Opts, namedArchs(Job)));
    if (Exit == ExitDone && Line.Rewrite.ErrorOnChange && Old != New)
      return ExitWouldChange;
    return Exit;
  }

  /// For later runs that leave the form open.
  int keep(const ParseJob &Job, ArrayRef<TunedForm> Measured) {
    auto Path = keepTunedForms(Job.File, Line.Rewrite.Opts, Measured);
    if (!Path)
      return error(Path.takeError());
    if (!Path->empty() && !Line.Rewrite.Quiet)
      Err << "written for later runs: " << *Path << '\n';
    return ExitDone;
  }

  int write(const std::string &File, StringRef Old, StringRef New) {
    const std::string &Output = Line.Rewrite.Output;
    if (Old == New || (Output.empty() && !Line.Rewrite.InPlace))
      return ExitDone;
    if (Output == "-") {
      Out << New;
      return ExitDone;
    }
    const std::string &Path = Line.Rewrite.InPlace ? File : Output;
    std::optional<StringRef> Expected;
    if (sys::fs::equivalent(Path, File))
      Expected = Old;
    if (Error E = writeFile(Path, Expected, New))
      return error(createStringError(Path + ": " + toString(std::move(E))));
    return ExitDone;
  }

  const TuneCommandLine &Line;
  raw_ostream &Out = outs();
  raw_ostream &Err = errs();
};

} // namespace

int runTuneDriver(const TuneCommandLine &Line) {
  return TuneDriver(Line).run();
}

} // namespace pipeline_rewrite
