//===- Hazards/HazardLog.h - Collects reports -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kind is reported once per instruction: a race in a loop is one line,
// not a million.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_HAZARDS_HAZARDLOG_H
#define PIPELINE_REWRITE_EXECUTOR_HAZARDS_HAZARDLOG_H

#include "executor/Hazards/Hazard.h"
#include <functional>
#include <set>
#include <tuple>
#include <vector>

namespace pipeline_rewrite::executor {

class HazardLog {
public:
  /// True the first time for this kind, severity and \p Where (the address of
  /// an Origin, or any other object that stands for the place).
  bool isNew(HazardKind K, Severity S, const void *Where) {
    return Seen.insert({K, S, Where}).second;
  }
  void add(Hazard H);

  const std::vector<Hazard> &all() const { return Hazards; }
  bool hasHard() const { return Hard; }

  /// Called for each new report, for printing.
  std::function<void(const Hazard &)> OnNew;

private:
  std::set<std::tuple<HazardKind, Severity, const void *>> Seen;
  std::vector<Hazard> Hazards;
  bool Hard = false;
};

} // namespace pipeline_rewrite::executor

#endif
