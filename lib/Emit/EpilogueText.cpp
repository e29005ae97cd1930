//===- EpilogueText.cpp - What stands behind the loop ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/EpilogueText.h"
#include "Mutation.h"

using namespace clang;

namespace pipeline_rewrite {

void EpilogueText::keep() {
  if (!peeled())
    return;
  std::string Inner = T.Indent + T.Step;
  std::optional<unsigned> LastEnd;
  for (const LoopUnit &U : Facts.Units) {
    if (!holds(U))
      continue;
    auto R = T.Source.lines(U.S), Own = T.Source.range(U.S);
    if (!R || !Own)
      return T.fail(RefusalId::CodeInMacro,
                    "the computation is written inside a macro",
                    U.S->getBeginLoc());
    EditSet Edits;
    T.addUses(Edits, U.S, /*LoadSide=*/false, T.thisStage());
    if (LastEnd && *LastEnd < R->Begin)
      Computation += T.newline();
    std::string Text = Edits.apply(T.Source.text(), R->Begin, R->End);
    Computation += T.Source.ownsLines(*R)
                       ? reindent(Text, T.BodyIndent, Inner)
                       : T.line(Inner, llvm::StringRef(Text).trim());
    LastEnd = R->End;
  }
}

bool EpilogueText::holds(const LoopUnit &U) const {
  bool Barrier =
      U.Role == UnitRole::LoadBarrier || U.Role == UnitRole::TrailingBarrier;
  return U.Role == UnitRole::Compute || U.Role == UnitRole::Both ||
         (Barrier && (Plan.KeepLoadBarrier || takesVote(U)));
}

/// Its result is used behind it.
bool EpilogueText::takesVote(const LoopUnit &U) const {
  return Loop.isVote(U.S) && !mutated(Mutation::VoteLost);
}

std::string EpilogueText::render() {
  std::string Text;
  if (peeled() && !mutated(Mutation::SkipEpilogue))
    Text = T.newline() +
           (Plan.isRing() ? drain(T.Indent) : lastTile(T.Indent)) +
           T.line(T.Indent, "}");
  return Plan.usesBlockPipeline() ? Text + leavePipeline() : Text;
}

std::string EpilogueText::lastTile(const std::string &In) {
  std::string Inner = In + T.Step;
  std::string Text = T.line(In, "// Epilogue: compute the last tile.");
  const bool Always =
      Loop.isBodyFirst() || mutated(Mutation::EpilogueUnguarded);
  Text += T.line(In, Always ? "{" : "if (" + T.HasTiles + ") {");
  Text += T.declareStagePointers(T.thisStage(), Inner);
  if (Plan.usesBlockPipeline())
    Text += T.line(Inner, T.waitText(0));
  Text += Computation + (mutated(Mutation::LastTileTwice) ? Computation : "");
  Text += advanceCompute(Inner) + T.event(Inner, &AsyncWords::release);
  if (Plan.KeepTrailingBarrier && !holds(Facts.Units[Facts.TrailingBarrier]) &&
      !Plan.usesBlockPipeline())
    Text += T.line(Inner, T.barrierText(Facts.TrailingBarrier));
  return Text;
}

std::string EpilogueText::drain(const std::string &In) {
  std::string Inner = In + T.Step, Exists = T.Left + " > 1";
  std::string Text = T.line(In, "// Epilogue: compute the tiles that are left; "
                                "empty groups keep the count.");
  Text += T.line(In, "for (; " + T.Left + " > " +
                         (mutated(Mutation::DrainShort) ? "1" : "0") + "; --" +
                         T.Left + ") {");
  Text += T.declareStagePointers(T.thisStage(), Inner);
  Text += T.event(Inner, &AsyncWords::acquire);
  if (!mutated(Mutation::DrainUncommitted))
    Text += T.event(Inner, &AsyncWords::commit);
  if (Plan.Parts)
    Text += T.newline() + Next.issue(Inner, Exists) + T.newline();
  Text += Computation;
  if (Plan.Parts)
    Text += Next.store(Inner, Exists, /*WithBarrier=*/false);
  Text += T.event(Inner, &AsyncWords::release);
  Text += T.line(Inner, T.waitText(0));
  const bool Voted = Loop.isVote(Facts.Units[Facts.TrailingBarrier].S);
  Text += T.line(
      Inner, T.barrierText(Voted ? Facts.LoadBarrier : Facts.TrailingBarrier));
  return Text + T.flip(Inner, /*Fills=*/false) + advanceCompute(Inner);
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

/// What the computation uses of the loop's variables moves on with it.
std::string EpilogueText::advanceCompute(const std::string &In) {
  if (!Facts.IncrementOnComputeSide || !Loop.increment() ||
      mutated(Mutation::LiveOutLost))
    return "";
  return T.line(In, T.renderIncrement(false) + ";");
}

} // namespace pipeline_rewrite
