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
/// Takes:      the unit as it was, its new text, and of each loop that is
///             pipelined now, in the order of the text, how many block barriers
///             its body should hold outside conditions.
/// Gives:      nothing if the text parses without new errors and each of these
///             loops is there, seen as pipelined, with its barriers; else what
///             is wrong with it: a bug of ours.
/// Requires:   Before was parsed with describeOutput() for later, or the parse
///             costs as much as the first one.
/// Never:      touches a file.
std::optional<std::string> checkOutput(const SourceUnit &Before,
                                       llvm::StringRef NewText,
                                       llvm::ArrayRef<unsigned> Barriers,
                                       const Options &Opts);

/// A header's new text, and what checkOutput() asks of it.
struct ChangedHeader {
  const SourceUnit *Before;
  llvm::StringRef NewText;
  std::vector<unsigned> Barriers;
};

/// The same for headers of one unit, all of them in one parse.
///
/// Takes: headers with a text that changes; at least one.
/// Gives: nothing if all is well; else what is wrong with one of them, or with
///        all of them together.
std::optional<std::string> checkHeaders(llvm::ArrayRef<ChangedHeader> Headers,
                                        const Options &Opts);

/// All that checkOutput() wants to know of the new text's unit, as JSON:
/// another process may have parsed it.
std::string describeOutput(const SourceUnit &After, const Options &Opts);

} // namespace pipeline_rewrite
#endif
