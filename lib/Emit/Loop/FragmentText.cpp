//===- FragmentText.cpp - K-steps whose fragments are read ahead ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loop/FragmentText.h"
#include "Ast/Constructs.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

void FragmentText::cannotEdit(const Stmt *S) {
  T.fail(RefusalId::CodeInMacro, "a k-step is written inside a macro's body",
         S->getSourceRange());
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// `RA[M][4]` to `RA[2][M][4]`, or `RA2[2][M][4]`.
void FragmentText::addSet(const VarDecl *V, EditSet &Edits) {
  const llvm::StringRef Name = V->getName();
  auto At = T.Source.spelled(V->getLocation());
  if (!At || T.Source.text().substr(*At, Name.size()) != Name)
    return T.fail(RefusalId::CodeInMacro,
                  "the fragment '" + Name.str() + "' is declared in a macro",
                  V->getLocation());
  Edits.replace(*At, *At + Name.size(), T.FragmentNames.lookup(V) + "[2]");
  if (isBareVariable(V))
    return;
  // Its value has no use, and is none of two.
  auto Init = T.Source.range(V->getInit());
  if (!Init)
    return cannotEdit(V->getInit());
  llvm::StringRef Before = T.Source.text().take_front(Init->Begin).rtrim();
  Before.consume_back("=");
  Edits.replace(Before.rtrim().size(), Init->End, "");
}

std::string FragmentText::hoisted(const DeclStmt *D) {
  auto R = T.Source.statement(D);
  if (!R) {
    cannotEdit(D);
    return "";
  }
  EditSet Edits;
  for (const Decl *Each : D->decls())
    addSet(cast<VarDecl>(Each), Edits);
  return T.line(T.Indent, Edits.apply(T.Source.text(), R->Begin, R->End));
}

std::string FragmentText::declare(EditSet &Edits) {
  std::string Lines;
  for (const DeclStmt *D : Steps.Declared)
    Lines += hoisted(D);
  for (const VarDecl *V : Steps.Fragments)
    if (llvm::none_of(Steps.Declared, [&](const DeclStmt *D) {
          return llvm::is_contained(D->decls(), V);
        }))
      addSet(V, Edits);
  return Lines.empty() ? ""
                       : T.line(T.Indent, "// Two sets of fragments.") + Lines;
}

std::string FragmentText::declareHalves(const Step &Reads) {
  const std::string Index = T.indexText(Reads.Reads.back()),
                    Sets = Steps.Loop.Step ? "(2 * " + stepText() + ")" : "2";
  return T.line(T.Indent, "static_assert(" + boundText() + " % " + Sets +
                              " == 0, \"two sets of fragments take turns\");") +
         T.line(T.Indent, "// Reads the fragments of a step.") +
         lambda(T.ReadFragments, Steps.Reading, Index,
                T.declareStagePointers(Index, T.Indent + T.IndentUnit)) +
         T.newline() +
         T.line(T.Indent, "// Computes a step with its fragments.") +
         lambda(T.ComputeStep, Steps.Computing, "", "");
}

std::string FragmentText::lambda(const std::string &Name, const Half &Of,
                                 llvm::StringRef TileIndex,
                                 const std::string &Pointers) {
  const std::string In = T.Indent + T.IndentUnit;
  const std::string Number =
      T.StepName.second + (Steps.Loop.Step ? " / " + stepText() : "");
  return T.line(T.Indent, "auto " + Name + " = [&](" +
                              T.typeOfVariable(Steps.Loop.Var) + " " +
                              T.StepName.second + ") {") +
         T.line(In, "const int " + T.FragmentSet + " = " + Number + " % 2;") +
         Pointers + textOf(Of, TileIndex, In) + T.line(T.Indent, "};");
}

//===----------------------------------------------------------------------===//
// Halves
//===----------------------------------------------------------------------===//

std::string FragmentText::textOf(const Half &Of, llvm::StringRef TileIndex,
                                 llvm::StringRef In) {
  const auto *Body = cast<CompoundStmt>(Steps.Loop.Loop->getBody());
  auto R = T.Source.range(Body);
  if (!R || Body->body_empty()) {
    cannotEdit(Body);
    return "";
  }
  EditSet Edits;
  RemovedText Removed(T.Source);
  edit(Edits, Removed, Body, Of, TileIndex);
  Removed.join();
  for (TextRange Gone : Removed.ranges())
    Edits.replace(Gone.Begin, Gone.End, "");
  // The first statement's lines begin behind the brace.
  auto First = T.Source.lines(Body->body_front());
  const unsigned Begin = First && T.Source.ownsLines(*First)
                             ? std::min(First->Begin, R->End - 1)
                             : R->Begin + 1;
  std::string Text = Edits.apply(T.Source.text(), Begin, R->End - 1);
  llvm::StringRef Lines = llvm::StringRef(Text).rtrim();
  while (Lines.contains('\n') &&
         Lines.take_until([](char C) { return C == '\n'; }).trim().empty())
    Lines = Lines.drop_front(Lines.find('\n') + 1);
  return reindent(Lines, T.indentOf(Body->body_front()), In) + T.newline();
}

/// Takes out what the half has not, and names tiles and fragments in the rest.
void FragmentText::edit(EditSet &Edits, RemovedText &Removed, const Stmt *S,
                        const Half &Of, llvm::StringRef TileIndex) {
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    for (const Stmt *Part : {For->getInit(), cast_or_null<Stmt>(For->getCond()),
                             cast_or_null<Stmt>(For->getInc())})
      T.addUses(Edits, Part, /*LoadSide=*/false, TileIndex);
    return edit(Edits, Removed, For->getBody(), Of, TileIndex);
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    T.addUses(Edits, If->getCond(), /*LoadSide=*/false, TileIndex);
    return edit(Edits, Removed, If->getThen(), Of, TileIndex);
  }
  if (!isa<AttributedStmt, CompoundStmt>(S))
    return T.addUses(Edits, S, /*LoadSide=*/false, TileIndex);
  for (const Stmt *Child : S->children())
    if (Of.contains(Child))
      edit(Edits, Removed, Child, Of, TileIndex);
    else if (auto R = T.Source.lines(Child))
      Removed.add(*R);
    else
      cannotEdit(Child);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

std::string FragmentText::counter() const {
  return Steps.Loop.Var->getNameAsString();
}

std::string FragmentText::stepText() const {
  return Steps.Loop.Step ? atom(T.render(Steps.Loop.Step, false, ""), T.Unit)
                         : "1";
}

std::string FragmentText::boundText() const {
  return atom(T.render(Steps.Loop.Bound, false, ""), T.Unit);
}

std::string FragmentText::readFirst(llvm::StringRef In) const {
  return T.line(In, T.ReadFragments + "(0);");
}

std::string FragmentText::computeLast(llvm::StringRef In) const {
  return T.line(In,
                T.ComputeStep + "(" + boundText() + " - " + stepText() + ");");
}

/// Which set is a constant only where the loop is unrolled.
static bool isUnrolled(const Stmt *Unit) {
  const auto *Attributed = dyn_cast<AttributedStmt>(Unit);
  return Attributed && llvm::any_of(Attributed->getAttrs(), [](const Attr *A) {
           return isa<LoopHintAttr>(A);
         });
}

void FragmentText::editLoop(EditSet &Edits) {
  const ForStmt *Loop = Steps.Loop.Loop;
  auto Whole = T.Source.range(Loop),
       Condition = T.Source.range(Loop->getCond()),
       Body = T.Source.range(Loop->getBody());
  if (!Whole || !Condition || !Body)
    return cannotEdit(Loop);
  const std::string Outer = T.Source.indentAt(Whole->Begin).str(),
                    In = Outer + T.IndentUnit;
  if (!isUnrolled(T.Facts.Units[Steps.Unit].S))
    Edits.insert(T.Source.lineBegin(Whole->Begin),
                 T.line(Outer, "#pragma unroll"));
  const std::string Next = counter() + " + " + stepText();
  Edits.replace(Condition->Begin, Condition->End, Next + " < " + boundText());
  Edits.replace(
      Body->Begin, Body->End,
      "{" + T.newline() + T.line(In, T.ReadFragments + "(" + Next + ");") +
          T.line(In, T.ComputeStep + "(" + counter() + ");") + Outer + "}");
}

} // namespace pipeline_rewrite
