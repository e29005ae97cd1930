//===- Answer.cpp - What a rule answers -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Answer.h"
#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

Refusal refusalOf(const Answer &No, clang::SourceLocation Loop,
                  const SourceUnit &Unit) {
  assert(No.isNo() && No.id() && "only such a rule refuses a loop");
  Refusal R{*No.id(), Unit.place(Loop), No.because(), {}};
  if (No.at().isValid())
    R.Notes.push_back({Unit.place(No.at()), "here"});
  return R;
}

} // namespace pipeline_rewrite
