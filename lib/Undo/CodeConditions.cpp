//===- CodeConditions.cpp - Comparisons as words ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/CodeWords.h"
#include "clang/AST/ExprCXX.h"

namespace pipeline_rewrite::undo {

using namespace clang;

static ConditionWords opposite(ConditionWords C) {
  std::swap(C.Yes, C.No);
  return C;
}

ConditionWords CodeWords::condition(const Expr *E) {
  E = bare(E);
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return opposite(condition(Not->getSubExpr()));
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getCastKind() == CK_IntegralToBoolean)
    if (const Expr *Of = bare(Cast->getSubExpr());
        Of->isKnownToHaveBooleanValue())
      return condition(Of);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isLogicalOp()) {
    const ConditionWords L = condition(B->getLHS()), R = condition(B->getRHS());
    const bool IsAnd = B->getOpcode() == BO_LAnd;
    const ConditionWords Both{"and{" + L.Yes + "," + R.Yes + "}",
                              "not{and{" + L.Yes + "," + R.Yes + "}}"};
    return IsAnd ? Both
                 : ConditionWords{"or{" + L.Yes + "," + R.Yes + "}",
                                  "not{or{" + L.Yes + "," + R.Yes + "}}"};
  }
  if (!B || !B->isComparisonOp()) {
    const Polynomial Value = value(E);
    if (const auto Number = Value.number())
      return *Number ? ConditionWords{"true", "false"}
                     : ConditionWords{"false", "true"};
    const std::string Words = Value.words();
    if (const auto At = Opposites.find(Words); At != Opposites.end())
      return {At->first, At->second}; // of a flag
    return {"yes{" + Words + "}", "not{yes{" + Words + "}}"};
  }
  const QualType T = B->getLHS()->getType();
  Polynomial L = value(B->getLHS()), R = value(B->getRHS());
  BinaryOperatorKind Op = B->getOpcode();
  if (Op == BO_GT || Op == BO_GE) {
    std::swap(L, R);
    Op = Op == BO_GT ? BO_LT : BO_LE;
  }
  if (!T->isSignedIntegerType()) {
    const bool Wraps = T->isUnsignedIntegerType();
    const unsigned Bits = Wraps ? unsigned(Context.getTypeSize(T)) : 64;
    const std::string Words =
        (BinaryOperator::getOpcodeStr(Op) + "<" + typeWords(T) + ">{" +
         L.wrapped(Bits).words() + "," + R.wrapped(Bits).words() + "}")
            .str();
    return {Words, "not{" + Words + "}"};
  }
  const Polynomial Up = R - L, Down = L - R;
  const auto IsPositive = [](const Polynomial &P) -> std::string {
    if (const auto Number = P.number())
      return *Number > 0 ? "true" : "false";
    return "0<" + P.words();
  };
  switch (Op) {
  case BO_LT:
    Positives[IsPositive(Up)] = Up;
    return known({IsPositive(Up), IsPositive(Down + 1)});
  case BO_LE:
    Positives[IsPositive(Up + 1)] = Up + 1;
    return known({IsPositive(Up + 1), IsPositive(Down)});
  default:
    // One that is known not to be negative.
    for (const Polynomial &P : {Up, Down})
      if (Positive && P == *Positive - 1) {
        ConditionWords More{IsPositive(P), IsPositive(Polynomial(1) - P)};
        return known(Op == BO_NE ? More : opposite(More));
      }
    if (const auto Number = Up.number())
      return (*Number == 0) == (Op == BO_EQ) ? ConditionWords{"true", "false"}
                                             : ConditionWords{"false", "true"};
    const std::string Words = "0==" + std::min(Up.words(), Down.words());
    ConditionWords Same{Words, "not{" + Words + "}"};
    return known(Op == BO_EQ ? Same : opposite(Same));
  }
}

ConditionWords CodeWords::known(ConditionWords C) {
  Opposites[C.Yes] = C.No;
  return C;
}

} // namespace pipeline_rewrite::undo
