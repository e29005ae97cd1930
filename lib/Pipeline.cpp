//===- Pipeline.cpp - The whole program as one function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Pipeline.h"
#include "Frontend/MissingHeaders.h"
#include "HeaderRewrites.h"
#include "MeaningRefusal.h"
#include "Plan/ExpectedGain.h"
#include "RunRewrites.h"
#include "TileCopies.h"
#include "UnitRun.h"
#include "Validate/CheckOutput.h"
#include "Validate/Execute.h"
#include "Validate/VerifyCode.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Gives: a bug of ours.
std::optional<std::string>
takeTileCopies(UnitResult &Result, const MacroText &Text, const Options &Opts) {
  std::optional<std::string> Fault;
  Result.TileCopies = rewriteTileCopies(Text.unit(), Opts, Fault);
  if (!Result.TileCopies)
    return std::nullopt;
  for (TileCopyReport &Copy : *Result.TileCopies) {
    Copy.Changes = Text.asEditsOfOwn(Copy.Changes);
    if (!Copy.Include)
      continue;
    EditSet Include;
    Include.insert(Copy.Include->Begin, Copy.Include->Text);
    Copy.Include = Text.asEditsOfOwn(Include).edits().front();
  }
  return Fault;
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
  std::optional<std::string> Fault = takeTileCopies(Result, Text, Opts);
  if (!Fault)
    Fault = Stages.Fault;
  const auto RewriteOthers = [&] {
    Text.forgetUnused();
    return rewrite(Result, Text, Opts, Feedback, std::move(Tries));
  };
  // What cannot be written is known before anything is parsed.
  if (!Fault && Tries.giveNext(Stages, Runs, Feedback))
    return RewriteOthers();
  std::vector<unsigned> Offsets = takeRuns(Result, Runs, Text);
  Result.Warnings = Stages.warnings();
  std::string Code;
  Result.InternalFault = Fault ? Fault : check(Result, Runs, Text, Opts, Code);
  if (!Result.InternalFault && Tries.giveNext(Stages, Runs, Feedback))
    return RewriteOthers();
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

/// More buffers were passed over for blocks that shared memory would cost.
/// Registers may leave no more in any case: only a compiler can tell.
bool hangsOnRegisters(const LoopReport &Loop, const Options &Opts) {
  return Loop.Verdict == LoopVerdict::Rewritten && Opts.Form == Variant::Auto &&
         Loop.Reason && Loop.Reason->Id == RefusalId::OccupancyLoss;
}

/// Asks the compiler in reach where a form hangs on its answer. Nobody has
/// named one: what stands first stays where it cannot answer.
void settleByCompiling(UnitResult &Result, const ParseJob &Job, MacroText &Text,
                       const CompilerFeedback &Known, Options Opts) {
  if (Opts.Code || !Opts.CodeIfUnsure || Job.Nvcc.empty() ||
      Result.InternalFault ||
      llvm::none_of(Result.Loops, [&](const LoopReport &Loop) {
        return hangsOnRegisters(Loop, Opts);
      }))
    return;
  Opts.Code = Opts.CodeIfUnsure;
  UnitResult Settled = Result;
  if (llvm::Error E = verifyByCompiling(Settled, Job, Text, Known, Opts))
    Result.Notes.push_back(
        "more stages hang on the registers of the kernel, and nvcc did not "
        "tell them: " +
        llvm::toString(std::move(E)));
  else
    Result = std::move(Settled);
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
  settleByCompiling(Result, Job, Text, Known, Opts);
  if (llvm::Error E = verifyByExecution(Result, Opts))
    return E;
  llvm::append_range(Result.Notes, Parsed->Notes);
  llvm::append_range(Result.Notes, adviseIncludeFolders(Unit));
  noteAssumed(Result, Unit, *Parsed);
  rewriteHeaders(Result, *Parsed);
  return Result;
}

} // namespace pipeline_rewrite
