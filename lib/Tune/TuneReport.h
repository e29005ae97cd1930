//===- TuneReport.h - What tuning found, for people and programs ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_TUNEREPORT_H
#define PIPELINE_REWRITE_TUNE_TUNEREPORT_H

#include "Tune/Ranking.h"
#include "llvm/Support/raw_ostream.h"

namespace pipeline_rewrite {

/// All that a report of one tuning speaks of.
struct TuneOutcome {
  const CandidateSet &Set;
  const TuneOptions &How;
  const Measurements &Seen;
  const Ranking &Order;
};

/// "mixed, 2 stages, predicate" of its rewritten loops; empty for the plain
/// text.
std::string formOf(const Candidate &Each);
/// The verdict, or what failed.
std::string resultOf(const TuneOutcome &Outcome, size_t I);

/// The table, the forms without a program, and what is kept.
void printTuneReport(llvm::raw_ostream &OS, const TuneOutcome &Outcome);

/// docs/tuning.md describes the document.
llvm::json::Value tuneJson(const TuneOutcome &Outcome, llvm::StringRef Version);

/// A page that needs no other file: bars, the table, and how load and compute
/// follow each other in the plain and in the kept form.
/// Diff: the patch to what is kept; empty if nothing is.
void printTunePage(llvm::raw_ostream &OS, const TuneOutcome &Outcome,
                   llvm::StringRef Diff);

} // namespace pipeline_rewrite
#endif
