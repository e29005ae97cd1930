//===- DistinctElements.cpp - Does each round store to its own element? ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A round is told by the counters of the loops around the store. Where equal
// elements imply equal counters, no two rounds meet: `s[i]`, `s[r][c]`,
// `s[i / 32][i % 32]`, `s[r * 64 + c]` with c below 64.
//===----------------------------------------------------------------------===//
#include "Analyse/CopyLoop.h"
#include "Analyse/ElementRules.h"
#include "Analyse/VariableUse.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/FoldingSet.h"
#include <numeric>

using namespace clang;

namespace pipeline_rewrite {

/// The indices of a store as functions of the counters around it.
class RoundIndex {
public:
  RoundIndex(const ElementRules &Rules, llvm::ArrayRef<const Stmt *> Loops,
             int64_t AccessBytes)
      : Rules(Rules), Context(Rules.Context), Whole(Loops.front()),
        AccessBytes(AccessBytes), Changed(Rules.Collector.collect(Whole)) {
    for (const Stmt *Loop : Loops)
      addCounter(Loop);
  }

  bool tellsRounds(const ElementRules::Place &Target) {
    std::vector<Value> Steps;
    for (const ElementRules::Step &S : Target.Steps)
      if (!S.Field) {
        Value &V = Steps.emplace_back();
        V.Width = (AccessBytes + S.Bytes - 1) / std::max<int64_t>(S.Bytes, 1);
        for (const Expr *Index : S.Indices)
          if (!S.Bytes || !collect(V, Index, 1, 0))
            return false;
      }
    for (size_t Rounds = 0; Rounds <= Counters.size() * 2; ++Rounds)
      for (const Value &V : Steps) {
        settle(V);
        spread();
      }
    return Understood &&
           llvm::all_of(Counters, [](const Counter &C) { return C.Known; });
  }

  /// What is so far behind \p Step in one round reaches its elements in no
  /// other round, either.
  bool staysApart(const ElementRules::Step &Step, int64_t Gap) {
    Value V;
    V.Width = (AccessBytes + Step.Bytes - 1) / std::max<int64_t>(Step.Bytes, 1);
    for (const Expr *Index : Step.Indices)
      if (!Step.Bytes || !Understood || !collect(V, Index, 1, 0))
        return false;
    int64_t Grid = 0;
    std::optional<int64_t> Reach = 0;
    for (const Term &T : V.Terms) {
      const Counter &C = Counters[T.Counter];
      const bool Plain = T.Is == Kind::Counter;
      Grid = std::gcd(Grid, T.Factor * (Plain ? C.Step : 1));
      Reach = Reach && Plain && C.Spread
                  ? std::optional(*Reach + std::abs(T.Factor) * *C.Spread)
                  : std::nullopt;
    }
    Gap = std::abs(Gap);
    if (Reach && Gap - *Reach >= V.Width)
      return true;
    const int64_t Behind = Grid ? Gap % Grid : Gap;
    return Behind >= V.Width && (!Grid || Grid - Behind >= V.Width);
  }

private:
  /// The variable of a loop, which has another value in each of its rounds.
  struct Counter {
    const VarDecl *Var = nullptr;
    int64_t Step = 1;              ///< least distance of two values
    std::optional<int64_t> Spread; ///< most distance of two values
    const Stmt *Loop = nullptr;
    bool Known = false; ///< equal for equal elements
  };
  enum class Kind { Counter, Quotient, Remainder };
  /// Factor times a counter, or times that by which X / W and X % W tell X.
  struct Term {
    Kind Is = Kind::Counter;
    int64_t Factor = 0;
    size_t Counter = 0; ///< of X: the only one in it
    int64_t InX = 1;    ///< its factor in X
    int64_t W = 0;
    llvm::FoldingSetNodeID X;

    bool isSame(const Term &Other) const {
      return Is == Other.Is && Counter == Other.Counter && W == Other.W &&
             X == Other.X;
    }
    bool isPartOf(const Term &Other) const {
      return Counter == Other.Counter && W == Other.W && X == Other.X;
    }
  };
  /// A sum of terms and of what is the same in all rounds.
  struct Value {
    std::vector<Term> Terms;
    int64_t Width = 1; ///< elements nearer than that overlap
  };

  void addCounter(const Stmt *Loop) {
    Counter New;
    const auto *For = dyn_cast<ForStmt>(Loop);
    const CopyLoop C = For ? describeCopyLoop(For, Context) : CopyLoop();
    // From another start in each round of a loop outside, values would come
    // nearer to each other than a step.
    const bool Counts = C.Bound && (C.Start || C.Trips) &&
                        (!C.Start || isFixed(C.Start)) && isWide(C.Var) &&
                        !isChanged(For->getBody(), C.Var) &&
                        !isChanged(For->getCond(), C.Var);
    if (!Counts || !hasStep(C, New)) {
      Understood = false;
      return;
    }
    New.Var = C.Var;
    New.Loop = Loop;
    auto Bound = Rules.numberIn(C.Bound);
    auto Start = C.Start ? Rules.numberIn(C.Start) : 0;
    if (Bound && (Start || C.Strided))
      New.Spread = *Bound - (C.Inclusive ? 0 : 1) - Start.value_or(0);
    Counters.push_back(New);
    if (Loop == Whole)
      addFollowers(*For);
  }

  /// What moves on by a constant in each round of the outermost loop, `row +=
  /// 8;`, and starts once.
  void addFollowers(const ForStmt &Loop) {
    const auto *Body = dyn_cast<CompoundStmt>(Loop.getBody());
    if (!Body || skips(Body))
      return;
    for (const Stmt *S : Body->body()) {
      const auto *Add = dyn_cast<CompoundAssignOperator>(S);
      const auto *Ref = Add && Add->getOpcode() == BO_AddAssign
                            ? dyn_cast<DeclRefExpr>(Add->getLHS())
                            : nullptr;
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      const int64_t Step = Add ? Rules.numberIn(Add->getRHS()).value_or(0) : 0;
      const bool Alone = llvm::none_of(Body->body(), [&](const Stmt *Other) {
        return Other != S && isChanged(Other, V);
      });
      if (!isWide(V) || !V->hasLocalStorage() || Step == 0 ||
          holdsDeclaration(Body, V) || !Alone || isChanged(Loop.getInit(), V) ||
          isChanged(Loop.getCond(), V) || isChanged(Loop.getInc(), V))
        continue;
      Counter New;
      New.Var = V;
      New.Step = std::abs(Step);
      New.Loop = &Loop;
      Counters.push_back(New);
    }
  }

  /// A round may end before its end.
  static bool skips(const Stmt *S) {
    return S && (isa<ContinueStmt, GotoStmt, IndirectGotoStmt>(S) ||
                 llvm::any_of(S->children(),
                              [](const Stmt *C) { return skips(C); }));
  }

  static bool holdsDeclaration(const CompoundStmt *Body, const VarDecl *V) {
    return llvm::any_of(Body->body(), [&](const Stmt *S) {
      const auto *D = dyn_cast<DeclStmt>(S);
      return D && llvm::is_contained(D->decls(), V);
    });
  }

  /// Who knows one counter of a loop knows the round.
  void spread() {
    for (const Counter &C : Counters)
      for (Counter &Other : Counters)
        Other.Known |= C.Known && C.Loop == Other.Loop;
  }

  /// It moves on, so that no value comes again.
  bool hasStep(const CopyLoop &C, Counter &New) const {
    if (!C.Step)
      return true;
    if (auto Step = Rules.numberIn(C.Step)) {
      New.Step = std::abs(*Step);
      return *Step > 0;
    }
    // A step of nothing would be a loop without end, but for a jump.
    return isFixed(C.Step) && !leaves(C.Loop->getBody());
  }

  static bool leaves(const Stmt *S) {
    return S && (isa<BreakStmt>(S) ||
                 llvm::any_of(S->children(),
                              [](const Stmt *C) { return leaves(C); }));
  }

  bool isWide(const VarDecl *V) const {
    return V && V->getType()->isIntegerType() &&
           !V->getType().isVolatileQualified() &&
           Context.getTypeSize(V->getType()) >= 32;
  }

  /// The same in all rounds of all the loops.
  bool isFixed(const Expr *E) const {
    const Effects Of = Rules.Collector.collect(E);
    return Of.isPure() && Of.Accesses.empty() && Of.Writes.empty() &&
           llvm::none_of(Of.Reads, [&](const VarDecl *V) {
             return Changed.writesVar(V) || isChanged(Whole, V);
           });
  }

  std::optional<size_t> counterOf(const Expr *E) const {
    for (size_t I = 0; I < Counters.size(); ++I)
      if (isNamed(E, Counters[I].Var))
        return I;
    return std::nullopt;
  }

  /// What a variable of the loops' bodies stands for; nullptr for all else.
  const Expr *meaning(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!isWide(V) || !V->isLocalVarDecl() || V->isStaticLocal() ||
        !V->getInit() || !Changed.writesVar(V) || isChanged(Whole, V))
      return nullptr;
    return stripBraces(V->getInit());
  }

  /// Without what keeps 32 bits.
  const Expr *strip(const Expr *E) const {
    for (unsigned Depth = 0; Depth < 16; ++Depth) {
      E = E->IgnoreParens();
      const auto *Cast = dyn_cast<CastExpr>(E);
      if (Cast && Cast->getType()->isIntegerType() &&
          Context.getTypeSize(Cast->getType()) >= 32 &&
          (Cast->getCastKind() == CK_LValueToRValue ||
           Cast->getCastKind() == CK_NoOp ||
           Cast->getCastKind() == CK_IntegralCast))
        E = Cast->getSubExpr();
      else if (const Expr *Means = meaning(E))
        E = Means;
      else
        break;
    }
    return E;
  }

  void add(Value &Out, Term New) {
    for (Term &Old : Out.Terms)
      if (Old.isSame(New)) {
        Old.Factor += New.Factor;
        return;
      }
    Out.Terms.push_back(std::move(New));
  }

  /// False if it is not understood.
  bool collect(Value &Out, const Expr *E, int64_t Factor, unsigned Depth) {
    E = strip(E);
    if (Depth > 16)
      return false;
    if (Rules.numberIn(E))
      return true;
    if (auto I = counterOf(E)) {
      Term New;
      New.Factor = Factor;
      New.Counter = *I;
      add(Out, std::move(New));
      return true;
    }
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (B && B->isAdditiveOp())
      return collect(Out, B->getLHS(), Factor, Depth + 1) &&
             collect(Out, B->getRHS(),
                     B->getOpcode() == BO_Sub ? -Factor : Factor, Depth + 1);
    if (B && B->getOpcode() == BO_Mul) {
      if (auto N = Rules.numberIn(B->getLHS()))
        return collect(Out, B->getRHS(), Factor * *N, Depth + 1);
      if (auto N = Rules.numberIn(B->getRHS()))
        return collect(Out, B->getLHS(), Factor * *N, Depth + 1);
    }
    return isFixed(E) || (B && collectPart(Out, B, Factor, Depth));
  }

  /// A counter times numbers, `j * 128`, and nothing else.
  bool isMultiple(const Expr *E) const {
    E = strip(E);
    if (counterOf(E))
      return true;
    const auto *B = dyn_cast<BinaryOperator>(E);
    return B && B->getOpcode() == BO_Mul &&
           ((Rules.numberIn(B->getLHS()) && isMultiple(B->getRHS())) ||
            (Rules.numberIn(B->getRHS()) && isMultiple(B->getLHS())));
  }

  /// X / W or X % W, also as X >> n and X & m.
  bool collectPart(Value &Out, const BinaryOperator *B, int64_t Factor,
                   unsigned Depth) {
    auto N = Rules.numberIn(B->getRHS());
    if (!N || *N < 0)
      return false;
    Term New;
    New.Factor = Factor;
    const bool IsShift = B->getOpcode() == BO_Shr && *N < 31;
    const bool IsMask =
        B->getOpcode() == BO_And && ((*N + 1) & *N) == 0 && *N < (1ll << 31);
    New.W = IsShift ? 1ll << *N : IsMask ? *N + 1 : *N;
    if (IsShift || B->getOpcode() == BO_Div)
      New.Is = Kind::Quotient;
    else if (IsMask || B->getOpcode() == BO_Rem)
      New.Is = Kind::Remainder;
    else
      return false;
    const Expr *X = strip(B->getLHS());
    Value Inner;
    if (New.W < 1 || !collect(Inner, X, 1, Depth + 1) ||
        Inner.Terms.size() != 1 || Inner.Terms[0].Is != Kind::Counter ||
        Inner.Terms[0].Factor == 0)
      return false;
    New.Counter = Inner.Terms[0].Counter;
    New.InX = Inner.Terms[0].Factor;
    if (New.Is == Kind::Quotient && New.InX % New.W == 0 && isMultiple(X)) {
      New.Is = Kind::Counter;
      New.Factor *= New.InX / New.W;
      New.W = 0;
      add(Out, std::move(New));
      return true;
    }
    X->Profile(New.X, Context, /*Canonical=*/true);
    add(Out, std::move(New));
    return true;
  }

  /// What equal values of \p V say of the counters.
  void settle(const Value &V) {
    std::vector<const Term *> Open;
    for (const Term &T : V.Terms)
      if (T.Factor && !Counters[T.Counter].Known)
        Open.push_back(&T);
    if (llvm::all_of(Open,
                     [](const Term *T) { return T->Is == Kind::Counter; }))
      return settleCounters(Open, V.Width);
    if (Open.size() == 1 && leastGap(*Open[0]) >= V.Width)
      return learn(*Open[0]);
    if (Open.size() != 2 || !Open[0]->isPartOf(*Open[1]) ||
        Open[0]->Is == Kind::Counter || Open[1]->Is == Kind::Counter)
      return;
    const bool First = Open[0]->Is == Kind::Quotient;
    const int64_t Q = Open[First ? 0 : 1]->Factor, R = Open[First]->Factor;
    // With like signs no value is that of an X of the other sign.
    if ((Q > 0) == (R > 0) && std::abs(R) >= V.Width &&
        std::abs(Q) - std::abs(R) * (Open[0]->W - 1) >= V.Width)
      Counters[Open[0]->Counter].Known = true;
  }

  /// Least distance of two values of a quotient or remainder: where X moves in
  /// steps, X % W moves in what both have in common.
  int64_t leastGap(const Term &T) const {
    const int64_t Step = T.Is == Kind::Remainder
                             ? std::gcd(Counters[T.Counter].Step * T.InX, T.W)
                             : 1;
    return std::abs(T.Factor) * Step;
  }

  /// As digits of a number: each outweighs all that are smaller.
  void settleCounters(std::vector<const Term *> Open, int64_t Width) {
    auto Weight = [&](const Term *T) {
      return std::abs(T->Factor) * Counters[T->Counter].Step;
    };
    llvm::sort(Open, [&](const Term *A, const Term *B) {
      return Weight(A) < Weight(B);
    });
    int64_t Below = 0;
    for (size_t I = 0; I < Open.size(); ++I) {
      if (Weight(Open[I]) - Below < Width)
        return;
      if (I + 1 == Open.size())
        break;
      auto Spread = Counters[Open[I]->Counter].Spread;
      if (!Spread)
        return;
      Below += std::abs(Open[I]->Factor) * *Spread;
    }
    for (const Term *T : Open)
      Counters[T->Counter].Known = true;
  }

  /// Where X / W and X % W are equal, X is.
  void learn(const Term &Part) {
    for (const Term &Other : Learnt)
      if (Other.isPartOf(Part) && Other.Is != Part.Is) {
        Counters[Part.Counter].Known = true;
        return;
      }
    Learnt.push_back(Part);
  }

  const ElementRules &Rules;
  const ASTContext &Context;
  const Stmt *Whole; ///< the outermost loop
  const int64_t AccessBytes;
  const Effects Changed; ///< of all rounds
  bool Understood = true;
  std::vector<Counter> Counters; ///< outermost first
  std::vector<Term> Learnt;
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
