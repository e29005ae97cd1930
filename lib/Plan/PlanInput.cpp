//===- PlanInput.cpp - What a loop is planned from ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/PlanInput.h"

using namespace clang;

namespace pipeline_rewrite {

Refusal PlanInput::refuse(RefusalId Id, std::string Detail, const Stmt *Cause,
                          std::string Note) const {
  Refusal R{
      Id, Unit.place(Facts.Loop->Loop->getBeginLoc()), std::move(Detail), {}};
  if (Cause)
    R.Notes.push_back({Unit.place(Cause->getBeginLoc()), std::move(Note)});
  return R;
}

Refusal PlanInput::refuse(const Answer &No) const {
  return refusalOf(No, Facts.Loop->Loop->getBeginLoc(), Unit);
}

void PlanInput::addWhere(Refusal &R, const DynamicGrowth &Growth,
                         const Answer &No) const {
  if (No.at().isValid())
    R.Notes.push_back({Unit.place(No.at()), "here"});
  if (Growth.Launch.Elsewhere)
    R.Notes.push_back({*Growth.Launch.Elsewhere, "named here"});
}

} // namespace pipeline_rewrite
