//===- RangeLimits.cpp - Numbers whose sums do not overflow ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/RangeTest.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <set>

namespace pipeline_rewrite {

/// That no sum of a test passes, in bytes.
static constexpr double MostBytes = double(int64_t(1) << 61);
/// A limit below this would refuse sizes that are usual.
static constexpr unsigned LeastBits = 14;

bool RangeTest::isSmall(const RangeSum &Sum, int64_t Unit) const {
  double All = 0;
  for (const auto &[Of, Factor] : Sum.terms()) {
    double Term = std::abs(double(Factor)) * double(Unit);
    for (unsigned Each : Of)
      Term *= Numbers[Each].Most;
    All += Term;
  }
  return All < MostBytes;
}

void RangeTest::forEachSum(
    llvm::function_ref<void(const RangeSum &, int64_t)> Do) const {
  for (const auto *Side : {&Stored, &Loaded})
    for (const TouchedRange &R : *Side) {
      Do(R.Begin, R.Unit);
      Do(R.End, R.Unit);
    }
  for (const FittingNumber &F : Fit) {
    Do(F.Least, 1);
    Do(F.Most, 1);
  }
  for (const SharedNumber &N : Numbers)
    if (N.Divisor)
      Do(N.Dividend, 1);
}

void RangeTest::limit(unsigned Index, unsigned Bits) {
  SharedNumber &N = Numbers[Index];
  if (N.Divisor)
    for (const auto &[Of, Factor] : N.Dividend.terms())
      for (unsigned Each : Of)
        limit(Each, Bits);
  const double Most = std::ldexp(1.0, int(Bits)) - 1;
  if (N.Divisor || N.Most <= Most)
    return;
  N.Most = Most;
  N.Bits = Bits;
}

/// What a quotient can be follows from what it is made of.
void RangeTest::settleQuotients() {
  for (SharedNumber &N : Numbers)
    if (N.Divisor)
      N.Most = std::max(
          0.0, std::floor(bound(N.Dividend, true) / double(N.Divisor)));
}

/// Limits in place of sums of single numbers, where they are generous; what
/// then is sure is not asked.
void RangeTest::settleFits() {
  constexpr unsigned Generous = 20;
  auto IsSure = [&](const FittingNumber &F) {
    return !F.AsksLeast && bound(F.Most, true) < std::ldexp(1.0, int(F.Bits));
  };
  for (const FittingNumber &F : Fit) {
    auto IsSingle = [](const auto &Term) { return Term.first.size() <= 1; };
    if (F.AsksLeast || !llvm::all_of(F.Most.terms(), IsSingle))
      continue;
    const std::vector<SharedNumber> Before = Numbers;
    for (unsigned Bits = F.Bits; Bits >= Generous && !IsSure(F); --Bits) {
      for (const auto &[Of, Factor] : F.Most.terms())
        if (!Of.empty())
          limit(Of.front(), Bits);
      settleQuotients();
    }
    if (!IsSure(F))
      Numbers = Before;
  }
  llvm::erase_if(Fit, IsSure);
}

bool RangeTest::limitNumbers() {
  for (unsigned Bits = 62; Bits >= LeastBits; --Bits) {
    std::set<unsigned> Large;
    forEachSum([&](const RangeSum &Sum, int64_t Unit) {
      if (isSmall(Sum, Unit))
        return;
      for (const auto &[Of, Factor] : Sum.terms())
        Large.insert(Of.begin(), Of.end());
    });
    if (Large.empty()) {
      settleFits();
      return true;
    }
    for (unsigned Each : Large)
      limit(Each, Bits);
    settleQuotients();
  }
  return false;
}

} // namespace pipeline_rewrite
