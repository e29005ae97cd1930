//===- TreeReport.h - What would become of a whole tree -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --explain-all: two tables in place of a report and a patch of each file.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TREEREPORT_H
#define PIPELINE_REWRITE_TOOL_TREEREPORT_H

#include "Chain/UnitResult.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

namespace pipeline_rewrite {

class TreeReport {
public:
  void add(const UnitResult &Unit);
  /// A file that could not be handled at all.
  void addFailed() { ++Failed; }
  /// A row for each file with a K-loop, a row for each reason of a refusal, and
  /// what has to be known of the rest.
  /// \p Outcome: what has become of the loops that count as rewritten.
  void print(llvm::raw_ostream &OS, llvm::StringRef Outcome) const;
  /// A line for each folder of headers that were not found, of which most
  /// files ask for one; five at most.
  std::vector<std::string> missingHeaders() const;

private:
  struct Row {
    unsigned Rewritten = 0, AlreadyPipelined = 0, Refused = 0;
    std::map<std::string, unsigned> Forms, Reasons;
  };
  struct Reason {
    unsigned Loops = 0, Files = 0;
    SourcePlace First;
  };
  std::map<std::string, Row> Files;
  std::map<std::string, Reason> Reasons;
  struct Missing {
    std::set<std::string> Headers, Files;
  };
  std::map<std::string, Missing> MissingHeaders; ///< by their first folder
  unsigned Failed = 0, Partly = 0, WithoutLoop = 0;
};

} // namespace pipeline_rewrite
#endif
