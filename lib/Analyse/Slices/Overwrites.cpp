//===- Overwrites.cpp - Elements that are stored twice --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The later store wins, unless the earlier one is a copy that is still in
// flight: cp.async is ordered neither with the stores nor with the copies
// behind it. So behind a copy a tile's further stores must be seen to miss it.
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/LoopQuestions.h"
#include "Analyse/Numbers/ElementRules.h"
#include "Analyse/Numbers/LoadTouches.h"
#include "IR/Uniformity.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What copy number \p Copy leaves may be stored to behind it, in its round.
bool meetsLater(const ElementRules &Rules,
                llvm::ArrayRef<const TileStore *> Stores, size_t Copy) {
  return llvm::any_of(Stores.drop_front(Copy + 1), [&](const TileStore *Later) {
    return Rules.mayMeet(*Stores[Copy], *Later);
  });
}

/// The same, or in another round.
bool meetsAny(const ElementRules &Rules,
              llvm::ArrayRef<const TileStore *> Stores, size_t Copy) {
  const TileStore &S = *Stores[Copy];
  for (size_t I = 0; I < Stores.size(); ++I)
    if (I == Copy ? Rules.mayRepeat(S) : Rules.mayMeetAcross(S, *Stores[I]))
      return true;
  return meetsLater(Rules, Stores, Copy);
}

using Stores = llvm::SmallVector<const TileStore *, 8>;

Stores storesTo(const Tile &T, const LoadSlice &Slice) {
  Stores Out;
  for (const TileStore &S : Slice.Stores)
    if (S.Tile == T.Var)
      Out.push_back(&S);
  return Out;
}

/// Finds tiles that a thread may store to again, by the form of the indices.
/// Looks at the stores of one function; those of the functions it calls are
/// taken to meet its own.
class MeetingFinder {
public:
  explicit MeetingFinder(LoopAnalysis &A) : A(A) {}

  llvm::SmallSetVector<Tile *, 4> Found;

  /// \p IsRepeated: \p Body is a function's that is called in a loop.
  void find(const LoadSlice &Slice, const Stmt *Body, bool IsRepeated = false) {
    const ElementRules Rules(A.Collector, A.K.Function, Body);
    for (const LoadCall &C : Slice.Calls) {
      InCallee In(A.Collector, C.Call);
      find(C, C.Callee->getBody(), IsRepeated || Rules.isInLoop(C.Call));
    }
    for (Tile &T : A.Facts.Tiles) {
      const Stores Of = storesTo(T, Slice);
      if (Of.empty() || T.CanBeAsync.isNo())
        continue;
      bool Meet = CopiedBy.try_emplace(T.Var, &Slice).first->second != &Slice ||
                  IsRepeated;
      for (size_t I = 0; I < Of.size() && !Meet; ++I)
        Meet = Of[I]->RawSource && meetsAny(Rules, Of, I);
      if (Meet)
        Found.insert(&T);
      else if (meetInOthers(Of, Body))
        T.CanBeAsync = "a thread may store to one element again in another "
                       "build";
    }
  }

private:
  bool meetInOthers(llvm::ArrayRef<const TileStore *> Of,
                    const Stmt *Body) const {
    const ElementRules Rules(A.Collector, A.K.Function, Body, &A.builds());
    for (size_t I = 0; I < Of.size(); ++I)
      if (Of[I]->RawSource && meetsAny(Rules, Of, I))
        return true;
    return false;
  }

  LoopAnalysis &A;
  llvm::SmallDenseMap<const VarDecl *, const void *> CopiedBy;
};

/// All threads that reach the place reach the same one.
bool isOnePlace(const Expr *Place, const Uniformity &Threads) {
  Place = Place->IgnoreParenImpCasts();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place))
    return Threads.isUniform(Element->getIdx()) &&
           isOnePlace(Element->getBase(), Threads);
  if (const auto *Member = dyn_cast<MemberExpr>(Place))
    return !Member->isArrow() && isOnePlace(Member->getBase(), Threads);
  const auto *Ref = dyn_cast<DeclRefExpr>(Place);
  return Ref && !Ref->getType()->isPointerType();
}

/// Copies of several threads to one element race, whatever they bring; plain
/// stores of one value do not.
void forbidOnePlace(LoopAnalysis &A) {
  for (Tile &T : A.Facts.Tiles)
    for (const TileStore *S : storesTo(T, A.Facts)) {
      if (!S->RawSource || T.CanBeAsync.isNo())
        continue;
      if (isOnePlace(S->Target, A.threads()))
        T.CanBeAsync = "all threads store to one element of it";
    }
}

void addCopies(const LoadSlice &Slice,
               llvm::SmallVectorImpl<const TileStore *> &Out) {
  for (const TileStore &S : Slice.Stores)
    if (S.RawSource)
      Out.push_back(&S);
  for (const LoadCall &C : Slice.Calls)
    addCopies(C, Out);
}

void forbidMeetings(LoopAnalysis &A) {
  MeetingFinder Meeting(A);
  Meeting.find(A.Facts, A.K.Body);
  if (Meeting.Found.empty())
    return;
  llvm::SmallVector<const TileStore *, 8> Copies;
  addCopies(A.Facts, Copies);
  llvm::SmallVector<const Expr *, 8> Statements;
  for (const TileStore *S : Copies)
    Statements.push_back(S->Statement);
  const LoadTouches Touches(A, Statements);
  for (Tile *T : Meeting.Found)
    if (!Touches.areKnown() || llvm::any_of(Copies, [&](const TileStore *S) {
          return S->Tile == T->Var && (Touches.isStoredAgain(S->Statement) ||
                                       MadeOf(A.builds()).decides(S->Target));
        }))
      T->CanBeAsync = "a thread may store to one element again, and the copy "
                      "might come last";
}

} // namespace

void forbidOverwrites(LoopAnalysis &A) {
  for (Tile &T : A.Facts.Tiles)
    if (A.Facts.ReadBack.contains(T.Var))
      T.CanBeAsync = "the loads read an element of it back, which a copy would "
                     "not have brought yet";
  forbidMeetings(A);
  forbidOnePlace(A);
}

} // namespace pipeline_rewrite
