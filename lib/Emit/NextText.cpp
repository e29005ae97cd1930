//===- NextText.cpp - What is loaded one tile ahead -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/NextText.h"
#include "Mutation.h"

using namespace clang;

namespace pipeline_rewrite {

std::string NextText::exists() const {
  return peeled() ? "" : T.renderCondition();
}

llvm::StringRef NextText::title() const {
  if (Plan.Parts)
    return "// Fetch the rest of the next tile.";
  return Plan.usesAsync()
             ? "// Start copying the next tile while this one is used."
             : "// Fetch the next tile while this one is used.";
}

std::string NextText::issue(const std::string &In, const std::string &Exists) {
  std::string Text =
      T.declareStagePointers(T.nextStage(), In) + T.line(In, title());
  // A peeled loop moves on at its end, unless that is how a ring does.
  if (!peeled() || Plan.Parts)
    Text += T.renderAdvances(In, /*WithIncrement=*/true);
  std::string Guard = Exists;
  if (hasStores() && !Exists.empty()) {
    Text += T.line(In, "const bool " + T.HasNext + " = " + Exists + ";");
    Guard = T.HasNext;
  }
  if (mutated(Mutation::DropLastTile) && !Exists.empty())
    Text += T.line(In, "if (!(" + Guard + ")) break;");
  if (mutated(Mutation::IssueUnguarded) && !Exists.empty())
    Guard = "true";
  Text += T.renderRegisters(In);
  Text += Plan.Parts ? T.renderBlock(LoadPhase::Issue, Guard, In)
                     : T.renderIssue(Guard, In);
  if (Plan.HoldLoads)
    Text += T.line(In, "__syncwarp(); // holds the loads up here");
  if (mutated(Mutation::StoreBeforeCompute) && !T.multiBuffered())
    Text += store(In, Exists, /*WithBarrier=*/true);
  return Text;
}

std::string NextText::store(const std::string &In, llvm::StringRef Exists,
                            bool WithBarrier) {
  std::string Barrier, Guard;
  // A load barrier that stays in the loop comes before the next use anyway.
  if (WithBarrier && !Plan.KeepLoadBarrier &&
      !mutated(Mutation::DropStoreBarrier))
    Barrier = T.barrierText(Facts.LoadBarrier);
  if (!hasStores() && Barrier.empty())
    return "";
  if (!Exists.empty())
    Guard = mutated(Mutation::StoreUnguarded) ? "true" : T.HasNext;
  return T.renderBlock(LoadPhase::Store, Guard, In, Barrier);
}

} // namespace pipeline_rewrite
