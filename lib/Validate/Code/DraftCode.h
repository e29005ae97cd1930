//===- DraftCode.h - What the compiler makes of a draft's loops -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Validate: drafts in, the code of each of their loops before and
// after out. Judges nothing.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_DRAFTCODE_H
#define PIPELINE_REWRITE_VALIDATE_DRAFTCODE_H

#include "Validate/Code/DeviceCode.h"
#include "Validate/Code/VerifyCode.h"

namespace pipeline_rewrite {

/// A kernel's code, and which loops are part of it.
struct LoopCode {
  const DraftedLoop *Loop;
  const DraftedFunction *Function; ///< null: its blocks are not known
  KernelCode Kernel;
};

/// Those of the loops that are part of this kernel, on this architecture.
std::vector<const DraftedLoop *> suspectsOf(const LoopCode &Bad,
                                            llvm::ArrayRef<LoopCode> Rows);

/// What one architecture's compilers made of a kernel; \p Function null: its
/// blocks are not known. \p Now: that of the new code, where it is another.
KernelCode kernelCode(const std::string &Symbol, const std::string &Instance,
                      const DraftedFunction *Function, bool CopiesAsync,
                      const std::string &Arch, const DeviceCode &Old,
                      const DeviceCode &New, const std::string &Now = "");

class DraftCompiler {
public:
  DraftCompiler(const ParseJob &Job, const Options &Opts, const MakeDraft &Make)
      : Job(Job), Opts(Opts), Make(Make), Compiler(Job, Opts, *Opts.Code) {}

  /// Compiles the original; to be called first.
  /// Fails: a tool is missing; the original does not compile.
  llvm::Error open(llvm::StringRef OldText);

  /// Makes a draft of what is known and compiles it. Sets Evidence.Code, or
  /// Evidence.Fault if nvcc does not take it.
  /// Gives: each of its loops with the kernels it is part of; rows point to
  ///        last(), until the next call.
  llvm::Expected<std::vector<LoopCode>> compile(CodeEvidence &Evidence);

  /// A row's kernel in a draft in which only this loop is rewritten, without
  /// its instructions.
  llvm::Expected<KernelCode> compileAlone(const DraftedLoop &Loop,
                                          const LoopCode &Row,
                                          const CompilerFeedback &Known);

  const DeviceCodes &original() const { return Old; }
  const Draft &last() const { return Last; }

private:
  void addKernels(const DraftedLoop &Loop, const std::string &Arch,
                  DeviceCode &New, std::vector<LoopCode> &Rows);
  llvm::Error addSass(DeviceCodes &New, llvm::MutableArrayRef<LoopCode> Rows);

  const ParseJob &Job;
  const Options &Opts;
  const MakeDraft &Make;
  DeviceCompiler Compiler;
  DeviceCodes Old;
  Draft Last;
};

} // namespace pipeline_rewrite
#endif
