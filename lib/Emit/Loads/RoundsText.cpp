//===- RoundsText.cpp - Copy loops as rounds that are counted -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/RoundsText.h"
#include "Ast/Below.h"
#include "Ast/Counters.h"

using namespace clang;

namespace pipeline_rewrite {

std::string RoundsText::head() {
  const std::string In = indent() + T.IndentUnit, NL = T.newline(),
                    Round = T.Rounds.lookup(L.Loop);
  const bool IsNumber = countsRounds(L);
  std::string Text = "for (" + (IsNumber ? variable() : "int " + Round) +
                     " = 0; " + Round + " < " + T.extentText(L) + "; ++" +
                     Round + ") {" + NL + In;
  if (!IsNumber)
    Text += (declaresCounter(*L.Loop) ? "const " : "") + variable() + " = " +
            valueIn(Round) + ";" + NL + In;
  return Text + "if (" + header(L.Loop->getCond()) + ")";
}

std::string RoundsText::rest(const std::string &Body) {
  const std::string Gap = T.newline() + indent();
  // In front of the directive it would be indented as that.
  return "#pragma unroll 1" + Gap + "// Iterations beyond the registers." +
         Gap + "for (" + variable() + " = " + valueIn(T.extentText(L)) + "; " +
         header(L.Loop->getCond()) + "; " + header(L.Loop->getInc()) + ")" +
         Body;
}

std::string RoundsText::valueIn(const std::string &Round) {
  std::string Distance = Round;
  if (L.Step && Round == "1")
    Distance = atom(header(L.Step), T.Unit);
  else if (L.Step)
    Distance += " * " + atom(header(L.Step), T.Unit);
  return writtenNumber(L.Start) == 0
             ? Distance
             : summand(L.Start, header(L.Start), T.Unit) + " + " + Distance;
}

std::string RoundsText::indent() const {
  const unsigned At = T.Source.range(L.Loop)->Begin;
  const bool Shares =
      !T.Source.text().slice(T.Source.lineBegin(At), At).trim().empty();
  return T.indentOf(L.Loop) + (Shares ? T.IndentUnit : "");
}

std::string RoundsText::variable() {
  if (declaresCounter(*L.Loop))
    return T.typeOfVariable(L.Var) + " " + L.Var->getNameAsString();
  return header(
      findBelow<DeclRefExpr>(L.Loop->getInit(), [&](const DeclRefExpr *Ref) {
        return Ref->getDecl() == L.Var;
      }));
}

std::string RoundsText::header(const Expr *E) {
  auto R = T.Source.range(E);
  if (!R) {
    T.cannotEdit(E);
    return "";
  }
  EditSet Edits;
  Leaves.editUses(Edits, E);
  return Edits.apply(T.Source.text(), R->Begin, R->End);
}

} // namespace pipeline_rewrite
