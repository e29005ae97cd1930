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
  std::string In = T.Indent, Text = T.openPrologue(Hoisted),
              Empty = T.newline();
  std::string Title = T.line(In, title()), Lambda = T.ring().declareCopyTile();
  if (Lambda.empty())
    Text += Title;
  Text += declarations(In);
  if (!Lambda.empty())
    Text += Lambda + Empty + Title;
  return Text + (Plan.isRing() ? fillRing() : loadFirstTile()) + Empty;
}

std::string PrologueText::declarations(llvm::StringRef In) {
  std::string Text;
  if (T.multiBuffered())
    Text += T.line(In, stageDeclarations());
  Text += T.declareStageBytes(In);
  Text += T.event(In, &AsyncWords::declaration);
  return Text + copyDeclarations(In);
}

std::string PrologueText::title() const {
  if (!Plan.isRing())
    return "// Prologue: load the first tile.";
  return "// Prologue: start copying the first " +
         std::to_string(Plan.Stages - 1) + " tiles" +
         (Plan.Parts ? ", and load the rest of the first." : ".");
}

std::string PrologueText::stageDeclarations() const {
  std::string Text = "int " + T.Stage + " = 0";
  for (const std::string *Name : {&T.Fill, &T.Parity, &T.Left})
    if (!Name->empty())
      Text += ", " + *Name + " = 0";
  return Text + ";";
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
  std::string Exists = T.ring().renderCondition(), Rest;
  if (Plan.Parts)
    Rest = Always ? T.renderBlock(LoadPhase::Prologue, "", In)
                  : T.renderLoads(LoadPhase::Prologue, Inner);
  Rest += awaitFirstTile(Always ? In : Inner);
  if (!Always && (Plan.LeadingBarrier || peeled() || !Rest.empty()))
    Text += T.line(In, "const bool " + T.HasTiles + " = " + Exists + ";");
  if (Plan.LeadingBarrier && !Always)
    Text += T.line(In, "if (" + T.HasTiles + ")");
  if (Plan.LeadingBarrier)
    Text += T.line(Always ? In : Inner, T.barrierText(Facts.TrailingBarrier));
  Text += T.line(In, "for (; " + T.Fill + " < " +
                         std::to_string(Plan.Stages - 1 -
                                        mutated(Mutation::RingUnderfilled)) +
                         "; ++" + T.Fill + ") {");
  if (Always)
    Exists = T.Fill + " == 0 || (" + Exists + ")";
  Text += copyIntoRing(LoadPhase::Prologue, Inner, Exists);
  Text += T.line(In, "}");
  if (Always || Rest.empty())
    return Text + Rest;
  return Text + T.line(In, "if (" + T.HasTiles + ") {") + Rest +
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
                                       const std::string &Exists) {
  LoopText &R = T.ring();
  std::string Inner = In + R.Step;
  const bool OfTile = R.Async && R.Async->countsTiles();
  std::string Text = OfTile ? "" : R.event(In, &AsyncWords::acquire);
  Text += R.line(In, "if (" + Exists + ") {");
  if (OfTile)
    Text += R.event(Inner, &AsyncWords::acquire);
  Text += R.declareStagePointers(R.nextStage(), Inner);
  Text += R.renderLoads(Phase, Inner);
  Text += R.renderAdvances(Inner, /*WithIncrement=*/true);
  if (!T.Left.empty())
    Text += R.line(Inner, "++" + T.Left + ";");
  if (OfTile || mutated(Mutation::ConditionalCommit))
    return Text + R.event(Inner, &AsyncWords::commit) + R.line(In, "}");
  Text += R.line(In, "}");
  return Text + R.event(In, &AsyncWords::commit);
}

std::string PrologueText::issueIntoRing() {
  LoopText &R = T.ring();
  std::string In = T.BodyIndent;
  std::string Text = T.line(In, "// Start copying the tile that is " +
                                    std::to_string(Plan.Stages - 1) +
                                    " ahead while this one is used.");
  if (!peeled())
    return Text + copyIntoRing(LoadPhase::Issue, In, R.renderCondition());
  return Text + R.declareStagePointers(R.nextStage(), In) +
         R.renderIssue("", In);
}

std::string PrologueText::copyDeclarations(llvm::StringRef In) {
  std::string Text;
  if (Loop.init() && !isa<DeclStmt>(Loop.init()))
    Text += T.line(In, T.render(Loop.init(), false, "") + ";");
  else if (peeled() && Facts.IncrementOnComputeSide && Loop.init())
    Text += T.line(In, hoistedInit());
  Text += copiesOf(T, In);
  return Plan.Parts ? Text + copiesOf(T.ring(), In) : Text;
}

std::string PrologueText::copiesOf(LoopText &Part, llvm::StringRef In) {
  std::string Text;
  for (const Carried &C : Facts.Variables) {
    auto Copy = Part.CopyNames.find(C.Var);
    if (Copy == Part.CopyNames.end())
      continue;
    std::string Init =
        C.DeclaredInInit && !(peeled() && Facts.IncrementOnComputeSide)
            ? Part.render(C.Var->getInit(), /*LoadSide=*/true, "")
            : C.Var->getNameAsString();
    if (mutated(Mutation::CopyStartsAtZero))
      Init = "0";
    std::string Type = Part.typeOfVariable(C.Var);
    std::string Space = llvm::StringRef(Type).ends_with("*") ? "" : " ";
    Text += T.line(In, Type + Space + Copy->second + " = " + Init + ";");
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
