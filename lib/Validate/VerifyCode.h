//===- VerifyCode.h - The rewritten kernels keep to their registers -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_VERIFYCODE_H
#define PIPELINE_REWRITE_VALIDATE_VERIFYCODE_H

#include "Budget/Budget.h"
#include "Frontend/SourceUnit.h"
#include "Options.h"
#include "Refusal.h"
#include "Validate/KernelCode.h"
#include <functional>

namespace pipeline_rewrite {

/// A loop that a draft rewrites.
struct DraftedLoop {
  unsigned Offset = 0; ///< of the loop keyword in the original: its name here
  SourcePlace Place;
  /// Of each instance: the function that holds the loop, demangled, and what
  /// is known of its blocks.
  std::vector<std::pair<std::string, SharedMemoryUse>> Functions;
  /// Block barriers that one tile passes.
  unsigned BarriersBefore = 2, BarriersAfter = 1;
};

/// A new text, and the loops that it rewrites.
struct Draft {
  std::string Text;
  std::vector<DraftedLoop> Loops;
};

/// Loops that are left alone after all, by offset.
using DroppedLoops = std::map<unsigned, Refusal>;

struct CodeEvidence {
  DroppedLoops Dropped;
  /// Of each loop that was rewritten or dropped: the kernels it is part of.
  std::map<unsigned, std::vector<KernelCode>> Code;
  /// nvcc takes the original and not the new text: a bug of ours.
  std::optional<std::string> Fault;
};

/// Compiles the original and its rewritten text, and drops the loops that cost
/// registers: what the new code spills, or blocks per SM that are lost.
///
/// Takes:   a way to make the text without some loops; Options::Code.
/// Gives:   what to drop, so that the text without it holds, and the evidence.
/// Refuses: spills, occupancy-loss.
/// Fails:   a tool is missing; the original does not compile.
/// Never:   changes the file.
llvm::Expected<CodeEvidence>
verifyCode(const ParseJob &Job, llvm::StringRef OldText, const Options &Opts,
           const std::function<Draft(const DroppedLoops &)> &Make);

/// What speaks against a kernel's new code; Id and a sentence.
std::optional<std::pair<RefusalId, std::string>>
findRegression(const KernelCode &Kernel, const Options &Opts);

} // namespace pipeline_rewrite
#endif
