//===- FindRanges.cpp - What a loop's loads and stores may touch ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other blocks are no concern: what they store while this one loads is in no
// order with it, in the source either.
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/FindRanges.h"
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/Ranges/SharedAddress.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Bytes, of any build.
constexpr int64_t LargestElement = 64;

class TouchFinder {
public:
  TouchFinder(const LoopAnalysis &A, bool AnyElements)
      : A(A), AnyElements(AnyElements), Values(A, Test), Addresses(A, Values) {}

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
    if (llvm::any_of(Test.Apart, [&](auto Each) {
          return surelyMeet(Test.Stored[Each.first], Test.Loaded[Each.second]);
        }))
      return Answer("they are of the same bytes of one array");
    if (!Test.limitNumbers())
      return Answer("its addresses may leave 64 bits");
    return std::move(Test);
  }

private:
  static bool isSameBase(const Expr *One, const Expr *Other) {
    auto TextOf = [](const Expr *E) {
      const auto *Ref = dyn_cast<DeclRefExpr>(E);
      return Ref ? static_cast<const void *>(Ref->getDecl()) : E;
    };
    return TextOf(One) == TextOf(Other);
  }

  /// The test would never say yes, but where nothing is stored or loaded.
  bool surelyMeet(const TouchedRange &W, const TouchedRange &R) const {
    auto BeginsIn = [&](const TouchedRange &Each, const TouchedRange &In) {
      const auto Next = Each.Begin.plus(RangeSum::number(1));
      return Next && Test.isBelow(*Next, In.End);
    };
    auto IsSame = [&](const RangeSum &One, const RangeSum &Other) {
      return Test.isBelow(One, Other) && Test.isBelow(Other, One);
    };
    return isSameBase(W.Base, R.Base) && W.MovedBy == R.MovedBy &&
           W.InElements == R.InElements &&
           ((IsSame(W.Begin, R.Begin) && IsSame(W.End, R.End)) ||
            (BeginsIn(W, R) && BeginsIn(R, W)));
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
    if (AnyElements && !isOfOneElement(New, Acc)) {
      No = Answer("of '" + A.spelling(Acc.At) +
                      "' no range is known in elements, whose type another "
                      "build may change",
                  Acc.At->getBeginLoc());
      return std::nullopt;
    }
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
    Range.Unit = AnyElements ? std::max(Each, LargestElement) : Each;
    Range.InElements = true;
  }

  /// Of as many bytes as one, in every build: nothing converts the pointer.
  bool isOfOneElement(const TouchedRange &Range, const Access &Acc) const {
    return Range.InElements &&
           A.Context.hasSameUnqualifiedType(
               Acc.At->getType(), Range.Base->getType()->getPointeeType());
  }

  /// One range for two of an array, where it is seen which reaches further.
  unsigned merge(TouchedRange New, const SharedAddress &At,
                 std::vector<TouchedRange> &Ranges) const {
    for (TouchedRange &Old : Ranges) {
      if (!isSameBase(Old.Base, At.Base) || Old.InElements != New.InElements)
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
  const bool AnyElements;
  RangeTest Test;
  ValueRanges Values;
  SharedAddresses Addresses;
  std::optional<Answer> No;
};

/// No thread asks at run time: the numbers are what any launch may give.
bool isWithinObject(const LoopAnalysis &A, const Access &Acc) {
  RangeTest Any;
  ValueRanges Values(A, Any);
  SharedAddresses Addresses(A, Values);
  const auto To = Addresses.of(Acc);
  const bool IsSure = To && To->IsObject && Any.Fit.empty() &&
                      llvm::none_of(Any.Numbers, [](const SharedNumber &N) {
                        return N.MayBeNegative;
                      });
  return IsSure && Any.bound(To->Bytes.Least, /*Upper=*/false) >= 0 &&
         Any.bound(To->Bytes.Most, /*Upper=*/true) + double(To->Size) <=
             double(Addresses.sizeOf(To->Of->getType()));
}

/// An array or an object of the thread's own, of which the number of an element
/// is not looked at.
bool readsParts(const Effects &E) {
  return llvm::any_of(E.Reads, [](const VarDecl *V) {
    const QualType T = V->getType().getNonReferenceType();
    return V->hasLocalStorage() && (T->isArrayType() || T->isRecordType());
  });
}

} // namespace

const Access *findReadOutside(const LoopAnalysis &A) {
  std::optional<bool> HoldsInAllBuilds;
  auto IsWithin = [&](const Access &Acc) {
    if (!isWithinObject(A, Acc))
      return false;
    if (!HoldsInAllBuilds)
      HoldsInAllBuilds =
          !haveAllBuildsItsSizes(A.K.Function, {}, A.Unit).isNo();
    return *HoldsInAllBuilds;
  };
  for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
    if (A.Facts.Units[I].isLoadSide())
      for (const Access &Acc : A.UnitEffects[I].Accesses)
        if (Acc.Read && (readsParts(A.UnitEffects[I]) || !IsWithin(Acc)))
          return &Acc;
  return nullptr;
}

std::variant<RangeTest, Answer>
findRanges(const LoopAnalysis &A, llvm::ArrayRef<MeetingAccesses> Meetings,
           bool AnyElements) {
  return TouchFinder(A, AnyElements).find(Meetings);
}

} // namespace pipeline_rewrite
