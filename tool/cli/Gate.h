//===- Gate.h - Which findings fail a run ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of --check and --strict: all findings but those that the project has
// accepted, by an id (--accept), by a baseline, or by a comment that says
// `off`.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_GATE_H
#define PIPELINE_REWRITE_TOOL_GATE_H

#include "Baseline.h"
#include "CommandLine.h"

namespace pipeline_rewrite {

class Gate {
public:
  explicit Gate(const CommandLine &Line);

  /// Fails: the baseline cannot be read.
  llvm::Error open();
  /// To be called once with each unit, before it is reported.
  void look(UnitResult &Unit);

  /// --strict: a loop or tile is left alone, and nobody has accepted that; or
  /// the check that was asked for could not judge one.
  bool isRefused(const UnitResult &Unit) const;
  /// --check: a loop or tile can be rewritten that is not known.
  bool hasCandidate(const UnitResult &Unit) const;

  /// Writes the baseline that was asked for.
  llvm::Error close() const;
  /// Of a baseline that says more than there is; empty: it does not.
  std::string note() const;

private:
  bool isAccepted(RefusalId Id) const {
    return Id == RefusalId::AnnotatedOff ||
           llvm::is_contained(Line.Accepted, Id);
  }

  const CommandLine &Line;
  std::optional<Baseline> Known, Written;
};

} // namespace pipeline_rewrite
#endif
