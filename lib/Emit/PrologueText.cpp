//===- PrologueText.cpp - What stands before the loop ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/PrologueText.h"
#include "Match/FindKLoops.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace pipeline_rewrite {

PrologueText::PrologueText(LoopText &T)
    : T(T), Plan(T.Plan), Facts(T.Facts), Loop(*T.Facts.Loop) {}

std::string PrologueText::render(const std::string &Hoisted) {
  std::string In = T.Indent, Text = Hoisted, Empty = T.newline();
  if (!Hoisted.empty() && !llvm::StringRef(Hoisted).ends_with(Empty + Empty))
    Text += Empty;
  if (Plan.AssertCopySize)
    Text += T.assertCopySizes(In);
  Text +=
      T.line(In, Plan.isRing() ? "// Prologue: start copying the first " +
                                     std::to_string(Plan.Stages - 1) + " tiles."
                               : "// Prologue: load the first tile.");
  if (T.multiBuffered())
    Text += T.line(In, "int " + T.Stage + " = 0;");
  Text += T.declareStageBytes(In);
  Text += T.event(In, &AsyncWords::declaration);
  Text += copyDeclarations(In);
  return Text + (Plan.isRing() ? fillRing() : loadFirstTile()) + Empty;
}

std::string PrologueText::loadFirstTile() {
  const bool Always = Loop.isBodyFirst();
  std::string Inner = Always ? T.Indent : T.Indent + T.Step;
  std::string Text = Always ? "" : openFirstTile();
  if (Plan.LeadingBarrier)
    Text += T.line(Inner, T.barrierText(Facts.TrailingBarrier));
  Text += T.event(Inner, &AsyncWords::acquire);
  Text += Always ? T.renderBlock(LoadPhase::Prologue, "", Inner)
                 : T.renderLoads(LoadPhase::Prologue, Inner);
  if (!mutated(Mutation::MissingPrologueCommit))
    Text += T.event(Inner, &AsyncWords::commit);
  Text += awaitFirstTile(Inner);
  if (peeled())
    Text += T.renderAdvances(Inner, /*WithIncrement=*/true);
  return Always ? Text : Text + T.line(T.Indent, "}");
}

std::string PrologueText::openFirstTile() {
  std::string Condition = T.renderCondition(), Text;
  if (peeled()) {
    Text +=
        T.line(T.Indent, "const bool " + T.HasTiles + " = " + Condition + ";");
    Condition = T.HasTiles;
  }
  if (mutated(Mutation::PrologueUnguarded))
    Condition = "true";
  return Text + T.line(T.Indent, "if (" + Condition + ") {");
}

std::string PrologueText::fillRing() {
  const bool Always = Loop.isBodyFirst();
  std::string In = T.Indent, Inner = In + T.Step, Text;
  std::string Exists = T.renderCondition();
  const std::string Wait = awaitFirstTile(Always ? In : Inner);
  if (!Always && (Plan.LeadingBarrier || !Wait.empty()))
    Text += T.line(In, "const bool " + T.HasTiles + " = " + Exists + ";");
  if (Plan.LeadingBarrier && !Always)
    Text += T.line(In, "if (" + T.HasTiles + ")");
  if (Plan.LeadingBarrier)
    Text += T.line(Always ? In : Inner, T.barrierText(Facts.TrailingBarrier));
  Text += T.line(In, "for (int " + T.Fill + " = 0; " + T.Fill + " < " +
                         std::to_string(Plan.Stages - 1 -
                                        mutated(Mutation::RingUnderfilled)) +
                         "; ++" + T.Fill + ") {");
  if (Always)
    Exists = T.Fill + " == 0 || (" + Exists + ")";
  Text += copyIntoRing(LoadPhase::Prologue, Inner, Exists, "");
  Text += T.line(In, "}");
  if (Always || Wait.empty())
    return Text + Wait;
  return Text + T.line(In, "if (" + T.HasTiles + ") {") + Wait +
         T.line(In, "}");
}

/// A pipeline of the block is waited for in the loop. What goes through
/// registers is stored here.
std::string PrologueText::awaitFirstTile(llvm::StringRef In) {
  std::string Text;
  if (Plan.usesBlockPipeline())
    return Plan.usesRegisters() ? T.line(In, T.barrierText(Facts.LoadBarrier))
                                : "";
  if (Plan.usesAsync() && !mutated(Mutation::MissingPrologueWait))
    Text += T.line(In, T.waitText(mutated(Mutation::LatePrologueWait)));
  if (!mutated(Mutation::DropPrologueBarrier))
    Text += T.line(In, T.barrierText(Facts.LoadBarrier));
  return Text;
}

std::string PrologueText::copyIntoRing(LoadPhase Phase, const std::string &In,
                                       const std::string &Exists,
                                       const std::string &FillIs) {
  std::string Inner = In + T.Step;
  const bool OfTile = T.Async && T.Async->countsTiles();
  std::string Text = OfTile ? "" : T.event(In, &AsyncWords::acquire);
  Text += T.line(In, "if (" + Exists + ") {");
  if (OfTile)
    Text += T.event(Inner, &AsyncWords::acquire);
  if (!FillIs.empty())
    Text += T.line(Inner, "const int " + T.Fill + " = " + FillIs + ";");
  Text += T.declareStagePointers(T.nextStage(), Inner);
  Text += T.renderLoads(Phase, Inner);
  Text += T.renderAdvances(Inner, /*WithIncrement=*/true);
  if (OfTile || mutated(Mutation::ConditionalCommit))
    return Text + T.event(Inner, &AsyncWords::commit) + T.line(In, "}");
  Text += T.line(In, "}");
  return Text + T.event(In, &AsyncWords::commit);
}

std::string PrologueText::ringIndex(unsigned Ahead) const {
  return "(" + T.Stage + " + " + std::to_string(Ahead) + ") % " +
         std::to_string(Plan.Stages);
}

std::string PrologueText::issueIntoRing() {
  unsigned Ahead = Plan.Stages - 1;
  return T.declareStagePointers(T.thisStage(), T.BodyIndent) +
         T.line(T.BodyIndent, "// Start copying the tile that is " +
                                  std::to_string(Ahead) +
                                  " ahead while this one is used.") +
         copyIntoRing(LoadPhase::Issue, T.BodyIndent, T.renderCondition(),
                      ringIndex(Ahead - mutated(Mutation::RingOneBehind))) +
         T.newline();
}

std::string PrologueText::copyDeclarations(llvm::StringRef In) {
  std::string Text;
  if (Loop.init() && !isa<DeclStmt>(Loop.init()))
    Text += T.line(In, T.render(Loop.init(), false, "") + ";");
  else if (peeled() && Facts.IncrementOnComputeSide && Loop.init())
    Text += T.line(In, hoistedInit());
  for (const Carried &C : Facts.Variables) {
    if (!C.NeedsCopy)
      continue;
    std::string Init =
        C.DeclaredInInit && !(peeled() && Facts.IncrementOnComputeSide)
            ? T.render(C.Var->getInit(), /*LoadSide=*/true, "")
            : C.Var->getNameAsString();
    if (mutated(Mutation::CopyStartsAtZero))
      Init = "0";
    std::string Type = T.typeOfVariable(C.Var);
    std::string Space = llvm::StringRef(Type).ends_with("*") ? "" : " ";
    Text += T.line(In, Type + Space + T.CopyNames[C.Var] + " = " + Init + ";");
  }
  return Text;
}

std::string PrologueText::hoistedInit() {
  for (const Decl *D : cast<DeclStmt>(Loop.init())->decls())
    T.checkUnique(cast<VarDecl>(D));
  auto R = T.Source.range(Loop.init());
  if (!R)
    return "";
  std::string Text = T.Source.slice(*R).str();
  return llvm::StringRef(Text).ends_with(";") ? Text : Text + ";";
}

} // namespace pipeline_rewrite
