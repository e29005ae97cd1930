//===- Attempts.h - Trials of one search, and what they came to -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTION_ATTEMPTS_H
#define PIPELINE_REWRITE_EXECUTION_ATTEMPTS_H

#include "Analyse/Answer.h"
#include "Execution/Trial.h"
#include <set>

namespace pipeline_rewrite {

/// Runs the trials of one search: none twice, and none when time is over.
class Attempts {
public:
  Attempts(const TrialSpace &Space, TrialRunner &Runner)
      : Space(Space), Runner(Runner) {}

  /// Runs the original, with larger buffers and more dynamic memory as long as
  /// it asks for them; \p T has what it was given.
  TrialResult attempt(Trial &T);
  /// Runs the original and, if the launch is legal, compares.
  void compare(Trial T);

  const TrialSpace &space() const { return Space; }
  double nominalSeconds() const { return Runner.nominalSeconds(); }
  bool isOverTime() const;
  /// No more trials.
  bool isOver() const;
  /// There is time for more than what is needed.
  bool isComfortable() const;
  /// Of what was compared.
  uint64_t mostTiles() const { return MostTiles; }
  /// \p From with what the originals have compared one of its numbers with in
  /// its place, and with buffers that hold such numbers.
  std::vector<Trial> planted(const Trial &From) const;
  /// Numbers that they have found equal to what they are compared with.
  size_t equalities() const;
  void forgetCompared() { Wanted.clear(); }

  /// A no: no launch will do.
  Answer CanExecute;
  /// What was wrong with the first launch that was not legal.
  std::string FirstWhy;

private:
  using Key = std::vector<int64_t>;
  static Key keyOf(const Trial &T);
  void take(const TrialResult &R);

  const TrialSpace &Space;
  TrialRunner &Runner;
  std::set<Key> Compared;
  /// What originals have compared, each pair once, in both orders: a number and
  /// another one that may take its place.
  std::vector<std::pair<int64_t, int64_t>> Wanted;
  uint64_t MostTiles = 0;
  bool Stopped = false;
};

} // namespace pipeline_rewrite
#endif
