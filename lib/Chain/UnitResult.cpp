//===- UnitResult.cpp - What came of a file and of its loops --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Chain/UnitResult.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {

llvm::StringRef HandRun::verdict() const {
  return !Launches        ? "not-run"
         : Finds          ? "wrong"
         : Advice.empty() ? "right"
                          : "deep-wait";
}

std::vector<TextEdit> LoopReport::editsWithInclude() const {
  std::vector<TextEdit> All = Edits;
  if (Include)
    All.push_back(*Include);
  llvm::stable_sort(All, [](const TextEdit &A, const TextEdit &B) {
    return A.Begin < B.Begin;
  });
  return All;
}

bool LoopReport::isUnjudged() const {
  return Verdict == LoopVerdict::Rewritten &&
         llvm::any_of(Code, [](const KernelCode &Kernel) {
           return Kernel.Sass && Kernel.Sass->IsUnjudged;
         });
}

void LoopReport::refuse(Refusal Why) {
  Verdict = LoopVerdict::Refused;
  Reason = std::move(Why);
  Form.reset();
  Tiles.clear();
  Deciding.clear();
  Assumes.clear();
  HostChanges.clear();
  Execution.reset();
  Edits.clear();
  Changes = EditSet();
  Include.reset();
}

} // namespace pipeline_rewrite
