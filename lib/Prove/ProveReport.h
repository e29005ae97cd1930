//===- ProveReport.h - What came of two texts, in words and as JSON -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_PROVE_PROVEREPORT_H
#define PIPELINE_REWRITE_PROVE_PROVEREPORT_H

#include "Prove/ProveKernels.h"
#include "llvm/Support/JSON.h"

namespace pipeline_rewrite {

/// "equal", "different" or "not decided".
llvm::StringRef verdictName(ProveVerdict Verdict);

void printProved(llvm::raw_ostream &OS, const ProvedPair &Pair);

/// One element of the key `kernels`.
llvm::json::Object jsonProved(const ProvedPair &Pair);
/// The whole document; docs/prove.md lists its keys.
llvm::json::Object jsonProof(llvm::StringRef Version, const ProvedKernels &Of,
                             llvm::ArrayRef<std::string> Notes, int ExitCode);

/// A hazard as data, for this and for others.
llvm::json::Object jsonHazard(const executor::Hazard &H);

} // namespace pipeline_rewrite
#endif
