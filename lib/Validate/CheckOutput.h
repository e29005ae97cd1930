//===- CheckOutput.h - The rewritten text still is what was planned -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_CHECKOUTPUT_H
#define PIPELINE_REWRITE_VALIDATE_CHECKOUTPUT_H

#include "Frontend/SourceUnit.h"
#include "Options/Options.h"
#include "Validate/Meaning/CompareMeaning.h"

namespace pipeline_rewrite {

/// A new text, and what it is made of.
struct ChangedText {
  OldText *Before;
  llvm::StringRef NewText;
  /// Settled: they make the new text of the old one.
  std::vector<TextEdit> Edits;
  /// Of each loop that is pipelined now, in the order of the text, how many
  /// block barriers its body should hold outside conditions.
  std::vector<unsigned> Barriers;
};

/// What is wrong with a new text.
struct OutputFault {
  std::string Text; ///< for the person who reports the bug
  /// A name would mean another thing where its text lands: no bug, but a
  /// reason to leave the loop alone.
  std::optional<MeaningDifference> OfName;
  size_t Index = 0; ///< of the text that has it
};

/// Parses the new text, looks at its loops again, and compares its tree with
/// the old one's.
///
/// Gives:      nothing if the text parses without new errors, each of its loops
///             is there, seen as pipelined, with its barriers, and each piece
///             of the user's text means what it meant. With
///             Options::RunKernels, the code of the kernels with such loops in
///             \p Code, as outputCode() gives it, if it is not null.
/// Requires:   Before was parsed with describeOutput() for later, or the parse
///             costs as much as the first one.
/// Never:      touches a file.
std::optional<OutputFault> checkOutput(const ChangedText &Changed,
                                       const Options &Opts,
                                       std::string *Code = nullptr);

/// The same for headers of one unit, all of them in one parse.
///
/// Takes: headers with a text that changes; at least one.
/// Gives: nothing if all is well; else what is wrong with one of them, or with
///        all of them together. The code of each in \p Codes, if it is not
///        null.
std::optional<OutputFault>
checkHeaders(llvm::ArrayRef<ChangedText> Headers, const Options &Opts,
             std::vector<std::string> *Codes = nullptr);

/// All that checkOutput() wants to know of the new text's unit, as JSON:
/// another process may have parsed it.
std::string describeOutput(const SourceUnit &After, const Options &Opts);

} // namespace pipeline_rewrite
#endif
