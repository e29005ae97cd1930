//===- PlainText.cpp - The plain loop in the words of the pipelined one ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/TextRules.h"
#include "Ast/Assignments.h"
#include "Emit/Source/SourceText.h"
#include "Match/DeviceFunctions.h"
#include "Undo/PlainWriter.h"

using namespace clang;

namespace pipeline_rewrite::undo {

std::variant<EditSet, Refusal> PlainWriter::run() {
  const Stmt *First = L.Before.front();
  for (const Stmt *S : L.Before)
    if (A.SM.isBeforeInTranslationUnit(S->getBeginLoc(), First->getBeginLoc()))
      First = S;
  if (conditionalDirective({First->getBeginLoc(), L.Loop->Loop->getEndLoc()},
                           A.Unit))
    return no(RefusalId::ConditionalCompilation,
              "an #if stands between its first load and its end");
  findFetches();
  choices();
  loads();
  before();
  body();
  if (Why)
    return std::move(*Why);
  if (!IsPlain)
    return no(RefusalId::CodeInMacro,
              "a part of the pipeline is written in a macro");
  EditSet Edits;
  for (OtherText &T : Out)
    Edits.replace(T.Begin, T.End, std::move(T.Text));
  return Edits;
}

void PlainWriter::loads() {
  for (size_t U = 0; U < Units.size(); ++U)
    if (!L.IsLoad[U])
      Indent = indentAt(statement(Units[U]).Begin).str();
  // What is kept of registers, then what fills them, then the tiles.
  for (const Stmt *S : Units)
    declared(S);
  for (bool Fills : {false, true})
    for (const RunLoad &Load : Trace.Loads) {
      if (Load.Fills != Fills || mergedBy(Load.S))
        continue;
      const Part P = statement(Load.S);
      New.push_back(declaration(Load.S) +
                    indented(textOf(Load.S, P), indentAt(P.Begin)));
    }
}

void PlainWriter::declared(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    bool IsKept = false, IsBare = true;
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each)) {
        IsKept |= isKept(V);
        IsBare &= !V->getInit();
      }
    if (IsKept && IsBare && llvm::is_contained(Units, S) && isLoad(S)) {
      const Part P = statement(S);
      New.push_back(Text.slice(P.Begin, P.End).str());
    }
  }
}

bool PlainWriter::isLoad(const Stmt *S) const {
  for (size_t U = 0; U < Units.size(); ++U)
    if (Units[U] == S)
      return L.IsLoad[U];
  return false;
}

std::string PlainWriter::declaration(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *Name = E ? nameIn(assignmentSides(E).first) : nullptr;
  if (!Name)
    return "";
  for (const Stmt *D : L.Before)
    if (const auto *Decl = dyn_cast<DeclStmt>(D);
        Decl && Decl->isSingleDecl() &&
        Decl->getSingleDecl() == Name->getDecl() &&
        cast<VarDecl>(Name->getDecl())->getInit()) {
      const Part P = statement(D);
      const auto At = offset(Name->getDecl()->getLocation());
      return At ? Text.slice(P.Begin, *At).str() : "";
    }
  return "";
}

bool PlainWriter::staysDeclared(const Stmt *S) const {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::any_of(D->decls(), [&](const Decl *Each) {
           const auto *V = cast<VarDecl>(Each);
           return !V->getInit() && isKept(V);
         });
}

void PlainWriter::before() {
  for (const Stmt *S : L.Before)
    if (!staysDeclared(S))
      drop(S);
}

void PlainWriter::drop(const Stmt *S) {
  const SourceText Source(A.Unit);
  const auto Lines = Source.lines(S);
  if (!Lines || !range(S)) {
    IsPlain = false;
    return;
  }
  Part P = {Lines->Begin, Lines->End};
  const size_t Next = Text.find('\n', P.End);
  if (Source.ownsLines(*Lines) && Next != llvm::StringRef::npos &&
      Text.slice(P.End, Next).trim().empty())
    P.End = Next + 1;
  replace(P, "");
}

void PlainWriter::body() {
  size_t First = Units.size(), Last = 0;
  for (size_t U = 0; U < Units.size(); ++U)
    if (!L.IsLoad[U]) {
      First = std::min(First, U);
      Last = U;
    }
  std::string Barrier = "__syncthreads();";
  for (const Stmt *S : Units)
    if (isBlockBarrier(S)) {
      const Part P = statement(S);
      Barrier = Text.slice(P.Begin, P.End).str();
      break;
    }
  for (size_t U = 0; U < Units.size(); ++U) {
    if (!L.IsLoad[U])
      continue;
    const bool IsBarrier = isBlockBarrier(Units[U]);
    if (First < U && U < Last) {
      if (IsBarrier)
        continue;
      if (A.UnitEffects[U].Barrier && !Why)
        Why = no(RefusalId::HandBarrier,
                 "a barrier stands under a condition amid the computation",
                 Units[U]);
    }
    drop(Units[U]);
  }
  const auto Open = offset(L.Loop->Body->getLBracLoc());
  const Part End = statement(Units[Last]);
  if (!Open || !IsPlain)
    return;
  std::string Head;
  New.push_back(Barrier);
  for (const std::string &Each : New)
    Head += "\n" + Indent + Each;
  replace({*Open + 1, *Open + 1}, Head);
  replace({End.End, End.End}, "\n" + Indent + Barrier);
}

std::variant<EditSet, Refusal> plainText(const HandLoop &Loop,
                                         const HandTrace &Trace) {
  const AnalysisInput Asked{Options()};
  const LoopAnalysis A(*Loop.Loop, *Loop.Unit, Asked);
  return PlainWriter(A, Loop, Trace).run();
}

} // namespace pipeline_rewrite::undo
