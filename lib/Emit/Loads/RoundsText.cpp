//===- RoundsText.cpp - Copy loops as rounds that are counted -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/RoundsText.h"

using namespace clang;

namespace pipeline_rewrite {

std::string RoundsText::head() {
  const std::string In = T.indentOf(L.Loop) + T.IndentUnit, NL = T.newline(),
                    Round = T.Rounds.lookup(L.Loop),
                    Type = T.typeOfVariable(L.Var);
  const bool IsNumber = countsRounds(L);
  std::string Text = "for (" + (IsNumber ? Type : "int") + " " + Round +
                     " = 0; " + Round + " < " + T.extentText(L) + "; ++" +
                     Round + ") {" + NL + In;
  if (!IsNumber)
    Text += "const " + Type + " " + L.Var->getNameAsString() + " = " +
            valueIn(Round) + ";" + NL + In;
  return Text + "if (" + header(L.Loop->getCond()) + ")";
}

std::string RoundsText::rest(const std::string &Body) {
  const std::string Gap = T.newline() + T.indentOf(L.Loop);
  // In front of the directive it would be indented as that.
  return "#pragma unroll 1" + Gap + "// Iterations beyond the registers." +
         Gap + "for (" + T.typeOfVariable(L.Var) + " " +
         L.Var->getNameAsString() + " = " + valueIn(T.extentText(L)) + "; " +
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
