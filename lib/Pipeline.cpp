//===- Pipeline.cpp - The whole program as one function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Pipeline.h"
#include "Analyse/Effects.h"
#include "Chain.h"
#include "Emit/EmitEdits.h"
#include "Headers.h"
#include "MacroText.h"
#include "Match/FindKLoops.h"
#include "MeaningRefusal.h"
#include "Plan/ExpectedGain.h"
#include "RunRewrites.h"
#include "TileCopies.h"
#include "Validate/CheckOutput.h"
#include "Validate/Execute.h"
#include "Validate/VerifyCode.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/Regex.h"
#include <map>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The changes of all loops and tiles, with their includes.
EditSet changesOf(const UnitResult &Result) {
  EditSet All;
  std::map<std::string, unsigned> Includes; // the same order in every file
  auto Take = [&](const auto &Report) {
    All.add(Report.Changes);
    if (Report.Include)
      if (auto [At, New] =
              Includes.try_emplace(Report.Include->Text, Report.Include->Begin);
          !New)
        At->second = std::min(At->second, Report.Include->Begin);
  };
  llvm::for_each(Result.Loops, Take);
  if (Result.TileCopies)
    llvm::for_each(*Result.TileCopies, Take);
  for (const auto &[Text, Begin] : Includes)
    All.insert(Begin, Text);
  return All;
}

/// Barriers of each loop that is pipelined in the new text.
std::vector<unsigned> barriersOf(const std::deque<LoopRun> &Runs) {
  std::vector<unsigned> Barriers;
  for (const LoopRun &Run : Runs) {
    if (!Run.Listed)
      continue;
    unsigned Before = Run.Site->Instances.front().Barriers.size();
    if (Run.Report.Verdict == LoopVerdict::Rewritten)
      Barriers.push_back(countBarriers(Run.Schedule, /*InConditions=*/false,
                                       Run.Planned->Plan.usesBlockPipeline()));
    else if (Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
      Barriers.push_back(Before);
  }
  return Barriers;
}

/// The loops and the new text, which nobody has checked.
/// Gives: the offset of each listed loop, in the text that the chain ran on.
std::vector<unsigned> takeRuns(UnitResult &Result,
                               const std::deque<LoopRun> &Runs,
                               const MacroText &Text) {
  std::vector<unsigned> Offsets;
  Result.Loops.clear();
  unsigned First = ~0u;
  for (const LoopRun &Run : Runs)
    First = std::min(First, Text.changesOf(Run).begin());
  for (const LoopRun &Run : Runs)
    if (Run.Listed) {
      LoopReport &Report = Result.Loops.emplace_back(Run.Report);
      if (const Refusal *Why = Text.reasonOf(Run))
        Report.Reason = *Why;
      if (Report.Verdict == LoopVerdict::Rewritten) {
        Report.Changes = Text.changesOf(Run);
        Report.Edits = Report.Changes.settled(Result.OldText);
        if (const PipelinePlan &Plan = Run.Planned->Plan; Plan.usesAsync())
          Report.Include = includeFor(Plan.Api, Result.OldText, First);
      }
      Offsets.push_back(Run.Site->Offset);
    }
  Result.NewText = changedText(Result);
  return Offsets;
}

void takeTileCopies(UnitResult &Result, const MacroText &Text,
                    const Options &Opts) {
  Result.TileCopies = rewriteTileCopies(Text.unit(), Opts);
  if (!Result.TileCopies)
    return;
  for (TileCopyReport &Copy : *Result.TileCopies) {
    Copy.Changes = Text.asEditsOfOwn(Copy.Changes);
    if (!Copy.Include)
      continue;
    EditSet Include;
    Include.insert(Copy.Include->Begin, Copy.Include->Text);
    Copy.Include = Text.asEditsOfOwn(Include).edits().front();
  }
}

/// What the result changes in the text that the chain ran on.
std::vector<TextEdit> editsOf(const UnitResult &Result, const MacroText &Text) {
  return Text.asEditsOfUnit(changesOf(Result).settled(Result.OldText));
}

/// Checks the new text. Loops whose text would mean another thing where it
/// lands are left alone, and what is left is checked again.
///
/// Gives: a bug of ours; the offset of each listed loop stays as it was. The
///        code of the new text's kernels in \p Code, as checkOutput() does.
std::optional<std::string> check(UnitResult &Result, std::deque<LoopRun> &Runs,
                                 MacroText &Text, const Options &Opts,
                                 std::string &Code) {
  while (Result.changed()) {
    auto Fault = checkOutput(
        {&Text.text(), Result.NewText, editsOf(Result, Text), barriersOf(Runs)},
        Opts, &Code);
    if (!Fault)
      return std::nullopt;
    if (!Fault->OfName ||
        !refuseChanged(*Fault->OfName, Runs, Result.TileCopies, Text.unit()))
      return std::move(Fault->Text);
    takeRuns(Result, Runs, Text);
  }
  return std::nullopt;
}

UnitResult resultOf(const SourceUnit &Unit) {
  UnitResult Result;
  Result.File = Unit.file();
  Result.OldText = Result.NewText = Unit.text().str();
  Result.Errors = Unit.errors();
  return Result;
}

/// The chain up to Validate, and what comes of it.
/// Gives: the offset of each listed loop; in \p Feedback besides what was found
///        out of them.
std::vector<unsigned> rewrite(UnitResult &Result, MacroText &Text,
                              const Options &Opts, CompilerFeedback &Feedback,
                              MeaningTries Tries = {}) {
  const SourceUnit &Unit = Text.unit();
  Chain Stages(Unit, Opts, Feedback);
  std::deque<LoopRun> &Runs = Stages.run();
  if (Text.writeOut(Runs))
    return rewrite(Result, Text, Opts, Feedback, std::move(Tries));
  takeTileCopies(Result, Text, Opts);
  std::vector<unsigned> Offsets = takeRuns(Result, Runs, Text);
  Result.Warnings = Stages.warnings();
  std::string Code;
  Result.InternalFault =
      Stages.Fault ? Stages.Fault : check(Result, Runs, Text, Opts, Code);
  if (!Result.InternalFault && Tries.giveNext(Stages, Runs, Feedback)) {
    Text.forgetUnused();
    return rewrite(Result, Text, Opts, Feedback, std::move(Tries));
  }
  if (Result.changed() && !Result.InternalFault && Opts.RunKernels) {
    auto Dropped = runRewrites(Result, Unit, Runs, Code, Opts);
    if (!Dropped.empty()) {
      Feedback.Dropped.insert(Dropped.begin(), Dropped.end());
      return rewrite(Result, Text, Opts, Feedback, std::move(Tries));
    }
  }
  if (Result.InternalFault)
    Result.NewText = Result.OldText;
  return Offsets;
}

/// The chain on a text whose macros are written out as far as the loops need
/// it.
std::unique_ptr<Chain> runChain(MacroText &Text, const Options &Opts,
                                const CompilerFeedback &Feedback = {}) {
  while (true) {
    auto Stages = std::make_unique<Chain>(Text.unit(), Opts, Feedback);
    if (!Text.writeOut(Stages->run()))
      return Stages;
  }
}

/// The same for a compiler, which wants to know whose code to look at.
Draft draft(MacroText &Text, const Options &Opts,
            const CompilerFeedback &Feedback) {
  Text.forgetUnused();
  auto Chained = runChain(Text, Opts, Feedback);
  Chain &Stages = *Chained;
  std::deque<LoopRun> &Runs = Stages.runs();
  UnitResult Result = resultOf(Text.own());
  takeTileCopies(Result, Text, Opts);
  takeRuns(Result, Runs, Text);
  Draft Now;
  Now.Text = std::move(Result.NewText);
  for (const LoopRun &Run : Runs) {
    if (Run.Report.Verdict != LoopVerdict::Rewritten || !Run.Planned)
      continue;
    DraftedLoop Loop;
    Loop.Offset = Run.Site->Offset;
    Loop.Place = Run.Site->Place;
    for (const LoopFacts &F : Run.Facts)
      Loop.Functions.push_back(
          {Stages.symbolOf(F), F.Memory, F.Operations, hasFewBlocks(F)});
    const PipelinePlan &Plan = Run.Planned->Plan;
    Loop.MayHoldLoads = Plan.usesRegisters() && !Plan.HoldLoads;
    unsigned Barriers = Run.Site->Instances.front().Barriers.size();
    Loop.Barriers = {Barriers,
                     countBarriers(Run.Schedule, /*InConditions=*/true,
                                   /*Waits=*/false),
                     Run.Planned->Plan.KeepLoadBarrier};
    Loop.Form = Plan.summary();
    Loop.FormIsFree = Run.FormIsFree;
    Loop.CopiesAsync = Plan.usesAsync();
    Loop.Asked = Run.Asked;
    Loop.Others = Stages.otherFormsOf(Run);
    Now.Loops.push_back(std::move(Loop));
  }
  return Now;
}

/// What compiling tells goes before what was known.
CompilerFeedback joined(CompilerFeedback Told, const CompilerFeedback &Known) {
  Told.Forms.insert(Known.Forms.begin(), Known.Forms.end());
  Told.Dropped.insert(Known.Dropped.begin(), Known.Dropped.end());
  return Told;
}

/// `--verify=ptxas` and `sass`: loops that cost registers get another form or
/// are left alone.
llvm::Error verifyByCompiling(UnitResult &Result, const ParseJob &Job,
                              MacroText &Text, const CompilerFeedback &Known,
                              const Options &Opts) {
  if (!Opts.Code || !Result.changed())
    return llvm::Error::success();
  auto Evidence = verifyCode(
      Job, Result.OldText, Opts, [&](const CompilerFeedback &Feedback) {
        return draft(Text, Opts, joined(Feedback, Known));
      });
  if (!Evidence)
    return Evidence.takeError();
  // Not only what was dropped is another text: the original's registers are
  // known now.
  CompilerFeedback All = joined(Evidence->Feedback, Known);
  Text.forgetUnused();
  std::vector<unsigned> Offsets = rewrite(Result, Text, Opts, All);
  for (auto [Offset, Loop] : llvm::zip_equal(Offsets, Result.Loops))
    Loop.Code = Evidence->Code[Offset];
  if (Evidence->Fault) {
    Result.InternalFault = Evidence->Fault;
    Result.NewText = Result.OldText;
  }
  return llvm::Error::success();
}

/// Last, since it takes longest: `--verify=execute`.
llvm::Error verifyByExecution(UnitResult &Result, const Options &Opts) {
  if (!Opts.Execute || !Result.changed())
    return llvm::Error::success();
  auto Verdict = compareByExecution(Result.File, Result.OldText, Result.NewText,
                                    *Opts.Execute);
  if (!Verdict)
    return Verdict.takeError();
  llvm::append_range(Result.Notes, Verdict->Notes);
  if (Verdict->Difference) {
    Result.InternalFault = "--verify=execute: " + *Verdict->Difference;
    Result.NewText = Result.OldText;
  }
  return llvm::Error::success();
}

} // namespace

void LoopReport::refuse(Refusal Why) {
  Verdict = LoopVerdict::Refused;
  Reason = std::move(Why);
  Form.reset();
  Tiles.clear();
  Deciding.clear();
  HostChanges.clear();
  Execution.reset();
  Edits.clear();
  Changes = EditSet();
  Include.reset();
}

std::string changedText(const UnitResult &Result) {
  return changesOf(Result).apply(Result.OldText);
}

UnitResult planUnit(const SourceUnit &Unit, const Options &Opts) {
  MacroText Text(Unit, Opts);
  auto Stages = runChain(Text, Opts);
  UnitResult Result = resultOf(Unit);
  takeRuns(Result, Stages->runs(), Text);
  Result.Warnings = Stages->warnings();
  Result.InternalFault = Stages->Fault;
  return Result;
}

UnitResult rewriteUnit(const SourceUnit &Unit, const Options &Opts) {
  UnitResult Result = resultOf(Unit);
  MacroText Text(Unit, Opts);
  CompilerFeedback Known;
  rewrite(Result, Text, Opts, Known);
  return Result;
}

static unsigned countRewritten(const UnitResult &Result) {
  return llvm::count_if(Result.Loops, [](const LoopReport &Loop) {
    return Loop.Verdict == LoopVerdict::Rewritten;
  });
}

/// A header on its way through the chain.
struct HeaderRun {
  std::unique_ptr<SourceUnit> Unit;
  std::unique_ptr<MacroText> Text;
  std::unique_ptr<Chain> Stages;
  UnitResult Result;
  std::string Code; ///< of the new text's kernels
  /// Loops that are left alone since they cannot be run.
  CompilerFeedback Feedback;

  std::deque<LoopRun> &loops() { return Stages->runs(); }
  ChangedText changed() {
    return {&Text->text(), Result.NewText, editsOf(Result, *Text),
            barriersOf(loops())};
  }
};

/// Before anyone has parsed its new text. The unit's errors are the main file's
/// to tell.
static void runHeader(HeaderRun &Run, const std::string &Through,
                      const Options &Opts) {
  Run.Result = resultOf(*Run.Unit);
  Run.Result.Errors.clear();
  Run.Result.Units = {Through};
  if (!Run.Text)
    Run.Text = std::make_unique<MacroText>(*Run.Unit, Opts);
  Run.Stages = runChain(*Run.Text, Opts, Run.Feedback);
  takeRuns(Run.Result, Run.Stages->runs(), *Run.Text);
  Run.Result.Warnings = Run.Stages->warnings();
  Run.Result.InternalFault = Run.Stages->Fault;
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

static bool isWanted(const SourceUnit &Header, const Options &Opts) {
  return !Opts.HeaderFilter.empty() &&
         llvm::Regex(Opts.HeaderFilter).match(Header.file());
}

/// Says which loops rest on instances that were looked for.
static void noteAssumed(UnitResult &Result, const SourceUnit &Unit,
                        const InstantiatedUnit &Parsed) {
  if (Parsed.Assumed.empty())
    return;
  for (const KLoopSite &Site : findKLoops(Unit))
    for (LoopReport &Loop : Result.Loops)
      if (Loop.Place.Line == Site.Place.Line &&
          Loop.Place.Column == Site.Place.Column)
        Loop.Assumed = assumedFor(Site, Unit, Parsed.Opts, Parsed.Assumed);
}

static void rewriteHeaders(UnitResult &Result, const InstantiatedUnit &Parsed) {
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
  } while (executeRuns(Runs, Opts));
  for (HeaderRun &Run : Runs) {
    UnitResult &Header = Run.Result;
    if (Header.Loops.empty() && !Header.InternalFault)
      continue;
    if (Header.InternalFault)
      Header.NewText = Header.OldText;
    noteAssumed(Header, *Run.Unit, Parsed);
    if (Opts.Code || Opts.Execute)
      Header.Notes.push_back("--verify does not compile the loops of headers");
    Result.Headers.push_back(std::move(Header));
  }
}

static llvm::Expected<InstantiatedUnit>
parseWithInstances(const ParseJob &Job, const Options &Opts,
                   const Describe &Later = nullptr) {
  return parseWithInstances(
      Job, Opts,
      [&](const SourceUnit &Header) { return isWanted(Header, Opts); }, Later);
}

llvm::Expected<UnitResult> rewriteUnit(const ParseJob &Job,
                                       const Options &Asked) {
  // What compiling may change yet is not run.
  const bool RunsFirst = Asked.RunKernels && !Asked.Code;
  Options First = Asked;
  First.RunKernels = RunsFirst;
  const Describe Later = [&](const SourceUnit &After) {
    return describeOutput(After, First);
  };
  auto Parsed = parseWithInstances(Job, Asked, Later);
  if (!Parsed)
    return Parsed.takeError();
  const SourceUnit &Unit = *Parsed->Unit;
  const Options &Opts = Parsed->Opts;
  First = Opts;
  First.RunKernels = RunsFirst;
  UnitResult Result = resultOf(Unit);
  MacroText Text(Unit, First, Later);
  CompilerFeedback Known;
  rewrite(Result, Text, First, Known);
  if (llvm::Error E = verifyByCompiling(Result, Job, Text, Known, Opts))
    return E;
  if (llvm::Error E = verifyByExecution(Result, Opts))
    return E;
  llvm::append_range(Result.Notes, Parsed->Notes);
  noteAssumed(Result, Unit, *Parsed);
  rewriteHeaders(Result, *Parsed);
  return Result;
}

static void printLoops(llvm::raw_ostream &OS, const SourceUnit &Own,
                       const Options &Opts, PrintStage Stage) {
  MacroText Text(Own, Opts);
  auto Stages = runChain(Text, Opts);
  const SourceUnit &Unit = Text.unit();
  for (const LoopRun &Run : Stages->runs()) {
    print(OS, *Run.Site, Unit);
    if (!Run.NotAKLoop.empty())
      OS << "  not a K-loop: " << Run.NotAKLoop << "\n";
    if (Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
      OS << "  already pipelined: " << Run.Report.AlreadyHow << "\n";
    else if (Run.Report.Reason)
      OS << "  refused [" << refusalName(Run.Report.Reason->Id) << "] "
         << Run.Report.Reason->Detail << "\n";
    if (Stage == PrintStage::Effects && !Run.Site->PatternOnly)
      for (const KLoop &K : Run.Site->Instances)
        printEffects(OS, K, Unit.context());
    if (Stage == PrintStage::Facts)
      for (const LoopFacts &F : Run.Facts)
        print(OS, F, Unit.context());
    if (Stage == PrintStage::Plan && Run.Planned)
      print(OS, Run.Planned->Plan, Unit.context());
    if (Stage == PrintStage::Schedule && Run.Planned)
      print(OS, Run.Schedule);
    if (Stage == PrintStage::Edits)
      print(OS, Run.Edits, Unit.text());
  }
}

llvm::Expected<std::string> printStage(const ParseJob &Job, const Options &Opts,
                                       PrintStage Stage) {
  auto Parsed = parseWithInstances(Job, Opts);
  if (!Parsed)
    return Parsed.takeError();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Stage == PrintStage::None)
    return Text;
  const SourceUnit &Unit = *Parsed->Unit;
  printLoops(OS, Unit, Parsed->Opts, Stage);
  if (!Opts.HeaderFilter.empty())
    for (FileID Id : findHeadersWithLoops(Unit))
      if (auto Header = headerUnit(Unit, Id); isWanted(*Header, Opts)) {
        OS << "header " << Header->file() << "\n";
        printLoops(OS, *Header, Parsed->Opts, Stage);
      }
  return Text;
}

} // namespace pipeline_rewrite
