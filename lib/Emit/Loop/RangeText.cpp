//===- RangeText.cpp - The test of what a loop touches, as text -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything is computed in 64 bits, signed: the first factor of a product is a
// `long long`, and so is what a sum begins with. Beside these a number of 32
// bits becomes one as well; an unsigned one of 64 would make them unsigned.
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/RangeTest.h"
#include "Emit/Loop/LoopEdits.h"
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
    if (N.Divisor) {
      const std::string Sum = sumText(N.Dividend, /*IsWide=*/true);
      return "(" + (N.Dividend.terms().size() > 1 ? "(" + Sum + ")" : Sum) +
             " / " + std::to_string(N.Divisor) + ")";
    }
    const char *const Of = N.Member >= 'x'   ? "blockIdx."
                           : N.Member >= 'a' ? "blockDim."
                                             : "gridDim.";
    const char First = N.Member >= 'x' ? 'x' : N.Member >= 'a' ? 'a' : 'X';
    return std::string(Of) + char('x' + N.Member - First);
  }

  bool isUnsignedAndWide(const SharedNumber &N) const {
    const QualType Type = N.Written ? N.Written->getType() : QualType();
    return N.Written && Type->isUnsignedIntegerOrEnumerationType() &&
           T.Context.getIntWidth(Type) >= 64;
  }

  std::string factorText(const SharedNumber &N) {
    return (isUnsignedAndWide(N) ? "(long long)" : "") + nameOf(N);
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
      Factors.push_back(factorText(Test.Numbers[Each]));
    // A quotient is wide.
    const SharedNumber &First = Test.Numbers[Of.front()];
    const bool IsCast = Size == 1 && (Of.size() > 1 || IsWide) &&
                        !First.Divisor && !isUnsignedAndWide(First);
    return (IsCast ? "(long long)" : "") + llvm::join(Factors, " * ");
  }

  /// Products first, the number last; what is taken away stands behind. \p
  /// IsWide: computed in 64 bits whatever stands beside it.
  std::string sumText(const RangeSum &Sum, bool IsWide) {
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
          termText(Of, Factor, IsFirst && (Terms.size() > 1 || IsWide));
      if (IsFirst)
        Text = (Factor < 0 ? "-" : "") + Term;
      else
        Text += (Factor < 0 ? " - " : " + ") + Term;
    }
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
    const std::string Sum = IsThere ? "" : sumText(At, /*IsWide=*/false);
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
    // As a signed number it must not be below 0.
    if (N.Bits || isUnsignedAndWide(N))
      ask(nameOf(N) + " < " + powerOf2(N.Bits ? N.Bits : MostBits));
  }

  void askFit(const FittingNumber &F) {
    if (F.AsksLeast)
      ask(sumText(F.Least, /*IsWide=*/true) + " >= 0");
    if (F.Bits < MostBits)
      ask(sumText(F.Most, /*IsWide=*/true) + " < " + powerOf2(F.Bits));
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
