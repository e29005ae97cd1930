//===- EpilogueText.cpp - What stands behind the loop ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/EpilogueText.h"
#include "Mutation.h"

using namespace clang;

namespace pipeline_rewrite {

EpilogueText::EpilogueText(LoopText &T)
    : T(T), Plan(T.Plan), Facts(T.Facts), Loop(*T.Facts.Loop) {}

void EpilogueText::keepLastTile() {
  if (!peeled())
    return;
  std::string Inner = T.Indent + T.Step;
  std::optional<unsigned> LastEnd;
  for (const LoopUnit &U : Facts.Units) {
    if (!isInEpilogue(U))
      continue;
    auto R = T.Source.lines(U.S), Own = T.Source.range(U.S);
    if (!R || !Own) {
      T.fail(RefusalId::CodeInMacro,
             "the computation is written inside a macro", U.S->getBeginLoc());
      return;
    }
    EditSet Edits;
    T.addUses(Edits, U.S, /*LoadSide=*/false, T.thisStage());
    if (LastEnd && *LastEnd < R->Begin)
      LastTile += T.newline();
    std::string Text = Edits.apply(T.Source.text(), R->Begin, R->End);
    LastTile += T.Source.ownsLines(*R)
                    ? reindent(Text, T.BodyIndent, Inner)
                    : T.line(Inner, llvm::StringRef(Text).trim());
    LastEnd = R->End;
  }
}

bool EpilogueText::isInEpilogue(const LoopUnit &U) const {
  bool Barrier =
      U.Role == UnitRole::LoadBarrier || U.Role == UnitRole::TrailingBarrier;
  return U.Role == UnitRole::Compute || U.Role == UnitRole::Both ||
         (Barrier && Plan.KeepLoadBarrier);
}

std::string EpilogueText::render() {
  std::string Text;
  if (peeled() && !mutated(Mutation::SkipEpilogue))
    Text += lastTile();
  if (Plan.usesBlockPipeline())
    Text += leavePipeline();
  return Text;
}

std::string EpilogueText::lastTile() {
  std::string In = T.Indent, Inner = T.Indent + T.Step;
  std::string Text =
      T.newline() + T.line(In, "// Epilogue: compute the last tile.");
  const bool Always =
      Loop.isBodyFirst() || mutated(Mutation::EpilogueUnguarded);
  Text += T.line(In, Always ? "{" : "if (" + T.HasTiles + ") {");
  Text += T.declareStagePointers(T.thisStage(), Inner);
  if (Plan.usesBlockPipeline())
    Text += T.line(Inner, T.waitText(0));
  Text += LastTile + (mutated(Mutation::LastTileTwice) ? LastTile : "");
  if (Facts.IncrementOnComputeSide && Loop.increment() &&
      !mutated(Mutation::LiveOutLost))
    Text += T.line(Inner, T.renderIncrement(false) + ";");
  Text += T.event(Inner, &AsyncWords::release);
  if (Plan.KeepTrailingBarrier && !Plan.KeepLoadBarrier &&
      !Plan.usesBlockPipeline())
    Text += T.line(Inner, T.barrierText(Facts.TrailingBarrier));
  return Text + T.line(In, "}");
}

/// A barrier lets all threads leave the pipeline before it is made again, and
/// does behind the loop what the source's last one does.
std::string EpilogueText::leavePipeline() {
  if (mutated(Mutation::BlockReentry))
    return "";
  bool EndsBare = peeled() ? !Plan.KeepLoadBarrier : Plan.WaitIsBarrier;
  bool Barrier = EndsBare && Plan.KeepTrailingBarrier &&
                 !mutated(Mutation::BlockBarrierBehind);
  Barrier |= Loop.InOuterLoop;
  std::string Text = T.event(T.Indent, &AsyncWords::quit);
  if (Barrier)
    Text += T.line(T.Indent, T.barrierText(Facts.TrailingBarrier));
  return Text;
}

} // namespace pipeline_rewrite
