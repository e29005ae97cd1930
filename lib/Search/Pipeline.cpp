//===- Pipeline.cpp - The whole program as one function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/Pipeline.h"
#include "Chain/UnitRun.h"
#include "Frontend/MissingHeaders.h"
#include "Match/FindKLoops.h"
#include "Options/ChosenBy.h"
#include "Search/AddToResult.h"
#include "Search/CompareForms.h"
#include "Search/DispatchForms.h"
#include "Search/DraftLoops.h"
#include "Search/Headers/HeaderRewrites.h"
#include "Search/LaunchCheck.h"
#include "Search/LayOutTiles.h"
#include "Search/MeaningRefusal.h"
#include "Search/RunRewrites.h"
#include "Undo/Unpipeline.h"
#include "Validate/CheckOutput.h"
#include "Validate/Code/VerifyCode.h"
#include "Validate/Execute.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

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

/// The chain up to Validate, and what comes of it; nothing is run.
/// Gives: in \p Feedback besides what was found out of the loops.
CheckedText checkedRewrite(UnitResult &Result, MacroText &Text,
                           const Options &Opts, CompilerFeedback &Feedback,
                           MeaningTries &Tries) {
  while (true) {
    CheckedText Now;
    Now.Passes = std::make_unique<Chain>(Text.analysed(), Opts, Feedback);
    std::deque<LoopRun> &Runs = Now.Passes->run();
    if (Text.writeOut(Runs))
      continue;
    std::optional<std::string> Fault = takeTileCopies(Result, Text, Opts);
    if (!Fault)
      Fault = Now.Passes->Fault;
    // What cannot be written is known before anything is parsed.
    bool IsOther = !Fault && Tries.giveNext(*Now.Passes, Runs, Feedback);
    if (!IsOther) {
      Now.Offsets = takeRuns(Result, Runs, Text);
      Result.Warnings = Now.Passes->warnings();
      Result.InternalFault =
          Fault ? Fault : check(Result, Runs, Text, Opts, Now.Code);
      IsOther =
          !Result.InternalFault && Tries.giveNext(*Now.Passes, Runs, Feedback);
    }
    if (!IsOther)
      return Now;
    Text.forgetUnused();
  }
}

/// The chain up to Validate, and what comes of it.
/// Gives: the offset of each listed loop; in \p Feedback besides what was found
///        out of them.
std::vector<unsigned> rewrite(UnitResult &Result, MacroText &Text,
                              const Options &Opts, CompilerFeedback &Feedback) {
  MeaningTries Tries;
  while (true) {
    CheckedText Now = checkedRewrite(Result, Text, Opts, Feedback, Tries);
    auto Dropped = runChecked(Result, Now, Text, Opts);
    Feedback.Dropped.insert(Dropped.begin(), Dropped.end());
    if (!Dropped.empty())
      continue;
    if (Result.InternalFault)
      Result.NewText = Result.OldText;
    return std::move(Now.Offsets);
  }
}

/// `--verify=ptxas` and `sass`: loops that cost registers get another form or
/// are left alone. So are, without these, loops whose block would no longer
/// have room.
llvm::Error verifyByCompiling(UnitResult &Result, const ParseJob &Job,
                              MacroText &Text, const CompilerFeedback &Known,
                              Options Opts) {
  if (!Result.changed() || Result.InternalFault)
    return llvm::Error::success();
  Opts.Code = codeCheckOf(Job, Text, Opts, Known);
  if (!Opts.Code)
    return llvm::Error::success();
  auto Evidence = verifyCode(
      Job, Result.OldText, Opts, [&](const CompilerFeedback &Feedback) {
        return draftLoops(Text, Opts, joined(Feedback, Known));
      });
  if (!Evidence && Opts.Code->LaunchesOnly) {
    Result.Notes.push_back("registers are not counted: " +
                           toString(Evidence.takeError()));
    return llvm::Error::success();
  }
  if (!Evidence)
    return Evidence.takeError();
  // Not only what was dropped is another text: with --verify the original's
  // registers are known now.
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

UnitResult rewriteUnit(const SourceUnit &Unit, const Options &Asked) {
  const Options Opts = withoutComparison(Asked);
  UnitResult Result = resultOf(Unit, Opts);
  AnalysedUnit Analysed(Unit);
  MacroText Text(Analysed, Opts);
  CompilerFeedback Known;
  rewrite(Result, Text, Opts, Known);
  followAdvice(Result, Analysed, Opts);
  return Result;
}

/// Tries the forms of kernels whose launches are to choose, each in place.
static std::unique_ptr<DispatchSearch>
tryForms(std::vector<FormsOfKernel> Kernels, MacroText &Text, Options Asked) {
  auto Search = std::make_unique<DispatchSearch>(std::move(Kernels), Text,
                                                 std::move(Asked));
  const Options &Opts = Search->options();
  while (auto Next = Search->next()) {
    UnitResult Round = resultOf(Text.own(), Opts);
    MeaningTries Tries;
    Text.forgetUnused();
    CheckedText Made = checkedRewrite(Round, Text, Opts, *Next, Tries);
    Search->take(std::move(Round), std::move(Made));
  }
  Text.forgetUnused();
  Search->settle();
  return Search;
}

/// What the evidence chose, and what is not written yet: launches that choose.
struct ChosenForms {
  CompilerFeedback Known; ///< what was found out of the loops
  std::unique_ptr<DispatchSearch> Dispatched;
};

/// Loops whose form is free get the one whose code promises most, if a compiler
/// is in reach and judges it; else only what was measured is written. Those
/// whose kernels get several forms are left alone here.
static ChosenForms rewriteCompared(UnitResult &Result, const ParseJob &Job,
                                   MacroText &Text, const Options &Opts,
                                   bool RunForms) {
  ChosenForms Out;
  // A loop that was not compared is one of which nothing is known.
  const Options Unseen = withoutComparison(Opts);
  std::optional<FormComparison> Forms;
  if (chosenBy(Opts, !Job.Nvcc.empty()) == ChosenBy::Compiled) {
    Forms.emplace(Job, Text, Opts);
    Forms->run();
  }
  if (Opts.Dispatch == DispatchBy::Measure) {
    Options Run = Unseen;
    Run.RunKernels = RunForms;
    Out.Dispatched =
        tryForms(Forms && !Forms->isEmpty() ? Forms->ranked()
                                            : formsByRules(Text, Unseen),
                 Text, Run);
    for (unsigned Offset : Out.Dispatched->loops())
      if (Forms)
        Forms->leaveOut(Offset);
  }
  auto Rewrite = [&] {
    if (Forms)
      Out.Known = Forms->feedback();
    if (Out.Dispatched)
      Out.Dispatched->drop(Out.Known);
    return rewrite(Result, Text, Unseen, Out.Known);
  };
  std::vector<unsigned> Offsets = Rewrite();
  if (!Forms)
    return Out;
  while (Forms->giveNext(Result, Offsets)) {
    Text.forgetUnused();
    Offsets = Rewrite();
  }
  Forms->report(Result, Offsets);
  if (auto Fault = Forms->fault(); Fault && !Result.InternalFault) {
    Result.InternalFault = std::move(Fault);
    Result.NewText = Result.OldText;
  }
  return Out;
}

/// What compiling may change yet is not run.
static Options firstOf(Options Opts) {
  Opts.RunKernels &= !Opts.Code;
  return Opts;
}

/// The chain on a source that is parsed, and what is asked of compilers.
/// Takes: the unit with the options that it is rewritten with, what is known of
///        it, and its text.
static llvm::Expected<UnitResult> rewriteParsed(const InstantiatedUnit &Parsed,
                                                const Options &Asked,
                                                AnalysedUnit &Analysed,
                                                MacroText &Text) {
  const SourceUnit &Unit = *Parsed.Unit;
  const ParseJob &Job = Parsed.Job;
  const Options &Opts = Parsed.Opts, First = firstOf(Opts);
  UnitResult Result = resultOf(Unit, Opts);
  if (Opts.OnlyHeaders) {
    // Errors are told where nothing could be read for them.
    if (!findKLoops(Unit).empty())
      Result.Errors.clear();
    rewriteHeaders(Result, Parsed, Job);
    return Result;
  }
  const ChosenForms Chosen =
      rewriteCompared(Result, Job, Text, First, Opts.RunKernels);
  if (llvm::Error E = verifyByCompiling(Result, Job, Text, Chosen.Known, Opts))
    return E;
  if (Chosen.Dispatched)
    Chosen.Dispatched->write(Result);
  if (llvm::Error E = verifyByExecution(Result, Opts))
    return E;
  llvm::append_range(Result.Notes, Parsed.Notes);
  llvm::append_range(Result.Notes, adviseIncludeFolders(Unit));
  if (!Analysed.tunedFormsComplaint().empty())
    Result.Notes.push_back("what tuning measured is not heeded: " +
                           Analysed.tunedFormsComplaint());
  noteAssumed(Result, Unit, Parsed);
  for (size_t I = 0; I < Asked.Instantiate.size(); ++I)
    if (!namedInstance(Unit, I))
      Result.UnknownInstances.push_back(Asked.Instantiate[I]);
  rewriteHeaders(Result, Parsed, Job);
  // Compiling changes the tree.
  if (Opts.RunKernels)
    findSourceFaults(Result, Unit, Opts);
  followAdvice(Result, Analysed,
               chosenBy(Opts, !Job.Nvcc.empty()) == ChosenBy::Compiled
                   ? Opts
                   : withoutComparison(Opts));
  trySizes(Result, Unit, Job, Opts);
  return Result;
}

llvm::Expected<UnitResult> rewriteUnit(const ParseJob &Job,
                                       const Options &Asked) {
  // Also of what is run last, the text that compilers have judged.
  Options Whole = Asked;
  const Describe Later = [&](const SourceUnit &After) {
    return describeOutput(After, Whole);
  };
  auto Parsed = parseWithInstances(Job, Asked, Later);
  if (!Parsed)
    return Parsed.takeError();
  Whole = Parsed->Opts;
  if (Whole.Unpipeline)
    return unpipelineUnit(*Parsed->Unit, Whole);
  const Options First = firstOf(Whole);
  LaidOutUnit Laid = layOutTiles(*Parsed->Unit, Whole, Later);
  if (Laid.Unit) // it is the unit of all that follows
    std::swap(Laid.Unit, Parsed->Unit);
  AnalysedUnit Analysed(*Parsed->Unit);
  MacroText Text(Analysed, First, Later);
  auto Result = rewriteParsed(*Parsed, Asked, Analysed, Text);
  if (Result && Laid.Result)
    takeLayout(*Result, Laid, Parsed->Unit->text());
  return Result;
}

llvm::Error rewriteForms(const ParseJob &Job, llvm::ArrayRef<Options> Forms,
                         llvm::function_ref<void(UnitResult)> Take) {
  const Options &Any = Forms.front();
  assert(llvm::none_of(Forms, [](const Options &O) { return O.RunKernels; }));
  const Describe Later = [&](const SourceUnit &After) {
    return describeOutput(After, Any);
  };
  auto Parsed = parseWithInstances(Job, Any, Later);
  if (!Parsed)
    return Parsed.takeError();
  const Options Whole = Parsed->Opts;
  AnalysedUnit Analysed(*Parsed->Unit);
  MacroText Text(Analysed, Whole, Later);
  for (const Options &Asked : Forms) {
    Parsed->Opts = Asked;
    Parsed->Opts.Instantiate = Whole.Instantiate;
    Text.forgetUnused();
    auto Result = rewriteParsed(*Parsed, Asked, Analysed, Text);
    if (!Result)
      return Result.takeError();
    Take(std::move(*Result));
  }
  return llvm::Error::success();
}

} // namespace pipeline_rewrite
