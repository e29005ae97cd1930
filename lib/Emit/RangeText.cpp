//===- RangeText.cpp - The test of what a loop touches, as text -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything is computed in 64 bits: the first factor of a product is a `long
// long`, and so is what a sum begins with.
//===----------------------------------------------------------------------===//
#include "Emit/RangeText.h"
#include "Analyse/RangeTest.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// As many bits as a sum has that is known not to overflow.
constexpr unsigned MostBits = 62;

class RangeTexts {
public:
  RangeTexts(LoopText &T, Names &NewNames)
      : T(T), NewNames(NewNames), Test(*T.Facts.Ranges) {}

  RangeTestText render() {
    for (const TouchedRange &Each : Test.Stored)
      Stored.push_back(declare(Each));
    for (const TouchedRange &Each : Test.Loaded)
      Loaded.push_back(declare(Each));
    for (const SharedNumber &N : Test.Numbers)
      askNumber(N);
    for (const FittingNumber &F : Test.Fit)
      askFit(F);
    for (auto [W, R] : Test.Apart)
      ask("(" + Stored[W].End + " <= " + Loaded[R].Begin + " || " +
          Loaded[R].End + " <= " + Stored[W].Begin + ")");
    return {Declarations, conditionText()};
  }

private:
  struct Ends {
    std::string Begin, End;
  };

  std::string written(const Expr *E) {
    if (auto R = T.Source.range(E))
      return T.Source.slice(*R).str();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl()->getNameAsString();
    T.fail(RefusalId::CodeInMacro, "what an address is made of is in a macro",
           E->getSourceRange());
    return "";
  }

  std::string nameOf(const SharedNumber &N) {
    if (N.Written)
      return written(N.Written);
    if (N.Divisor)
      return "(" + sumText(N.Dividend, /*InBrackets=*/true) + " / " +
             std::to_string(N.Divisor) + ")";
    const char *const Of = N.Member >= 'x'   ? "blockIdx."
                           : N.Member >= 'a' ? "blockDim."
                                             : "gridDim.";
    const char First = N.Member >= 'x' ? 'x' : N.Member >= 'a' ? 'a' : 'X';
    return std::string(Of) + char('x' + N.Member - First);
  }

  /// Without its sign. \p IsWide: it must be computed in 64 bits by itself.
  std::string termText(const RangeSum::Product &Of, int64_t Factor,
                       bool IsWide) {
    const uint64_t Size = Factor < 0 ? -uint64_t(Factor) : uint64_t(Factor);
    if (Of.empty())
      return std::to_string(Size) + (IsWide ? "LL" : "");
    llvm::SmallVector<std::string, 4> Factors;
    if (Size != 1)
      Factors.push_back(std::to_string(Size) + "LL");
    for (unsigned Each : Of)
      Factors.push_back(nameOf(Test.Numbers[Each]));
    // A quotient is wide.
    const bool IsCast = Size == 1 && (Of.size() > 1 || IsWide) &&
                        !Test.Numbers[Of.front()].Divisor;
    return (IsCast ? "(long long)" : "") + llvm::join(Factors, " * ");
  }

  /// Products first, the number last; what is taken away stands behind.
  std::string sumText(const RangeSum &Sum, bool InBrackets = false) {
    std::vector<std::pair<RangeSum::Product, int64_t>> Terms(
        Sum.terms().begin(), Sum.terms().end());
    llvm::stable_sort(Terms, [](const auto &L, const auto &R) {
      if ((L.second > 0) != (R.second > 0))
        return L.second > 0;
      return L.first.size() > R.first.size();
    });
    std::string Text;
    for (const auto &[Of, Factor] : Terms) {
      const bool IsFirst = Text.empty();
      const std::string Term =
          termText(Of, Factor, IsFirst && (Terms.size() > 1 || InBrackets));
      if (IsFirst)
        Text = (Factor < 0 ? "-" : "") + Term;
      else
        Text += (Factor < 0 ? " - " : " + ") + Term;
    }
    if (InBrackets && Terms.size() > 1)
      return "(" + Text + ")";
    return Text.empty() ? "0" : Text;
  }

  /// `(size_t)(A + 16LL * K)`.
  std::string addressText(const TouchedRange &R, const RangeSum &At) {
    std::string Base = written(R.Base);
    if (!isa<DeclRefExpr, MemberExpr>(R.Base))
      Base = "(" + Base + ")";
    if (R.IsObject)
      Base = "&" + Base;
    for (const Expr *Each : R.MovedBy)
      Base += " - (" + written(Each) + ")";
    const bool IsThere = At == RangeSum();
    const std::string Sum = IsThere ? "" : sumText(At);
    const std::string Behind =
        IsThere ? "" : (Sum[0] == '-' ? " - " + Sum.substr(1) : " + " + Sum);
    if (R.InElements && (!IsThere || !R.MovedBy.empty()))
      return "(size_t)(" + Base + Behind + ")";
    if (!R.MovedBy.empty())
      Base = "(" + Base + ")";
    return "(size_t)" + Base + Behind;
  }

  Ends declare(const TouchedRange &R) {
    Ends Out{NewNames.take(R.Name + "Begin"), NewNames.take(R.Name + "End")};
    for (const auto &[Name, At] :
         {std::pair(Out.Begin, &R.Begin), std::pair(Out.End, &R.End)})
      Declarations += T.line(T.Indent, "const size_t " + Name + " = " +
                                           addressText(R, *At) + ";");
    return Out;
  }

  void ask(const std::string &What) {
    if (!llvm::is_contained(Asked, What))
      Asked.push_back(What);
  }

  static std::string powerOf2(unsigned Bits) {
    return (Bits < 31 ? "(1 << " : "(1LL << ") + std::to_string(Bits) + ")";
  }

  void askNumber(const SharedNumber &N) {
    if (N.MayBeNegative)
      ask(nameOf(N) + " >= 0");
    if (N.Bits)
      ask(nameOf(N) + " < " + powerOf2(N.Bits));
  }

  void askFit(const FittingNumber &F) {
    if (F.AsksLeast)
      ask(sumText(F.Least) + " >= 0");
    if (F.Bits < MostBits)
      ask(sumText(F.Most) + " < " + powerOf2(F.Bits));
  }

  /// On one line, or a line for each part.
  std::string conditionText() const {
    std::string One = llvm::join(Asked, " && ");
    if (T.Indent.size() + One.size() + 7 <= T.Source.width())
      return One;
    return llvm::join(Asked, " &&" + T.newline() + T.Indent + "    ");
  }

  LoopText &T;
  Names &NewNames;
  const RangeTest &Test;
  std::vector<Ends> Stored, Loaded;
  std::string Declarations;
  std::vector<std::string> Asked;
};

} // namespace

RangeTestText renderRangeTest(LoopText &T, Names &Names) {
  return RangeTexts(T, Names).render();
}

} // namespace pipeline_rewrite
