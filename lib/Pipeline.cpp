//===- Pipeline.cpp - The whole program as one function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Pipeline.h"
#include "Analyse/AnalyseLoop.h"
#include "Analyse/Launches.h"
#include "Emit/EmitEdits.h"
#include "Match/FindKLoops.h"
#include "Plan/PlanPipeline.h"
#include "Validate/CheckOutput.h"
#include "Validate/Execute.h"
#include "Validate/VerifyCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <deque>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// One loop on its way through the chain.
struct LoopRun {
  KLoopSite *Site = nullptr;
  LoopReport Report;
  bool Listed = true; ///< false: no K-loop, nothing to say
  std::vector<LoopFacts> Facts;
  std::optional<PlannedLoop> Planned;
  EditSet Edits;
  std::string NotAKLoop;
};

class Chain {
public:
  Chain(const SourceUnit &Unit, const Options &Opts,
        CompilerFeedback Feedback = {})
      : Unit(Unit), Opts(Opts), Feedback(std::move(Feedback)),
        Sites(findKLoops(Unit)), Annotations(Unit, Sites, Opts),
        NewNames(Unit) {}

  std::deque<LoopRun> &run() {
    // Analyse and plan each loop on its own; then settle nesting, which needs
    // all plans; then emit in source order, so that names are given out as a
    // reader meets them.
    for (KLoopSite &Site : Sites)
      if (isSelected(Site)) {
        Runs.push_back(analyse(Site));
        heedAnnotation(Runs.back());
        plan(Runs.back());
        heedFeedback(Runs.back());
      }
    refuseOuterLoops();
    for (LoopRun &Run : Runs)
      emit(Run);
    return Runs;
  }

  /// A plan that breaks its own conditions: a bug of ours.
  std::optional<std::string> Fault;

  llvm::ArrayRef<AnnotationWarning> warnings() const {
    return Annotations.warnings();
  }

private:
  bool isSelected(const KLoopSite &Site) const {
    if (!Opts.KernelRegex.empty() &&
        !llvm::Regex(Opts.KernelRegex).match(Site.Kernel))
      return false;
    if (Opts.Loops.empty())
      return true;
    return llvm::any_of(Opts.Loops, [&](const LoopSelector &S) {
      return S.Line == Site.Place.Line &&
             (S.File.empty() || endsInPath(Site.Place.File, S.File));
    });
  }

  /// `--loop=dir/file.cu` names a path's last components, not any suffix of its
  /// text.
  static bool endsInPath(llvm::StringRef Path, llvm::StringRef End) {
    if (!Path.ends_with(End))
      return false;
    return Path.size() == End.size() ||
           llvm::sys::path::is_separator(Path[Path.size() - End.size() - 1]);
  }

  static void refuse(LoopRun &Run, Refusal R) {
    Run.Report.Verdict = LoopVerdict::Refused;
    Run.Report.Reason = std::move(R);
    Run.Report.Form.clear();
    Run.Report.Shape.clear();
    Run.Report.Stages = 1;
    Run.Report.Tiles.clear();
    Run.Report.Deciding.clear();
    Run.Planned.reset();
  }

  void refuse(LoopRun &Run, RefusalId Id, std::string Detail) {
    refuse(Run, Refusal{Id, Run.Site->Place, std::move(Detail), {}});
  }

  LoopRun analyse(KLoopSite &Site) {
    LoopRun Run;
    Run.Site = &Site;
    Run.Report.Place = Site.Place;
    Run.Report.LastLine =
        Unit.place(Site.Instances.front().Loop->getEndLoc()).Line;
    Run.Report.Kernel = Site.Kernel;
    if (Site.PatternOnly) {
      refuse(Run, RefusalId::NotInstantiated,
             "nothing in this file instantiates '" + Site.Kernel + "'");
      return Run;
    }
    for (const KLoop &Instance : Site.Instances) {
      Judgement J = analyseLoop(Instance, Unit, Annotations.optionsFor(Site));
      if (auto *No = std::get_if<NotAKLoop>(&J)) {
        Run.Listed = false;
        Run.NotAKLoop = No->Why;
        return Run;
      }
      if (std::holds_alternative<AlreadyPipelined>(J)) {
        Run.Report.Verdict = LoopVerdict::AlreadyPipelined;
        Run.Report.Form = std::get<AlreadyPipelined>(J).How;
        return Run;
      }
      if (auto *R = std::get_if<Refusal>(&J)) {
        refuse(Run, std::move(*R));
        return Run;
      }
      Run.Facts.push_back(std::move(std::get<LoopFacts>(J)));
    }
    refuseUnreadable(Run);
    return Run;
  }

  /// Only now is it known that there is a K-loop to be left alone.
  void heedAnnotation(LoopRun &Run) {
    const SourcePlace *Off = Annotations.offFor(*Run.Site);
    if (!Off || !Run.Listed ||
        Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
      return;
    refuse(Run, Refusal{RefusalId::AnnotatedOff,
                        Run.Site->Place,
                        "a comment says so",
                        {{*Off, "here"}}});
  }

  /// Rules about the text as a whole, after it is known that the loop is a
  /// K-loop.
  void refuseUnreadable(LoopRun &Run) {
    const KLoop &K = Run.Site->Instances.front();
    if (Run.Site->InMacro)
      return refuse(Run, RefusalId::CodeInMacro,
                    "the loop is written inside a macro's body");
    llvm::SmallVector<const FunctionDecl *, 4> Functions = {K.Function};
    if (!Run.Facts.empty())
      for (const LoadCall &C : Run.Facts.front().Calls)
        Functions.push_back(C.Callee);
    for (const FunctionDecl *F : Functions)
      if (const ParseError *E = findErrorIn(F))
        return refuse(Run, RefusalId::ErrorsInFunction,
                      "line " + std::to_string(E->Place.Line) + ": " +
                          E->Message);
    if (unsigned Line = conditionalDirective(K.Loop->getSourceRange()))
      refuse(Run, RefusalId::ConditionalCompilation,
             "line " + std::to_string(Line) +
                 " inside the loop is a preprocessor condition");
  }

  /// A parse error in the text of \p F; nullptr if there is none.
  const ParseError *findErrorIn(const FunctionDecl *F) const {
    SourcePlace First = Unit.place(F->getBeginLoc()),
                Last = Unit.place(F->getEndLoc());
    for (const ParseError &E : Unit.errors())
      if (E.Place.File == First.File && E.Place.Line >= First.Line &&
          E.Place.Line <= Last.Line)
        return &E;
    return nullptr;
  }

  /// Line of an #if, #else or #endif in a range; 0 if there is none.
  unsigned conditionalDirective(SourceRange R) const {
    const SourceManager &SM = Unit.sources();
    unsigned Begin = SM.getFileOffset(SM.getExpansionLoc(R.getBegin()));
    unsigned End = SM.getFileOffset(SM.getExpansionRange(R.getEnd()).getEnd());
    llvm::StringRef Text = Unit.text().slice(Begin, End);
    unsigned Line = SM.getExpansionLineNumber(R.getBegin());
    for (; !Text.empty(); ++Line) {
      auto [First, Rest] = Text.split('\n');
      First = First.ltrim();
      if (First.consume_front("#")) {
        First = First.ltrim();
        if (First.starts_with("if") || First.starts_with("el") ||
            First.starts_with("endif"))
          return Line;
      }
      Text = Rest;
    }
    return 0;
  }

  /// What the loop's kernel is launched with, for the budget.
  void addLaunch(LoopFacts &F, const Options &Asked) {
    if (!Launched)
      Launched.emplace(Unit.context());
    LaunchShape Shape = Launched->largest(F.Loop->Function);
    if (Asked.BlockThreads)
      F.Memory.ThreadsPerBlock = *Asked.BlockThreads;
    else if (Shape.Threads)
      F.Memory.ThreadsPerBlock = *Shape.Threads;
    F.Memory.DynamicBytes =
        Asked.DynamicBytes.value_or(Shape.DynamicBytes.value_or(0));
  }

  void plan(LoopRun &Run) {
    if (Run.Facts.empty() || Run.Report.Reason)
      return;
    LoopReport &Report = Run.Report;
    const Options Asked = Annotations.optionsFor(*Run.Site);
    for (LoopFacts &F : Run.Facts)
      addLaunch(F, Asked);
    for (const LoopFacts &F : Run.Facts)
      Report.Memory.push_back(F.Memory);
    Report.ComputeLoadRatio = Run.Facts.front().ComputeLoadRatio;
    auto Result = planPipeline(Run.Facts, Unit, Asked);
    if (auto *No = std::get_if<PlanRefused>(&Result)) {
      Report.Budget = No->Budget;
      return refuse(Run, std::move(No->Reason));
    }
    Run.Planned = std::move(std::get<PlannedLoop>(Result));
    const PipelinePlan &Plan = Run.Planned->Plan;
    if (auto Broken = Plan.verify())
      Fault = "line " + std::to_string(Run.Site->Place.Line) + ": " + *Broken;
    Report.Verdict = LoopVerdict::Rewritten;
    Report.Reason = Run.Planned->Fallback;
    Report.Budget = Run.Planned->Budget;
    Report.Form = Plan.form();
    Report.Shape = Plan.Shape == LoopShape::Peel ? "peel" : "predicate";
    Report.Stages = Plan.Stages;
    Report.Deciding = Plan.Deciding;
    for (const TilePlan &T : Plan.Tiles)
      Report.Tiles.push_back({T.Var->getNameAsString(),
                              T.Copy == CopyKind::Register
                                  ? "register"
                                  : "async" + std::to_string(T.CopyBytes)});
  }

  /// What a compiler made of the plan, which is known only afterwards.
  void heedFeedback(LoopRun &Run) {
    if (!Run.Planned)
      return;
    if (Feedback.HoldLoads.count(Run.Site->Offset)) {
      Run.Planned->Plan.HoldLoads = true;
      Run.Report.Deciding.push_back("__syncwarp() holds the loads before the "
                                    "computation: the compiler had moved them "
                                    "behind it");
    }
    auto At = Feedback.Dropped.find(Run.Site->Offset);
    if (At != Feedback.Dropped.end())
      refuse(Run, At->second);
  }

  void refuseOuterLoops() {
    for (LoopRun &Outer : Runs)
      for (const LoopRun &Inner : Runs)
        if (&Outer != &Inner && Outer.Planned && Inner.Planned &&
            contains(Outer, Inner)) {
          refuse(Outer, RefusalId::NestedLoops,
                 "the loop in line " + std::to_string(Inner.Site->Place.Line) +
                     " is pipelined");
          break;
        }
  }

  bool contains(const LoopRun &Outer, const LoopRun &Inner) const {
    const SourceManager &SM = Unit.sources();
    const Stmt *Loop = Outer.Site->Instances.front().Loop;
    unsigned End =
        SM.getFileOffset(SM.getExpansionRange(Loop->getEndLoc()).getEnd());
    return Inner.Site->Offset > Outer.Site->Offset && Inner.Site->Offset < End;
  }

  void emit(LoopRun &Run) {
    if (!Run.Planned)
      return;
    auto Result = emitEdits(Run.Planned->Plan, Unit, NewNames);
    if (auto *R = std::get_if<Refusal>(&Result))
      return refuse(Run, std::move(*R));
    Run.Edits = std::move(std::get<EditSet>(Result));
  }

  const SourceUnit &Unit;
  const Options &Opts;
  std::optional<Launches> Launched; ///< found when a loop is planned
  CompilerFeedback Feedback;
  std::vector<KLoopSite> Sites;
  LoopAnnotations Annotations;
  std::deque<LoopRun>
      Runs; ///< plans point into their loop's facts: elements stay put
  Names NewNames;
};

EditSet allEdits(const std::deque<LoopRun> &Runs, llvm::StringRef Text) {
  EditSet All;
  bool UsesPipeline = false;
  for (const LoopRun &Run : Runs) {
    All.add(Run.Edits);
    UsesPipeline |= Run.Planned && Run.Planned->Plan.usesAsync();
  }
  if (UsesPipeline)
    if (auto Include = includeCudaPipeline(Text))
      All.insert(Include->Begin, Include->Text);
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
      Barriers.push_back(Run.Planned->Plan.barriersInBody(Before));
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
  const auto Include = includeCudaPipeline(Result.OldText);
  Result.Loops.clear();
  for (const LoopRun &Run : Runs)
    if (Run.Listed) {
      LoopReport &Report = Result.Loops.emplace_back(Run.Report);
      if (Report.Verdict == LoopVerdict::Rewritten) {
        Report.Edits = Run.Edits.settled(Result.OldText);
        if (Run.Planned->Plan.usesAsync())
          Report.Include = Include;
      }
      Offsets.push_back(Run.Site->Offset);
    }
  Result.NewText = allEdits(Runs, Result.OldText).apply(Result.OldText);
  return Offsets;
}

/// The chain up to Validate, and what comes of it.
/// Gives: the offset of each listed loop.
std::vector<unsigned> rewrite(UnitResult &Result, const SourceUnit &Unit,
                              const Options &Opts,
                              const CompilerFeedback &Feedback = {}) {
  Chain Stages(Unit, Opts, Feedback);
  std::deque<LoopRun> &Runs = Stages.run();
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
  Draft Now;
  Now.Text = allEdits(Runs, Unit.text()).apply(Unit.text());
  ASTNameGenerator Symbols(Unit.context());
  for (const LoopRun &Run : Runs) {
    if (Run.Report.Verdict != LoopVerdict::Rewritten || !Run.Planned)
      continue;
    DraftedLoop Loop;
    Loop.Offset = Run.Site->Offset;
    Loop.Place = Run.Site->Place;
    for (const LoopFacts &F : Run.Facts)
      Loop.Functions.push_back(
          {llvm::demangle(Symbols.getName(F.Loop->Function)), F.Memory});
    const PipelinePlan &Plan = Run.Planned->Plan;
    Loop.MayHoldLoads = Plan.usesRegisters() && !Plan.HoldLoads;
    unsigned Barriers = Run.Site->Instances.front().Barriers.size();
    Loop.Barriers = {Barriers, Run.Planned->Plan.barriersPerTile(Barriers),
                     Run.Planned->Plan.KeepLoadBarrier};
    Now.Loops.push_back(std::move(Loop));
  }
  return Now;
}

/// `--verify=ptxas` and `sass`: loops that cost registers are left alone.
llvm::Error verifyByCompiling(UnitResult &Result, const ParseJob &Job,
                              const SourceUnit &Unit, const Options &Opts,
                              std::vector<unsigned> Offsets) {
  if (!Opts.Code || !Result.changed())
    return llvm::Error::success();
  auto Evidence = verifyCode(Job, Result.OldText, Opts,
                             [&](const CompilerFeedback &Feedback) {
                               return draft(Unit, Opts, Feedback);
                             });
  if (!Evidence)
    return Evidence.takeError();
  if (!Evidence->Feedback.Dropped.empty() ||
      !Evidence->Feedback.HoldLoads.empty())
    Offsets = rewrite(Result, Unit, Opts, Evidence->Feedback);
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

llvm::Expected<UnitResult> rewriteUnit(const ParseJob &Job,
                                       const Options &Opts) {
  auto Unit = parseSource(
      Job, Opts, /*Text=*/std::nullopt,
      [&](const SourceUnit &After) { return describeOutput(After, Opts); });
  if (!Unit)
    return Unit.takeError();
  UnitResult Result = resultOf(**Unit);
  std::vector<unsigned> Offsets = rewrite(Result, **Unit, Opts);
  if (llvm::Error E =
          verifyByCompiling(Result, Job, **Unit, Opts, std::move(Offsets)))
    return E;
  if (llvm::Error E = verifyByExecution(Result, Opts))
    return E;
  return Result;
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
  Chain Stages(**Unit, Opts);
  for (const LoopRun &Run : Stages.run()) {
    print(OS, *Run.Site, **Unit);
    if (!Run.NotAKLoop.empty())
      OS << "  not a K-loop: " << Run.NotAKLoop << "\n";
    if (Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
      OS << "  already pipelined: " << Run.Report.Form << "\n";
    else if (Run.Report.Reason)
      OS << "  refused [" << refusalName(Run.Report.Reason->Id) << "] "
         << Run.Report.Reason->Detail << "\n";
    if (Stage == PrintStage::Facts)
      for (const LoopFacts &F : Run.Facts)
        print(OS, F, (*Unit)->context());
    if (Stage == PrintStage::Plan && Run.Planned)
      print(OS, Run.Planned->Plan, (*Unit)->context());
    if (Stage == PrintStage::Edits)
      print(OS, Run.Edits, (*Unit)->text());
  }
  return Text;
}

} // namespace pipeline_rewrite
