//===- Overwrites.cpp - Elements that one thread stores twice -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The later store wins, unless the earlier one is a copy that is still in
// flight: cp.async is ordered neither with the stores nor with the copies
// behind it. So behind a copy a tile's further stores must be seen to miss it.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// A field, or a sum of indices into objects of so many bytes.
struct Step {
  const FieldDecl *Field = nullptr;
  llvm::SmallVector<const Expr *, 2> Indices;
  int64_t Bytes = 0;
};

/// How an expression reaches the object that it names.
struct Place {
  const ValueDecl *Root = nullptr; ///< nullptr if that is not understood
  llvm::SmallVector<Step, 4> Steps;
};

/// A sum: a constant and terms with factors.
struct Sum {
  int64_t Constant = 0;
  std::vector<std::pair<llvm::FoldingSetNodeID, int64_t>> Terms;

  void add(llvm::FoldingSetNodeID Term, int64_t Factor) {
    for (auto &[Known, Count] : Terms)
      if (Known == Term) {
        Count += Factor;
        return;
      }
    Terms.push_back({std::move(Term), Factor});
  }
};

bool contains(const Stmt *Whole, const Stmt *Part) {
  return Whole && (Whole == Part ||
                   llvm::any_of(Whole->children(), [&](const Stmt *Child) {
                     return contains(Child, Part);
                   }));
}

/// Stores of one function: the loop's, or one's that fills tiles.
class OverwriteRules {
public:
  OverwriteRules(LoopAnalysis &A, const Stmt *Body) : A(A), Body(Body) {}

  /// \p Later may store to an element that \p Copy copies to.
  bool mayMeet(const TileStore &Copy, const TileStore &Later) const {
    if (areArms(Body, Copy.Statement, Later.Statement))
      return false;
    const Stmt *Loop = innermostLoop(Copy.Statement);
    if (Loop != innermostLoop(Later.Statement))
      return true;
    return !areApart(placeOf(Copy.Target), placeOf(Later.Target),
                     std::max(Copy.Bytes, Later.Bytes), Loop ? Loop : Body);
  }

private:
  /// Only one of them runs.
  static bool areArms(const Stmt *S, const Stmt *One, const Stmt *Other) {
    if (!S)
      return false;
    if (const auto *If = dyn_cast<IfStmt>(S))
      if ((contains(If->getThen(), One) && contains(If->getElse(), Other)) ||
          (contains(If->getElse(), One) && contains(If->getThen(), Other)))
        return true;
    return llvm::any_of(S->children(), [&](const Stmt *Child) {
      return areArms(Child, One, Other);
    });
  }

  const Stmt *innermostLoop(const Stmt *Inner) const {
    const Stmt *Found = nullptr;
    for (const Stmt *S = Body; S && S != Inner;) {
      if (S != Body && isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
        Found = S;
      const Stmt *Next = nullptr;
      for (const Stmt *Child : S->children())
        if (contains(Child, Inner)) {
          Next = Child;
          break;
        }
      S = Next;
    }
    return Found;
  }

  Place placeOf(const Expr *E) const {
    Place P;
    walk(E, P);
    return P;
  }

  /// Appends what \p E does to its root, outermost first.
  void walk(const Expr *E, Place &P) const {
    E = E->IgnoreParenCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      P.Root = Ref->getDecl();
      followPointer(P);
    } else if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow()) {
      walk(M->getBase(), P);
      P.Steps.push_back({dyn_cast<FieldDecl>(M->getMemberDecl()), {}, 0});
    } else if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      walk(S->getBase(), P);
      addIndex(P, S->getBase(), S->getIdx(), S->getType());
    } else if (const auto *U = dyn_cast<UnaryOperator>(E);
               U &&
               (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)) {
      walk(U->getSubExpr(), P);
    } else if (const auto *B = dyn_cast<BinaryOperator>(E);
               B && B->getOpcode() == BO_Add &&
               B->getLHS()->getType()->isPointerType()) {
      walk(B->getLHS(), P);
      addIndex(P, B->getLHS(), B->getRHS(), B->getType()->getPointeeType());
    } else {
      P.Root = nullptr;
      P.Steps.push_back({});
    }
  }

  /// An index on a pointer adds to what made the pointer, one on an array goes
  /// into it.
  void addIndex(Place &P, const Expr *Base, const Expr *Index,
                QualType Of) const {
    const int64_t Bytes = sizeOf(Of);
    if (!Base->IgnoreParenImpCasts()->getType()->isArrayType() &&
        !P.Steps.empty() && !P.Steps.back().Field &&
        P.Steps.back().Bytes == Bytes)
      P.Steps.back().Indices.push_back(Index);
    else
      P.Steps.push_back({nullptr, {Index}, Bytes});
  }

  /// A local pointer that is never changed stands for what it was made from,
  /// at constant indices.
  void followPointer(Place &P) const {
    const auto *V = dyn_cast<VarDecl>(P.Root);
    if (!V || !V->isLocalVarDecl() || !V->getType()->isPointerType() ||
        !V->getInit() || mayChange(A.K.Function->getBody(), V))
      return;
    Place From = placeOf(V->getInit());
    if (From.Root && llvm::all_of(From.Steps, [&](const Step &S) {
          return llvm::all_of(S.Indices, [&](const Expr *Index) {
            return numberIn(Index).has_value();
          });
        }))
      P = std::move(From);
  }

  int64_t sizeOf(QualType T) const {
    return T->isIncompleteType() || T->isDependentType()
               ? 0
               : A.Context.getTypeSizeInChars(T).getQuantity();
  }

  bool areApart(const Place &One, const Place &Other, int64_t Bytes,
                const Stmt *Round) const {
    if (!One.Root || One.Root != Other.Root)
      return false;
    for (auto [S, O] : llvm::zip(One.Steps, Other.Steps)) {
      if (S.Field || O.Field) {
        if (!S.Field || !O.Field || S.Field->getParent()->isUnion())
          return false;
        if (S.Field != O.Field)
          return S.Field->getParent() == O.Field->getParent();
        continue;
      }
      if (S.Indices.empty() || O.Indices.empty() || S.Bytes != O.Bytes)
        return false;
      std::optional<int64_t> Gap = distance(S, O, Round);
      if (!Gap)
        return false;
      if (*Gap != 0)
        return std::abs(*Gap) * S.Bytes >= Bytes;
    }
    return false;
  }

  /// \p Other less \p One, if that is a constant.
  std::optional<int64_t> distance(const Step &One, const Step &Other,
                                  const Stmt *Round) const {
    Sum S;
    for (const Expr *Index : Other.Indices)
      if (!add(S, Index, 1, Round))
        return std::nullopt;
    for (const Expr *Index : One.Indices)
      if (!add(S, Index, -1, Round))
        return std::nullopt;
    if (llvm::any_of(S.Terms, [](const auto &T) { return T.second != 0; }))
      return std::nullopt;
    return S.Constant;
  }

  /// False if its value may change between the stores.
  bool add(Sum &S, const Expr *E, int64_t Factor, const Stmt *Round) const {
    E = E->IgnoreParenImpCasts();
    if (auto Value = numberIn(E)) {
      S.Constant += Factor * *Value;
      return true;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->isAdditiveOp())
        return add(S, B->getLHS(), Factor, Round) &&
               add(S, B->getRHS(), B->getOpcode() == BO_Sub ? -Factor : Factor,
                   Round);
      if (B->getOpcode() == BO_Mul) {
        if (auto Value = numberIn(B->getLHS()))
          return add(S, B->getRHS(), Factor * *Value, Round);
        if (auto Value = numberIn(B->getRHS()))
          return add(S, B->getLHS(), Factor * *Value, Round);
      }
    }
    if (!isSteady(E, Round))
      return false;
    llvm::FoldingSetNodeID Term;
    E->Profile(Term, A.Context, /*Canonical=*/true);
    S.add(std::move(Term), Factor);
    return true;
  }

  std::optional<int64_t> numberIn(const Expr *E) const {
    Expr::EvalResult R;
    if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
        !E->EvaluateAsInt(R, A.Context) || R.HasSideEffects)
      return std::nullopt;
    return R.Val.getInt().getExtValue();
  }

  /// The same wherever one round of the stores' loop asks for it.
  bool isSteady(const Expr *E, const Stmt *Round) const {
    const Effects Read = A.Collector.collect(E);
    const auto *For = dyn_cast<ForStmt>(Round);
    return Read.isPure() && Read.Accesses.empty() && Read.Writes.empty() &&
           llvm::none_of(Read.Reads, [&](const VarDecl *V) {
             return mayChange(For ? For->getBody() : Round, V);
           });
  }

  LoopAnalysis &A;
  const Stmt *Body;
};

/// Looks at the stores of one function; those of the functions it calls are
/// taken to meet its own.
void forbid(LoopAnalysis &A, const LoadSlice &Slice, const Stmt *Body,
            llvm::SmallDenseMap<const VarDecl *, const void *> &CopiedBy) {
  const OverwriteRules Rules(A, Body);
  for (const LoadCall &C : Slice.Calls) {
    InCallee In(A.Collector, C.Call);
    forbid(A, C, C.Callee->getBody(), CopiedBy);
  }
  for (Tile &T : A.Facts.Tiles) {
    llvm::SmallVector<const TileStore *, 8> Stores;
    for (const TileStore &S : Slice.Stores)
      if (S.Tile == T.Var)
        Stores.push_back(&S);
    if (Stores.empty() || !T.WhyNotAsync.empty())
      continue;
    bool Meet = CopiedBy.try_emplace(T.Var, &Slice).first->second != &Slice;
    for (size_t I = 0; I < Stores.size() && !Meet; ++I)
      Meet = Stores[I]->RawSource &&
             llvm::any_of(llvm::ArrayRef(Stores).drop_front(I + 1),
                          [&](const TileStore *Later) {
                            return Rules.mayMeet(*Stores[I], *Later);
                          });
    if (Meet && !mutated(Mutation::AllowOverwrite))
      T.WhyNotAsync = "a thread may store to one element again, and the copy "
                      "might come last";
  }
}

} // namespace

void forbidOverwrites(LoopAnalysis &A) {
  llvm::SmallDenseMap<const VarDecl *, const void *> CopiedBy;
  forbid(A, A.Facts, A.K.Body, CopiedBy);
}

} // namespace pipeline_rewrite
