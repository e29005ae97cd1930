//===- DecideFragments.cpp - When fragments are read ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Decisions.h"

using namespace clang;

namespace pipeline_rewrite {

/// What the text of the halves is made from.
static std::string structureOf(const FragmentSteps &Steps) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (const VarDecl *V : Steps.Fragments)
    OS << V->getName() << ' ';
  OS << Steps.Reading.size() << ' ' << Steps.Computing.size();
  return Out;
}

/// One text has the steps of all instances.
static Answer canSplit(const PlanInput &In) {
  for (const LoopFacts &Each : In.Instances) {
    const FragmentSteps &Steps = Each.Steps;
    if (Steps.CanReadAhead.isNo())
      return Steps.CanReadAhead;
    if (!Steps.CanReadAhead.isYes())
      return "the computation is no loop of k-steps";
    if (structureOf(Steps) != structureOf(In.Facts.Steps))
      return "the instances of the template differ in their k-steps";
  }
  return Answer::yes();
}

void decideFragments(PipelinePlan &Plan, const PlanInput &In) {
  if (In.Opts.Fragments != FragmentReads::Ahead)
    return;
  Answer Can = canSplit(In);
  if (!Plan.mayReadFragmentsAhead())
    Can.also("they follow asynchronous copies of all tiles, which each thread "
             "waits for, into two buffers or more");
  Plan.FragmentsAhead = Can.isYes();
  Plan.Deciding.push_back(
      Plan.FragmentsAhead
          ? "the fragments of a k-step are read while the one before is "
            "computed"
          : "fragments are read where the source reads them: " + Can.because());
}

} // namespace pipeline_rewrite
