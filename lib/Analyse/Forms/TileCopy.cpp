//===- TileCopy.cpp - A tile that is loaded once, before a barrier --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy may land at any moment up to the wait in front of the barrier. So in
// that time nobody may look at the tile, and nothing else may be stored to the
// element: neither by this thread nor, in an order that something between
// gives, by others. It reads its source as late as that, too. What follows the
// barrier finds the tile as it always did.
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/TileCopy.h"
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/LoopAnalysis.h"
#include "Analyse/Memory/RawCopy.h"
#include "Analyse/Numbers/ElementRules.h"
#include "Analyse/Sync/BarrierChoice.h"
#include "Ast/Assignments.h"
#include "Ast/Loops.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Arrays of dynamic shared memory all begin at one address.
bool mayBeSame(const VarDecl *A, const VarDecl *B) {
  return A == B || (A->hasExternalStorage() && B->hasExternalStorage());
}

/// Its value, or that of the local that it names, is read from memory other
/// than shared.
bool readsGlobal(const Expr *Value, EffectsCollector &Collector) {
  if (Collector.collect(Value).readsGlobal())
    return true;
  const VarDecl *V = namedVariable(stripToParens(Value)->IgnoreParens());
  return V && V->isLocalVarDecl() && V->getInit() &&
         Collector.collect(V->getInit()).readsGlobal();
}

/// The statements of a region that store to tiles, by their tiles.
class RegionStores {
public:
  explicit RegionStores(const CopyRegion &Region)
      : Region(Region), Context(Region.Function->getASTContext()),
        Collector(std::make_shared<EffectsCollector>(Region.Function,
                                                     /*Loop=*/nullptr)) {}

  /// Those tiles that something is loaded to.
  std::vector<TileCopy> find() {
    for (unsigned I = 0; I < Region.Units.size(); ++I)
      collect(Region.Units[I], I, /*InBlock=*/true);
    llvm::erase_if(Copies, [&](const TileCopy &C) { return !isLoad(C); });
    return std::move(Copies);
  }

private:
  /// Statements, not expressions within them.
  void collect(const Stmt *S, unsigned I, bool InBlock) {
    if (!S)
      return;
    if (const auto *E = dyn_cast<Expr>(S))
      return addStore(E, I, InBlock);
    if (isa<CompoundStmt>(S))
      for (const Stmt *Child : S->children())
        collect(Child, I, /*InBlock=*/true);
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      collect(If->getThen(), I, /*InBlock=*/false);
      collect(If->getElse(), I, /*InBlock=*/false);
    }
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      collect(Attributed->getSubStmt(), I, /*InBlock=*/false);
    if (const auto *For = dyn_cast<ForStmt>(S))
      collect(For->getBody(), I, /*InBlock=*/true);
    if (const auto *While = dyn_cast<WhileStmt>(S))
      collect(While->getBody(), I, /*InBlock=*/true);
    if (const auto *Do = dyn_cast<DoStmt>(S))
      collect(Do->getBody(), I, /*InBlock=*/true);
  }

  void addStore(const Expr *Statement, unsigned I, bool InBlock) {
    const Expr *E = Statement;
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    auto [Target, Value] = assignmentSides(E->IgnoreParens());
    if (!Target)
      return;
    const Roots R = Collector->provenance().ofLValue(Target);
    if (R.Vars.size() != 1 || R.Unknown || R.Held ||
        !R.Vars.front()->hasAttr<CUDASharedAttr>())
      return;
    RegionStore Store;
    Store.Statement = Statement;
    Store.Leaf = Statement;
    Store.Target = Target;
    Store.Value = Value;
    Store.Tile = R.Vars.front();
    Store.Name = Store.Tile;
    Store.Unit = I;
    Store.InBlock = InBlock;
    describeCopy(Store, stripToParens(Value), *Collector, Context);
    copyOf(Store.Tile).Stores.push_back(std::move(Store));
  }

  TileCopy &copyOf(const VarDecl *Tile) {
    for (TileCopy &C : Copies)
      if (C.Tile == Tile)
        return C;
    TileCopy &New = Copies.emplace_back();
    New.Region = &Region;
    New.Tile = Tile;
    New.Collector = Collector;
    return New;
  }

  bool isLoad(const TileCopy &C) const {
    return llvm::any_of(C.Stores, [&](const RegionStore &S) {
      return readsGlobal(S.Value, *Collector);
    });
  }

  const CopyRegion &Region;
  const ASTContext &Context;
  std::shared_ptr<EffectsCollector> Collector;
  std::vector<TileCopy> Copies;
};

std::string nameOf(const VarDecl *V) {
  return V ? "'" + V->getNameAsString() + "'" : "an unknown object";
}

/// A store that may reach an element of \p Copy as well.
const RegionStore *findMeeting(const TileCopy &C, const RegionStore &Copy,
                               const ElementRules &Rules) {
  for (const RegionStore &Other : C.Stores)
    if (&Other != &Copy && Rules.mayMeetInAnyRound(Copy, Other))
      return &Other;
  return nullptr;
}

/// What \p S is copied from.
llvm::SmallVector<Access, 4> sourcesOf(const RegionStore &S, const Expr *From,
                                       const Provenance &Origin) {
  const Roots R =
      S.SourceIsPointer ? Origin.ofPointer(From) : Origin.ofLValue(From);
  llvm::SmallVector<Access, 4> Out;
  for (const VarDecl *V : R.Vars)
    Out.push_back({Space::Global, V, /*Read=*/true, /*Write=*/false,
                   /*Atomic=*/false, From, R.Held});
  return Out;
}

/// What forbids that the stores to one tile become copies.
class CopyRules {
public:
  CopyRules(TileCopy &C, llvm::ArrayRef<Effects> UnitEffects,
            const SourceUnit &Unit, const AnalysisInput &Asked)
      : C(C), Region(*C.Region), UnitEffects(UnitEffects), Unit(Unit),
        Asked(Asked), Restrict(C.Builds, C.Collector->provenance()) {}

  std::optional<Refusal> findReason() {
    if (auto R = findOtherValue())
      return R;
    if (auto R = findAsync())
      return R;
    for (unsigned I = firstCopy(); I < Region.Units.size(); ++I) {
      if (auto R = findInterference(I))
        return R;
      if (auto R = findUse(UnitEffects[I]))
        return R;
    }
    if (auto R = findSecondStore())
      return R;
    return findWrittenSource();
  }

private:
  Refusal refuse(RefusalId Id, std::string Detail, const Stmt *Cause,
                 std::string Note) const {
    Refusal R{Id,
              Unit.place(C.Stores.front().Statement->getBeginLoc()),
              std::move(Detail),
              {}};
    if (Cause)
      R.Notes.push_back({Unit.place(Cause->getBeginLoc()), std::move(Note)});
    return R;
  }

  unsigned firstCopy() const {
    for (const RegionStore &S : C.Stores)
      if (S.RawSource)
        return S.Unit;
    return 0;
  }

  /// A value that is loaded and not copied as it is.
  std::optional<Refusal> findOtherValue() const {
    for (const RegionStore &S : C.Stores) {
      const Effects E = C.Collector->collect(S.Statement);
      if (S.RawSource && !E.Writes.empty())
        return refuse(RefusalId::CopyNotRaw,
                      "a statement that fills " + nameOf(C.Tile) +
                          " also changes '" +
                          E.Writes.front()->getNameAsString() + "'",
                      S.Statement, "this statement");
      if (S.RawSource)
        C.Bytes = C.Bytes ? std::min(C.Bytes, S.Bytes) : S.Bytes;
      else if (readsGlobal(S.Value, *C.Collector))
        return refuse(RefusalId::CopyNotRaw,
                      nameOf(C.Tile) +
                          " is filled with what cp.async cannot "
                          "copy: " +
                          S.CanBeAsync.because(),
                      S.Statement, "filled here");
    }
    return std::nullopt;
  }

  /// Groups are counted per thread: those of the user stay alone.
  std::optional<Refusal> findAsync() const {
    if (const Stmt *Async =
            C.Collector->collect(Region.Function->getBody()).Async)
      return refuse(RefusalId::AlreadyAsync,
                    "the kernel copies asynchronously by itself", Async,
                    "asynchronous copy");
    if (Region.Label)
      return refuse(RefusalId::CopyInFlight,
                    "a goto may pass the wait for the copies", Region.Label,
                    "to this label");
    return std::nullopt;
  }

  /// What may order the copy and other threads' accesses, or pass the wait.
  std::optional<Refusal> findInterference(unsigned I) const {
    const Effects &E = UnitEffects[I];
    auto InFlight = [&](const std::string &What, const Stmt *At) {
      return refuse(RefusalId::CopyInFlight,
                    What + " while " + nameOf(C.Tile) + " may be copied", At,
                    "here");
    };
    if (const Stmt *Out = findWayOut(Region.Units[I]))
      return InFlight("the thread may leave", Out);
    for (const Stmt *At : {E.Barrier, E.OtherBarrier, E.WarpSync, E.Fence})
      if (At)
        return InFlight("threads synchronise", At);
    for (const Stmt *At : {E.Asm, E.UnknownAsm})
      if (At)
        return InFlight("inline assembly stands", At);
    if (E.Volatile)
      return InFlight("a volatile access is made", E.Volatile);
    if (E.UnknownConstruct || E.Moment)
      return InFlight("something of unknown effect stands",
                      E.UnknownConstruct ? E.UnknownConstruct : E.Moment);
    if (E.UnknownCall)
      return refuse(RefusalId::UnknownCall,
                    "a call between the copies of " + nameOf(C.Tile) +
                        " and the barrier cannot be looked into",
                    E.UnknownCall, "this call");
    for (const Access &Acc : E.Accesses)
      if (Acc.Atomic)
        return InFlight("an atomic stands", Acc.At);
    return std::nullopt;
  }

  bool isKnownStore(const Access &Acc) const {
    return llvm::any_of(C.Stores, [&](const RegionStore &S) {
      return S.Target->IgnoreParens() == Acc.At->IgnoreParens();
    });
  }

  std::optional<Refusal> findUse(const Effects &E) const {
    for (const Access &Acc : E.Accesses) {
      const bool MayBeTile =
          Acc.Where == Space::Unknown ||
          (Acc.Where == Space::Shared && mayBeSame(Acc.Root, C.Tile));
      if (!MayBeTile || (!Acc.Read && isKnownStore(Acc)))
        continue;
      return refuse(
          RefusalId::CopyInFlight,
          nameOf(Acc.Root) +
              (Acc.Root == C.Tile ? " is " : ", which may be it, is ") +
              (Acc.Read ? "read" : "stored to otherwise") + " while " +
              nameOf(C.Tile) + " may be copied",
          Acc.At, "here");
    }
    return std::nullopt;
  }

  /// Neither the order of two copies nor that of a copy and a store is known.
  std::optional<Refusal> findSecondStore() const {
    const ElementRules Rules(*C.Collector, Region.Function,
                             Region.Function->getBody());
    for (const RegionStore &S : C.Stores) {
      if (!S.RawSource)
        continue;
      const RegionStore *Second =
          Rules.mayRepeat(S) ? &S : findMeeting(C, S, Rules);
      if (Second)
        return refuse(RefusalId::CopyInFlight,
                      "a thread may store to an element of " + nameOf(C.Tile) +
                          " twice, and the copy might come last",
                      Second->Statement, "stored here");
    }
    return std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // Sources
  //===--------------------------------------------------------------------===//

  std::optional<Refusal> findWrittenSource() const {
    for (const Stmt *S : Region.Before)
      if (auto R = findWriteTo(C.Collector->collect(S)))
        return R;
    for (const Effects &E : UnitEffects)
      if (auto R = findWriteTo(E))
        return R;
    return std::nullopt;
  }

  std::optional<Refusal> findWriteTo(const Effects &E) const {
    if (const Stmt *At = E.anything())
      return refuse(RefusalId::UnknownCall,
                    "what is copied to " + nameOf(C.Tile) +
                        " may be written by what cannot be looked into",
                    At, "here");
    if (Asked.NoAlias)
      return std::nullopt;
    for (const Access &W : E.Accesses) {
      if (!W.Write || (W.Where != Space::Global && W.Where != Space::Unknown))
        continue;
      for (const RegionStore &S : C.Stores)
        if (const Expr *From = S.RawSource)
          for (const Access &Read :
               sourcesOf(S, From, C.Collector->provenance()))
            if (!cannotAlias(W, Read, Restrict))
              return refuse(RefusalId::MayAlias,
                            "a store to " + nameOf(W.Root) +
                                " before the barrier may change what is "
                                "copied from " +
                                nameOf(Read.Root),
                            W.At, "stored here");
    }
    return std::nullopt;
  }

  TileCopy &C;
  const CopyRegion &Region;
  const llvm::ArrayRef<Effects> UnitEffects; ///< of the region's
  const SourceUnit &Unit;
  const AnalysisInput &Asked;
  const RestrictPointers Restrict;
};

/// An instance without one there has no such region, and shares the text.
std::optional<Refusal> refuseChosenBarrier(const TileCopy &C,
                                           const SourceUnit &Unit) {
  const Stmt *Barrier = C.Region->Barrier;
  if (!isChosenBarrier(Barrier, C.Region->Function))
    return std::nullopt;
  return Refusal{RefusalId::InstancesDiffer,
                 Unit.place(C.Stores.front().Statement->getBeginLoc()),
                 "another instance may have no barrier after the copies",
                 {{Unit.place(Barrier->getBeginLoc()), "this barrier"}}};
}

/// \p Loop fills the tile as well: it is not loaded once.
bool isFilledIn(const TileCopy &C, const Stmt *Loop) {
  return llvm::any_of(
      C.Collector->collect(Loop).Accesses, [&](const Access &A) {
        return A.Write && A.Where == Space::Shared && mayBeSame(A.Root, C.Tile);
      });
}

} // namespace

std::vector<TileCopy> analyseTileCopies(const CopyRegion &Region,
                                        llvm::ArrayRef<const Stmt *> Pipelined,
                                        const SourceUnit &Unit,
                                        const AnalysisInput &Asked) {
  std::vector<TileCopy> Copies = RegionStores(Region).find();
  llvm::erase_if(Copies, [&](const TileCopy &C) {
    return llvm::any_of(Pipelined,
                        [&](const Stmt *Loop) { return isFilledIn(C, Loop); });
  });
  if (Copies.empty())
    return Copies;
  const auto Builds =
      std::make_shared<const OtherBuilds>(OtherBuilds::withMacros(Unit).within(
          Copies.front().Stores.front().Statement->getBeginLoc()));
  std::vector<Effects> UnitEffects;
  for (const Stmt *S : Region.Units)
    UnitEffects.push_back(Copies.front().Collector->collect(S));
  for (TileCopy &C : Copies) {
    C.Builds = Builds;
    C.Reason = refuseChosenBarrier(C, Unit);
    if (!C.Reason)
      C.Reason = CopyRules(C, UnitEffects, Unit, Asked).findReason();
  }
  return Copies;
}

} // namespace pipeline_rewrite
