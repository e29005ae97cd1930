//===- ParseErrors.h - Clang's errors as a unit's -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PARSEERRORS_H
#define PIPELINE_REWRITE_FRONTEND_PARSEERRORS_H

#include "Frontend/ErrorCollector.h"
#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// Sorts \p Found likewise.
/// Takes: \p Text, the main file's own; what follows it is --instantiate's.
std::vector<ParseError> inSourceOrder(std::vector<LocatedError> &Found,
                                      const SourceUnit &Unit,
                                      llvm::StringRef Text,
                                      const Options &Opts);

} // namespace pipeline_rewrite
#endif
