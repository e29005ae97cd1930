//===- LaunchCheck.cpp - What compilers are asked of a new text -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/LaunchCheck.h"

namespace pipeline_rewrite {

/// A thread has at most 255 registers, a multiprocessor 65,536 (CUDA
/// Programming Guide, "Compute Capabilities"): a block of so many threads
/// always has room.
constexpr unsigned AlwaysFit = 256;

static bool mayLackRegisters(const DraftedLoop &Loop) {
  return llvm::any_of(Loop.Functions, [](const DraftedFunction &F) {
    return F.UnboundedThreads > AlwaysFit;
  });
}

std::optional<CodeCheck> codeCheckOf(const ParseJob &Job, MacroText &Text,
                                     const Options &Opts,
                                     const CompilerFeedback &Known) {
  if (Opts.Code || !Opts.Compare || Job.Nvcc.empty())
    return Opts.Code;
  const Draft Now = draftLoops(Text, Opts, Known);
  const bool IsAsked = llvm::any_of(Now.Loops, [&](const DraftedLoop &Loop) {
    return !Known.Forms.count(Loop.Offset) && mayLackRegisters(Loop);
  });
  if (!IsAsked)
    return std::nullopt;
  CodeCheck How;
  How.LaunchesOnly = true;
  How.TimeoutSeconds = Opts.Compare->TimeoutSeconds;
  return How;
}

} // namespace pipeline_rewrite
