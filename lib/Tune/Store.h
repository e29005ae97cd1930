//===- Store.h - Where a tuning keeps what it has measured ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder of the cache for each combination of texts, commands and GPU.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TUNE_STORE_H
#define PIPELINE_REWRITE_TUNE_STORE_H

#include "Tune/Candidates.h"
#include "Tune/Measurements.h"

namespace pipeline_rewrite {

class Store {
public:
  /// Fails: the folder cannot be made.
  static llvm::Expected<Store>
  open(const CandidateSet &Set, const TuneOptions &How, llvm::StringRef Gpu);

  /// What was measured before; fresh trials if there is nothing, if it cannot
  /// be read, or if TuneOptions::Fresh asks for it.
  Measurements load(const CandidateSet &Set, const TuneOptions &How,
                    llvm::StringRef Gpu) const;
  llvm::Error save(const Measurements &All) const;

  /// Absolute; also holds the programs while they are needed.
  std::string place(const llvm::Twine &Name) const;

private:
  std::string Folder;
};

/// Trials of which nothing is known yet.
Measurements freshMeasurements(const CandidateSet &Set, llvm::StringRef Gpu);

} // namespace pipeline_rewrite
#endif
