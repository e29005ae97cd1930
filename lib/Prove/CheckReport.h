//===- CheckReport.h - Finds for people and programs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_PROVE_CHECKREPORT_H
#define PIPELINE_REWRITE_PROVE_CHECKREPORT_H

#include "Check/CheckKernels.h"
#include "llvm/Support/JSON.h"

namespace pipeline_rewrite {

/// "thread (33, 0, 0) of block (0, 0, 0) …": with the launch and its origin.
void printChecked(llvm::raw_ostream &OS, const CheckedKernel &Kernel);
/// A line of GitHub's for each find that is not known.
void printCheckAnnotations(llvm::raw_ostream &OS, const CheckedKernel &Kernel);

struct CheckSummary {
  unsigned Kernels = 0, Finds = 0, Known = 0, NotRun = 0;
  void add(const CheckedKernel &Kernel);
  /// "3 kernels: 1 find, 1 not run"
  std::string text() const;
};

/// The whole document; docs/check.md lists its keys.
llvm::json::Object jsonCheck(llvm::StringRef Version,
                             llvm::ArrayRef<CheckedKernel> Kernels,
                             llvm::ArrayRef<std::string> Notes, int ExitCode);
llvm::json::Object sarifCheck(llvm::StringRef Version,
                              llvm::ArrayRef<CheckedKernel> Kernels,
                              llvm::ArrayRef<std::string> Notes, int ExitCode);

} // namespace pipeline_rewrite
#endif
