//===- LoadPhases.cpp - Which load statement runs before, which after compute //
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/LoadPhases.h"
#include "Analyse/NamedDecls.h"
#include "Mutation.h"
#include "Plan/CanWait.h"
#include "Plan/HalfReads.h"
#include "Plan/HeldLocals.h"
#include "Plan/PhaseText.h"
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

class Splitter {
public:
  Splitter(const LoadSlice &Slice, EffectsCollector &Collector,
           const ASTContext &Context,
           const llvm::SmallPtrSetImpl<const VarDecl *> &Registers,
           const llvm::SmallPtrSetImpl<const Stmt *> *Own)
      : Slice(Slice), Collector(Collector), Context(Context),
        Registers(Registers), Own(Own) {}

  LoadPhases run() {
    Leaves = findLeaves(Slice, Collector);
    size_t Known;
    do {
      Known = NotHeld.size();
      Out = LoadPhases();
      split();
    } while (NotHeld.size() != Known);
    return std::move(Out);
  }

private:
  /// A tile, and what the slice calls it.
  struct Target {
    const VarDecl *Tile = nullptr, *Name = nullptr;
  };

  void split() {
    for (const Leaf &L : Leaves)
      if (const LoadCall *Call = Slice.findCall(L.S))
        splitCall(*Call, L);
    runStorePhase();
    sortFetches();
    requireFetched();
    runIssuePhase();
    keepEffects();
    if (Out.countFetches() && Slice.UpdateBetweenLoads)
      fail(RefusalId::UpdateBetweenLoads,
           "a loop variable is updated between two loads",
           Slice.UpdateBetweenLoads);
    requireSettled();
    findUnused(Out, Slice, Leaves, Collector);
    Out.CanSplit.confirm();
  }

  void fail(RefusalId Id, std::string Detail, const Stmt *Cause) {
    Out.CanSplit.also({Id, std::move(Detail), Cause->getBeginLoc()});
  }

  //===--------------------------------------------------------------------===//
  // Functions that fill tiles
  //===--------------------------------------------------------------------===//

  void splitCall(const LoadCall &Call, const Leaf &L) {
    InCallee In(Collector, Call.Call);
    CallPhases Half;
    static_cast<LoadPhases &>(Half) =
        Splitter(Call, Collector, Context, Registers, /*Own=*/nullptr).run();
    Half.Call = &Call;
    Out.CanSplit.also(Half.CanSplit);
    if (Half.countFetches())
      Half.Loops = copyLoops(L);
    findParameters(Half);
    Out.Calls.push_back(std::move(Half));
  }

  /// The call of the storing half names what the call names for it.
  void needArguments(const Leaf &L, const CallPhases &Half) {
    if (Half.isLate())
      return needWholeCall(L, *Half.Call);
    Effects E = readByHalf(*Half.Call, L.E, Half.StoreParameters, Collector);
    if (E.reads(Space::Global))
      fail(RefusalId::LoadInCallee,
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

  const CallPhases *storingCall(const Leaf &L) const {
    const CallPhases *Half = findCall(Out, L.S);
    return Half && Half->stores() ? Half : nullptr;
  }

  /// What is stored to by \p Of first.
  Target firstTarget(const LoadSlice &Of) const {
    for (const TileStore &S : Of.Stores)
      if (Registers.contains(S.Tile))
        return {S.Tile, S.Name};
    for (const LoadCall &C : Of.Calls)
      if (Target T = firstTarget(C); T.Tile)
        return {T.Tile, C.nameInCaller(T.Name, T.Tile)};
    return {};
  }

  bool isRegisterStore(const Leaf &L) const {
    return llvm::any_of(Slice.storesOf(L.S), [&](const TileStore *S) {
      return Registers.contains(S->Tile);
    });
  }

  //===--------------------------------------------------------------------===//
  // Declarations
  //===--------------------------------------------------------------------===//

  const Leaf *declaringLeaf(const NamedDecl *D) const {
    for (const Leaf &L : Leaves)
      if (llvm::any_of(declaredBy(L.S),
                       [&](const Decl *Each) { return isSameDecl(Each, D); }))
        return &L;
    return nullptr;
  }

  /// The declarations that \p L names, or a header around it, other than of
  /// variables that it reads: types, and if it is kept \p Whole, variables that
  /// it writes alone.
  llvm::SmallVector<const Leaf *, 2> unseenDeclarations(const Leaf &L,
                                                        bool Whole) {
    llvm::SmallVector<const Leaf *, 2> Found;
    if (mutated(Mutation::NamesLeftBehind))
      return Found;
    auto Find = [&](const Stmt *S) {
      for (const NamedUse &Use : namesIn(S)) {
        const auto *V = dyn_cast<VarDecl>(Use.Decl);
        if (V && (!Whole || L.E.readsVar(V) || L.S != S))
          continue;
        const Leaf *D = declaringLeaf(Use.Decl);
        if (D && D->S != L.S && !(V && findHeld(V)))
          Found.push_back(D);
      }
    };
    Find(L.S);
    for (const Stmt *C : L.Control)
      for (const Stmt *Header : headers(C))
        Find(Header);
    return Found;
  }

  /// \p T without names that the slice declares; null if it is a type that the
  /// slice declares.
  QualType typeOutside(QualType T) const {
    auto IsInside = [&](QualType Each) {
      for (const Type *P = Each.getTypePtr();;) {
        const NamedDecl *D = P->getAsTagDecl();
        if (const auto *Alias = dyn_cast<TypedefType>(P))
          D = Alias->getDecl();
        if (D && declaringLeaf(D))
          return true;
        const Type *Element = P->getPointeeOrArrayElementType();
        if (Element == P)
          return false;
        P = Element;
      }
    };
    if (!IsInside(T) || mutated(Mutation::TypesLeftBehind))
      return T;
    return IsInside(T.getCanonicalType()) ? QualType() : T.getCanonicalType();
  }

  //===--------------------------------------------------------------------===//
  // The store phase: values come from registers.
  //===--------------------------------------------------------------------===//

  void runStorePhase() {
    for (const Leaf &L : Leaves)
      if (isRegisterStore(L)) {
        const TileStore *First = Slice.storesOf(L.S).front();
        Current = {First->Tile, First->Name};
        keepInStore(L);
      } else if (const CallPhases *Half = storingCall(L)) {
        Target T = firstTarget(*Half->Call);
        Current = {T.Tile, Half->Call->nameInCaller(T.Name, T.Tile)};
        keepInStore(L);
      }
  }

  /// They were found from the stores backwards; people read them from the top.
  void sortFetches() {
    auto Position = [&](const Fetch &F) {
      return llvm::find_if(Leaves,
                           [&](const Leaf &L) { return L.S == F.Leaf; });
    };
    llvm::stable_sort(Out.Fetches, [&](const Fetch &A, const Fetch &B) {
      return Position(A) < Position(B);
    });
  }

  /// A default value, a constructor or a conversion may read global memory, of
  /// which no text can be put into a register.
  void requireFetched() {
    for (const Leaf &L : Leaves) {
      if (!Out.Store.contains(L.S) || storingCall(L))
        continue;
      llvm::SmallVector<const Expr *, 2> Fetched;
      for (const Fetch &F : Out.Fetches)
        if (F.Leaf == L.S && F.Value)
          Fetched.push_back(F.Value);
      if (readsUnfetched(L.S, Fetched, Collector))
        fail(RefusalId::ValueCannotWait,
             "a value is made behind the computation by what reads global "
             "memory itself",
             L.S);
    }
  }

  /// Openings have all run before the first store: none behind a store may give
  /// another value to what the store reads.
  void requireSettled() {
    if (mutated(Mutation::AllowUpdateBetween))
      return;
    for (auto L = Leaves.begin(); L != Leaves.end(); ++L)
      for (auto Later = L; Later != Leaves.end(); ++Later)
        if (Later->Opening && !L->Opening && Out.Store.contains(L->S) &&
            llvm::any_of(L->E.Reads, [&](const VarDecl *V) {
              return Later->E.writesVar(V);
            }))
          fail(RefusalId::UpdateBetweenLoads,
               "a variable that a store reads gets its next value before the "
               "store",
               Later->S);
  }

  void keepInStore(const Leaf &L) {
    if (!Out.Store.insert(L.S).second)
      return;
    for (const Stmt *C : L.Control)
      if (Out.Store.insert(C).second)
        for (const Stmt *Header : headers(C))
          keepHeader(Header, C);
    findFetches(L, L.S);
    for (const Leaf *D : unseenDeclarations(L, /*Whole=*/false))
      keepInStore(*D);
    for (const VarDecl *V : addressedBy(L))
      needInStore(V);
  }

  void keepHeader(const Stmt *Header, const Stmt *Owner) {
    Effects E = Collector.collect(Header);
    if (E.readsGlobal())
      fail(RefusalId::GuardReadsGlobal,
           "a guard of the loads reads global memory", Owner);
    for (const VarDecl *V : E.Reads)
      needInStore(V);
  }

  void needInStore(const VarDecl *V) {
    if (findHeld(V) || holdWhole(V))
      return;
    for (const Leaf &L : Leaves)
      if (L.E.writesVar(V) && !L.Opening) // that has run
        keepInStore(L);
  }

  /// Walks one statement of the store phase; global reads become registers.
  void findFetches(const Leaf &L, const Stmt *S) {
    if (!S)
      return;
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each))
          findFetches(L, V->getInit());
      return;
    }
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
        U && U->getOpcode() == UO_AddrOf)
      return findFetchesOfAddress(L, U->getSubExpr());
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

  /// An address is computed from values, but what it points to is not read.
  void findFetchesOfAddress(const Leaf &L, const Expr *LValue) {
    for (const Stmt *Child : LValue->IgnoreParens()->children())
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
    if (!Collector.collect(E).Writes.empty())
      fail(RefusalId::UpdateBetweenLoads,
           "a load changes a variable while it is made", E);
    Fetch F;
    F.Value = E;
    F.Leaf = L.S;
    if (L.E.Writes.size() == 1)
      F.Holder = L.E.Writes.front();
    F.Tile = Current.Tile;
    F.Name = Current.Name;
    F.Type = typeOutside(writtenType(E));
    if (F.Type.isNull())
      return fail(RefusalId::NestedDeclaration,
                  "a value of a type that an inner block of the loads declares "
                  "must wait in a register",
                  E);
    needRegister(F.Type, E);
    F.Local = initialisedLocal(L, E);
    F.Loops = copyLoops(L);
    Out.Fetches.push_back(std::move(F));
  }

  /// A register is declared before it is loaded, and then assigned to.
  void needRegister(QualType T, const Expr *Value) {
    if (!canWait(T, Context))
      fail(RefusalId::ValueCannotWait,
           "a value of type '" + T.getAsString(Context.getPrintingPolicy()) +
               "' cannot wait in a register",
           Value);
  }

  //===--------------------------------------------------------------------===//
  // Locals that wait whole
  //===--------------------------------------------------------------------===//

  const Fetch *findHeld(const VarDecl *V) const {
    for (const Fetch &F : Out.Fetches)
      if (F.holdsWhole() && F.Local == V)
        return &F;
    return nullptr;
  }

  /// True if \p V waits whole; the statements behind what fills it then belong
  /// to the store phase.
  bool holdWhole(const VarDecl *V) {
    if (NotHeld.contains(V))
      return false;
    std::optional<HeldLocal> Held = findHeldLocal(V, Leaves, Collector);
    if (!Held || !canWait(V->getType(), Context) ||
        typeOutside(V->getType()) != V->getType())
      return false;
    const Leaf &D = *Held->Declaration;
    Fetch F;
    F.Leaf = D.S;
    F.Tile = Current.Tile;
    F.Name = Current.Name;
    F.Type = V->getType();
    F.Local = F.Holder = V;
    F.KeepsLocal = Held->Changes;
    F.Loops = copyLoops(D);
    if (Held->Initialised && !mutated(Mutation::HeldFillDropped))
      F.Writes.push_back(D.S);
    for (const Leaf *L : Held->Assignments) {
      const Expr *Value = assignedTo(V, L->S);
      if (!F.Value && isFetch(Value, Collector))
        F.Value = Value;
      F.Writes.push_back(L->S);
    }
    Out.Fetches.push_back(F);
    if (F.KeepsLocal)
      Out.Store.insert(D.S);
    for (const Leaf &L : Leaves)
      if (L.E.writesVar(V) && L.S != D.S && !F.writtenBy(L.S) &&
          !mutated(Mutation::HeldForever))
        keepInStore(L);
    return true;
  }

  /// What fills a held local runs before the computation.
  void issueHeld(const Fetch &F) {
    for (const Leaf &L : Leaves)
      if (F.writtenBy(L.S)) {
        keepInIssue(L, /*Whole=*/false);
        for (const VarDecl *V : L.E.Reads)
          if (V != F.Local)
            needInIssue(V);
      }
  }

  /// The loops around what waits in registers.
  llvm::SmallVector<CopyLoop, 2> copyLoops(const Leaf &L) {
    llvm::SmallVector<CopyLoop, 2> Loops;
    for (const Stmt *C : L.Control)
      if (const auto *For = dyn_cast<ForStmt>(C)) {
        Loops.push_back(describeCopyLoop(For, Context));
        if (!Loops.back().Trips)
          fail(RefusalId::CopyLoopNotConstant,
               "a copy loop has no trip count known at compile time, so its "
               "values cannot wait "
               "in registers",
               For);
      }
    return Loops;
  }

  /// `T v = <the fetch>;` where nothing else writes v.
  const VarDecl *initialisedLocal(const Leaf &L, const Expr *E) {
    const auto *D = dyn_cast<DeclStmt>(L.S);
    if (!D || !D->isSingleDecl())
      return nullptr;
    const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
    if (!V || !V->getInit() || V->isStaticLocal() || !Provenance::isObject(V))
      return nullptr;
    const Expr *Init = V->getInit()->IgnoreParens();
    if (const auto *C = dyn_cast<ExprWithCleanups>(Init))
      Init = C->getSubExpr()->IgnoreParens();
    if (Init != E->IgnoreParens() ||
        !Context.hasSameUnqualifiedType(V->getType(), E->getType()))
      return nullptr;
    for (const Leaf &Other : Leaves)
      if (Other.S != L.S && Other.E.writesVar(V))
        return nullptr;
    return V;
  }

  //===--------------------------------------------------------------------===//
  // The issue phase: asynchronous copies and reads into registers.
  //===--------------------------------------------------------------------===//

  void runIssuePhase() {
    for (const Leaf &L : Leaves) {
      if (L.Opening)
        keepInIssue(L, /*Whole=*/true);
      const TileStore *S = Slice.findStore(L.S);
      if (S && !Registers.contains(S->Tile)) {
        keepInIssue(L, /*Whole=*/true);
        if (S->Via) // the copy reads its source in place of the local
          needInIssue(Collector.collect(S->Via->getInit()));
      }
      if (const CallPhases *Half = findCall(Out, L.S))
        issueCall(L, *Half);
    }
    for (size_t I = 0; I < Out.Fetches.size(); ++I) {
      const Fetch F = Out.Fetches[I];
      if (F.holdsWhole()) {
        issueHeld(F);
        continue;
      }
      for (const Leaf &L : Leaves)
        if (L.S == F.Leaf)
          keepInIssue(L, /*Whole=*/false);
      needInIssue(Collector.collect(F.Value));
    }
  }

  /// What no store needs may still be wanted behind the loop (`last = v;`).
  void keepEffects() {
    // A guard behind the rules that these switch off.
    if (mutated(Mutation::AllowLostUpdate) ||
        mutated(Mutation::CapturesForgotten))
      return;
    for (const Leaf &L : Leaves)
      if (isOwn(L) && !Out.Issue.contains(L.S) && !Out.Store.contains(L.S) &&
          hasEffects(L))
        keepInIssue(L, /*Whole=*/true);
  }

  /// What the other part of the loads does is not this one's business.
  bool isOwn(const Leaf &L) const {
    return !Own || Own->contains(L.S) || mutated(Mutation::OtherPartKept);
  }

  /// It writes more than variables of the slice, and is neither a store nor the
  /// read that a register waits for.
  bool hasEffects(const Leaf &L) const {
    if (findCall(Out, L.S) || !Slice.storesOf(L.S).empty() ||
        llvm::any_of(Out.Fetches,
                     [&](const Fetch &F) { return F.writtenBy(L.S); }))
      return false;
    return isSeenOutside(L, Leaves);
  }

  /// The whole call has a twin, or half of it, which is given what it needs.
  void issueCall(const Leaf &L, const CallPhases &Half) {
    if (Half.isLate())
      return;
    if (!Half.stores())
      return keepInIssue(L, /*Whole=*/true);
    keepInIssue(L, /*Whole=*/false);
    Out.Issue.insert(L.S);
    needInIssue(readByHalf(*Half.Call, L.E, Half.IssueParameters, Collector));
  }

  void keepInIssue(const Leaf &L, bool Whole) {
    for (const Stmt *C : L.Control)
      if (Out.Issue.insert(C).second)
        for (const Stmt *Header : headers(C))
          needInIssue(Collector.collect(Header));
    for (const Leaf *D : unseenDeclarations(L, /*Whole=*/false))
      keepInIssue(*D, /*Whole=*/true);
    if (!Whole || !Out.Issue.insert(L.S).second)
      return;
    for (const Leaf *D : unseenDeclarations(L, /*Whole=*/true))
      keepInIssue(*D, /*Whole=*/true);
    const TileStore *S = Slice.findStore(L.S);
    if (!S)
      return needInIssue(L.E);
    // The local that a raw copy bypasses is not needed; its source's address
    // is.
    Effects E = L.E;
    for (const VarDecl *V : E.Reads)
      if (V != S->Via || !S->RawSource)
        needInIssue(V);
  }

  void needInIssue(const Effects &E) {
    for (const VarDecl *V : E.Reads)
      needInIssue(V);
  }

  void needInIssue(const VarDecl *V) {
    if (findHeld(V))
      NotHeld.insert(V); // it is wanted on both sides of the computation
    for (const Leaf &L : Leaves)
      if (L.E.writesVar(V) && Slice.storesOf(L.S).empty())
        keepInIssue(L, /*Whole=*/true);
  }

  const LoadSlice &Slice;
  EffectsCollector &Collector;
  const ASTContext &Context;
  const llvm::SmallPtrSetImpl<const VarDecl *> &Registers;
  const llvm::SmallPtrSetImpl<const Stmt *> *Own; ///< null: all of the slice
  std::vector<Leaf> Leaves;
  /// Locals that cannot wait whole, for a value loaded later depends on them.
  llvm::SmallPtrSet<const VarDecl *, 4> NotHeld;
  Target Current;
  LoadPhases Out;
};

} // namespace

size_t LoadPhases::countFetches() const {
  size_t Count = Fetches.size();
  for (const CallPhases &Half : Calls)
    Count += Half.countFetches();
  return Count;
}

bool isLoadLeaf(const Stmt *S) {
  return !isa<CompoundStmt, IfStmt, ForStmt, AttributedStmt>(S);
}

const CallPhases *findCall(const LoadPhases &Phases, const Stmt *Call) {
  for (const CallPhases &Half : Phases.Calls)
    if (Half.Call->Call == Call)
      return &Half;
  return nullptr;
}

LoadPhases splitLoads(const LoadSlice &Slice, EffectsCollector &Collector,
                      const ASTContext &Context,
                      const llvm::SmallPtrSetImpl<const VarDecl *> &Registers,
                      const llvm::SmallPtrSetImpl<const Stmt *> *Own) {
  return Splitter(Slice, Collector, Context, Registers, Own).run();
}

} // namespace pipeline_rewrite
