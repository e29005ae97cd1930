//===- CompareForms.h - The form that compiles to the fastest code --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the driver. Loops whose form is free are compiled in each of their
// candidate forms, and each is given the one that is predicted to be fastest.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_COMPAREFORMS_H
#define PIPELINE_REWRITE_COMPAREFORMS_H

#include "Chain/MacroText.h"
#include "Chain/UnitResult.h"
#include "Execution/LoopToRun.h"
#include "Search/CompileCost.h"
#include "Search/FormsOfKernel.h"
#include "Search/Headers/AroundHeader.h"
#include "Validate/Code/CompileTexts.h"

namespace pipeline_rewrite {

/// What is compiled of a loop: so many forms, and no more than take so long by
/// an estimate that no clock enters.
struct MostForms {
  size_t Count = 8;
  double Cost = 2000; ///< formsWithin()
};

class FormComparison {
public:
  /// \p Around: of the file that \p Text is of.
  FormComparison(const ParseJob &Job, MacroText &Text, const Options &Opts,
                 TextAround Around = {}, MostForms Most = {})
      : Job(withFolders(Job, Around)), Text(Text), Opts(Opts),
        Around(std::move(Around)), Most(Most) {}

  /// Compiles the original and a draft for each candidate; draft k holds the
  /// k-th candidate of every loop.
  void run();
  bool isEmpty() const { return Groups.empty(); }

  /// The forms of the loops that were compared; those that nothing promises a
  /// gain are left alone.
  ///
  /// Refuses: nothing-to-gain.
  CompilerFeedback feedback() const;
  /// The forms that nvcc compiles to code of their own, those that are
  /// predicted to be fastest first: of each kernel that was compared.
  std::vector<FormsOfKernel> ranked() const;
  /// None is chosen for this loop: another one is.
  void leaveOut(unsigned Offset);
  /// Loops that were given a form and do not have it cannot be written in it:
  /// they are given the next best.
  /// Takes: what came of feedback(), with the offset of each of its loops.
  /// Gives: false if each has what it was given.
  bool giveNext(const UnitResult &Result, llvm::ArrayRef<unsigned> Offsets);

  /// nvcc takes the original and no form of a loop: a bug of ours.
  std::optional<std::string> fault() const;
  /// Says in the result what was compared.
  void report(UnitResult &Result, llvm::ArrayRef<unsigned> Offsets) const;
  /// A line for each kernel, architecture and candidate: all that is known.
  std::string table() const;

private:
  struct Loop {
    SourcePlace Place;
    std::vector<CandidateForm> Forms;
    CompileCost Cost;
    size_t LeftOut = 0;            ///< forms that would take too long
    std::string NoAsync;           ///< why none has cp.async that might
    std::set<std::string> Kernels; ///< that run it, demangled
  };
  /// A way to write the loops of a group; what it lacks is left alone.
  struct Combination {
    std::map<unsigned, const CandidateForm *> Forms; ///< by loop
    std::map<unsigned, ComparedForm> Loops;          ///< as compiled
    std::optional<Prediction> Time;
    std::string WhyNot;
    bool IsRejected = false; ///< by nvcc
    /// Written to have launch bounds, which another one lacks.
    bool WantsBounds = false;

    void fail(const std::string &Why);
  };
  /// Loops that share a kernel, which is judged as one.
  struct Group {
    std::vector<unsigned> Loops; ///< offsets
    std::vector<Combination> All;
    size_t Tried = 0;                    ///< of these, the first so many
    const Combination *Chosen = nullptr; ///< null: left alone
    bool IsJudged = false;
  };
  struct Trial {
    Draft Made;
    std::vector<std::pair<Group *, Combination *>> Of;
  };

  void findLoops();
  /// Kernels that no launch in view runs have the block with which the first
  /// of the trials loads two tiles.
  void runUnlaunched(llvm::ArrayRef<LoopToRun> Loops);
  void makeGroups();
  static void combine(Group &Of, std::map<unsigned, Loop> &Loops);
  /// Compiles and judges the combinations that were not tried.
  void tryNew(bool WithOriginal);
  /// For each combination that leaves one block for its registers, the same
  /// with launch bounds.
  /// Gives: false if there is none.
  bool addBounded();
  bool addBounded(Group &Of);
  /// Those that got no bounds were compiled before.
  static void dropUnbounded(Trial &Of);
  std::vector<Trial> makeTrials();
  Trial makeTrial(std::vector<std::pair<Group *, Combination *>> Of);
  std::vector<CompiledText> compile(llvm::ArrayRef<Trial> Trials,
                                    bool WithOriginal) const;
  double costOf(const Trial &Of) const;
  /// \p Why nothing is known.
  void giveUp(const std::string &Why);
  void judge(const Trial &Of, const CompiledText &New);
  void judge(const DraftedLoop &Drafted, Combination &As,
             const CompiledText &New);
  std::optional<ComparedKernel> judgeKernel(const DraftedLoop &Drafted,
                                            const DraftedFunction &Function,
                                            const std::string &Symbol,
                                            const std::string &Arch,
                                            const CompiledText &New) const;
  /// From the facts of all that was compiled.
  void predict(Group &Of);
  static void predictEach(
      Group &Of,
      llvm::function_ref<Prediction(unsigned Offset, const ComparedKernel &)>
          Predict);
  /// Those of the form that isBaseOfAhead(); null if none was compiled.
  static const CandidateFacts *baseOfAhead(const Group &Of, unsigned Offset,
                                           const ComparedKernel &Kernel);
  static void
  forEachKernel(const Group &Of,
                llvm::function_ref<void(const ComparedKernel &)> Do);
  static bool hasKernel(const Combination &Of,
                        llvm::function_ref<bool(const ComparedKernel &)> Is);
  void choose(Group &Of);
  std::string chosenText(const Group &Of) const;
  std::string leftOutText(const Group &Of) const;
  /// What the profile says of the group's kernels; empty if there is none.
  std::string profileText(const Group &Of) const;
  /// The blocks of runUnlaunched(); empty if launches are in view.
  static std::string blockText(const Group &Of);
  Refusal refusal(const Group &Of, unsigned Offset) const;

  const ParseJob Job;
  MacroText &Text;
  const Options &Opts;
  const TextAround Around;
  MostForms Most;
  std::map<unsigned, Loop> Loops;
  std::map<std::string, unsigned> RunThreads; ///< of runUnlaunched(), demangled
  std::deque<Group> Groups;
  std::deque<CandidateForm> Bounded; ///< forms of Loops with launch bounds
  CompiledText Original;
  /// What is compiled in place of Around.Behind, if that is enough.
  std::optional<NamedKernels> Named;
  std::vector<std::string> Notes;
};

} // namespace pipeline_rewrite
#endif
