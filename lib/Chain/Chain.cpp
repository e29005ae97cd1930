//===- Chain.cpp - The passes from Match to Emit --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Chain/Chain.h"
#include "Ast/Mentions.h"
#include "Emit/EmitEdits.h"
#include "Emit/Host/LaunchText.h"
#include "Plan/Choice/ExpectedGain.h"
#include "Plan/Choice/OtherForms.h"
#include "Schedule/BuildSchedule.h"
#include "Schedule/CheckSchedule.h"
#include "Schedule/FromPlan.h"
#include "clang/AST/Attr.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <numeric>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// `--loop=dir/file.cu` names a path's last components, not any suffix of its
/// text.
bool endsInPath(llvm::StringRef Path, llvm::StringRef End) {
  if (!Path.ends_with(End))
    return false;
  return Path.size() == End.size() ||
         llvm::sys::path::is_separator(Path[Path.size() - End.size() - 1]);
}

/// The launches of these instances are not to be edited.
void keepLaunches(std::vector<PlanInstance> &Instances,
                  const std::string &Why) {
  for (PlanInstance &Each : Instances) {
    Each.MayEditLaunches = Why;
    Each.Memory.DynamicNeeded = 0;
  }
}

} // namespace

Chain::Chain(AnalysedUnit &Known, const Options &Opts,
             CompilerFeedback Feedback)
    : Known(Known), Unit(Known.unit()), Opts(Opts),
      Feedback(std::move(Feedback)), Annotations(Unit, Known.sites(), Opts),
      NewNames(Unit), Symbols(Unit.context()) {}

std::deque<LoopRun> &Chain::run() {
  // Analyse and plan each loop on its own; then settle nesting, which needs
  // all plans; then emit in source order, so that names are given out as a
  // reader meets them.
  for (const KLoopSite &Site : Known.sites())
    if (isSelected(Site, Opts)) {
      Runs.push_back(analyse(Site));
      heedAnnotation(Runs.back());
      heedForm(Runs.back());
      heedTuned(Runs.back());
      if (Runs.back().Asked.Form == Variant::None) {
        Runs.pop_back();
        continue;
      }
      plan(Runs.back());
      heedFeedback(Runs.back());
    }
  refuseOuterLoops();
  for (LoopRun &Run : Runs)
    emit(Run);
  return Runs;
}

bool isSelected(const KLoopSite &Site, const Options &Opts) {
  if (!Opts.KernelRegex.empty() &&
      !llvm::Regex(Opts.KernelRegex).match(Site.Kernel))
    return false;
  if (Opts.Loops.empty())
    return true;
  const FunctionDecl &Function = *Site.Instances.front().Function;
  return llvm::any_of(Opts.Loops, [&](const LoopSelector &S) {
    if (!S.Id.empty())
      return S.Id ==
             idOfLoop(Site.Kernel, Site.Number,
                      hashOfDefinition(Function, Function.getASTContext()));
    return S.Line == Site.Place.Line &&
           (S.File.empty() || endsInPath(Site.Place.File, S.File));
  });
}

LoopRun Chain::analyse(const KLoopSite &Site) {
  LoopRun Run;
  Run.Site = &Site;
  Run.Report.Place = Site.Place;
  Run.Report.LastLine =
      Unit.place(Site.Instances.front().Loop->getEndLoc()).Line;
  Run.Report.Kernel = Site.Kernel;
  Run.Report.Number = Site.Number;
  const AnalysedLoop &Loop =
      Known.loop(Site, AnalysisInput(Annotations.optionsFor(Site)));
  Run.Report.Definition = Loop.Definition;
  Run.Listed = Loop.NotAKLoop.empty();
  Run.NotAKLoop = Loop.NotAKLoop;
  Run.Facts = Loop.Instances;
  if (!Loop.AlreadyHow.empty()) {
    Run.Report.Verdict = LoopVerdict::AlreadyPipelined;
    Run.Report.AlreadyHow = Loop.AlreadyHow;
  }
  if (Loop.Reason)
    Run.refuse(*Loop.Reason);
  return Run;
}

/// Only now is it known that there is a K-loop to be left alone.
void Chain::heedAnnotation(LoopRun &Run) {
  const SourcePlace *Off = Annotations.offFor(*Run.Site);
  if (!Off || !Run.Listed ||
      Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
    return;
  Run.refuse(Refusal{RefusalId::AnnotatedOff,
                     Run.Site->Place,
                     "a comment says so",
                     {{*Off, "here"}}});
}

/// All loops' options, what a comment says at this one, and what it is given in
/// place of a form that cost too much.
void Chain::heedForm(LoopRun &Run) {
  auto Other = Feedback.Forms.find(Run.Site->Offset);
  Run.Asked = Annotations.optionsFor(*Run.Site);
  Run.FormIsFree = Run.Asked.Form == Variant::Auto;
  if (Other != Feedback.Forms.end())
    Run.Asked = Other->second.Asked;
}

/// What was measured goes before what would be compared, or ruled.
void Chain::heedTuned(LoopRun &Run) {
  if (!Run.Listed || Run.Report.Reason || !isFormOpen(Run.Asked) ||
      Opts.Choose == FormChoice::Rules ||
      Run.Report.Verdict == LoopVerdict::AlreadyPipelined)
    return;
  const TunedForm *Found =
      findTunedForm(Known.tunedForms(Opts.TunedFile), Run.Report.Kernel,
                    Run.Report.Definition, Opts.Archs);
  if (!Found)
    return;
  const std::string Where = Found->Gpu == "none" ? "" : " on " + Found->Gpu;
  if (Found->Form.empty())
    return Run.refuse(RefusalId::NothingToGain,
                      "no form was measured to be faster" + Where);
  // A form that this version does not know was not measured with it.
  if (llvm::Error E = setTunedForm(Run.Asked, *Found))
    return llvm::consumeError(std::move(E));
  // Each tile in a way of its own, if the variant is left open.
  Run.Asked.Choose = FormChoice::Rules;
  Run.FormIsFree = false;
  Run.Measured =
      llvm::formatv("this form was measured{0}: {1:f3} times as fast", Where,
                    Found->Speedup)
          .str();
}

/// What the loop's kernel is launched with and compiled to, for the budget.
void Chain::addLaunch(PlanInstance &Of, const Options &Asked) {
  const LoopFacts &F = Of.Facts;
  const KernelNeeds &Kernels = Known.kernels();
  const Launches &Launched = Kernels.launches();
  LaunchShape Shape = Launched.largest(F.Loop->Function);
  Of.LaunchedBlocks = Launched.largestGrid(F.Loop->Function);
  if (auto Beside = Kernels.staticBytesBeside(F))
    Of.Memory.OtherStaticBytes = *Beside;
  Of.Room = Kernels.roomFor(F.Loop->Function);
  if (Asked.BlockThreads)
    Of.Memory.ThreadsPerBlock = *Asked.BlockThreads;
  else if (Shape.Threads)
    Of.Memory.ThreadsPerBlock = *Shape.Threads;
  Of.Memory.DynamicBytes = Asked.DynamicBytes.value_or(
      Shape.DynamicBytes.value_or(F.Growth.UsedEnd));
  if (!Feedback.Registers.empty())
    Of.Memory.Registers = Feedback.Registers[symbolOf(F)];
}

/// One text has the distance of stages for all instances: that of the largest.
static void agreeOnStages(llvm::MutableArrayRef<PlanInstance> Instances) {
  uint64_t Needed = 0, PerStage = 0, Unit = 1;
  for (const PlanInstance &Each : Instances) {
    Needed = std::max(Needed, Each.Memory.DynamicNeeded);
    PerStage = std::max(PerStage, Each.Memory.DynamicPerStage);
    Unit = std::lcm(Unit, std::max<uint64_t>(Each.Facts.Growth.StageUnit, 1));
  }
  for (PlanInstance &Each : Instances)
    if (Each.Memory.DynamicNeeded) {
      Each.Memory.DynamicNeeded = Needed;
      Each.Memory.DynamicPerStage = llvm::alignTo(PerStage, Unit);
    }
}

/// Several instances in one kernel would all grow.
void Chain::settleInstances(LoopRun &Run) const {
  for (PlanInstance &Each : Run.Instances)
    for (const LoopFacts &Other : Run.Facts) {
      const FunctionDecl *Function = Each.Facts.Loop->Function;
      if (Function != Other.Loop->Function &&
          Known.kernels().haveOneKernel(Function, Other.Loop->Function))
        Each.Room.Possible.also(
            Answer(RefusalId::SharedMemoryExceeded,
                   "one kernel runs several instances of the loop"));
    }
}

void Chain::plan(LoopRun &Run) {
  if (!Run.Listed || Run.Facts.empty() || Run.Report.Reason)
    return;
  for (const LoopFacts *F : fullestFirst(Run.Facts))
    Run.Instances.emplace_back(*F);
  settleSharedTiles(Run);
  if (Run.Report.Reason)
    return;
  LoopReport &Report = Run.Report;
  for (PlanInstance &Each : Run.Instances) {
    addLaunch(Each, Run.Asked);
    Each.Memory.OtherStaticBytes += bytesOfOtherStages(Each);
  }
  settleInstances(Run);
  agreeOnStages(Run.Instances);
  Report.ComputeLoadRatio =
      Run.Asked.Ratio.value_or(Run.Facts.front().ComputeLoadRatio);
  if (unsigned Line = lineThatEditsLaunches(Run.Facts.front().Loop->Function))
    keepLaunches(Run.Instances,
                 "the launches are edited for the loop in line " +
                     std::to_string(Line));
  auto Result = planTogether(Run);
  const auto *Made = std::get_if<PlannedLoop>(&Result);
  for (const PlanInstance &Each : Run.Instances)
    Report.Memory.push_back(Made ? Made->Plan.memoryOf(Each) : Each.Memory);
  if (auto *No = std::get_if<PlanRefused>(&Result)) {
    Report.Budget = No->Budget;
    Report.IsUncompared = wantsMeasuredForm(Run.Asked) &&
                          No->Reason.Id == RefusalId::NothingToGain;
    return Run.refuse(std::move(No->Reason));
  }
  Run.Planned = std::move(std::get<PlannedLoop>(Result));
  settleBounds(Run);
  const PipelinePlan &Plan = Run.Planned->Plan;
  if (auto Broken = Plan.verify())
    Fault = "line " + std::to_string(Run.Site->Place.Line) + ": " + *Broken;
  Report.Verdict = LoopVerdict::Rewritten;
  Report.Reason = Run.Planned->Fallback;
  Report.Budget = Run.Planned->Budget;
  Report.Form = Plan.form();
  Report.Deciding = Plan.Deciding;
  for (const LoopFacts &Facts : Run.Facts)
    for (const std::string &Each : Facts.Assumes)
      if (!llvm::is_contained(Report.Assumes, Each))
        Report.Assumes.push_back(Each);
  if (!Run.Measured.empty())
    Report.Deciding.push_back(Run.Measured);
  for (const TilePlan &T : Plan.Tiles)
    Report.Tiles.push_back({T.Var->getNameAsString(),
                            T.Copy == CopyKind::Register ? 0 : T.CopyBytes,
                            T.Stages});
}

void Chain::settleBounds(LoopRun &Run) const {
  PipelinePlan &Plan = Run.Planned->Plan;
  for (const LoopRun &Other : Runs) {
    if (&Other == &Run || !Plan.Bounds || !Other.Planned ||
        !Other.Planned->Plan.Bounds ||
        Other.Planned->Plan.Bounds->Of.Name != Plan.Bounds->Of.Name)
      continue;
    Plan.Bounds.reset();
    // In place of what they would keep, which planPipeline() says last.
    Plan.Deciding.back() = "the kernel gets its launch bounds for the loop in "
                           "line " +
                           std::to_string(Other.Site->Place.Line);
  }
}

unsigned Chain::lineThatEditsLaunches(const FunctionDecl *Kernel) const {
  for (const LoopRun &Run : Runs)
    if (Run.Planned && Run.Planned->Plan.editsLaunches() &&
        Run.Facts.front().Loop->Function == Kernel)
      return Run.Site->Place.Line;
  return 0;
}

/// That compiling shows no gain says more than a rule on what is gained.
static bool isOpen(const LoopRun &Run) {
  return Run.Planned || (Run.Report.Reason &&
                         Run.Report.Reason->Id == RefusalId::NothingToGain);
}

/// What a compiler made of the plan, which is known only afterwards.
void Chain::heedFeedback(LoopRun &Run) {
  if (auto At = Feedback.Dropped.find(Run.Site->Offset);
      At != Feedback.Dropped.end() && isOpen(Run)) {
    Run.Report.IsUncompared = false;
    return Run.refuse(At->second);
  }
  if (!Run.Planned)
    return;
  auto Other = Feedback.Forms.find(Run.Site->Offset);
  if (Other != Feedback.Forms.end())
    llvm::append_range(Run.Report.Deciding, Other->second.Because);
  if (Feedback.HoldLoads.count(Run.Site->Offset)) {
    Run.Planned->Plan.HoldLoads = true;
    Run.Report.Deciding.push_back("__syncwarp() holds the loads before the "
                                  "computation: the compiler had moved them "
                                  "after it");
  }
}

std::vector<Options> Chain::otherFormsOf(const LoopRun &Run,
                                         FormsFor Why) const {
  if (!Run.Planned || Feedback.Forms.count(Run.Site->Offset) ||
      wantsMeasuredForm(Run.Asked))
    return {};
  return otherForms(Run.Planned->Plan, Run.Instances, Unit, Run.Asked, Why);
}

std::vector<CandidateForm> Chain::candidatesOf(const LoopRun &Run,
                                               size_t Most) const {
  if (!isOpen(Run) || !Run.FormIsFree || Feedback.Forms.count(Run.Site->Offset))
    return {};
  return candidateForms(Run.Planned ? &Run.Planned->Plan : nullptr,
                        Run.Instances, Unit, Run.Asked, Most);
}

std::map<std::string, unsigned> Chain::kernelsOf(const PlanInstance &Instance) {
  std::map<std::string, unsigned> Found;
  const KernelNeeds &Kernels = Known.kernels();
  for (const FunctionDecl *Kernel :
       Kernels.kernelsOf(Instance.Facts.Loop->Function))
    Found[llvm::demangle(Symbols.getName(Kernel))] =
        Instance.Memory.ThreadsPerBlock
            ? Instance.Memory.ThreadsPerBlock
            : Kernels.launches().largest(Kernel).Threads.value_or(0);
  return Found;
}

unsigned Chain::unboundedThreads(const PlanInstance &Instance) {
  unsigned Most = 0;
  const KernelNeeds &Kernels = Known.kernels();
  for (const FunctionDecl *Kernel :
       Kernels.kernelsOf(Instance.Facts.Loop->Function))
    if (!Kernel->hasAttr<CUDALaunchBoundsAttr>())
      Most = std::max<unsigned>(
          {Most, Instance.Memory.ThreadsPerBlock,
           unsigned(Kernels.launches().largest(Kernel).Threads.value_or(0))});
  return Most;
}

std::string Chain::symbolOf(const LoopFacts &Instance) {
  return llvm::demangle(Symbols.getName(Instance.Loop->Function));
}

void Chain::refuseOuterLoops() {
  for (LoopRun &Outer : Runs)
    for (const LoopRun &Inner : Runs)
      if (&Outer != &Inner && Outer.Planned && Inner.Planned &&
          contains(Outer, Inner)) {
        Outer.refuse(RefusalId::NestedLoops,
                     "the loop in line " +
                         std::to_string(Inner.Site->Place.Line) +
                         " is pipelined");
        break;
      }
}

bool Chain::contains(const LoopRun &Outer, const LoopRun &Inner) const {
  const SourceManager &SM = Unit.sources();
  const Stmt *Loop = Outer.Site->Instances.front().Loop;
  const unsigned End = Unit.ownOffset(
      SM.getFileOffset(SM.getExpansionRange(Loop->getEndLoc()).getEnd()));
  return Inner.Site->Offset > Outer.Site->Offset && Inner.Site->Offset < End;
}

void Chain::emit(LoopRun &Run) {
  if (!Run.Planned)
    return;
  const ScheduleInput In = scheduleInput(Run.Planned->Plan);
  Run.Schedule = buildSchedule(In);
  auto Wrong = checkSchedule(Run.Schedule, In);
  if (!Wrong)
    Wrong = findOtherBuffers(Run.Planned->Plan, Run.Schedule);
  if (Wrong)
    Fault = "line " + std::to_string(Run.Site->Place.Line) +
            ": the schedule is wrong: " + *Wrong;
  auto Result = emitEdits(Run.Planned->Plan, Run.Schedule, Unit, NewNames);
  if (auto *R =
          std::get_if<Refusal>(&Result)) // the plan stays: see otherFormsOf()
    return Run.Report.refuse(std::move(*R));
  if (auto *Lost = std::get_if<LostEdit>(&Result)) {
    Fault = "line " + std::to_string(Run.Site->Place.Line) +
            ": an edit would be lost: " + Lost->What;
    return;
  }
  Run.Edits = std::move(std::get<EditSet>(Result));
  Run.Report.Order = timelineOf(Run.Schedule, In);
  Run.Report.HostChanges = hostChanges(Run.Planned->Plan, Unit);
}

} // namespace pipeline_rewrite
