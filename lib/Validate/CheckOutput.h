//===- CheckOutput.h - The rewritten text still is what was planned -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_CHECKOUTPUT_H
#define PIPELINE_REWRITE_VALIDATE_CHECKOUTPUT_H

#include "Frontend/SourceUnit.h"
#include "Options.h"

namespace pipeline_rewrite {

/// Parses the new text and looks at its loops again.
///
/// Takes:      the unit as it was, its new text, and how many loops were
///             rewritten.
/// Gives:      nothing if the text parses without new errors and each rewritten
///             loop is now seen as pipelined; else what is wrong with it: a bug
///             of ours.
/// Requires:   Before was parsed with describeOutput() for later, or the parse
///             costs as much as the first one.
/// Never:      touches a file.
std::optional<std::string>
checkOutput(const SourceUnit &Before, llvm::StringRef NewText,
            unsigned Rewritten, unsigned PipelinedBefore, const Options &Opts);

/// All that checkOutput() wants to know of the new text's unit, as JSON:
/// another process may have parsed it.
std::string describeOutput(const SourceUnit &After, const Options &Opts);

} // namespace pipeline_rewrite
#endif
