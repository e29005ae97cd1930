//===- Pipeline.cpp - The whole program as one function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Pipeline.h"
#include "Analyse/AnalyseLoop.h"
#include "Emit/EmitEdits.h"
#include "Match/FindKLoops.h"
#include "Plan/PlanPipeline.h"
#include "Validate/CheckOutput.h"
#include "Validate/Execute.h"
#include "clang/AST/ASTContext.h"
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
  Chain(const SourceUnit &Unit, const Options &Opts)
      : Unit(Unit), Opts(Opts), Sites(findKLoops(Unit)), NewNames(Unit) {}

  std::deque<LoopRun> &run() {
    // Analyse and plan each loop on its own; then settle nesting, which needs
    // all plans; then emit in source order, so that names are given out as a
    // reader meets them.
    for (KLoopSite &Site : Sites)
      if (isSelected(Site)) {
        Runs.push_back(analyse(Site));
        plan(Runs.back());
      }
    refuseOuterLoops();
    for (LoopRun &Run : Runs)
      emit(Run);
    return Runs;
  }

  /// A plan that breaks its own conditions: a bug of ours.
  std::optional<std::string> Fault;

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
    Run.Report.Kernel = Site.Kernel;
    if (Site.PatternOnly) {
      refuse(Run, RefusalId::NotInstantiated,
             "nothing in this file instantiates '" + Site.Kernel + "'");
      return Run;
    }
    for (const KLoop &Instance : Site.Instances) {
      Judgement J = analyseLoop(Instance, Unit, Opts);
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

  /// Rules about the text as a whole, after it is known that the loop is a
  /// K-loop.
  void refuseUnreadable(LoopRun &Run) {
    const KLoop &K = Run.Site->Instances.front();
    const SourceManager &SM = Unit.sources();
    if (Run.Site->InMacro)
      return refuse(Run, RefusalId::CodeInMacro,
                    "the loop is written inside a macro's body");
    SourceRange F = K.Function->getSourceRange();
    unsigned First = SM.getExpansionLineNumber(F.getBegin());
    unsigned Last = SM.getExpansionLineNumber(F.getEnd());
    for (const ParseError &E : Unit.errors())
      if (SM.isInMainFile(SM.getExpansionLoc(F.getBegin())) &&
          E.Place.Line >= First && E.Place.Line <= Last &&
          E.Place.File == Run.Site->Place.File)
        return refuse(Run, RefusalId::ErrorsInFunction,
                      "line " + std::to_string(E.Place.Line) + ": " +
                          E.Message);
    if (unsigned Line = conditionalDirective(K.Loop->getSourceRange()))
      refuse(Run, RefusalId::ConditionalCompilation,
             "line " + std::to_string(Line) +
                 " inside the loop is a preprocessor condition");
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

  void plan(LoopRun &Run) {
    if (Run.Facts.empty() || Run.Report.Reason)
      return;
    LoopReport &Report = Run.Report;
    for (const LoopFacts &F : Run.Facts)
      Report.Memory.push_back(F.Memory);
    Report.ComputeLoadRatio = Run.Facts.front().ComputeLoadRatio;
    auto Result = planPipeline(Run.Facts, Unit, Opts);
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
  std::vector<KLoopSite> Sites;
  std::deque<LoopRun>
      Runs; ///< plans point into their loop's facts: elements stay put
  Names NewNames;
};

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

UnitResult rewriteUnit(const SourceUnit &Unit, const Options &Opts) {
  UnitResult Result;
  Result.File = Unit.file();
  Result.OldText = Result.NewText = Unit.text().str();
  Result.Errors = Unit.errors();

  std::optional<TextEdit> Include = includeCudaPipeline(Result.OldText);
  Chain Stages(Unit, Opts);
  EditSet Edits;
  std::vector<unsigned> Barriers; // of each loop that is pipelined now
  for (LoopRun &Run : Stages.run()) {
    if (!Run.Listed)
      continue;
    unsigned Before = Run.Site->Instances.front().Barriers.size();
    if (Run.Report.Verdict == LoopVerdict::Rewritten) {
      Barriers.push_back(Run.Planned->Plan.barriersInBody(Before));
      Run.Report.Edits = Run.Edits.settled(Result.OldText);
      Edits.add(Run.Edits);
      if (Run.Planned->Plan.usesAsync())
        Run.Report.Include = Include;
    } else if (Run.Report.Verdict == LoopVerdict::AlreadyPipelined) {
      Barriers.push_back(Before);
    }
    Result.Loops.push_back(Run.Report);
  }
  if (Edits.empty())
    return Result;
  if (llvm::any_of(Result.Loops, [](const LoopReport &L) { return L.Include; }))
    Edits.insert(Include->Begin, Include->Text);
  Result.NewText = Edits.apply(Result.OldText);
  if (Stages.Fault)
    Result.InternalFault = Stages.Fault;
  else
    Result.InternalFault = checkOutput(Unit, Result.NewText, Barriers, Opts);
  if (Result.InternalFault)
    Result.NewText = Result.OldText;
  return Result;
}

llvm::Expected<UnitResult> rewriteUnit(const ParseJob &Job,
                                       const Options &Opts) {
  auto Unit = parseSource(
      Job, Opts, /*Text=*/std::nullopt,
      [&](const SourceUnit &After) { return describeOutput(After, Opts); });
  if (!Unit)
    return Unit.takeError();
  UnitResult Result = rewriteUnit(**Unit, Opts);
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
