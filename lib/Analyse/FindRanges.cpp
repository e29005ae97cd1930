//===- FindRanges.cpp - What a loop's loads and stores may touch ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other blocks are no concern: what they store while this one loads is in no
// order with it, in the source either.
//===----------------------------------------------------------------------===//
#include "Analyse/FindRanges.h"
#include "Analyse/SharedAddress.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class TouchFinder {
public:
  TouchFinder(const LoopAnalysis &A)
      : A(A), Values(A, Test), Addresses(A, Values) {}

  std::variant<RangeTest, Answer>
  find(llvm::ArrayRef<MeetingAccesses> Meetings) {
    for (const MeetingAccesses &Each : Meetings) {
      const auto Written = add(*Each.Written, Test.Stored),
                 Read = Written ? add(*Each.Read, Test.Loaded) : std::nullopt;
      if (!Read)
        return *No;
      const std::pair Pair(*Written, *Read);
      if (!llvm::is_contained(Test.Apart, Pair))
        Test.Apart.push_back(Pair);
    }
    if (!Test.limitNumbers())
      return Answer("its addresses may leave 64 bits");
    return std::move(Test);
  }

private:
  static bool isSameBase(const TouchedRange &Range, const SharedAddress &At) {
    auto TextOf = [](const Expr *E) {
      const auto *Ref = dyn_cast<DeclRefExpr>(E);
      return Ref ? static_cast<const void *>(Ref->getDecl()) : E;
    };
    return TextOf(Range.Base) == TextOf(At.Base);
  }

  std::optional<unsigned> add(const Access &Acc,
                              std::vector<TouchedRange> &Ranges) {
    const auto To = Addresses.of(Acc);
    const auto End =
        To ? To->Bytes.Most.plus(RangeSum::number(To->Size)) : std::nullopt;
    if (!End) {
      No = Answer("of '" + A.spelling(Acc.At) +
                      "' no range is known: " + Values.whyNot(),
                  Acc.At->getBeginLoc());
      return std::nullopt;
    }
    TouchedRange New;
    New.Base = To->Base;
    New.IsObject = To->IsObject;
    New.MovedBy = To->MovedBy;
    New.Begin = To->Bytes.Least;
    New.End = *End;
    New.Name = To->Of->getNameAsString();
    New.Unit = 1;
    if (const auto *M = dyn_cast<MemberExpr>(To->Base))
      New.Name = M->getMemberDecl()->getNameAsString();
    inElements(New);
    return merge(std::move(New), *To, Ranges);
  }

  /// Of what the base points to, if that goes.
  void inElements(TouchedRange &Range) const {
    QualType T = Range.Base->getType();
    const int64_t Each = !Range.IsObject && T->isPointerType()
                             ? Addresses.sizeOf(T->getPointeeType())
                             : 0;
    const auto Begin = Each ? Range.Begin.dividedBy(Each) : std::nullopt,
               End = Each ? Range.End.dividedBy(Each) : std::nullopt;
    if (!Begin || !End)
      return;
    Range.Begin = *Begin;
    Range.End = *End;
    Range.Unit = Each;
    Range.InElements = true;
  }

  /// One range for two of an array, where it is seen which reaches further.
  unsigned merge(TouchedRange New, const SharedAddress &At,
                 std::vector<TouchedRange> &Ranges) const {
    for (TouchedRange &Old : Ranges) {
      if (!isSameBase(Old, At) || Old.InElements != New.InElements)
        continue;
      const bool BeginsFirst = Test.isBelow(New.Begin, Old.Begin),
                 EndsLast = Test.isBelow(Old.End, New.End);
      if ((!BeginsFirst && !Test.isBelow(Old.Begin, New.Begin)) ||
          (!EndsLast && !Test.isBelow(New.End, Old.End)))
        continue;
      if (BeginsFirst)
        Old.Begin = New.Begin;
      if (EndsLast)
        Old.End = New.End;
      return &Old - Ranges.data();
    }
    Ranges.push_back(std::move(New));
    return Ranges.size() - 1;
  }

  const LoopAnalysis &A;
  RangeTest Test;
  ValueRanges Values;
  SharedAddresses Addresses;
  std::optional<Answer> No;
};

} // namespace

std::variant<RangeTest, Answer>
findRanges(const LoopAnalysis &A, llvm::ArrayRef<MeetingAccesses> Meetings) {
  return TouchFinder(A).find(Meetings);
}

} // namespace pipeline_rewrite
