//===- Measure.cpp - Builds and times candidates here ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Measure.h"
#include "Tune/Judge.h"
#include "Tune/Programs.h"
#include "Tune/Race.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <mutex>
#include <thread>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Calls \p Do for each of \p Indices with the number of its job, in \p Jobs
/// jobs. \p Turn moves the first one and the jobs.
void runJobs(ArrayRef<size_t> Indices, unsigned Turn, unsigned Jobs,
             function_ref<bool()> IsOver,
             function_ref<void(size_t, unsigned)> Do) {
  auto Work = [&](unsigned Job) {
    for (size_t K = 0; K < Indices.size() && !IsOver(); ++K)
      if ((K + Turn) % Jobs == Job)
        Do(Indices[Jobs > 1 ? K : (K + Turn) % Indices.size()], Job);
  };
  if (Jobs == 1)
    return Work(0);
  std::vector<std::thread> Threads;
  for (unsigned Job = 0; Job < Jobs; ++Job)
    Threads.emplace_back(Work, Job);
  for (std::thread &Each : Threads)
    Each.join();
}

/// One tuning. Each method below run() is a step that a later call may find
/// done already.
class Tuning {
public:
  Tuning(const CandidateSet &Set, const TuneOptions &How, Judge Verdicts,
         const TuneProgress &Progress, const std::atomic<bool> &Stop)
      : Set(Set), How(How), Verdicts(std::move(Verdicts)), Progress(Progress),
        Stop(Stop) {}

  Expected<Measurements> run() {
    std::string Gpu = gpuName(How, Stop);
    auto Opened = Store::open(Set, How, Gpu);
    if (!Opened)
      return Opened.takeError();
    Cache.emplace(std::move(*Opened));
    State = Cache->load(Set, How, Gpu);
    Made.emplace(Set, How, *Cache, Stop);
    if (How.Fresh)
      Made->remove();
    // Nobody waits for programs that there will be nothing to compare with.
    build(0, 1);
    checkPlain();
    build(1, Set.All.size());
    check();
    for (unsigned Round = 0; Round < How.Rounds && !Over; ++Round)
      timeRound(Round);
    if (Stop)
      return createStringError("interrupted; what was measured is kept, and "
                               "the same command goes on from there");
    // Also after a problem: what the user mends may be behind --build.
    Made->remove();
    if (Problem)
      return createStringError(*Problem);
    return State;
  }

private:
  //===--------------------------------------------------------------------===//
  // Steps
  //===--------------------------------------------------------------------===//

  bool wantsMore(size_t I) const {
    return !State.Trials[I].Failed &&
           State.Trials[I].Times.size() < How.Rounds &&
           !isOutOfRace(State.Trials, I, How);
  }

  bool mustBeBuilt(size_t I) const {
    return wantsMore(I) && !sys::fs::exists(Made->path(I));
  }

  void build(size_t Begin, size_t End) {
    std::vector<size_t> Wanted;
    for (size_t I = Begin; I < End; ++I)
      if (mustBeBuilt(I))
        Wanted.push_back(I);
    const size_t All = Built + Wanted.size() +
                       count_if(seq(End, Set.All.size()),
                                [&](size_t I) { return mustBeBuilt(I); });
    const unsigned AtATime = How.BuildJobs ? How.BuildJobs : How.Jobs;
    forEach(Wanted, 0, AtATime, [&](size_t I, unsigned) {
      auto Why = Made->build(I);
      if (Stop)
        return;
      say(formatv("built {0} of {1}: {2}{3}", ++Built, All, Set.All[I].Name,
                  Why ? ", failed" : ""));
      if (Why)
        fail(I, {"build", *Why});
    });
  }

  /// Its output is what all others must print.
  void checkPlain() {
    CandidateTrial &Plain = State.Trials.front();
    if (Over || Stop || Plain.Checked)
      return;
    RunRecord First = Made->execute(0, 0);
    if (Stop)
      return;
    if (auto Bad = Verdicts.failure(First))
      return fail(0, *Bad);
    auto Time = Verdicts.time(First);
    if (!Time)
      return fail(0, {"time", toString(Time.takeError())});
    RunRecord Second = Made->execute(0, 0);
    if (Stop)
      return;
    State.PlainOutput = Verdicts.compared(First.Output);
    State.Unit = Time->Unit;
    if (auto Bad = Verdicts.failure(Second, State.PlainOutput))
      return fail(0, {"output", "it prints something else in a second run; "
                                "--ignore=REGEX leaves out what may differ\n" +
                                    Bad->Message});
    Made->keepPlainOutput(First.Output);
    Plain.Checked = true;
    save();
  }

  void check() {
    std::vector<size_t> Wanted;
    for (size_t I = 1; I < Set.All.size(); ++I)
      if (wantsMore(I) && !State.Trials[I].Checked)
        Wanted.push_back(I);
    forEach(Wanted, 0, How.Jobs, [&](size_t I, unsigned Job) {
      RunRecord Run = Made->execute(I, Job);
      if (Stop)
        return;
      auto Bad = Verdicts.failure(Run, State.PlainOutput);
      if (!Bad)
        Bad = Made->check(I, Run);
      say(formatv("{0}: {1}", Set.All[I].Name,
                  Bad ? Bad->Kind + " failed"
                      : "prints what the plain "
                        "program prints"));
      if (Bad)
        return fail(I, *Bad);
      std::lock_guard<std::mutex> Lock(Mutex);
      State.Trials[I].Checked = true;
      save();
    });
  }

  /// Every candidate once. With several jobs, each comes to another job in each
  /// round: GPUs of one kind are not equally fast.
  void timeRound(unsigned Round) {
    std::vector<size_t> Wanted;
    for (size_t I = 0; I < Set.All.size(); ++I)
      if (wantsMore(I) && State.Trials[I].Times.size() <= Round)
        Wanted.push_back(I);
    forEach(Wanted, Round, How.Jobs, [&](size_t I, unsigned Job) {
      RunRecord Run = Made->execute(I, Job);
      if (Stop)
        return;
      if (auto Bad = Verdicts.failure(Run, State.PlainOutput))
        return fail(I, *Bad);
      auto Time = Verdicts.time(Run);
      if (!Time)
        return fail(I, {"time", toString(Time.takeError())});
      say(formatv("round {0} of {1}: {2} {3}{4}", Round + 1, How.Rounds,
                  Set.All[I].Name, format("%.5g", Time->Value),
                  Time->Unit.empty() ? "" : " " + Time->Unit));
      std::lock_guard<std::mutex> Lock(Mutex);
      State.Trials[I].Times.push_back(Time->Value);
      save();
    });
  }

  //===--------------------------------------------------------------------===//
  // Book-keeping
  //===--------------------------------------------------------------------===//

  void fail(size_t I, TrialFailure Why) {
    if (Stop)
      return;
    std::lock_guard<std::mutex> Lock(Mutex);
    // Nothing can be compared with such a program, and it may be mended.
    if (I == 0) {
      return end(Set.File + ": the plain program: " + Why.Message);
    }
    State.Trials[I].Failed = std::move(Why);
    save();
  }

  /// Requires: the lock, or one thread.
  void save() {
    if (Error E = Cache->save(State))
      end(toString(std::move(E)));
  }

  /// Requires: the lock, or one thread.
  void end(std::string Why) {
    Problem = std::move(Why);
    Over = true;
  }

  void say(const std::string &Line) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Progress(Line);
  }

  void forEach(ArrayRef<size_t> Indices, unsigned Turn, unsigned Jobs,
               function_ref<void(size_t, unsigned)> Do) {
    runJobs(Indices, Turn, Jobs, [&] { return Stop || Over; }, Do);
  }

  const CandidateSet &Set;
  const TuneOptions &How;
  Judge Verdicts;
  const TuneProgress &Progress;
  const std::atomic<bool> &Stop;
  std::optional<Store> Cache;
  std::optional<Programs> Made;
  Measurements State;
  std::atomic<unsigned> Built = 0;
  std::optional<std::string> Problem; ///< that ends the whole tuning
  std::atomic<bool> Over = false;     ///< there is a Problem
  std::mutex Mutex; ///< over State, Problem, the disk and Progress
};

} // namespace

Expected<Measurements> measure(const CandidateSet &Set, const TuneOptions &How,
                               const TuneProgress &Progress,
                               const std::atomic<bool> &Stop) {
  auto Verdicts = Judge::create(How);
  if (!Verdicts)
    return Verdicts.takeError();
  return Tuning(Set, How, std::move(*Verdicts), Progress, Stop).run();
}

} // namespace pipeline_rewrite
