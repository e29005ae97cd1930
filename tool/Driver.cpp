//===- Driver.cpp - All files of one command line -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver.h"

#include "FileJobs.h"
#include "ReportDocument.h"
#include "Write/Report.h"
#include "Write/UnifiedDiff.h"
#include "Write/WriteOutput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Stack of a thread that parses; what clang gives its own.
constexpr unsigned StackBytes = 8 << 20;

/// What came of one file.
struct JobResult {
  std::optional<UnitResult> Unit;
  std::string Printed; ///< for --print
  std::string Error;
  bool Crashed = false;
};

/// Runs one file. A crash ends this file, not the program: users would lose the
/// other files' results, and nothing has been written yet.
JobResult runJob(const ParseJob &Job, const Options &Opts, PrintStage Print) {
  JobResult Result;
  auto Body = [&] {
    if (Print != PrintStage::None) {
      if (auto Text = printStage(Job, Opts, Print))
        Result.Printed = std::move(*Text);
      else
        Result.Error = toString(Text.takeError());
      return;
    }
    if (auto Unit = rewriteUnit(Job, Opts))
      Result.Unit = std::move(*Unit);
    else
      Result.Error = toString(Unit.takeError());
  };
  CrashRecoveryContext Recovery;
  if (!Recovery.RunSafelyOnThread(Body, StackBytes)) {
    // Whatever the crash left half-made is not looked at.
    Result = JobResult();
    Result.Crashed = true;
    Result.Error = Job.File + ": the program crashed";
  }
  return Result;
}

bool endsInPath(StringRef Path, StringRef Suffix) {
  Suffix.consume_front("./");
  if (!Path.consume_back(Suffix))
    return false;
  return Path.empty() || Suffix.empty() || Path.ends_with("/");
}

class Driver {
public:
  explicit Driver(const CommandLine &Line)
      : Line(Line), Document(Line.Report, outs()) {}

  int run();

private:
  bool checkSelectors(ArrayRef<FileJob> Jobs, ArrayRef<JobResult> Results);
  void deliver(const ParseJob &Job, JobResult Result);
  void deliverUnit(const ParseJob &Job, const UnitResult &Unit,
                   FileOutcome &Outcome);
  bool write(const UnitResult &Unit, FileOutcome &Outcome);
  void finish();

  bool wantsText() const {
    return Line.Report == ReportFormat::Text && !Line.Quiet &&
           Line.Print == PrintStage::None;
  }
  bool hasSelectors() const {
    return !Line.Opts.Loops.empty() || !Line.Opts.KernelRegex.empty();
  }
  /// Remembers the gravest outcome.
  void outcome(ExitCode Code);
  /// Message names the file that it is about.
  void error(const Twine &Message);
  void internalFault(const Twine &Message);
  void note(const std::string &Text);

  const CommandLine &Line;
  raw_ostream &Out = outs();
  raw_ostream &Err = errs();
  int Exit = ExitDone;
  Summary Counts;
  unsigned WrittenFiles = 0;
  ReportDocument Document;
  std::vector<std::string> Notes;
};

void Driver::outcome(ExitCode Code) {
  static constexpr int Gravity[] = {ExitDone, ExitWouldChange, ExitRefused,
                                    ExitBadInput, ExitInternal};
  if (find(Gravity, Code) > find(Gravity, Exit))
    Exit = Code;
}

void Driver::error(const Twine &Message) {
  outcome(ExitBadInput);
  printHead(Err, SourcePlace(), Severity::Error) << Message << '\n';
}

void Driver::internalFault(const Twine &Message) {
  outcome(ExitInternal);
  printHead(Err, SourcePlace(), Severity::Error)
      << "internal: " << Message
      << "; the file is untouched, please report this\n";
}

void Driver::note(const std::string &Text) {
  if (is_contained(Notes, Text))
    return;
  Notes.push_back(Text);
  if (wantsText() && !Line.Check)
    printHead(Err, SourcePlace(), Severity::Note) << Text << '\n';
}

/// "kernel.cu:42 (sgemm)", for the message about a selector without a match.
std::string describeLoops(ArrayRef<FileJob> Jobs) {
  std::string Text;
  for (const FileJob &Job : Jobs) {
    Options All = *Job.Opts;
    All.Loops.clear();
    All.KernelRegex.clear();
    All.Execute.reset();
    All.Code.reset();
    JobResult Result = runJob(Job.Parse, All, PrintStage::None);
    if (!Result.Unit)
      continue;
    for (const LoopReport &Loop : Result.Unit->Loops)
      Text += (Text.empty() ? "" : ", ") + Loop.Place.File + ":" +
              std::to_string(Loop.Place.Line) + " (" + Loop.Kernel + ")";
  }
  return Text.empty() ? "there are no K-loops in the input"
                      : "the K-loops are " + Text;
}

/// A selector that matches nothing is a mistake of the user's, not a file
/// without work. Where a file failed, its own message explains enough.
bool Driver::checkSelectors(ArrayRef<FileJob> Jobs,
                            ArrayRef<JobResult> Results) {
  if (any_of(Results, [](const JobResult &R) {
        return !R.Error.empty() ||
               (R.Unit && R.Unit->Loops.empty() && !R.Unit->Errors.empty());
      }))
    return true;
  auto AnyLoop = [&](function_ref<bool(const LoopReport &)> Matches) {
    return any_of(Results, [&](const JobResult &R) {
      return R.Unit && any_of(R.Unit->Loops, Matches);
    });
  };
  std::vector<std::string> Unmatched;
  if (Line.Print != PrintStage::None) {
    // Stages print text, from which no line number is read back.
    if (any_of(Results, [](const JobResult &R) { return !R.Printed.empty(); }))
      return true;
    error("no K-loop matches --loop and --kernel; " + describeLoops(Jobs));
    return false;
  }
  for (const LoopSelector &Selector : Line.Opts.Loops)
    if (!AnyLoop([&](const LoopReport &Loop) {
          return Loop.Place.Line == Selector.Line &&
                 endsInPath(Loop.Place.File, Selector.File);
        }))
      Unmatched.push_back(
          "--loop=" + Selector.File + (Selector.File.empty() ? "" : ":") +
          std::to_string(Selector.Line) + ": no K-loop starts on this line");
  Regex Kernel(Line.Opts.KernelRegex);
  if (!Line.Opts.KernelRegex.empty() && !AnyLoop([&](const LoopReport &Loop) {
        return Kernel.match(Loop.Kernel);
      }))
    Unmatched.push_back("--kernel=" + Line.Opts.KernelRegex +
                        ": no K-loop in a kernel of such a name");
  if (Unmatched.empty())
    return true;
  std::string Known = describeLoops(Jobs);
  for (const std::string &Text : Unmatched)
    error(Twine(Text) + "; " + Known);
  return false;
}

bool Driver::write(const UnitResult &Unit, FileOutcome &Outcome) {
  if (Line.Output == "-") {
    Out << Unit.NewText;
    return true;
  }
  if (Line.InPlace && !Unit.changed())
    return true;
  const std::string &Path = Line.InPlace ? Unit.File : Line.Output;
  std::optional<StringRef> Old;
  if (Line.InPlace || sys::fs::equivalent(Path, Unit.File))
    Old = Unit.OldText;
  if (Error E = writeFile(Path, Old, Unit.NewText)) {
    Outcome.Error = Path + ": " + toString(std::move(E));
    error(Outcome.Error);
    return false;
  }
  Outcome.WrittenTo = Path;
  ++WrittenFiles;
  return true;
}

void Driver::deliverUnit(const ParseJob &Job, const UnitResult &Unit,
                         FileOutcome &Outcome) {
  Counts.add(Unit);
  if (wantsText() && Line.Check)
    printCandidates(Err, Unit);
  else if (wantsText())
    printReport(Err, Unit);
  if (Unit.InternalFault) {
    internalFault(Job.File + ": " + *Unit.InternalFault);
    return;
  }
  if (!Unit.Errors.empty() && Unit.Loops.empty()) {
    // Without loops, errors are why there is nothing to say of the file.
    Outcome.Error =
        Job.File + ": does not parse, and no K-loop was found in it";
    error(Outcome.Error);
    return;
  }
  if (Line.Strict && any_of(Unit.Loops, [](const LoopReport &Loop) {
        return Loop.Verdict == LoopVerdict::Refused;
      }))
    outcome(ExitRefused);
  if ((Line.ErrorOnChange || Line.Check) && Unit.changed())
    outcome(ExitWouldChange);

  const bool Writes = Line.InPlace || !Line.Output.empty();
  if (Line.reportsOnOutput() || (!Writes && !Line.Check))
    Outcome.Diff =
        unifiedDiff(Unit.OldText, Unit.NewText, pathInPatch(Unit.File));
  if (Writes)
    write(Unit, Outcome);
  else if (!Line.reportsOnOutput())
    printDiff(Out, Outcome.Diff);
}

void Driver::deliver(const ParseJob &Job, JobResult Result) {
  FileOutcome Outcome;
  Outcome.File = Job.File;
  Outcome.Error = Result.Error;
  if (Result.Crashed)
    internalFault(Result.Error);
  else if (!Result.Error.empty())
    error(Result.Error);
  Out << Result.Printed;
  if (Result.Unit) {
    Outcome.Unit = &*Result.Unit;
    deliverUnit(Job, *Result.Unit, Outcome);
  }
  Document.add(Outcome);
  // Keep report and patch of a file together where both go to one place.
  Out.flush();
}

void Driver::finish() {
  Document.finish(Counts, Notes, Exit);
  if (wantsText() && Line.Check) {
    if (Counts.Rewritten)
      Err << "with -i, this program rewrites "
          << (Counts.Rewritten == 1 ? "the loop" : "the loops") << '\n';
  } else if (wantsText() && Counts.Files) {
    printSummary(Err, Counts);
    if (WrittenFiles)
      Err << WrittenFiles << (WrittenFiles == 1 ? " file" : " files")
          << " written\n";
    else if (Counts.ChangedFiles && Line.Output.empty() && !Line.InPlace)
      Err << "nothing written: -i changes the "
          << (Counts.ChangedFiles == 1 ? "file" : "files") << " in place\n";
  }
}

int Driver::run() {
  FileJobs Listed = listFileJobs(Line);
  const std::vector<FileJob> &Jobs = Listed.Jobs;
  for (const std::string &Text : Listed.Errors)
    error(Text);
  if (!Line.Output.empty() && Jobs.size() > 1) {
    error("-o takes one input file; use -i for several");
    return Exit;
  }
  for (const std::string &Text : Listed.Notes)
    note(Text);

  std::vector<JobResult> Results(Jobs.size());
  CrashRecoveryContext::Enable();
  DefaultThreadPool Pool(hardware_concurrency(Line.Jobs));
  std::vector<std::shared_future<void>> Done;
  Done.reserve(Jobs.size());
  for (size_t I = 0; I < Jobs.size(); ++I)
    Done.push_back(Pool.async([&, I] {
      Results[I] = runJob(Jobs[I].Parse, *Jobs[I].Opts, Line.Print);
    }));

  // Nothing is written before it is known that each selector means a loop.
  if (hasSelectors()) {
    Pool.wait();
    if (!checkSelectors(Jobs, Results))
      return Exit;
  }
  for (size_t I = 0; I < Jobs.size(); ++I) {
    Done[I].wait();
    deliver(Jobs[I].Parse, std::exchange(Results[I], JobResult()));
  }
  finish();
  return Exit;
}

} // namespace

int runDriver(const CommandLine &Line) { return Driver(Line).run(); }

} // namespace pipeline_rewrite
