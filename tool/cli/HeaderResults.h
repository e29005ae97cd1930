//===- HeaderResults.h - Headers, when all units are known ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_HEADERRESULTS_H
#define PIPELINE_REWRITE_TOOL_HEADERRESULTS_H

#include "RunJob.h"
#include "llvm/Support/ThreadPool.h"
#include <map>

namespace pipeline_rewrite {

/// Keeps what each unit says of its headers, until the last one has spoken.
class HeaderResults {
public:
  /// Takes: the jobs of the run; a header that is itself one of them is left
  ///        to that one, and one that is left out is nobody's.
  explicit HeaderResults(const FileJobs &Listed);

  /// Takes: what a unit says of its headers. Those that nobody asked for become
  ///        its other headers.
  void collect(const FileJob &Job, UnitResult &Unit);

  /// Gives: each header once, in the order of their names, with what holds in
  ///        all units; parsed there where that is more than each has seen. One
  ///        that is named and has no loops is among them.
  std::vector<UnitResult> merge(llvm::ThreadPoolInterface &Pool);
  /// As merge(), of the units that have spoken, and nothing is parsed.
  std::vector<UnitResult> known() const;

private:
  struct SeenUnit {
    const FileJob *Job;
    UnitResult Main; ///< the file, its new text and its errors
    std::vector<UnitResult> Headers;
  };
  using Merged = std::map<std::string, UnitResult>; ///< by real path

  Merged mergeEach() const;
  void check(Merged &Headers, llvm::ThreadPoolInterface &Pool) const;

  llvm::StringSet<> Named; ///< real paths
  const llvm::StringSet<> &LeftOut;
  const llvm::StringMap<std::string> &NamedHeaders;
  std::vector<SeenUnit> Units;
};

} // namespace pipeline_rewrite
#endif
