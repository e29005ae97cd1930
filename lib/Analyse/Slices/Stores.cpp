//===- Stores.cpp - How each tile is filled -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the assignments that store to tiles, and asks for each whether cp.async
// can do it.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Memory/RawCopy.h"
#include "Analyse/Slices/LoadCalls.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class StoreFinder {
public:
  explicit StoreFinder(LoopAnalysis &A) : A(A) {}

  std::optional<Refusal> run() {
    for (unsigned I = 0; I < A.Facts.LoadBarrier; ++I)
      if (A.Facts.Units[I].Role == UnitRole::Load &&
          A.UnitEffects[I].writes(Space::Shared)) {
        if (auto R = collect(A.Facts.Units[I].S, A.Facts))
          return R;
        if (auto R = findOtherStores(A.UnitEffects[I], A.Facts))
          return R;
      }
    return std::nullopt;
  }

private:
  std::optional<Refusal> collect(const Stmt *S, LoadSlice &Slice) {
    if (!S)
      return std::nullopt;
    const auto *E = dyn_cast<Expr>(S);
    if (!E) {
      for (const Stmt *Child : S->children())
        if (auto R = collect(Child, Slice))
          return R;
      return std::nullopt;
    }
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && !assignmentSides(E).first &&
        A.Collector.collect(Call).writes(Space::Shared))
      return addCall(cast<Expr>(S), Call, Slice);
    std::vector<TileStore> Found;
    bool All = isComma(E) ? collectList(E, Found) : collectOne(E, Found);
    for (TileStore &Store : Found) {
      Store.Leaf = S;
      if (!isComma(E))
        Store.Statement = cast<Expr>(S);
    }
    if (All)
      llvm::append_range(Slice.Stores, Found);
    return std::nullopt;
  }

  static bool isComma(const Expr *E) {
    const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParens());
    return B && B->getOpcode() == BO_Comma;
  }

  /// `s[i] = a, s[j] = b;` is two stores; false if it does anything else, too.
  bool collectList(const Expr *E, std::vector<TileStore> &Out) const {
    if (!isComma(E))
      return collectOne(E->IgnoreParens(), Out) &&
             A.Collector.collect(E).Writes.empty();
    const auto *B = cast<BinaryOperator>(E->IgnoreParens());
    return collectList(B->getLHS(), Out) && collectList(B->getRHS(), Out);
  }

  bool collectOne(const Expr *E, std::vector<TileStore> &Out) const {
    auto [Target, Value] = assignmentSides(E);
    // `s[i] += v;` of what this thread has stored before.
    if (const auto Onto = builtinAssignment(E); Onto && Onto->Value)
      std::tie(Target, Value) = std::tie(Onto->Target, Onto->Value);
    if (!Target)
      return false;
    std::optional<TileStore> Store =
        storeTo(Target, A.Collector.provenance().ofLValue(Target));
    if (!Store)
      return false;
    Store->Statement = E;
    Store->Value = Value;
    Out.push_back(*Store);
    return true;
  }

  std::optional<TileStore> storeTo(const Expr *Target, const Roots &R) const {
    if (R.Vars.size() != 1 || R.Unknown || !A.Facts.findTile(R.Vars.front()))
      return std::nullopt;
    TileStore Store;
    Store.Target = Target;
    Store.Tile = R.Vars.front();
    const VarDecl *Name = nameIn(Target);
    Store.Name = Name && A.isOutside(Name) ? Name : Store.Tile;
    return Store;
  }

  /// `store(&tile[i], value);`, or a function that loads as well.
  std::optional<Refusal> addCall(const Expr *Statement, const CallExpr *Call,
                                 LoadSlice &Slice) {
    if (const Expr *Where = findStoredArgument(A, Call)) {
      const Provenance &P = A.Collector.provenance();
      if (auto Store = storeTo(Where, Where->getType()->isPointerType()
                                          ? P.ofPointer(Where)
                                          : P.ofLValue(Where))) {
        Store->Statement = Statement;
        Store->Leaf = Statement;
        Store->Value = Call;
        Store->By = Call->getDirectCallee();
        Slice.Stores.push_back(*Store);
      }
      return std::nullopt;
    }
    // One with temporary objects is no statement of its own.
    if (Statement != Call)
      return std::nullopt;
    LoadCall New;
    New.Call = Call;
    if (auto R = findUnsplittable(A, New, Callers))
      return R;
    if (auto R = collectBody(New))
      return R;
    Slice.Calls.push_back(std::move(New));
    return std::nullopt;
  }

  std::optional<Refusal> collectBody(LoadCall &New) {
    const Stmt *Body = New.Callee->getBody();
    for (const Stmt *S : Body->children())
      New.Units.push_back({S, UnitRole::Load, /*Advance=*/false});
    InCallee In(A.Collector, New.Call);
    Callers.push_back(&New);
    auto R = collect(Body, New);
    if (!R)
      R = findOtherStores(A.Collector.collect(Body), New);
    Callers.pop_back();
    return R;
  }

  /// Stores that are not plain assignments: compound, several at once, in
  /// functions that cannot be split.
  std::optional<Refusal> findOtherStores(const Effects &E,
                                         const LoadSlice &Slice) const {
    for (const Access &Acc : E.Accesses) {
      if (Acc.Where != Space::Shared || !Acc.Write)
        continue;
      bool Known = llvm::any_of(Slice.Stores, [&](const TileStore &S) {
        const Expr *At = S.By ? S.Value : S.Target;
        return At->IgnoreParens() == Acc.At->IgnoreParens();
      });
      if (!Known && !Slice.findCall(Acc.At))
        return A.refuse(
            RefusalId::LoadInCallee,
            "the tile '" + Acc.Root->getNameAsString() +
                "' is filled by something other than plain assignments",
            Acc.At, "filled here");
    }
    return std::nullopt;
  }

  LoopAnalysis &A;
  llvm::SmallVector<const LoadCall *, 4> Callers; ///< outermost first
};

/// What is copied by the stores that were found, and what that makes of the
/// tiles.
class StoreDescriber {
public:
  explicit StoreDescriber(LoopAnalysis &A) : A(A) {}

  void run() {
    describe(A.Facts);
    for (Tile &T : A.Facts.Tiles) {
      summarise(T, A.Facts);
      if (!T.CopyBytes)
        T.CanBeAsync.also("no store to it is a copy from global memory");
      T.CanBeAsync.confirm();
    }
  }

private:
  /// The local whose only value is its initialiser; nullptr if \p E is not one.
  const VarDecl *singleValueLocal(const Expr *E) const {
    const VarDecl *V = namedVariable(E);
    if (!V || !V->isLocalVarDecl() || !V->getInit() ||
        !Provenance::isObject(V) || V->hasAttr<CUDASharedAttr>())
      return nullptr;
    const auto *Owner = cast<FunctionDecl>(V->getParentFunctionOrMethod());
    if (Owner == A.K.Function && !A.inLoop(V->getInit()))
      return nullptr;
    return isChanged(Owner->getBody(), V) ? nullptr : V;
  }

  void describe(LoadSlice &Slice) {
    for (TileStore &S : Slice.Stores)
      describe(S);
    for (LoadCall &C : Slice.Calls) {
      InCallee In(A.Collector, C.Call);
      describe(static_cast<LoadSlice &>(C));
    }
  }

  void describe(TileStore &S) {
    if (S.By) {
      S.CanBeAsync = "'" + S.By->getNameAsString() + "' stores it";
      return;
    }
    if (const auto Done = builtinAssignment(S.Statement->IgnoreParens());
        Done && Done->readsOld()) {
      S.CanBeAsync = "it is made of what is there";
      return;
    }
    const Expr *Value = stripToParens(S.Value);
    if (const VarDecl *V = singleValueLocal(Value->IgnoreParens())) {
      S.Via = V;
      Value = stripToParens(stripBraces(V->getInit()));
    }
    describeCopy(S, Value, A.Collector, A.Context);
  }

  void summarise(Tile &T, const LoadSlice &Slice) {
    for (const TileStore &S : Slice.Stores)
      summarise(T, S);
    for (const LoadCall &C : Slice.Calls) {
      InCallee In(A.Collector, C.Call);
      summarise(T, static_cast<const LoadSlice &>(C));
    }
  }

  void summarise(Tile &T, const TileStore &S) {
    if (S.Tile != T.Var)
      return;
    unsigned Align =
        A.Context.getTypeAlignInChars(S.Target->getType()).getQuantity();
    T.AccessAlign = std::max(T.AccessAlign, Align);
    if (S.RawSource) {
      T.CopyBytes = T.CopyBytes ? std::min(T.CopyBytes, S.Bytes) : S.Bytes;
      return;
    }
    Effects Value = A.Collector.collect(S.Value);
    bool Constant = Value.Accesses.empty() && Value.Reads.empty();
    if (!Constant || !S.isAlone())
      T.CanBeAsync.also(S.CanBeAsync);
  }

  LoopAnalysis &A;
};

} // namespace

std::optional<Refusal> describeStores(LoopAnalysis &A) {
  if (auto R = StoreFinder(A).run())
    return R;
  StoreDescriber(A).run();
  return std::nullopt;
}

} // namespace pipeline_rewrite
