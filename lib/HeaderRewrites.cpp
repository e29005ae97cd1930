//===- HeaderRewrites.cpp - The loops of a unit's headers -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HeaderRewrites.h"
#include "Frontend/ProjectFolders.h"
#include "Headers.h"
#include "Match/FindKLoops.h"
#include "MeaningRefusal.h"
#include "RunRewrites.h"
#include "UnitRun.h"
#include "Validate/CheckOutput.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace pipeline_rewrite {

static unsigned countRewritten(const UnitResult &Result) {
  return llvm::count_if(Result.Loops, [](const LoopReport &Loop) {
    return Loop.Verdict == LoopVerdict::Rewritten;
  });
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

  std::deque<LoopRun> &loops() { return Passes->runs(); }
  ChangedText changed() {
    return {&Text->text(), Result.NewText, editsOf(Result, *Text),
            barriersOf(loops())};
  }
};

/// Before anyone has parsed its new text. The unit's errors are the main file's
/// to tell.
static void runHeader(HeaderRun &Run, const std::string &Through,
                      const Options &Opts) {
  Run.Result = resultOf(*Run.Unit, Opts);
  Run.Result.Errors.clear();
  Run.Result.Units = {Through};
  if (!Run.Text) {
    Run.Analysed = std::make_unique<AnalysedUnit>(*Run.Unit);
    Run.Text = std::make_unique<MacroText>(*Run.Analysed, Opts);
  }
  Run.Passes = runChain(*Run.Text, Opts, Run.Feedback);
  takeRuns(Run.Result, Run.Passes->runs(), *Run.Text);
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
        runRewrites(Run.Result, Run.Text->unit(), Run.loops(), Run.Code, Opts);
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
      Run.Text->forgetUnused();
      Given = true;
    }
  return Given;
}

bool isWanted(const SourceUnit &Header, const Options &Opts) {
  if (!Opts.wantsHeaders())
    return false;
  const llvm::Regex Filter(Opts.HeaderFilter);
  if (!Opts.HeaderFilter.empty() && Filter.match(Header.file()))
    return true;
  return llvm::any_of(Opts.HeaderFolders, [&](const std::string &Folder) {
    const std::string Name = nameInProject(Header.headerPath(), Folder);
    return !Name.empty() && (Opts.HeaderFilter.empty() || Filter.match(Name));
  });
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

/// A check was asked for that does not reach headers.
static void refuseUnverified(UnitResult &Header) {
  for (LoopReport &Loop : Header.Loops)
    if (Loop.Verdict == LoopVerdict::Rewritten)
      Loop.refuse({RefusalId::HeaderNotVerified, Loop.Place,
                   "it can be rewritten, but --verify cannot compile it in a "
                   "header of '" +
                       Header.Units.front() + "'"});
  Header.NewText = Header.OldText;
}

void rewriteHeaders(UnitResult &Result, const InstantiatedUnit &Parsed) {
  const SourceUnit &Unit = *Parsed.Unit;
  const Options &Opts = Parsed.Opts;
  std::vector<HeaderRun> Runs;
  for (FileID Id : findHeadersWithLoops(Unit)) {
    auto Header = headerUnit(Unit, Id);
    if (isWanted(*Header, Opts))
      Runs.emplace_back().Unit = std::move(Header);
    else if (unsigned Loops = countRewritten(planUnit(*Header, Opts)))
      Result.OtherHeaders.push_back({Header->file(), Loops});
  }
  do {
    for (HeaderRun &Run : Runs)
      runHeader(Run, Unit.file(), Opts);
    checkRuns(Runs, Opts);
  } while (giveOtherForms(Runs) || executeRuns(Runs, Opts));
  for (HeaderRun &Run : Runs) {
    UnitResult &Header = Run.Result;
    if (Header.Loops.empty() && !Header.InternalFault)
      continue;
    if (Header.InternalFault)
      Header.NewText = Header.OldText;
    noteAssumed(Header, *Run.Unit, Parsed);
    if (Opts.Code || Opts.Execute)
      refuseUnverified(Header);
    Result.Headers.push_back(std::move(Header));
  }
}

} // namespace pipeline_rewrite
