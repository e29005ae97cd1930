//===- Analysis.h - What is known of an open text -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library's chain on a text that may never have been saved. While the user
// types, one parse and nothing more: the chain up to Emit. Only a rewrite that
// is asked for is checked by a second parse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_ANALYSIS_H
#define PIPELINE_REWRITE_TOOL_LSP_ANALYSIS_H

#include "Chain/UnitResult.h"
#include "Document.h"
#include "Settings.h"
#include <memory>

namespace pipeline_rewrite {

/// One version of an open file.
struct Version {
  std::string File; ///< absolute path
  std::string Uri;  ///< as the editor spells it
  int64_t Number = 0;
  Document Text;
};

/// A form that a loop can be given.
struct Offer {
  Variant Form;     ///< to ask for
  unsigned Stages;  ///< to ask for
  std::string What; ///< "cp.async, 3 stages"
};

/// One loop, and its forms; what the options ask for comes first.
struct LoopOffers {
  LoopReport Loop;
  std::vector<Offer> Offers; ///< empty: the loop is left alone
};

struct Analysis {
  const Version &Of;
  std::vector<LoopOffers> Loops;  ///< in source order
  std::vector<std::string> Notes; ///< for a log
  std::string Error; ///< why nothing is known; empty: all went well
};

/// Everything but the second parse.
/// Takes: the version's unit, and the options for its job.
Analysis analyse(const Version &Of, const SourceUnit &Unit,
                 const Options &Opts);

/// How a file is read.
/// Fails: as compileJobs().
llvm::Expected<CompileJobs> compileJobsFor(const std::string &File,
                                           const Settings &How);

/// The whole chain for one loop, with the settings that hold for its file, as
/// `--loop=LINE --variant=… --stages=…` has it, checked like every rewrite.
/// Gives: the edits, ascending, none touching another.
/// Fails: the loop is left alone after all; the new text is wrong: a fault
///        of ours.
llvm::Expected<std::vector<TextEdit>> pipelineLoop(const Version &Of,
                                                   const Settings &How,
                                                   unsigned Line, Variant Form,
                                                   unsigned Stages);

} // namespace pipeline_rewrite
#endif
