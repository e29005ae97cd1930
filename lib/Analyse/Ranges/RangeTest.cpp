//===- RangeTest.cpp - Do the stores of a loop miss its loads? ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/RangeTest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace pipeline_rewrite {

bool RangeSum::add(const Product &Of, int64_t Factor) {
  auto [At, IsNew] = Terms.try_emplace(Of, 0);
  if (llvm::AddOverflow(At->second, Factor, At->second))
    return false;
  if (At->second == 0)
    Terms.erase(At);
  return true;
}

RangeSum RangeSum::number(int64_t N) {
  RangeSum Out;
  Out.add({}, N);
  return Out;
}

RangeSum RangeSum::value(unsigned Index) {
  RangeSum Out;
  Out.add({Index}, 1);
  return Out;
}

std::optional<int64_t> RangeSum::asNumber() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() > 1 || !Terms.begin()->first.empty())
    return std::nullopt;
  return Terms.begin()->second;
}

std::optional<RangeSum> RangeSum::plus(const RangeSum &O, int64_t Times) const {
  RangeSum Out = *this;
  for (const auto &[Of, Factor] : O.Terms) {
    int64_t Scaled = 0;
    if (llvm::MulOverflow(Factor, Times, Scaled) || !Out.add(Of, Scaled))
      return std::nullopt;
  }
  return Out;
}

std::optional<RangeSum> RangeSum::times(const RangeSum &O) const {
  RangeSum Out;
  for (const auto &[Of, Factor] : Terms)
    for (const auto &[With, Other] : O.Terms) {
      Product Both = Of;
      Both.append(With.begin(), With.end());
      llvm::sort(Both);
      int64_t Scaled = 0;
      if (llvm::MulOverflow(Factor, Other, Scaled) || !Out.add(Both, Scaled))
        return std::nullopt;
    }
  return Out;
}

std::optional<RangeSum> RangeSum::dividedBy(int64_t By) const {
  RangeSum Out;
  for (const auto &[Of, Factor] : Terms)
    if (Factor % By != 0 || !Out.add(Of, Factor / By))
      return std::nullopt;
  return Out;
}

RangeSum RangeSum::outer(const RangeSum &O, bool Greater) const {
  RangeSum Out;
  auto Add = [&](const RangeSum &Of, const RangeSum &Beside) {
    for (const auto &[Product, Factor] : Of.Terms) {
      auto At = Beside.Terms.find(Product);
      const int64_t Other = At == Beside.Terms.end() ? 0 : At->second;
      const int64_t Outer =
          Greater ? std::max(Factor, Other) : std::min(Factor, Other);
      if (Outer != 0)
        Out.Terms[Product] = Outer;
    }
  };
  Add(*this, O);
  Add(O, *this);
  return Out;
}

double RangeTest::bound(const RangeSum &Sum, bool Upper) const {
  double Out = 0;
  for (const auto &[Of, Factor] : Sum.terms()) {
    double Term = static_cast<double>(Factor);
    for (unsigned Each : Of)
      Term *= (Factor > 0) == Upper ? Numbers[Each].Most : Numbers[Each].Least;
    Out += Term;
  }
  return Out;
}

bool RangeTest::isBelow(const RangeSum &L, const RangeSum &R) const {
  const auto Difference = R.plus(L, -1);
  return Difference && isNeverNegative(*Difference);
}

static void print(llvm::raw_ostream &OS, const RangeSum &Sum) {
  for (const auto &[Of, Factor] : Sum.terms()) {
    OS << ' ' << Factor;
    for (unsigned Each : Of)
      OS << '*' << Each;
  }
  OS << ';';
}

std::string RangeTest::summary() const {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  for (const SharedNumber &N : Numbers) {
    OS << (N.Written ? N.Written->getBeginLoc().getRawEncoding() : 0)
       << N.Member << N.Divisor << N.MayBeNegative << N.Bits;
    print(OS, N.Dividend);
  }
  for (const auto *Side : {&Stored, &Loaded})
    for (const TouchedRange &R : *Side) {
      OS << R.Name << R.InElements << (R.InElements ? 0 : R.Unit);
      print(OS, R.Begin);
      print(OS, R.End);
    }
  for (const FittingNumber &F : Fit) {
    OS << F.Bits << F.AsksLeast;
    print(OS, F.Least);
    print(OS, F.Most);
  }
  for (auto [W, R] : Apart)
    OS << W << '/' << R << ' ';
  return Out;
}

} // namespace pipeline_rewrite
