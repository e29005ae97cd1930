//===- IndexSum.cpp - An index as a function of counters ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/IndexSum.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {

void IndexSum::add(IndexTerm New) {
  for (IndexTerm &Old : Terms)
    if (Old.isSame(New)) {
      Old.Factor += New.Factor;
      return;
    }
  Terms.push_back(std::move(New));
}

bool IndexSum::collect(const Expr *E, int64_t Factor, unsigned Depth) {
  E = Counters.strip(E);
  if (Depth > 16)
    return false;
  if (Counters.numberIn(E))
    return true;
  if (auto I = Counters.of(E)) {
    IndexTerm New;
    New.Factor = Factor;
    New.Of = *I;
    add(std::move(New));
    return true;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isAdditiveOp())
    return collect(B->getLHS(), Factor, Depth + 1) &&
           collect(B->getRHS(), B->getOpcode() == BO_Sub ? -Factor : Factor,
                   Depth + 1);
  if (B && B->getOpcode() == BO_Mul) {
    if (auto N = Counters.numberIn(B->getLHS()))
      return collect(B->getRHS(), Factor * *N, Depth + 1);
    if (auto N = Counters.numberIn(B->getRHS()))
      return collect(B->getLHS(), Factor * *N, Depth + 1);
  }
  return Counters.isFixed(E) || (B && collectPart(B, Factor, Depth));
}

/// A counter times numbers, `j * 128`, and nothing else.
bool IndexSum::isMultiple(const Expr *E) const {
  E = Counters.strip(E);
  if (Counters.of(E))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B && B->getOpcode() == BO_Mul &&
         ((Counters.numberIn(B->getLHS()) && isMultiple(B->getRHS())) ||
          (Counters.numberIn(B->getRHS()) && isMultiple(B->getLHS())));
}

/// X / W or X % W, also as X >> n and X & m.
bool IndexSum::collectPart(const BinaryOperator *B, int64_t Factor,
                           unsigned Depth) {
  auto N = Counters.numberIn(B->getRHS());
  if (!N || *N < 0)
    return false;
  IndexTerm New;
  New.Factor = Factor;
  const bool IsShift = B->getOpcode() == BO_Shr && *N < 31;
  const bool IsMask =
      B->getOpcode() == BO_And && ((*N + 1) & *N) == 0 && *N < (1ll << 31);
  New.W = IsShift ? 1ll << *N : IsMask ? *N + 1 : *N;
  if (IsShift || B->getOpcode() == BO_Div)
    New.Is = IndexTerm::Quotient;
  else if (IsMask || B->getOpcode() == BO_Rem)
    New.Is = IndexTerm::Remainder;
  else
    return false;
  const Expr *X = Counters.strip(B->getLHS());
  IndexSum Inner(Counters);
  if (New.W < 1 || !Inner.collect(X, 1, Depth + 1) || Inner.Terms.size() != 1 ||
      Inner.Terms[0].Is != IndexTerm::Counter || Inner.Terms[0].Factor == 0)
    return false;
  New.Of = Inner.Terms[0].Of;
  New.InX = Inner.Terms[0].Factor;
  if (New.Is == IndexTerm::Quotient && New.InX % New.W == 0 && isMultiple(X)) {
    New.Is = IndexTerm::Counter;
    New.Factor *= New.InX / New.W;
    New.W = 0;
    add(std::move(New));
    return true;
  }
  X->Profile(New.X, Counters.context(), /*Canonical=*/true);
  add(std::move(New));
  return true;
}

} // namespace pipeline_rewrite
