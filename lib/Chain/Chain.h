//===- Chain.h - The passes from Match to Emit ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that is known of the loops of one text while its AST lives. Validate and
// Write come after it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CHAIN_H
#define PIPELINE_REWRITE_CHAIN_H

#include "Chain/AnalysedUnit.h"
#include "Chain/UnitResult.h"
#include "Emit/EditSet.h"
#include "Emit/Source/Names.h"
#include "Match/LoopAnnotations.h"
#include "Plan/Choice/CandidateForms.h"
#include "Plan/Choice/OtherForms.h"
#include "Plan/PlanPipeline.h"
#include "Schedule/LoopSchedule.h"
#include "Validate/Code/VerifyCode.h"
#include "clang/AST/Mangle.h"
#include <deque>

namespace pipeline_rewrite {

/// One loop on its way through the chain.
struct LoopRun {
  const KLoopSite *Site = nullptr;
  LoopReport Report;
  bool Listed = true;                  ///< false: no K-loop, nothing to say
  llvm::ArrayRef<LoopFacts> Facts;     ///< of the instances, from Analyse
  std::vector<PlanInstance> Instances; ///< the same, as it is planned
  Options Asked;                       ///< what it is planned with
  bool FormIsFree = false;             ///< nobody has named one for it
  std::string Measured;                ///< how Asked was, if tuning named it
  std::optional<PlannedLoop> Planned;
  LoopSchedule Schedule; ///< of what is planned
  EditSet Edits;
  std::string NotAKLoop;

  /// Leaves the loop alone.
  void refuse(Refusal R) {
    Report.refuse(std::move(R));
    Planned.reset();
  }
  void refuse(RefusalId Id, std::string Detail) {
    refuse(Refusal{Id, Site->Place, std::move(Detail), {}});
  }
};

/// Whether the loop is one of those that are asked for.
bool isSelected(const KLoopSite &Site, const Options &Opts);

/// Runs the passes for every loop that is selected. To be run once.
class Chain {
public:
  /// \p Known: of the unit, which all its chains share. It must outlive this.
  Chain(AnalysedUnit &Known, const Options &Opts,
        CompilerFeedback Feedback = {});

  std::deque<LoopRun> &run();
  /// What run() gave.
  std::deque<LoopRun> &runs() { return Runs; }

  /// A plan that breaks its own conditions: a bug of ours.
  std::optional<std::string> Fault;

  /// What a compiler may be shown instead of a loop's plan; nothing for a loop
  /// that was given another form already.
  std::vector<Options> otherFormsOf(const LoopRun &Run,
                                    FormsFor Why = FormsFor::Cost) const;
  /// The forms that a compiler is to judge for a loop: none where the user has
  /// named one, or where it cannot be pipelined.
  std::vector<CandidateForm> candidatesOf(const LoopRun &Run,
                                          size_t Most) const;
  /// The kernels that run an instance, as compiled code names them, demangled,
  /// with the threads of a block; 0 if those are not known.
  std::map<std::string, unsigned> kernelsOf(const PlanInstance &Instance);
  /// DraftedFunction::UnboundedThreads.
  unsigned unboundedThreads(const PlanInstance &Instance);
  /// The function that holds an instance, as compiled code names it, demangled.
  std::string symbolOf(const LoopFacts &Instance);

  llvm::ArrayRef<SourceWarning> warnings() const {
    return Annotations.warnings();
  }

private:
  LoopRun analyse(const KLoopSite &Site);
  void heedAnnotation(LoopRun &Run);
  void heedForm(LoopRun &Run);
  void heedTuned(LoopRun &Run);
  void addLaunch(PlanInstance &Of, const Options &Asked);
  uint64_t bytesOfOtherStages(const PlanInstance &Mine) const;
  void settleInstances(LoopRun &Run) const;
  void leaveLaterTiles(LoopRun &Run);
  void settleSharedTiles(LoopRun &Run);
  static void settleSharedTiles(LoopRun &Run, PlanInstance &Mine,
                                const LoopRun &Other,
                                const PlanInstance &Theirs);
  PlanResult planTogether(const LoopRun &Run) const;
  void plan(LoopRun &Run);
  /// Of another loop that gives the kernel's launches new sizes; 0: none does.
  /// A kernel gets bounds once: for the first of its loops that wants them.
  void settleBounds(LoopRun &Run) const;
  unsigned lineThatEditsLaunches(const clang::FunctionDecl *Kernel) const;
  void heedFeedback(LoopRun &Run);
  void refuseOuterLoops();
  bool contains(const LoopRun &Outer, const LoopRun &Inner) const;
  void emit(LoopRun &Run);

  AnalysedUnit &Known;
  const SourceUnit &Unit;
  const Options &Opts;
  CompilerFeedback Feedback;
  LoopAnnotations Annotations;
  std::deque<LoopRun>
      Runs; ///< plans point to their loop's instances: elements stay put
  Names NewNames;
  clang::ASTNameGenerator Symbols;
};

} // namespace pipeline_rewrite
#endif
