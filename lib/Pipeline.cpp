//===- Pipeline.cpp - The whole program as one function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Pipeline.h"
#include "Chain.h"
#include "Emit/EmitEdits.h"
#include "Headers.h"
#include "Match/FindKLoops.h"
#include "Plan/ExpectedGain.h"
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

/// Barriers of each loop that is pipelined in the new text.
std::vector<unsigned> barriersOf(const std::deque<LoopRun> &Runs) {
  std::vector<unsigned> Barriers;
  for (const LoopRun &Run : Runs) {
    if (!Run.Listed)
      continue;
    unsigned Before = Run.Site->Instances.front().Barriers.size();
    if (Run.Report.Verdict == LoopVerdict::Rewritten)
      Barriers.push_back(Run.Planned->Plan.barriersInBody());
    else if (Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
      Barriers.push_back(Before);
  }
  return Barriers;
}

/// The loops and the new text, which nobody has checked.
/// Gives: the offset of each listed loop.
std::vector<unsigned> takeRuns(UnitResult &Result,
                               const std::deque<LoopRun> &Runs) {
  std::vector<unsigned> Offsets;
  Result.Loops.clear();
  unsigned First = ~0u;
  for (const LoopRun &Run : Runs)
    First = std::min(First, Run.Edits.begin());
  for (const LoopRun &Run : Runs)
    if (Run.Listed) {
      LoopReport &Report = Result.Loops.emplace_back(Run.Report);
      if (Report.Verdict == LoopVerdict::Rewritten) {
        Report.Edits = Run.Edits.settled(Result.OldText);
        Report.Changes = Run.Edits;
        if (const PipelinePlan &Plan = Run.Planned->Plan; Plan.usesAsync())
          Report.Include = includeFor(Plan.Api, Result.OldText, First);
      }
      Offsets.push_back(Run.Site->Offset);
    }
  Result.NewText = changedText(Result);
  return Offsets;
}

/// The chain up to Validate, and what comes of it.
/// Gives: the offset of each listed loop.
std::vector<unsigned> rewrite(UnitResult &Result, const SourceUnit &Unit,
                              const Options &Opts,
                              const CompilerFeedback &Feedback = {}) {
  Chain Stages(Unit, Opts, Feedback);
  std::deque<LoopRun> &Runs = Stages.run();
  Result.TileCopies = rewriteTileCopies(Unit, Opts);
  std::vector<unsigned> Offsets = takeRuns(Result, Runs);
  Result.Warnings = Stages.warnings();
  if (Result.changed())
    Result.InternalFault = Stages.Fault ? Stages.Fault
                                        : checkOutput(Unit, Result.NewText,
                                                      barriersOf(Runs), Opts);
  if (Result.InternalFault)
    Result.NewText = Result.OldText;
  return Offsets;
}

/// The same for a compiler, which wants to know whose code to look at.
Draft draft(const SourceUnit &Unit, const Options &Opts,
            const CompilerFeedback &Feedback) {
  Chain Stages(Unit, Opts, Feedback);
  std::deque<LoopRun> &Runs = Stages.run();
  UnitResult Result;
  Result.OldText = Unit.text().str();
  Result.TileCopies = rewriteTileCopies(Unit, Opts);
  takeRuns(Result, Runs);
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
    Loop.Barriers = {Barriers, Run.Planned->Plan.barriersPerTile(),
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

/// `--verify=ptxas` and `sass`: loops that cost registers get another form or
/// are left alone.
llvm::Error verifyByCompiling(UnitResult &Result, const ParseJob &Job,
                              const SourceUnit &Unit, const Options &Opts) {
  if (!Opts.Code || !Result.changed())
    return llvm::Error::success();
  auto Evidence = verifyCode(Job, Result.OldText, Opts,
                             [&](const CompilerFeedback &Feedback) {
                               return draft(Unit, Opts, Feedback);
                             });
  if (!Evidence)
    return Evidence.takeError();
  // Not only what was dropped is another text: the original's registers are
  // known now.
  std::vector<unsigned> Offsets =
      rewrite(Result, Unit, Opts, Evidence->Feedback);
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
  Form.clear();
  Shape.clear();
  Stages = 1;
  Api.clear();
  Tiles.clear();
  Deciding.clear();
  Edits.clear();
  Changes = EditSet();
  Include.reset();
}

std::string changedText(const UnitResult &Result) {
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
  return All.apply(Result.OldText);
}

static UnitResult resultOf(const SourceUnit &Unit) {
  UnitResult Result;
  Result.File = Unit.file();
  Result.OldText = Result.NewText = Unit.text().str();
  Result.Errors = Unit.errors();
  return Result;
}

UnitResult planUnit(const SourceUnit &Unit, const Options &Opts) {
  Chain Stages(Unit, Opts);
  UnitResult Result = resultOf(Unit);
  takeRuns(Result, Stages.run());
  Result.Warnings = Stages.warnings();
  Result.InternalFault = Stages.Fault;
  return Result;
}

UnitResult rewriteUnit(const SourceUnit &Unit, const Options &Opts) {
  UnitResult Result = resultOf(Unit);
  rewrite(Result, Unit, Opts);
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
  UnitResult Result;
  std::vector<unsigned> Barriers;
};

/// Before anyone has parsed its new text. The unit's errors are the main file's
/// to tell.
static HeaderRun runHeader(std::unique_ptr<SourceUnit> Header,
                           const std::string &Through, const Options &Opts) {
  HeaderRun Run;
  Run.Result = resultOf(*Header);
  Run.Result.Errors.clear();
  Run.Result.Units = {Through};
  Chain Stages(*Header, Opts);
  std::deque<LoopRun> &Loops = Stages.run();
  takeRuns(Run.Result, Loops);
  Run.Result.Warnings = Stages.warnings();
  Run.Result.InternalFault = Stages.Fault;
  Run.Barriers = barriersOf(Loops);
  Run.Unit = std::move(Header);
  return Run;
}

/// All at once; one by one only to find out which of them is wrong.
static void checkRuns(std::vector<HeaderRun> &Runs, const Options &Opts) {
  std::vector<ChangedHeader> Changed;
  std::vector<UnitResult *> Results;
  for (HeaderRun &Run : Runs)
    if (Run.Result.changed() && !Run.Result.InternalFault) {
      Changed.push_back({Run.Unit.get(), Run.Result.NewText, Run.Barriers});
      Results.push_back(&Run.Result);
    }
  auto Fault = Changed.empty() ? std::nullopt : checkHeaders(Changed, Opts);
  if (!Fault)
    return;
  bool IsOneWrong = false;
  for (auto [Header, Result] : llvm::zip_equal(Changed, Results)) {
    Result->InternalFault = checkHeaders(Header, Opts);
    IsOneWrong |= Result->InternalFault.has_value();
  }
  // Each is right, and yet: names of one may be those of another.
  if (!IsOneWrong)
    for (UnitResult *Result : Results)
      refuseHeader(*Result, "with other headers' new texts: " + *Fault);
}

static bool isWanted(const SourceUnit &Header, const Options &Opts) {
  return !Opts.HeaderFilter.empty() &&
         llvm::Regex(Opts.HeaderFilter).match(Header.file());
}

static void rewriteHeaders(UnitResult &Result, const SourceUnit &Unit,
                           const Options &Opts) {
  std::vector<HeaderRun> Runs;
  for (FileID Id : findHeadersWithLoops(Unit)) {
    auto Header = headerUnit(Unit, Id);
    if (isWanted(*Header, Opts))
      Runs.push_back(runHeader(std::move(Header), Unit.file(), Opts));
    else if (unsigned Loops = countRewritten(planUnit(*Header, Opts)))
      Result.OtherHeaders.push_back({Header->file(), Loops});
  }
  checkRuns(Runs, Opts);
  for (HeaderRun &Run : Runs) {
    UnitResult &Header = Run.Result;
    if (Header.Loops.empty() && !Header.InternalFault)
      continue;
    if (Header.InternalFault)
      Header.NewText = Header.OldText;
    if (Opts.Code || Opts.Execute)
      Header.Notes.push_back("--verify does not compile the loops of headers");
    Result.Headers.push_back(std::move(Header));
  }
}

llvm::Expected<UnitResult> rewriteUnit(const ParseJob &Job,
                                       const Options &Opts) {
  auto Unit = parseSource(
      Job, Opts, /*Text=*/std::nullopt,
      [&](const SourceUnit &After) { return describeOutput(After, Opts); });
  if (!Unit)
    return Unit.takeError();
  UnitResult Result = resultOf(**Unit);
  rewrite(Result, **Unit, Opts);
  if (llvm::Error E = verifyByCompiling(Result, Job, **Unit, Opts))
    return E;
  if (llvm::Error E = verifyByExecution(Result, Opts))
    return E;
  rewriteHeaders(Result, **Unit, Opts);
  return Result;
}

static void printLoops(llvm::raw_ostream &OS, const SourceUnit &Unit,
                       const Options &Opts, PrintStage Stage) {
  Chain Stages(Unit, Opts);
  for (const LoopRun &Run : Stages.run()) {
    print(OS, *Run.Site, Unit);
    if (!Run.NotAKLoop.empty())
      OS << "  not a K-loop: " << Run.NotAKLoop << "\n";
    if (Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
      OS << "  already pipelined: " << Run.Report.Form << "\n";
    else if (Run.Report.Reason)
      OS << "  refused [" << refusalName(Run.Report.Reason->Id) << "] "
         << Run.Report.Reason->Detail << "\n";
    if (Stage == PrintStage::Facts)
      for (const LoopFacts &F : Run.Facts)
        print(OS, F, Unit.context());
    if (Stage == PrintStage::Plan && Run.Planned)
      print(OS, Run.Planned->Plan, Unit.context());
    if (Stage == PrintStage::Edits)
      print(OS, Run.Edits, Unit.text());
  }
}

llvm::Expected<std::string> printStage(const ParseJob &Job, const Options &Opts,
                                       PrintStage Stage) {
  auto Unit = parseSource(Job, Opts);
  if (!Unit)
    return Unit.takeError();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Stage == PrintStage::None)
    return Text;
  printLoops(OS, **Unit, Opts, Stage);
  if (!Opts.HeaderFilter.empty())
    for (FileID Id : findHeadersWithLoops(**Unit))
      if (auto Header = headerUnit(**Unit, Id); isWanted(*Header, Opts)) {
        OS << "header " << Header->file() << "\n";
        printLoops(OS, *Header, Opts, Stage);
      }
  return Text;
}

} // namespace pipeline_rewrite
