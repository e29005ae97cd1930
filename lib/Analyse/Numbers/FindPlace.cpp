//===- FindPlace.cpp - One expression for where the boxes of a tile begin -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the first thread copies from is a sum of what all threads share. How
// far it reaches follows from the headers of the loops around:
//
//   for (int k = 0, b = first; k < K; k += 16, b += step)
//
// k is at most K, and b at most first + step * (K - 0) / 16.
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/FindPlace.h"
#include "Analyse/Numbers/FilledTile.h"
#include "Ast/Below.h"
#include "Ast/Counters.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Factors of a product of signed numbers: of more two could overflow although
/// the third is 0.
constexpr unsigned MostFactors = 2;
/// A number that is taken from a limit of 32 bits.
constexpr int64_t MostTaken = int64_t(1) << 30;

using Sum = std::optional<UniformSum>;

/// The loop whose header declares \p V, below \p S.
const ForStmt *loopOf(const Stmt *S, const VarDecl *V) {
  return findBelow<ForStmt>(S, [&](const ForStmt *For) {
    const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit());
    return Init && llvm::is_contained(Init->decls(), V);
  });
}

Sum product(const UniformSum::Product &Of, int64_t Factor) {
  Sum Out = UniformSum::number(Factor);
  for (const UniformValue &Each : Of)
    if (Out)
      Out = Out->times(UniformSum::value(Each));
  return Out;
}

/// \p Of with its numbers divided, upwards.
Sum divided(const UniformSum &Of, int64_t By) {
  Sum Out = UniformSum();
  for (const auto &[Factors, Number] : Of.terms()) {
    const Sum Term = product(Factors, (Number - 1) / By + 1);
    Out = Term && Out ? Out->plus(*Term) : std::nullopt;
  }
  return Out;
}

bool isNeverNegative(const UniformSum &Of) {
  return llvm::all_of(Of.terms(), [](const auto &T) { return T.second > 0; });
}

/// Without a number that is taken from it; nullopt if more is.
Sum withoutTaken(const UniformSum &Of) {
  UniformSum Out = Of;
  for (const auto &[Factors, Number] : Of.terms()) {
    if (Number > 0)
      continue;
    if (!Factors.empty() || Number < -MostTaken)
      return std::nullopt;
    const Sum More = Out.plus(UniformSum::number(Number), -1);
    if (!More)
      return std::nullopt;
    Out = *More;
  }
  return Out;
}

auto rank(const PlaceValue &V) {
  const auto *P = dyn_cast_or_null<ParmVarDecl>(V.Of);
  return std::tuple(!V.Of ? 0
                    : P   ? 2
                          : 1,
                    V.Member,
                    P      ? P->getFunctionScopeIndex()
                    : V.Of ? V.Of->getLocation().getRawEncoding()
                           : 0);
}

/// The same in each instance of a template, and in each run.
std::vector<PlaceTerm> terms(const UniformSum &Of) {
  std::vector<PlaceTerm> Out;
  auto Before = [](const PlaceValue &L, const PlaceValue &R) {
    return rank(L) < rank(R);
  };
  for (const auto &[Factors, Number] : Of.terms()) {
    PlaceTerm &Term = Out.emplace_back();
    Term.Factor = Number;
    for (const UniformValue &Each : Factors)
      Term.Of.push_back({Each.Of, Each.Member});
    llvm::sort(Term.Of, Before);
  }
  llvm::sort(Out, [&](const PlaceTerm &L, const PlaceTerm &R) {
    if (L.Of.size() != R.Of.size())
      return L.Of.size() > R.Of.size();
    return std::lexicographical_compare(L.Of.begin(), L.Of.end(), R.Of.begin(),
                                        R.Of.end(), Before);
  });
  return Out;
}

class PlaceFinder {
public:
  PlaceFinder(const LoopAnalysis &A, ThreadCode &Code,
              const std::array<unsigned, 3> &Shape)
      : A(A), Code(Code), FirstThread{{0, 0, 0}, Shape},
        Body(A.K.Function->getBody()) {}

  std::optional<BoxPlace> find(const TileFill &First, const TileBox &Box) {
    if (Box.BaseMoves || !First.IsPlain || First.HasDifference ||
        First.Unit < Box.ElementBytes)
      return std::nullopt;
    const Sum Bytes =
        First.From.plus(UniformSum::value({Box.Base, 0}), /*Times=*/-1);
    const Sum Begin = Bytes ? elements(*Bytes, Box.ElementBytes) : std::nullopt;
    const Sum Most = Begin ? most(*Begin) : std::nullopt;
    if (!Most)
      return std::nullopt;
    Place.Begin = terms(*Begin);
    Place.Most = terms(*Most);
    llvm::sort(Place.Signed, [](const auto *L, const auto *R) {
      return L->getFunctionScopeIndex() < R->getFunctionScopeIndex();
    });
    return std::move(Place);
  }

private:
  Sum elements(const UniformSum &Bytes, unsigned Each) const {
    Sum Out = UniformSum();
    for (const auto &[Factors, Number] : Bytes.terms()) {
      // CUDA's own variables are unsigned, and so is a product with one.
      const bool IsSigned = llvm::all_of(
          Factors, [](const UniformValue &V) { return V.Of != nullptr; });
      if (Number <= 0 || Number % Each ||
          (IsSigned && Factors.size() > MostFactors))
        return std::nullopt;
      const Sum Term = product(Factors, Number / Each);
      Out = Term && Out ? Out->plus(*Term) : std::nullopt;
    }
    return Out;
  }

  /// In what the host knows.
  Sum most(const UniformSum &Of) {
    Sum Out = UniformSum();
    for (const auto &[Factors, Number] : Of.terms()) {
      Sum Term = Number > 0 ? Sum(UniformSum::number(Number)) : std::nullopt;
      for (const UniformValue &Each : Factors) {
        const Sum Value = most(Each);
        Term = Term && Value ? Term->times(*Value) : std::nullopt;
      }
      Out = Term && Out ? Out->plus(*Term) : std::nullopt;
    }
    return Out;
  }

  Sum most(const UniformValue &Of) {
    if (Of.Result || Of.Member == '&')
      return std::nullopt;
    if (!Of.Of) // blockIdx is below gridDim
      return UniformSum::value({nullptr, Of.Member >= 'x'
                                             ? char('X' + (Of.Member - 'x'))
                                             : Of.Member});
    if (const auto *P = dyn_cast<ParmVarDecl>(Of.Of))
      return mostGiven(P);
    const ForStmt *Loop = loopOf(Body, Of.Of);
    // `k < end` where end moves on with k has no end of its own.
    if (!Loop || !Asking.insert(Of.Of).second)
      return std::nullopt;
    Sum Most = mostOf(Of.Of, *Loop);
    Asking.erase(Of.Of);
    return Most;
  }

  Sum mostGiven(const ParmVarDecl *P) {
    if (!P->getType()->isIntegerType() || P->getType()->isEnumeralType() ||
        isChanged(Body, P) || countDeclared(Body, P))
      return std::nullopt;
    if (P->getType()->isSignedIntegerType() &&
        !llvm::is_contained(Place.Signed, P))
      Place.Signed.push_back(P);
    return UniformSum::value({P, 0});
  }

  /// What counts is not narrower than what it is computed in, and its header
  /// alone changes it.
  bool counts(const VarDecl *V, const ForStmt &Loop) const {
    return V->getType()->isIntegerType() && V->hasLocalStorage() &&
           A.Context.getIntWidth(V->getType()) >= 32 && V->getInit() &&
           !isChanged(Loop.getBody(), V) && !isChanged(Loop.getCond(), V) &&
           (&Loop == A.K.Loop || countDeclared(Body, V) == 1);
  }

  std::optional<ValueBefore> valueBefore(const Expr *E) {
    auto Nothing = [](const TileFill &) {};
    return TileFills(A, Code, FirstThread, Nothing).valueBefore(E);
  }
  /// Of what is not negative.
  Sum plainValue(const Expr *E) {
    const auto Value = E ? valueBefore(E) : std::nullopt;
    return Value && Value->IsPlain && !Value->HasDifference &&
                   isNeverNegative(Value->Is)
               ? Sum(Value->Is)
               : std::nullopt;
  }
  Sum start(const VarDecl *V) { return plainValue(V->getInit()); }
  Sum step(const VarDecl *V, const ForStmt &Loop) {
    const auto Done = stepOf(Loop.getInc(), V);
    if (!Done || Done->Down)
      return std::nullopt;
    return Done->Step ? plainValue(Done->Step) : UniformSum::number(1);
  }

  /// The variable and the limit of `V < Limit`.
  std::pair<const VarDecl *, Sum> condition(const ForStmt &Loop) {
    const auto *B = dyn_cast_or_null<BinaryOperator>(
        Loop.getCond() ? Loop.getCond()->IgnoreParenImpCasts() : nullptr);
    if (!B)
      return {};
    const bool Turned = B->getOpcode() == BO_GT || B->getOpcode() == BO_GE;
    if (!Turned && B->getOpcode() != BO_LT && B->getOpcode() != BO_LE)
      return {};
    const Expr *Low = Turned ? B->getRHS() : B->getLHS(),
               *High = Turned ? B->getLHS() : B->getRHS();
    const VarDecl *V = plainVariable(Low);
    const auto Limit = V ? valueBefore(High) : std::nullopt;
    if (!Limit || Limit->HasDifference || !High->getType()->isIntegerType())
      return {};
    // `k <= n - 1` of a signed type of 32 bits is below 0 where n is 0.
    const bool MayBeBelow = High->getType()->isSignedIntegerType() &&
                            A.Context.getIntWidth(High->getType()) == 32;
    if (!Limit->IsPlain && !MayBeBelow)
      return {};
    return {V, Limit->Is};
  }

  Sum mostOf(const VarDecl *V, const ForStmt &Loop) {
    const auto [Asked, Limit] = condition(Loop);
    const Sum Start = start(V), Step = step(V, Loop);
    if (!Limit || !Asked || loopOf(Body, Asked) != &Loop || !Start || !Step ||
        !counts(V, Loop) || !counts(Asked, Loop))
      return std::nullopt;
    const Sum Below = withoutTaken(*Limit);
    Sum MostBelow = Below ? most(*Below) : std::nullopt;
    // The parameters of all of them must not be negative.
    if (!MostBelow || !most(*Start) || !most(*Step))
      return std::nullopt;
    if (V == Asked)
      return MostBelow;
    const Sum FirstAsked = start(Asked), Rounds = step(Asked, Loop);
    const auto Each = Rounds ? Rounds->asNumber() : std::nullopt;
    if (!FirstAsked || !most(*FirstAsked) || !Each || *Each < 1)
      return std::nullopt;
    Sum Way = Limit->plus(*FirstAsked, -1);
    Way = Way ? withoutTaken(*Way) : std::nullopt;
    const Sum MostWay = Way ? most(*Way) : MostBelow;
    const Sum MostStep = most(*Step);
    const Sum Moved = MostWay ? MostStep->times(*MostWay) : std::nullopt;
    const Sum Rest = Moved ? divided(*Moved, *Each) : std::nullopt;
    return Rest ? most(*Start)->plus(*Rest) : std::nullopt;
  }

  const LoopAnalysis &A;
  ThreadCode &Code;
  const ThreadPlace FirstThread;
  const Stmt *const Body;
  llvm::DenseSet<const VarDecl *> Asking;
  BoxPlace Place;
};

} // namespace

std::optional<BoxPlace> findPlace(const LoopAnalysis &A, ThreadCode &Code,
                                  const std::array<unsigned, 3> &Shape,
                                  const TileFill &First, const TileBox &Box) {
  return PlaceFinder(A, Code, Shape).find(First, Box);
}

} // namespace pipeline_rewrite
