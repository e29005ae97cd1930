//===- VerifyCode.h - The rewritten kernels keep to their registers -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_VERIFYCODE_H
#define PIPELINE_REWRITE_VALIDATE_VERIFYCODE_H

#include "Budget/Budget.h"
#include "Frontend/SourceUnit.h"
#include "Options/Options.h"
#include "Options/Refusal.h"
#include "Validate/Sass/CodeRegression.h"
#include "Validate/Sass/CompareSass.h"
#include "Validate/Sass/PredictTime.h"
#include <functional>
#include <set>

namespace pipeline_rewrite {

/// A function that holds an instance of a loop, and what is known of it.
struct DraftedFunction {
  std::string Name; ///< demangled
  SharedMemoryUse Use;
  double Operations = 0;     ///< LoopFacts::Operations
  bool HasFewBlocks = false; ///< hasFewBlocks()
  /// That run it, demangled, with the threads of a block; 0 if unknown.
  std::map<std::string, unsigned> Kernels;
  /// Of the largest block of those that no launch bounds keep to its registers.
  unsigned UnboundedThreads = 0;
  /// What the draft knows of it and of its form; the rest is 0.
  CandidateFacts Facts;
};

/// A loop that a draft rewrites.
struct DraftedLoop {
  unsigned Offset = 0; ///< of the loop keyword in the original: its name here
  SourcePlace Place;
  std::vector<DraftedFunction> Functions; ///< of each instance
  bool MayHoldLoads = false;              ///< by PipelinePlan::HoldLoads
  TileBarriers Barriers;
  std::string Form; ///< PipelinePlan::summary()
  LoopForm Kind;
  bool FormIsFree = false; ///< the user has named none
  bool CopiesAsync = false;
  bool HasTwin = false;     ///< PipelinePlan::Twin
  std::string WhyUnbounded; ///< PipelinePlan::WhyUnbounded
  Options Asked;            ///< what it was planned with
  /// otherForms() of its first plan; empty for a plan that is one of them.
  std::vector<Options> Others;
};

/// A new text, and the loops that it rewrites.
struct Draft {
  std::string Text;
  std::vector<DraftedLoop> Loops;
};

/// A form in place of the one that was planned first.
struct OtherForm {
  Options Asked; ///< what to plan the loop with
  /// What compiling told of the forms before it, a sentence each.
  std::vector<std::string> Because;
};

/// What compiling told of the loops, by offset.
struct CompilerFeedback {
  std::map<unsigned, Refusal> Dropped; ///< left alone after all
  std::map<unsigned, OtherForm> Forms;
  std::set<unsigned> HoldLoads; ///< PipelinePlan::HoldLoads
  /// Per thread, of the original, by demangled function and architecture.
  std::map<std::string, std::map<std::string, unsigned>> Registers;
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

/// Compiles the original and its rewritten text. Loops that cost registers,
/// those whose new code spills or loses blocks per SM, are given their other
/// forms one by one, and dropped if none holds. With --verify=sass the same
/// becomes of loops whose instructions promise no gain; a form that loses
/// blocks is taken where each does; and the loads of loops are held where the
/// compiler moved them behind the computation, if that helps.
///
/// Takes:   a way to make the text anew; Options::Code.
/// Gives:   what the text must heed so that it holds, and the evidence.
/// Refuses: spills, occupancy-loss, slower-code, fma-contraction,
///          nothing-to-gain.
/// Fails:   a tool is missing; the original does not compile.
/// Never:   changes the file.
llvm::Expected<CodeEvidence> verifyCode(const ParseJob &Job,
                                        llvm::StringRef OldText,
                                        const Options &Opts,
                                        const MakeDraft &Make);

} // namespace pipeline_rewrite
#endif
