//===- StorePhase.cpp - Which load statement runs after the computation ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the stores backwards: what computes their addresses and values runs
// again, but for what reads global memory, whose values wait in registers.
//===----------------------------------------------------------------------===//
#include "Ast/Spelling.h"
#include "Plan/Phases/CanWait.h"
#include "Plan/Phases/FilledArms.h"
#include "Plan/Phases/HalfReads.h"
#include "Plan/Phases/HeldLocals.h"
#include "Plan/Phases/SplitState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The type of a value as its parts spell it: of `c ? a[i] : T(0)` clang keeps
/// `float`, and forgets that it was T.
QualType writtenType(const Expr *E) {
  QualType Type = E->getType().getUnqualifiedType();
  const auto *C = dyn_cast<ConditionalOperator>(E->IgnoreParens());
  if (!C)
    return Type;
  for (const Expr *Arm : {C->getTrueExpr(), C->getFalseExpr()}) {
    QualType T = Arm->getType().getUnqualifiedType();
    if (T.getCanonicalType() == Type.getCanonicalType() &&
        T->getAs<SubstTemplateTypeParmType>())
      return T;
  }
  return Type;
}

/// A tile, and what the slice calls it.
struct Target {
  const VarDecl *Tile = nullptr, *Name = nullptr;
};

/// What is stored to by \p Of first.
Target firstTarget(const SplitState &State, const LoadSlice &Of) {
  for (const TileStore &S : Of.Stores)
    if (State.Registers.contains(S.Tile))
      return {S.Tile, S.Name};
  for (const LoadCall &C : Of.Calls)
    if (Target T = firstTarget(State, C); T.Tile)
      return {T.Tile, C.nameInCaller(T.Name, T.Tile)};
  return {};
}

/// They were found from the stores backwards; people read them from the top.
void sortFetches(std::vector<Fetch> &Fetches, llvm::ArrayRef<Leaf> Leaves) {
  auto Position = [&](const Fetch &F) {
    return llvm::find_if(Leaves, [&](const Leaf &L) { return L.S == F.Leaf; });
  };
  llvm::stable_sort(Fetches, [&](const Fetch &A, const Fetch &B) {
    return Position(A) < Position(B);
  });
}

/// A default value, a constructor or a conversion may read global memory, of
/// which no text can be put into a register.
void requireFetched(SplitState &State) {
  for (const Leaf &L : State.Leaves) {
    if (!State.Out.Store.contains(L.S) || State.storingCall(L))
      continue;
    llvm::SmallVector<const Expr *, 2> Fetched;
    for (const Fetch &F : State.Out.Fetches)
      if (F.Leaf == L.S && F.Value)
        Fetched.push_back(F.Value);
    if (readsUnfetched(L.S, Fetched, State.Collector))
      State.fail(RefusalId::ValueCannotWait,
                 "a value is made after the computation by what reads global "
                 "memory itself",
                 L.S);
  }
}

/// A register is declared before it is loaded, and then assigned to.
void needRegister(SplitState &State, QualType T, const Expr *Value) {
  if (!canWait(T, State.Context))
    State.fail(RefusalId::ValueCannotWait,
               "a value of type '" +
                   T.getAsString(State.Context.getPrintingPolicy()) +
                   "' cannot wait in a register",
               Value);
  else if (!isNameable(T))
    State.fail(RefusalId::ValueCannotWait,
               "a value of type '" +
                   T.getAsString(State.Context.getPrintingPolicy()) +
                   "' cannot wait in a register: the kernel cannot name that "
                   "type",
               Value);
}

/// `T v = <the fetch>;` where nothing else writes v. The names of a structured
/// binding are those of no register: it is declared again.
const VarDecl *initialisedLocal(const SplitState &State, const Leaf &L,
                                const Expr *E) {
  const auto *D = dyn_cast<DeclStmt>(L.S);
  if (!D || !D->isSingleDecl())
    return nullptr;
  const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
  if (!V || !V->getInit() || V->isStaticLocal() || !Provenance::isObject(V) ||
      isa<DecompositionDecl>(V))
    return nullptr;
  const Expr *Init = V->getInit()->IgnoreParens();
  if (const auto *C = dyn_cast<ExprWithCleanups>(Init))
    Init = C->getSubExpr()->IgnoreParens();
  if (Init != E->IgnoreParens() ||
      !State.Context.hasSameUnqualifiedType(V->getType(), E->getType()))
    return nullptr;
  for (const Leaf &Other : State.Leaves)
    if (Other.S != L.S && Other.E.writesVar(V))
      return nullptr;
  return V;
}

/// What waits for a local that waits whole, for \p Of.
Fetch heldFetch(SplitState &State, const HeldLocal &Held, const VarDecl *V,
                const Target &Of) {
  Fetch F;
  F.Tile = Of.Tile;
  F.Name = Of.Name;
  F.Loops = State.copyLoops(*Held.Declaration);
  F.Leaf = Held.Declaration->S;
  F.Type = V->getType();
  F.Local = F.Holder = V;
  F.KeepsLocal = Held.Changes;
  if (Held.Initialised)
    F.Writes.push_back(F.Leaf);
  for (const Leaf *L : Held.Assignments) {
    const Expr *Value = assignedTo(V, L->S);
    if (!F.Value && isFetch(Value, State.Collector))
      F.Value = Value;
    F.Writes.push_back(L->S);
  }
  return F;
}

bool isRegisterStore(const SplitState &State, const Leaf &L) {
  return llvm::any_of(State.Slice.storesOf(L.S), [&](const TileStore *S) {
    return State.Registers.contains(S->Tile);
  });
}

/// \p E of \p L, for \p Of, waits in a register, or else what \p Filled has in
/// the other arm; nullopt if it cannot.
std::optional<Fetch> readFetch(SplitState &State, const Leaf &L, const Expr *E,
                               const Target &Of, const FilledArms *Filled) {
  if (!State.Collector.collect(E).Writes.empty())
    State.fail(RefusalId::UpdateBetweenLoads,
               "a load changes a variable while it is made", E);
  Fetch F;
  F.Value = E;
  F.Leaf = L.S;
  if (L.E.Writes.size() == 1)
    F.Holder = L.E.Writes.front();
  F.Tile = Of.Tile;
  F.Name = Of.Name;
  F.Type = State.typeOutside(writtenType(E));
  if (F.Type.isNull()) {
    State.fail(RefusalId::NestedDeclaration,
               "a value of a type that an inner block of the loads declares "
               "must wait in a register",
               E);
    return std::nullopt;
  }
  needRegister(State, F.Type, E);
  F.Local = initialisedLocal(State, L, E);
  if (Filled) {
    F.FillLeaf = Filled->Fill;
    F.Fill = Filled->FillValue;
  }
  F.Loops = State.copyLoops(L);
  return F;
}

/// What gives \p V, a variable of both halves, another value behind the loads'
/// barrier; nullptr if nothing does.
const Stmt *computationsWriteOf(const SplitState &State, const VarDecl *V) {
  llvm::ArrayRef<LoopUnit> Units = State.Slice.Units;
  auto Unit = llvm::find_if(
      Units, [](const LoopUnit &U) { return U.Role == UnitRole::LoadBarrier; });
  for (; Unit != Units.end(); ++Unit)
    if (!Unit->isLoadSide() && State.Collector.collect(Unit->S).writesVar(V))
      return Unit->S;
  return nullptr;
}

/// \p V has got its value from an update \p L that has run.
void requireKept(SplitState &State, const Leaf &L, const VarDecl *V) {
  const std::string Start =
      "'" + V->getNameAsString() +
      "' gets its value while a variable moves on that the next tile's loads "
      "need, and ";
  if (findDeclaring(State.Leaves, V)) // V is gone with it
    State.fail(RefusalId::UpdateBetweenLoads,
               Start + "is wanted after the computation", L.S);
  else if (const Stmt *Other = computationsWriteOf(State, V))
    State.fail(RefusalId::UpdateBetweenLoads,
               Start + "the computation gives it another one before it is "
                       "stored",
               Other);
}

class StorePhase {
public:
  explicit StorePhase(SplitState &State)
      : State(State), Slice(State.Slice), Collector(State.Collector),
        Leaves(State.Leaves), Joined(findFilledArms(State)), Out(State.Out) {}

  void run() {
    for (const Leaf &L : Leaves)
      if (isRegisterStore(State, L) && !isFill(Joined, L)) {
        const TileStore *First = Slice.storesOf(L.S).front();
        Current = {First->Tile, First->Name};
        keepInStore(L);
      } else if (const CallPhases *Half = State.storingCall(L)) {
        Target T = firstTarget(State, *Half->Call);
        Current = {T.Tile, Half->Call->nameInCaller(T.Name, T.Tile)};
        keepInStore(L);
      }
    keepRests();
    if (!Out.Store.empty())
      keepSums();
    sortFetches(Out.Fetches, Leaves);
    requireFetched(State);
  }

private:
  /// The rounds that do not wait in registers are copied here, with all that
  /// they read.
  void keepRests() {
    for (size_t Known = 0; Known != Out.Open.size();) {
      Known = Out.Open.size();
      const RestNeeds Needs = needsOfRests(State);
      for (const Leaf *D : Needs.Declarations)
        keepInStore(*D);
      for (const VarDecl *V : Needs.Variables)
        needInStore(V);
    }
  }

  /// Sums of what waits in registers need not be there before the computation.
  void keepSums() {
    for (const Leaf &L : Leaves)
      if (State.isSum(L))
        keepInStore(L);
  }

  void keepInStore(const Leaf &L) {
    if (!Out.Store.insert(L.S).second)
      return;
    for (const Stmt *C : controlOfStore(Joined, L))
      if (Out.Store.insert(C).second)
        for (const Stmt *Header : headers(C))
          keepHeader(Header, C);
    findFetches(L, L.S);
    for (const Leaf *D : State.unseenDeclarations(L, /*Whole=*/false))
      keepInStore(*D);
    for (const VarDecl *V : addressedBy(L))
      needInStore(V);
  }

  void keepHeader(const Stmt *Header, const Stmt *Owner) {
    Effects E = Collector.collect(Header);
    if (E.readsGlobal())
      State.fail(RefusalId::GuardReadsGlobal,
                 "a guard of the loads reads global memory", Owner);
    for (const VarDecl *V : E.Reads)
      needInStore(V);
  }

  void needInStore(const VarDecl *V) {
    if (State.findHeld(V) || holdWhole(V))
      return;
    for (const Leaf &L : Leaves) {
      if (!L.E.writesVar(V))
        continue;
      if (!L.Opening)
        keepInStore(L);
      else
        requireKept(State, L, V);
    }
  }

  /// Walks one statement of the store phase; global reads become registers.
  void findFetches(const Leaf &L, const Stmt *S) {
    if (!S)
      return;
    const auto *E = dyn_cast<Expr>(S);
    if (!E) {
      for (const Stmt *Child : S->children())
        findFetches(L, Child);
      return;
    }
    if (const CallPhases *Half = findCall(Out, E))
      return needArguments(L, *Half);
    if (const TileStore *Store = Slice.findStore(E)) {
      Current = {Store->Tile, Store->Name};
      needReads(Collector.collect(Store->Target));
      if (!Store->By)
        return findFetches(L, Store->Value);
      for (const Expr *Arg : cast<CallExpr>(Store->Value)->arguments())
        findFetches(L, Arg);
      return;
    }
    if (isFetch(E, Collector))
      return addFetch(L, E);
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_AddrOf) {
      // An address is computed, but what it points to is not read.
      for (const Stmt *Child : U->getSubExpr()->IgnoreParens()->children())
        findFetches(L, Child);
      return;
    }
    if (const auto *C = dyn_cast<CastExpr>(E);
        C && C->getCastKind() == CK_LValueToRValue)
      return needReads(Collector.collect(E));
    if (isa<DeclRefExpr, PseudoObjectExpr>(E))
      return needReads(Collector.collect(E));
    // A class object read in place: of a local, perhaps through a pointer.
    if (E->isGLValue() && isa<ArraySubscriptExpr, MemberExpr, UnaryOperator>(E))
      needReads(Collector.collect(E));
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
      return findFetchesOfLambda(L, Lambda);
    for (const Stmt *Child : E->children())
      findFetches(L, Child);
  }

  /// What the body reads is read where the lambda is called.
  void findFetchesOfLambda(const Leaf &L, const LambdaExpr *Lambda) {
    for (const LambdaCapture &C : Lambda->captures())
      if (C.capturesVariable())
        if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
          needInStore(V);
    for (const Expr *Init : Lambda->capture_inits())
      findFetches(L, Init);
  }

  void needReads(const Effects &E) {
    for (const VarDecl *V : E.Reads)
      needInStore(V);
  }

  void addFetch(const Leaf &L, const Expr *E) {
    for (const Fetch &F : Out.Fetches)
      if (F.Value == E)
        return;
    if (auto F = readFetch(State, L, E, Current, findByLoad(Joined, L)))
      Out.Fetches.push_back(std::move(*F));
  }

  /// The call of the storing half names what the call names for it.
  void needArguments(const Leaf &L, const CallPhases &Half) {
    if (Half.isLate())
      return needWholeCall(L, *Half.Call);
    Effects E = readByHalf(*Half.Call, L.E, Half.StoreParameters, Collector);
    if (E.reads(Space::Global))
      State.fail(RefusalId::LoadInCallee,
                 "an argument of the function that fills the tile reads global "
                 "memory",
                 Half.Call->Call);
    needReads(E);
  }

  /// The arguments are values to store, or say where.
  void needWholeCall(const Leaf &L, const LoadCall &Call) {
    if (Call.Lambda || Call.object())
      needReads(L.E);
    for (const Expr *Each : templateArguments(Call.Call))
      needReads(Collector.collect(Each));
    for (unsigned I = 0; I < Call.Callee->getNumParams(); ++I)
      findFetches(L, Call.argument(I));
  }

  /// True if \p V waits whole; the statements behind what fills it then belong
  /// to the store phase.
  bool holdWhole(const VarDecl *V) {
    if (State.NotHeld.contains(V))
      return false;
    std::optional<HeldLocal> Held = findHeldLocal(V, Leaves, Collector);
    if (!Held || !canWait(V->getType(), State.Context) ||
        !isNameable(V->getType()) ||
        State.typeOutside(V->getType()) != V->getType())
      return false;
    const Leaf &D = *Held->Declaration;
    const Fetch F = heldFetch(State, *Held, V, Current);
    Out.Fetches.push_back(F);
    if (F.KeepsLocal)
      Out.Store.insert(D.S);
    for (const Leaf &L : Leaves)
      if (L.E.writesVar(V) && L.S != D.S && !F.writtenBy(L.S))
        keepInStore(L);
    return true;
  }

  SplitState &State;
  const LoadSlice &Slice;
  EffectsCollector &Collector;
  const std::vector<Leaf> &Leaves;
  const std::vector<FilledArms> Joined;
  LoadPhases &Out;
  Target Current; ///< of what is walked
};

} // namespace

void findStorePhase(SplitState &State) { StorePhase(State).run(); }

} // namespace pipeline_rewrite
