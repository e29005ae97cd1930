//===- ValueRange.h - What a number of a block's threads is between -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. The least and the most of an integer in all threads of a
// block and all iterations, as sums of what the threads share where the loop
// begins.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_VALUERANGE_H
#define PIPELINE_REWRITE_ANALYSE_VALUERANGE_H

#include "Analyse/LoopAnalysis.h"
#include "Analyse/Numbers/SharedState.h"
#include "Analyse/Ranges/RangeTest.h"
#include <limits>

namespace pipeline_rewrite {

/// Sums that are not above and not below a number.
struct ValueRange {
  RangeSum Least, Most;
  /// It is the number but for a multiple of 2 to the power of its type's bits.
  bool MayWrap = false;
  /// Numbers that the whole number is not below and not above either: signed
  /// arithmetic does not overflow. NaN: only the sums are known.
  double AtLeast = std::numeric_limits<double>::quiet_NaN(), AtMost = AtLeast;

  bool isPoint() const { return Least == Most; }
};

class ValueRanges {
public:
  using Bounds = std::optional<ValueRange>;

  /// Adds the numbers that it meets to \p Test.
  ValueRanges(const LoopAnalysis &A, RangeTest &Test)
      : State(A), A(A), Test(Test) {}

  /// \p E as the loop evaluates it. nullopt: whyNot() says why.
  Bounds of(const clang::Expr *E);
  /// The same, where it is the number itself: what is not sure the test asks.
  Bounds exactly(const clang::Expr *E) {
    return E ? exact(of(E), E->getType()) : std::nullopt;
  }
  /// How often the loop has taken a step when \p At is evaluated, at most.
  std::optional<RangeSum> stepsBefore(const MovingVariable &Moves,
                                      const clang::Expr *At);
  /// \p From after up to so many steps.
  Bounds moved(const ValueRange &From, const ValueRange &Step,
               const RangeSum &Times, bool Down) const;
  /// What \p Do finds of what initialises \p V.
  template <typename Function>
  auto inInitOf(const clang::VarDecl *V, Function Do) {
    const unsigned Before =
        std::exchange(InitDepth, A.isOutside(V) ? InitDepth + 1 : InitDepth);
    auto Found = Do();
    InitDepth = Before;
    return Found;
  }
  bool isInInit() const { return InitDepth > 0; }

  void fail(std::string Why) {
    if (Reason.empty())
      Reason = std::move(Why);
  }
  const std::string &whyNot() const { return Reason; }

  const SharedState State;

private:
  Bounds shared(SharedNumber New);
  Bounds ofNode(const clang::Expr *E);
  Bounds ofThread(const clang::Expr *E);
  Bounds ofRead(const clang::Expr *E);
  Bounds ofVariable(const clang::DeclRefExpr *Ref);
  Bounds ofVariable(const clang::DeclRefExpr &Named, const clang::VarDecl *V);
  Bounds ofShared(const clang::Expr *Written, bool IsNeverNegative);
  bool startsAbove0(const clang::VarDecl *V);
  Bounds ofCounter(const clang::VarDecl *V, const clang::ForStmt &For);
  Bounds ofMoving(const clang::DeclRefExpr *Ref, const MovingVariable &Moves);
  Bounds ofOperator(const clang::BinaryOperator *B);
  Bounds ofProduct(const ValueRange &L, const ValueRange &R) const;
  Bounds ofPart(const clang::BinaryOperator *B);
  Bounds ofCall(const clang::CallExpr *Call);
  ValueRange either(const ValueRange &L, const ValueRange &R) const;
  Bounds ofTwo(const Bounds &L, const Bounds &R, bool Smaller) const;
  Bounds ofChoice(const clang::ConditionalOperator *C);
  /// As a result in \p Type, of operands that are right but for what wraps.
  /// \p MayPass: one that does not fit is another number, not undefined.
  Bounds settled(Bounds Of, clang::QualType Type, bool MayPass) const;
  Bounds converted(Bounds Of, clang::QualType From, clang::QualType To);
  Bounds exact(Bounds Of, clang::QualType Type);
  Bounds quotient(const RangeSum &Of, int64_t By);
  Bounds atEntry(const clang::VarDecl *V);
  Bounds stepRange(const VariableStep &Moves);
  /// Overflow is undefined: both are of one signed type. `i += n` of an `int`
  /// and an `unsigned` is computed as unsigned and converted.
  bool cannotOverflow(const clang::VarDecl *V, const VariableStep &Moves) const;
  /// What \p V is while \p Condition holds, if it began so.
  Bounds within(const clang::Expr *Condition, const clang::VarDecl *V,
                const Bounds &Start, const VariableStep &Moves);
  RangeSum lastBefore(const RangeSum &Most, const ValueRange &Start,
                      const ValueRange &Step);
  std::optional<RangeSum> roundsBefore();
  double least(const ValueRange &Of) const;
  double most(const ValueRange &Of) const;
  bool fits(const ValueRange &Of, clang::QualType Type) const;

  const LoopAnalysis &A;
  RangeTest &Test;
  unsigned Depth = 0, InitDepth = 0;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Asking;
  std::string Reason;
};

} // namespace pipeline_rewrite
#endif
