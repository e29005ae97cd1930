//===- Driver.cpp - All files of one command line -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver.h"

#include "AnswerFolder.h"
#include "CompileCommands.h"
#include "FileJobs.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/DispatchHeader.h"
#include "Gate.h"
#include "HeaderResults.h"
#include "Interrupt.h"
#include "Options/ChosenBy.h"
#include "Progress.h"
#include "ReportDocument.h"
#include "RunJob.h"
#include "Search/PrintProduct.h"
#include "TreeReport.h"
#include "Write/Report.h"
#include "Write/TextTable.h"
#include "Write/UnifiedDiff.h"
#include "Write/WriteOutput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"
#include <future>
#include <map>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

class Driver {
public:
  explicit Driver(const CommandLine &Line)
      : Line(Line), Findings(Line), Document(Line.Report, Line.Words, outs()) {}

  int run();

private:
  void deliver(const FileJob &Job, JobResult Result);
  void deliverHeader(UnitResult Header);
  void deliverUnit(const UnitResult &Unit, FileOutcome &Outcome);
  void keepCounterexample(const UnitResult &Unit);
  void keep(const FileOutcome &Outcome);
  void noteOtherHeaders();
  void noteUncompared();
  bool write(const UnitResult &Unit, FileOutcome &Outcome);
  bool checkSelectors(ArrayRef<FileJob> Jobs, ArrayRef<JobResult> Results);
  void finish();
  void printFiles();
  int stopped(size_t Handled, size_t Total, const HeaderResults &Headers);

  bool wantsText() const {
    return Line.Report == ReportFormat::Text && !Line.Quiet &&
           Line.Print == Product::None;
  }
  bool hasSelectors() const {
    return !Line.Opts.Loops.empty() || !Line.Opts.KernelRegex.empty() ||
           !Line.Opts.Instantiate.empty();
  }
  /// Remembers the gravest outcome.
  void outcome(ExitCode Code);
  /// Message names the file that it is about.
  void error(const Twine &Message);
  void internalFault(const Twine &Message);
  void note(const std::string &Text);
  /// Also of a --check: what it does not see.
  void noteUnseen(const std::string &Text);

  const CommandLine &Line;
  raw_ostream &Out = outs();
  raw_ostream &Err = errs();
  int Exit = ExitDone;
  Summary Counts;
  unsigned WrittenFiles = 0;
  Gate Findings;
  unsigned KnownCandidates = 0; ///< of a baseline
  ReportDocument Document;
  TreeReport Tree; ///< of --explain-all
  std::vector<std::string> Notes;
  std::vector<std::vector<std::string>> FileRows; ///< of the table at the end
  unsigned FilesWithoutLoops = 0;                 ///< which have no row
  StringSet<> Delivered;                          ///< files
  /// Headers that nobody asked for, with their loops that would be rewritten.
  std::map<std::string, unsigned> OtherHeaders;
};

std::string notParsed(const std::string &File) {
  return File + ": does not parse, and no K-loop was found in it";
}

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

void Driver::noteUnseen(const std::string &Text) {
  note(Text);
  if (wantsText() && Line.Check)
    printHead(Err, SourcePlace(), Severity::Note) << Text << '\n';
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
  // First: what includes it is not there without it.
  if (!Unit.DispatchHeader.empty()) {
    const std::string Header = dispatchHeaderPath(Unit.DispatchHeader, Path);
    if (Error E = writeDispatchHeader(Header)) {
      Outcome.Error = readableName(Header) + ": " + toString(std::move(E));
      error(Outcome.Error);
      return false;
    }
  }
  if (Error E = writeFile(Path, Old, Unit.NewText)) {
    Outcome.Error = Path + ": " + toString(std::move(E));
    error(Outcome.Error);
    return false;
  }
  Outcome.WrittenTo = Path;
  ++WrittenFiles;
  return true;
}

void Driver::keepCounterexample(const UnitResult &Unit) {
  auto Kept = writeCounterexample(Line.KeepCounterexample, Unit);
  if (Kept)
    note("the counterexample is in " + *Kept);
  else
    error(toString(Kept.takeError()));
}

void Driver::deliverUnit(const UnitResult &Unit, FileOutcome &Outcome) {
  Counts.add(Unit);
  KnownCandidates += count_if(Unit.Loops, [](const LoopReport &Loop) {
    return Loop.Known && Loop.Verdict == LoopVerdict::Rewritten;
  });
  if (!Line.ExplainAll.empty()) {
    Tree.add(Unit);
    if (Unit.InternalFault)
      internalFault(Unit.File + ": " + *Unit.InternalFault);
    else if (Line.reportsOnOutput())
      Outcome.Diff =
          unifiedDiff(Unit.OldText, Unit.NewText, pathInPatch(Unit.File));
    return;
  }
  if (wantsText() && Line.Check)
    printCandidates(Err, Unit);
  else if (wantsText())
    printReport(Err, Unit);
  if (Unit.InternalFault) {
    internalFault(Unit.File + ": " + *Unit.InternalFault);
    if (Unit.Wrong && !Line.KeepCounterexample.empty())
      keepCounterexample(Unit);
    return;
  }
  const bool HasTileCopies = Unit.TileCopies && !Unit.TileCopies->empty();
  if (!Unit.Errors.empty() && Unit.Loops.empty() && Unit.Headers.empty() &&
      Unit.OtherHeaders.empty() && !HasTileCopies) {
    // Without loops, errors are why there is nothing to say of the file.
    Outcome.Error = notParsed(Unit.File);
    error(Outcome.Error);
    return;
  }
  const bool Judges = Line.WriteBaseline.empty();
  if (Line.Strict && Judges && Findings.isRefused(Unit))
    outcome(ExitRefused);
  if ((Line.ErrorOnChange && Unit.changed()) ||
      (Line.Check && Judges && Findings.hasCandidate(Unit)))
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

void Driver::deliver(const FileJob &Job, JobResult Result) {
  FileOutcome Outcome;
  Outcome.File = Job.Parse.File;
  Outcome.Error = Result.Error;
  if (!Result.Error.empty())
    Tree.addFailed();
  if (Result.Crashed)
    internalFault(Result.Error);
  else if (!Result.Error.empty())
    error(Result.Error);
  if (Job.IsForHeaders) {
    if (Result.Unit && !Result.Unit->Errors.empty() &&
        Result.Unit->Loops.empty() && Result.Unit->Headers.empty())
      error(notParsed(Job.Parse.File));
    return;
  }
  Out << Result.Printed;
  if (Result.Unit) {
    Findings.look(*Result.Unit);
    Outcome.Unit = &*Result.Unit;
    for (const auto &[File, Loops] : Result.Unit->OtherHeaders)
      OtherHeaders[File] = std::max(OtherHeaders[File], Loops);
    deliverUnit(*Result.Unit, Outcome);
  }
  keep(Outcome);
}

void Driver::deliverHeader(UnitResult Header) {
  Findings.look(Header);
  FileOutcome Outcome;
  Outcome.File = Header.File;
  Outcome.Unit = &Header;
  deliverUnit(Header, Outcome);
  keep(Outcome);
}

void Driver::keep(const FileOutcome &Outcome) {
  Document.add(Outcome);
  Delivered.insert(Outcome.File);
  if (isWithoutLoops(Outcome))
    ++FilesWithoutLoops;
  else
    FileRows.push_back(countsOf(Outcome));
  // Keep report and patch of a file together where both go to one place.
  Out.flush();
}

/// Those that another unit has delivered after all are not named.
void Driver::noteOtherHeaders() {
  std::string Text;
  for (const auto &[File, Loops] : OtherHeaders)
    if (!Delivered.contains(File))
      Text += (Text.empty() ? "" : ", ") + File + " (" + std::to_string(Loops) +
              ")";
  if (!Text.empty())
    noteUnseen("loops in headers could be rewritten, too: " + Text +
               "; --header-filter names such headers");
}

/// What such loops would become is not what --check, a report or -i says.
void Driver::noteUncompared() {
  if (Counts.Uncompared)
    noteUnseen(uncomparedText(Counts.Uncompared, "--choose=rules"));
}

/// Several files in one view.
void Driver::printFiles() {
  if (FileRows.size() + FilesWithoutLoops < 2)
    return;
  using Align = TextTable::Align;
  TextTable Table({{"file", Align::Left},
                   {"status", Align::Left},
                   {"rewritten", Align::Right},
                   {"already pipelined", Align::Right},
                   {"refused", Align::Right}});
  for (const std::vector<std::string> &Row : FileRows)
    Table.addRow(Row);
  if (!FileRows.empty())
    Table.print(Err, /*Indent=*/0);
  if (FilesWithoutLoops)
    Err << FilesWithoutLoops << (FilesWithoutLoops == 1 ? " file" : " files")
        << " without K-loops\n";
}

void Driver::finish() {
  noteUncompared();
  if (Line.reportsOnOutput())
    append_range(Notes, Tree.missingHeaders());
  Document.finish(Counts, Notes, Exit);
  if (wantsText() && Line.Check) {
    if (Counts.TilesRewritten && !Counts.Rewritten)
      Err << "with -i, this program copies "
          << (Counts.TilesRewritten == 1 ? "the tile" : "the tiles")
          << " asynchronously\n";
    if (const unsigned Listed = Counts.Rewritten - KnownCandidates)
      Err << "with -i, this program rewrites "
          << (Listed == 1 ? "the loop" : "the loops") << '\n';
  } else if (!Line.ExplainAll.empty() && !Line.reportsOnOutput()) {
    // Nothing was compiled and compared, so that no run writes all of these.
    const bool ByRules = chosenBy(Line.Opts, true) == ChosenBy::Rules;
    Counts.Outcome = ByRules ? "can be pipelined" : "would be written";
    Tree.print(Out, Counts.Outcome);
    printSummary(Out, Counts);
  } else if (wantsText() && Counts.Files) {
    printFiles();
    printSummary(Err, Counts);
    if (WrittenFiles)
      Err << WrittenFiles << (WrittenFiles == 1 ? " file" : " files")
          << " written\n";
    else if (Counts.ChangedFiles && Line.Output.empty() && !Line.InPlace)
      Err << "nothing written: -i changes the "
          << (Counts.ChangedFiles == 1 ? "file" : "files") << " in place\n";
  }
  // What still runs is waited for, and the user may not wait.
  Out.flush();
}

bool isStopped() { return stopReason() != StopReason::None; }

/// What was delivered stays delivered, and nothing else has been touched.
int Driver::stopped(size_t Handled, size_t Total,
                    const HeaderResults &Headers) {
  if (!Line.ExplainAll.empty())
    for (UnitResult &Header : Headers.known())
      deliverHeader(std::move(Header));
  const std::string Count = std::to_string(Handled) + " of " +
                            std::to_string(Total) + " files were handled";
  if (stopReason() == StopReason::Budget) {
    note("the budget is spent: " + Count);
    if (Line.Strict && (Exit == ExitDone || Exit == ExitWouldChange))
      Exit = ExitRefused;
    finish();
    return Exit;
  }
  Exit = ExitInterrupted;
  finish();
  printHead(Err, SourcePlace(), Severity::Error)
      << "interrupted: " << Count << '\n';
  return Exit;
}

/// Gives: whether each --loop and --kernel means a loop.
bool Driver::checkSelectors(ArrayRef<FileJob> Jobs,
                            ArrayRef<JobResult> Results) {
  std::vector<std::string> Unmatched = unmatchedSelectors(Line, Jobs, Results);
  for (const std::string &Text : Unmatched)
    error(Text);
  return Unmatched.empty();
}

int Driver::run() {
  if (Error Bad = Findings.open()) {
    error(toString(std::move(Bad)));
    return Exit;
  }
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

  if (Line.Print == Product::CompileCommands) {
    printCompileCommands(Out, Jobs);
    return Exit;
  }

  std::optional<AnswerCache> Answers;
  if (Line.ExplainAll.empty())
    if (std::string Folder = answerFolder(Line); !Folder.empty())
      Answers.emplace(Folder);
  const std::string Database = databaseText(Line);
  Progress Shown(Err, Jobs.size(), Line.Print == Product::None && !Line.Quiet);
  std::vector<JobResult> Results(Jobs.size());
  CrashRecoveryContext::Enable();
  noteInterrupts(Line.Budget);
  // The pool's own futures are deferred: waiting for a while returns at once.
  std::vector<std::promise<void>> Done(Jobs.size());
  DefaultThreadPool Pool(hardware_concurrency(Line.Jobs));
  for (size_t I = 0; I < Jobs.size(); ++I)
    Pool.async([&, I] {
      if (!isStopped()) {
        Results[I] = runJob(Jobs[I], Line.Print, Answers ? &*Answers : nullptr,
                            Database);
        Results[I].WasRun = true;
      }
      Shown.count();
      Done[I].set_value();
    });

  HeaderResults Headers(Listed);
  // Nothing is written before it is known that each selector means a loop.
  if (hasSelectors()) {
    Pool.wait();
    if (isStopped())
      return stopped(0, Jobs.size(), Headers);
    if (!checkSelectors(Jobs, Results))
      return Exit;
  }
  size_t Handled = 0;
  for (size_t I = 0; I < Jobs.size(); ++I) {
    // Of those that were not begun there is no result.
    if (!Shown.waitFor(Done[I].get_future(), isStopped) || !Results[I].WasRun)
      continue;
    ++Handled;
    if (Results[I].Unit)
      Headers.collect(Jobs[I], *Results[I].Unit);
    deliver(Jobs[I], std::exchange(Results[I], JobResult()));
  }
  if (Handled < Jobs.size())
    return stopped(Handled, Jobs.size(), Headers);
  for (UnitResult &Header : Headers.merge(Pool))
    deliverHeader(std::move(Header));
  noteOtherHeaders();
  if (std::string Text = Findings.note(); !Text.empty())
    note(Text);
  if (Error Bad = Findings.close())
    error(Line.WriteBaseline + ": " + toString(std::move(Bad)));
  finish();
  return Exit;
}

} // namespace

int runDriver(const CommandLine &Line) { return Driver(Line).run(); }

} // namespace pipeline_rewrite
