//===- DistinctElements.cpp - Does each round store to its own element? ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A round is told by the counters of the loops around the store. Where equal
// elements imply equal counters, no two rounds meet: `s[i]`, `s[r][c]`,
// `s[i / 32][i % 32]`, `s[r * 64 + c]` with c below 64.
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/IndexSum.h"
#include <numeric>

using namespace clang;

namespace pipeline_rewrite {

/// The indices of a store as functions of the counters around it.
class RoundIndex {
public:
  RoundIndex(const ElementRules &Rules, llvm::ArrayRef<const Stmt *> Loops,
             int64_t AccessBytes)
      : Counters(Rules, Loops), AccessBytes(AccessBytes) {}

  bool tellsRounds(const ElementRules::Place &Target) {
    std::vector<Value> Steps;
    for (const ElementRules::Step &S : Target.Steps)
      if (!S.Field) {
        auto V = valueOf(S);
        if (!V)
          return false;
        Steps.push_back(std::move(*V));
      }
    for (size_t Rounds = 0; Rounds <= Counters.All.size() * 2; ++Rounds)
      for (const Value &V : Steps) {
        settle(V);
        spread();
      }
    return Counters.Understood &&
           llvm::all_of(Counters.All,
                        [](const RoundCounter &C) { return C.Known; });
  }

  /// What is so far behind \p Step in one round reaches its elements in no
  /// other round, either.
  bool staysApart(const ElementRules::Step &Step, int64_t Gap) {
    const auto V = valueOf(Step);
    if (!V || (!Counters.Understood && !Step.Indices.empty()))
      return false;
    int64_t Grid = 0;
    std::optional<int64_t> Reach = 0;
    for (const IndexTerm &T : V->Sum.Terms) {
      const RoundCounter &C = Counters.All[T.Of];
      const bool Plain = T.Is == IndexTerm::Counter;
      Grid = std::gcd(Grid, T.Factor * (Plain ? C.Step : 1));
      Reach = Reach && Plain && C.Spread
                  ? std::optional(*Reach + std::abs(T.Factor) * *C.Spread)
                  : std::nullopt;
    }
    Gap = std::abs(Gap);
    if (Reach && Gap - *Reach >= V->Width)
      return true;
    const int64_t Behind = Grid ? Gap % Grid : Gap;
    return Behind >= V->Width && (!Grid || Grid - Behind >= V->Width);
  }

private:
  struct Value {
    IndexSum Sum;
    int64_t Width; ///< elements nearer than that overlap
  };

  std::optional<Value> valueOf(const ElementRules::Step &Step) const {
    const int64_t Bytes = std::max<int64_t>(Step.Bytes, 1);
    Value V = {IndexSum(Counters), (AccessBytes + Step.Bytes - 1) / Bytes};
    for (const Expr *Index : Step.Indices)
      if (!Step.Bytes || !V.Sum.collect(Index))
        return std::nullopt;
    return V;
  }

  /// Who knows one counter of a loop knows the round.
  void spread() {
    for (const RoundCounter &C : Counters.All)
      for (RoundCounter &Other : Counters.All)
        Other.Known |= C.Known && C.Loop == Other.Loop;
  }

  /// What equal values of \p V say of the counters.
  void settle(const Value &V) {
    std::vector<const IndexTerm *> Open;
    for (const IndexTerm &T : V.Sum.Terms)
      if (T.Factor && !Counters.All[T.Of].Known)
        Open.push_back(&T);
    if (llvm::all_of(Open, [](const IndexTerm *T) {
          return T->Is == IndexTerm::Counter;
        }))
      return settleCounters(Open, V.Width);
    if (Open.size() == 1 && leastGap(*Open[0]) >= V.Width)
      return learn(*Open[0]);
    if (Open.size() != 2 || !Open[0]->isPartOf(*Open[1]) ||
        Open[0]->Is == IndexTerm::Counter || Open[1]->Is == IndexTerm::Counter)
      return;
    const bool First = Open[0]->Is == IndexTerm::Quotient;
    const int64_t Q = Open[First ? 0 : 1]->Factor, R = Open[First]->Factor;
    // With like signs no value is that of an X of the other sign.
    if ((Q > 0) == (R > 0) && std::abs(R) >= V.Width &&
        std::abs(Q) - std::abs(R) * (Open[0]->W - 1) >= V.Width)
      Counters.All[Open[0]->Of].Known = true;
  }

  /// Least distance of two values of a quotient or remainder: where X moves in
  /// steps, X % W moves in what both have in common.
  int64_t leastGap(const IndexTerm &T) const {
    const int64_t Step = T.Is == IndexTerm::Remainder
                             ? std::gcd(Counters.All[T.Of].Step * T.InX, T.W)
                             : 1;
    return std::abs(T.Factor) * Step;
  }

  /// As digits of a number: each outweighs all that are smaller.
  void settleCounters(std::vector<const IndexTerm *> Open, int64_t Width) {
    auto Weight = [&](const IndexTerm *T) {
      return std::abs(T->Factor) * Counters.All[T->Of].Step;
    };
    llvm::sort(Open, [&](const IndexTerm *A, const IndexTerm *B) {
      return Weight(A) < Weight(B);
    });
    int64_t Below = 0;
    for (size_t I = 0; I < Open.size(); ++I) {
      if (Weight(Open[I]) - Below < Width)
        return;
      if (I + 1 == Open.size())
        break;
      auto Spread = Counters.All[Open[I]->Of].Spread;
      if (!Spread)
        return;
      Below += std::abs(Open[I]->Factor) * *Spread;
    }
    for (const IndexTerm *T : Open)
      Counters.All[T->Of].Known = true;
  }

  /// Where X / W and X % W are equal, X is.
  void learn(const IndexTerm &Part) {
    for (const IndexTerm &Other : Learnt)
      if (Other.isPartOf(Part) && Other.Is != Part.Is) {
        Counters.All[Part.Of].Known = true;
        return;
      }
    Learnt.push_back(Part);
  }

  RoundCounters Counters;
  const int64_t AccessBytes;
  std::vector<IndexTerm> Learnt;
};

bool ElementRules::mayMeetAcross(const TileStore &Copy,
                                 const TileStore &Other) const {
  auto Loops = loopsAround(Copy.Statement),
       Others = loopsAround(Other.Statement);
  const bool Share =
      !Loops.empty() && !Others.empty() && Loops.front() == Others.front();
  if (!Share)
    return false;
  const Place One = placeOf(Copy.Target), Two = placeOf(Other.Target);
  if (!One.Root || One.Root != Two.Root || !isFixedRoot(One, Loops.front()) ||
      One.Steps.size() != Two.Steps.size())
    return true;
  RoundIndex Index(*this, Loops,
                   std::max(sizeOf(Copy.Target->getType()),
                            sizeOf(Other.Target->getType())));
  bool IsSame = true;
  for (auto [S, O] : llvm::zip(One.Steps, Two.Steps)) {
    if (S.Field || O.Field) {
      if (S.Field == O.Field)
        continue;
      return !S.Field || !O.Field || S.Field->getParent()->isUnion();
    }
    auto Gap = S.Bytes == O.Bytes ? distance(S, O, Loops.back()) : std::nullopt;
    if (!Gap)
      return true;
    if (*Gap && Index.staysApart(S, *Gap))
      return false;
    IsSame &= *Gap == 0;
  }
  return !IsSame || mayRepeat(Copy); // one element in one round: arms
}

bool ElementRules::mayRepeat(const TileStore &Store) const {
  auto Loops = loopsAround(Store.Statement);
  if (Loops.empty())
    return false;
  const Place Target = placeOf(Store.Target);
  const auto *Root = dyn_cast_or_null<VarDecl>(Target.Root);
  const Stmt *Whole = Loops.front();
  if (!Root || !isFixedRoot(Target, Whole) ||
      Collector.collect(Whole).writesVar(Root)) // declared in each round
    return true;
  return !RoundIndex(*this, Loops, sizeOf(Store.Target->getType()))
              .tellsRounds(Target);
}

} // namespace pipeline_rewrite
