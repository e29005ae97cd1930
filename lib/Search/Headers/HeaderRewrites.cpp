//===- HeaderRewrites.cpp - The loops of a unit's headers -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/Headers/HeaderRewrites.h"
#include "Chain/UnitRun.h"
#include "Frontend/Project/ProjectFolders.h"
#include "Match/FindKLoops.h"
#include "Options/ChosenBy.h"
#include "Search/CompareForms.h"
#include "Search/DraftLoops.h"
#include "Search/Headers/Headers.h"
#include "Search/Headers/VerifyHeader.h"
#include "Search/LaunchCheck.h"
#include "Search/MeaningRefusal.h"
#include "Search/PlanUnit.h"
#include "Search/RunRewrites.h"
#include "Validate/CheckOutput.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace pipeline_rewrite {

static unsigned countRewritten(const UnitResult &Result) {
  return llvm::count_if(Result.Loops, [](const LoopReport &Loop) {
    return Loop.Verdict == LoopVerdict::Rewritten;
  });
}

/// Loops of a header that nobody wants rewritten: those that would be compared
/// count as well.
static unsigned countCandidates(const SourceUnit &Header, Options Opts,
                                const ParseJob &Job) {
  if (chosenBy(Opts, !Job.Nvcc.empty()) == ChosenBy::Compiled)
    Opts.Choose = FormChoice::Rules;
  return countRewritten(planUnit(Header, Opts));
}

/// A header on its way through the chain.
struct HeaderRun {
  std::unique_ptr<SourceUnit> Unit;
  std::unique_ptr<AnalysedUnit> Analysed;
  std::unique_ptr<MacroText> Text;
  std::unique_ptr<Chain> Passes;
  UnitResult Result;
  std::string Code; ///< of the new text's kernels
  /// Loops that have another form than their first, or are left alone since
  /// they cannot be written or run.
  CompilerFeedback Feedback;
  MeaningTries Tries;
  Options How;
  std::unique_ptr<FormComparison> Forms; ///< null: nothing was compiled
  std::vector<unsigned> Offsets;         ///< of the result's loops
  std::optional<CodeCheck> Asked;        ///< codeCheckOf()
  CodeEvidence Compiled;                 ///< what it gave
  std::string CompiledText;              ///< which that is about
  std::string Unchecked;                 ///< why --verify knows nothing of it

  std::deque<LoopRun> &loops() { return Passes->runs(); }
  ChangedText changed() {
    return {&Text->text(), Result.NewText, editsOf(Result, *Text),
            barriersOf(loops())};
  }
};

/// What compiling its forms tells goes before what was known.
static void takeCompared(HeaderRun &Run) {
  CompilerFeedback Told = Run.Forms->feedback();
  for (auto &[Offset, Form] : Told.Forms)
    Run.Feedback.Forms.insert_or_assign(Offset, std::move(Form));
  for (auto &[Offset, Why] : Told.Dropped) {
    Run.Feedback.Forms.erase(Offset);
    Run.Feedback.Dropped.insert_or_assign(Offset, std::move(Why));
  }
}

static void openHeader(HeaderRun &Run, const SourceUnit &Main,
                       const ParseJob &Job, const Options &Opts) {
  Run.Analysed = std::make_unique<AnalysedUnit>(*Run.Unit);
  Run.Text = std::make_unique<MacroText>(*Run.Analysed, Opts);
  Run.How = withoutComparison(Opts);
  if (chosenBy(Opts, !Job.Nvcc.empty()) != ChosenBy::Compiled)
    return;
  auto Around = textAround(Main, *Run.Unit);
  if (!Around)
    return;
  Run.Forms = std::make_unique<FormComparison>(Job, *Run.Text, Opts,
                                               std::move(*Around));
  Run.Forms->run();
  takeCompared(Run);
}

/// Before anyone has parsed its new text. The unit's errors are the main file's
/// to tell.
static void runHeader(HeaderRun &Run, const std::string &Through) {
  Run.Result = resultOf(*Run.Unit, Run.How);
  Run.Result.Errors.clear();
  Run.Result.Units = {Through};
  Run.Text->forgetUnused();
  Run.Passes = runChain(*Run.Text, Run.How, Run.Feedback);
  Run.Offsets = takeRuns(Run.Result, Run.Passes->runs(), *Run.Text);
  Run.Result.Warnings = Run.Passes->warnings();
  Run.Result.InternalFault = Run.Passes->Fault;
}

/// What is wrong with the headers' new texts together. Loops whose text would
/// mean another thing where it lands are left alone.
static std::optional<OutputFault> checkTogether(std::vector<HeaderRun *> &Runs,
                                                const Options &Opts) {
  while (true) {
    llvm::erase_if(Runs, [](HeaderRun *Run) { return !Run->Result.changed(); });
    std::vector<ChangedText> Changed;
    for (HeaderRun *Run : Runs)
      Changed.push_back(Run->changed());
    std::vector<std::string> Codes;
    auto Fault =
        Runs.empty() ? std::nullopt : checkHeaders(Changed, Opts, &Codes);
    if (!Fault) {
      for (auto [Run, Code] : llvm::zip_equal(Runs, Codes))
        Run->Code = std::move(Code);
      return std::nullopt;
    }
    HeaderRun &Run = *Runs[Fault->Index];
    if (!Fault->OfName ||
        !refuseChanged(*Fault->OfName, Run.loops(), Run.Result.TileCopies,
                       Run.Text->unit()))
      return Fault;
    takeRuns(Run.Result, Run.loops(), *Run.Text);
  }
}

/// All at once; one by one only to find out which of them is wrong.
static void checkRuns(std::vector<HeaderRun> &Runs, const Options &Opts) {
  std::vector<HeaderRun *> Changed;
  for (HeaderRun &Run : Runs)
    if (!Run.Result.InternalFault)
      Changed.push_back(&Run);
  auto Fault = checkTogether(Changed, Opts);
  if (!Fault)
    return;
  bool IsOneWrong = false;
  for (HeaderRun *Run : Changed) {
    if (auto Own = checkHeaders(Run->changed(), Opts))
      Run->Result.InternalFault = std::move(Own->Text);
    IsOneWrong |= Run->Result.InternalFault.has_value();
  }
  // Each is right, and yet: names of one may be those of another.
  if (!IsOneWrong)
    for (HeaderRun *Run : Changed)
      refuseHeader(Run->Result,
                   "with other headers' new texts: " + Fault->Text);
}

/// Runs the loops of the new texts, through this unit.
/// Gives: whether some must be left alone since they cannot be run.
static bool executeRuns(std::vector<HeaderRun> &Runs, const Options &Opts) {
  bool Dropped = false;
  for (HeaderRun &Run : Runs) {
    if (!Run.Result.changed() || Run.Result.InternalFault || !Opts.RunKernels)
      continue;
    auto Loops =
        runRewrites(Run.Result, *Run.Text, Run.loops(), Run.Code, Opts);
    Dropped |= !Loops.empty();
    Run.Feedback.Dropped.insert(Loops.begin(), Loops.end());
  }
  return Dropped;
}

/// Gives loops that cannot be written as planned their next form.
static bool giveOtherForms(std::vector<HeaderRun> &Runs) {
  bool Given = false;
  for (HeaderRun &Run : Runs)
    if (!Run.Result.InternalFault &&
        Run.Tries.giveNext(*Run.Passes, Run.loops(), Run.Feedback)) {
      Given = true;
    }
  return Given;
}

/// Gives loops that cannot be written in the form that promised most the next
/// best.
static bool giveCompared(std::vector<HeaderRun> &Runs) {
  bool Given = false;
  for (HeaderRun &Run : Runs)
    if (Run.Forms && Run.Forms->giveNext(Run.Result, Run.Offsets)) {
      takeCompared(Run);
      Given = true;
    }
  return Given;
}

static void reportCompared(HeaderRun &Run) {
  if (!Run.Forms)
    return;
  Run.Forms->report(Run.Result, Run.Offsets);
  if (auto Fault = Run.Forms->fault(); Fault && !Run.Result.InternalFault)
    Run.Result.InternalFault = std::move(Fault);
}

bool isWanted(llvm::StringRef Name, llvm::StringRef Path, const Options &Opts) {
  if (!Opts.wantsHeaders())
    return false;
  const llvm::Regex Filter(Opts.HeaderFilter);
  if (!Opts.HeaderFilter.empty() && Filter.match(Name))
    return true;
  return llvm::any_of(Opts.HeaderFolders, [&](const std::string &Folder) {
    const std::string There = nameInProject(Path, Folder);
    return !There.empty() && (Opts.HeaderFilter.empty() || Filter.match(There));
  });
}

bool isWanted(const SourceUnit &Header, const Options &Opts) {
  return isWanted(Header.file(), Header.headerPath(), Opts);
}

llvm::Expected<InstantiatedUnit> parseWithInstances(const ParseJob &Job,
                                                    const Options &Opts,
                                                    const Describe &Later) {
  return parseWithInstances(
      Job, Opts,
      [&](const SourceUnit &Header) { return isWanted(Header, Opts); }, Later);
}

void noteAssumed(UnitResult &Result, const SourceUnit &Unit,
                 const InstantiatedUnit &Parsed) {
  if (Parsed.Assumed.empty())
    return;
  for (const KLoopSite &Site : findKLoops(Unit))
    for (LoopReport &Loop : Result.Loops)
      if (Loop.Place.Line == Site.Place.Line &&
          Loop.Place.Column == Site.Place.Column)
        Loop.Assumed = assumedFor(Site, Unit, Parsed.Opts, Parsed.Assumed);
}

/// A namespace or an `extern "C"` of the including file is around its text:
/// what it includes would land there.
static bool isEnclosed(HeaderRun &Run) {
  const SourceManager &Sources = Run.Unit->sources();
  for (const LoopRun &Loop : Run.loops())
    for (const DeclContext *In =
             Loop.Site->Instances.front().Function->getLexicalParent();
         In && !In->isTranslationUnit(); In = In->getLexicalParent())
      if (Sources.getFileID(Sources.getExpansionLoc(
              cast<Decl>(In)->getLocation())) != Run.Unit->subject())
        return true;
  return false;
}

/// Of what a compiler said, the first error; else the first line.
static llvm::StringRef mainLine(llvm::StringRef Why) {
  llvm::SmallVector<llvm::StringRef> Lines;
  Why.split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    if (Line.contains(": error: "))
      return Line.trim();
  return Lines.front();
}

/// A check was asked for that does not reach this header.
static void refuseUnverified(UnitResult &Header, const std::string &Why) {
  for (LoopReport &Loop : Header.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten)
      Loop.refuse({RefusalId::HeaderNotVerified, Loop.Place,
                   "it can be rewritten, but --verify cannot compile it in a "
                   "header of '" +
                       Header.Units.front() + "': " + mainLine(Why).str()});
  Header.NewText = Header.OldText;
}

/// What each header must heed by codeCheckOf().
/// Gives: false if none was compiled.
static bool compileRuns(std::vector<HeaderRun> &Runs, const SourceUnit &Main,
                        const ParseJob &Job) {
  bool IsCompiled = false;
  for (HeaderRun &Run : Runs) {
    if (!Run.Result.changed() || Run.Result.InternalFault)
      continue;
    Options How = Run.How;
    How.Code = Run.Asked = codeCheckOf(Job, *Run.Text, How, Run.Feedback);
    if (!Run.Asked)
      continue;
    IsCompiled = true;
    auto Evidence = compileHeader(Main, *Run.Text, Job, How, Run.Feedback);
    if (!Evidence && Run.Asked->LaunchesOnly) {
      llvm::consumeError(Evidence.takeError());
      Run.Asked.reset();
      continue;
    }
    if (!Evidence) {
      Run.Unchecked = toString(Evidence.takeError());
      continue;
    }
    Run.Compiled = std::move(*Evidence);
    Run.Feedback = joined(Run.Compiled.Feedback, Run.Feedback);
    Run.CompiledText = draftLoops(*Run.Text, How, Run.Feedback).Text;
  }
  return IsCompiled;
}

static void takeCompiled(HeaderRun &Run) {
  UnitResult &Header = Run.Result;
  if (Header.changed() && Run.Unchecked.empty() &&
      Header.NewText != Run.CompiledText)
    Run.Unchecked = "its loops were given other forms since";
  if (!Run.Unchecked.empty())
    return refuseUnverified(Header, Run.Unchecked);
  for (auto [Offset, Loop] : llvm::zip_equal(Run.Offsets, Header.Loops))
    Loop.Code = Run.Compiled.Code[Offset];
  if (Run.Compiled.Fault && !Header.InternalFault)
    Header.InternalFault = Run.Compiled.Fault;
}

/// `--verify=execute`, last, since it takes longest.
static void executeProgram(HeaderRun &Run, const SourceUnit &Main,
                           const Options &Opts) {
  UnitResult &Header = Run.Result;
  if (!Header.changed() || Header.InternalFault)
    return;
  auto Verdict = executeHeader(Main, *Run.Unit, Header.NewText, Opts);
  if (!Verdict)
    return refuseUnverified(Header, toString(Verdict.takeError()));
  llvm::append_range(Header.Notes, Verdict->Notes);
  if (Verdict->Difference)
    Header.InternalFault = "--verify=execute: " + *Verdict->Difference;
}

/// Until each loop has a form that can be written.
static void writeHeaders(std::vector<HeaderRun> &Runs, const SourceUnit &Main,
                         const Options &Opts) {
  do {
    for (HeaderRun &Run : Runs)
      runHeader(Run, Main.file());
    checkRuns(Runs, Opts);
  } while (giveOtherForms(Runs) || giveCompared(Runs));
}

void rewriteHeaders(UnitResult &Result, const InstantiatedUnit &Parsed,
                    const ParseJob &Job) {
  const SourceUnit &Unit = *Parsed.Unit;
  const Options &Opts = Parsed.Opts;
  std::vector<HeaderRun> Runs;
  for (FileID Id : findHeadersWithLoops(Unit)) {
    auto Header = headerUnit(Unit, Id);
    if (isWanted(*Header, Opts))
      Runs.emplace_back().Unit = std::move(Header);
    else if (unsigned Loops =
                 Opts.OnlyHeaders ? 0 : countCandidates(*Header, Opts, Job))
      Result.OtherHeaders.push_back({Header->file(), Loops});
  }
  for (HeaderRun &Run : Runs)
    openHeader(Run, Unit, Job, Opts);
  writeHeaders(Runs, Unit, Opts);
  if (compileRuns(Runs, Unit, Job))
    writeHeaders(Runs, Unit, Opts);
  while (executeRuns(Runs, Opts))
    writeHeaders(Runs, Unit, Opts);
  for (HeaderRun &Run : Runs) {
    reportCompared(Run);
    UnitResult &Header = Run.Result;
    if (Header.Loops.empty() && !Header.InternalFault)
      continue;
    if (isEnclosed(Run)) {
      Header.InternalFault.reset(); // of what would land there
      refuseHeader(Header, "the header is included inside a namespace or an "
                           "extern \"C\" of '" +
                               Header.Units.front() + "'");
    }
    if (Run.Asked)
      takeCompiled(Run);
    if (Opts.Execute)
      executeProgram(Run, Unit, Opts);
    if (Header.InternalFault)
      Header.NewText = Header.OldText;
    noteAssumed(Header, *Run.Unit, Parsed);
    Result.Headers.push_back(std::move(Header));
  }
}

} // namespace pipeline_rewrite
