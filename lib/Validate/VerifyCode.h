//===- VerifyCode.h - The rewritten kernels keep to their registers -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_VERIFYCODE_H
#define PIPELINE_REWRITE_VALIDATE_VERIFYCODE_H

#include "Budget/Budget.h"
#include "Frontend/SourceUnit.h"
#include "Options.h"
#include "Refusal.h"
#include "Validate/CompareSass.h"
#include <functional>
#include <set>

namespace pipeline_rewrite {

/// A loop that a draft rewrites.
struct DraftedLoop {
  unsigned Offset = 0; ///< of the loop keyword in the original: its name here
  SourcePlace Place;
  /// Of each instance: the function that holds the loop, demangled, and what
  /// is known of its blocks.
  std::vector<std::pair<std::string, SharedMemoryUse>> Functions;
  bool MayHoldLoads = false; ///< by PipelinePlan::HoldLoads
  TileBarriers Barriers;
};

/// A new text, and the loops that it rewrites.
struct Draft {
  std::string Text;
  std::vector<DraftedLoop> Loops;
};

/// What compiling told of the loops, by offset.
struct CompilerFeedback {
  std::map<unsigned, Refusal> Dropped; ///< left alone after all
  std::set<unsigned> HoldLoads;        ///< PipelinePlan::HoldLoads
};

/// Makes the text that heeds this.
using MakeDraft = std::function<Draft(const CompilerFeedback &)>;

struct CodeEvidence {
  CompilerFeedback Feedback;
  /// Of each loop that was rewritten or dropped: the kernels it is part of.
  std::map<unsigned, std::vector<KernelCode>> Code;
  /// nvcc takes the original and not the new text: a bug of ours.
  std::optional<std::string> Fault;
};

/// Compiles the original and its rewritten text, and drops the loops that cost
/// registers: what the new code spills, or blocks per SM that are lost. With
/// --verify=sass, holds the loads of loops where the compiler moved them behind
/// the computation, if that helps.
///
/// Takes:   a way to make the text anew; Options::Code.
/// Gives:   what the text must heed so that it holds, and the evidence.
/// Refuses: spills, occupancy-loss.
/// Fails:   a tool is missing; the original does not compile.
/// Never:   changes the file.
llvm::Expected<CodeEvidence> verifyCode(const ParseJob &Job,
                                        llvm::StringRef OldText,
                                        const Options &Opts,
                                        const MakeDraft &Make);

/// What speaks against a kernel's new code; Id and a sentence.
std::optional<std::pair<RefusalId, std::string>>
findRegression(const KernelCode &Kernel, const Options &Opts);

} // namespace pipeline_rewrite
#endif
