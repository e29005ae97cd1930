//===- Measurements.h - What was seen of each candidate -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a tuning: kept on disk after each run, so that an interrupted
// one goes on where it stopped.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_MEASUREMENTS_H
#define PIPELINE_REWRITE_TUNE_MEASUREMENTS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Why a candidate is out of the race.
struct TrialFailure {
  std::string Kind;    ///< "build", "run", "timeout", "output", "check", "time"
  std::string Message; ///< of one line or several
};

struct CandidateTrial {
  std::string Name, Hash;
  bool Checked = false;      ///< its output is the plain program's
  std::vector<double> Times; ///< one for each round
  std::optional<TrialFailure> Failed;
};

struct Measurements {
  std::string Gpu;         ///< its name, or "none"
  std::string Unit;        ///< of the times; empty: as the program prints them
  std::string PlainOutput; ///< what is compared of it
  std::vector<CandidateTrial> Trials; ///< in the order of CandidateSet::All
};

llvm::json::Value toJSON(const CandidateTrial &Trial);
llvm::json::Value toJSON(const Measurements &All);
/// Fails: the text is no JSON, or not of this form.
llvm::Expected<Measurements> readMeasurements(llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
