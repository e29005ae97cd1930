//===- LoadParts.cpp - Loads that run at two distances --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/LoadParts.h"
#include "Analyse/Slices/NamedDecls.h"
#include "Ast/Parents.h"
#include "Plan/Phases/LoadLeaves.h"
#include "Support/LlvmVersion.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Tiles = llvm::SmallPtrSet<const VarDecl *, 4>;

void addTiles(const LoadSlice &Slice, Tiles &Filled) {
  for (const TileStore &S : Slice.Stores)
    Filled.insert(S.Tile);
  for (const LoadCall &Call : Slice.Calls)
    addTiles(Call, Filled);
}

/// The tiles that a statement of the slice fills.
Tiles filledBy(const LoopFacts &Facts, const Leaf &L) {
  Tiles Filled;
  for (const TileStore *S : Facts.storesOf(L.S))
    Filled.insert(S->Tile);
  if (const LoadCall *Call = Facts.findCall(L.S))
    addTiles(*Call, Filled);
  return Filled;
}

/// Collects one part from its stores backwards.
class PartFinder {
public:
  PartFinder(const LoopFacts &Facts, llvm::ArrayRef<Leaf> Leaves)
      : Facts(Facts), Collector(*Facts.Collector), Leaves(Leaves) {}

  /// The part asks itself whether there is a tile to load.
  void keepCondition() { need(Collector.collect(Facts.Loop->Condition)); }

  /// A statement, with what it needs.
  void keep(const Leaf &L) {
    if (!Kept.insert(L.S).second)
      return;
    for (const Stmt *C : L.Control)
      for (const Stmt *Header : headers(C)) {
        need(Collector.collect(Header));
        needTypes(Header);
      }
    need(L.E);
    needTypes(L.S);
    for (const VarDecl *V : addressedBy(L))
      need(V);
    if (L.Opening)
      moveOn(L.E);
  }

  bool contains(const Stmt *S) const { return Kept.contains(S); }
  /// What the part needs is written by a statement that fills a tile.
  bool needsStore() const { return NeedsStore; }

  /// An update of the load side that runs behind its loads.
  void keepAdvance(const LoopUnit &U) {
    if (!Kept.insert(U.S).second)
      return;
    Effects E = Collector.collect(U.S);
    need(E);
    moveOn(E);
  }

  void fill(LoadPart &Part) const {
    for (const Carried &C : Facts.Variables)
      if (Needed.contains(C.Var) && (C.NeedsCopy || Moved.contains(C.Var)))
        Part.Variables.insert(C.Var);
    Part.Slice.Units = Facts.Units;
    Part.Slice.UpdateBetweenLoads = Facts.UpdateBetweenLoads;
    Part.Slice.UpdatedVariable = Facts.UpdatedVariable;
    for (LoopUnit &U : Part.Slice.Units)
      if (U.isLoadSide() && !isKept(U))
        U.Role = UnitRole::Compute;
    for (const TileStore &S : Facts.Stores)
      if (Kept.contains(S.Leaf))
        Part.Slice.Stores.push_back(S);
    for (const LoadCall &Call : Facts.Calls)
      if (Kept.contains(Call.Call))
        Part.Slice.Calls.push_back(Call);
  }

  /// The statements of the part.
  const llvm::SmallPtrSetImpl<const Stmt *> &own() const { return Kept; }

private:
  void need(const Effects &E) {
    for (const VarDecl *V : E.Reads)
      need(V);
  }

  /// Types and aliases that are declared among the loads.
  void needTypes(const Stmt *S) {
    for (const NamedUse &Use : namesIn(S))
      if (!isa<VarDecl>(Use.Decl))
        if (const Leaf *L = findDeclaring(Leaves, Use.Decl))
          keep(*L);
  }

  void moveOn(const Effects &E) {
    for (const VarDecl *V : E.Writes) {
      Moved.insert(V);
      need(V);
    }
  }

  /// Whatever writes what the part reads belongs to it.
  void need(const VarDecl *V) {
    if (!Needed.insert(V).second)
      return;
    for (const Leaf &L : Leaves)
      if (L.E.writesVar(V)) {
        NeedsStore |= !filledBy(Facts, L).empty();
        keep(L);
      }
    for (const LoopUnit &U : Facts.Units)
      if (U.isLoadSide() && U.Advance && Collector.collect(U.S).writesVar(V))
        keepAdvance(U);
    if (const Expr *Increment = Facts.Loop->increment()) {
      Effects E = Collector.collect(Increment);
      if (E.writesVar(V))
        need(E);
    }
    if (V->getInit() && llvm::any_of(Facts.Variables, [&](const Carried &C) {
          return C.Var == V && C.DeclaredInInit;
        }))
      need(Collector.collect(V->getInit()));
  }

  bool isKept(const LoopUnit &U) const {
    if (U.Advance)
      return Kept.contains(U.S);
    return llvm::any_of(Leaves, [&](const Leaf &L) {
      return Kept.contains(L.S) && pipeline_rewrite::contains(U.S, L.S);
    });
  }

  const LoopFacts &Facts;
  EffectsCollector &Collector;
  llvm::ArrayRef<Leaf> Leaves;
  llvm::SmallPtrSet<const Stmt *, 16> Kept;
  llvm::SmallPtrSet<const VarDecl *, 16> Needed;
  llvm::SmallPtrSet<const VarDecl *, 8> Moved; ///< from tile to tile
  bool NeedsStore = false;
};

/// What neither part needs, as a variable that is used behind the loop, goes
/// with what is loaded last.
void keepRest(const LoopFacts &Facts, llvm::ArrayRef<Leaf> Leaves,
              PartFinder &Near, const PartFinder &Ahead) {
  for (const Leaf &L : Leaves)
    if ((L.Opening || isSeenOutside(L, Leaves)) && !Ahead.contains(L.S))
      Near.keep(L);
  for (const LoopUnit &U : Facts.Units)
    if (U.isLoadSide() && U.Advance && !Ahead.contains(U.S))
      Near.keepAdvance(U);
}

/// What both parts move on exists twice.
const VarDecl *findUncopyable(const LoopFacts &Facts, const LoadParts &Parts) {
  for (const Carried &C : Facts.Variables)
    if (!C.NeedsCopy && !C.Copyable && Parts.inBoth(C.Var))
      return C.Var;
  return nullptr;
}

} // namespace

PartsFound
findLoadParts(const LoopFacts &Facts,
              const llvm::SmallPtrSetImpl<const VarDecl *> &Registers,
              Arms Guarded, bool NearAsks) {
  std::vector<Leaf> Leaves = findLeaves(Facts, *Facts.Collector);
  PartFinder Near(Facts, Leaves), Ahead(Facts, Leaves);
  Ahead.keepCondition();
  if (NearAsks)
    Near.keepCondition();
  for (const Leaf &L : Leaves) {
    Tiles Filled = filledBy(Facts, L);
    auto InRegisters = [&](const VarDecl *V) { return Registers.contains(V); };
    const bool Any = llvm::any_of(Filled, InRegisters);
    if (Any && !llvm::all_of(Filled, InRegisters))
      return {nullptr, "one statement fills tiles through registers and by "
                       "asynchronous copies, which run at two distances"};
    if (!Filled.empty())
      (Any ? Near : Ahead).keep(L);
  }
  keepRest(Facts, Leaves, Near, Ahead);
  if (Near.needsStore() || Ahead.needsStore())
    return {nullptr, "what fills a tile changes a variable of the loads, which "
                     "run at two distances"};
  auto Parts = std::make_shared<LoadParts>();
  Near.fill(Parts->Near);
  Ahead.fill(Parts->Ahead);
  if (const VarDecl *V = findUncopyable(Facts, *Parts))
    return {nullptr,
            "the loads run at two distances and would need a copy of '" +
                V->getNameAsString() + "'"};
  for (auto [Part, Finder] :
       {std::pair(&Parts->Near, &Near), std::pair(&Parts->Ahead, &Ahead)}) {
    Part->Phases = splitLoads(
        Part->Slice, Facts, Registers,
        [] { return llvm::ArrayRef<std::array<unsigned, 3>>(); }, Guarded,
        &Finder->own());
    if (Part->Phases.CanSplit.isNo())
      return {nullptr, Part->Phases.CanSplit};
    insertAll(Part->Phases.Prologue, Finder->own());
  }
  return {std::move(Parts), Answer::yes()};
}

static void describe(llvm::raw_ostream &OS, const LoadPart &Part) {
  for (const LoopUnit &U : Part.Slice.Units)
    OS << U.isLoadSide();
  for (const VarDecl *V : Part.Variables)
    OS << ' ' << V->getName();
  llvm::SmallVector<unsigned, 16> Places;
  for (const Stmt *S : Part.Phases.Prologue)
    Places.push_back(S->getBeginLoc().getRawEncoding());
  llvm::sort(Places);
  for (unsigned Place : Places)
    OS << ' ' << Place;
}

std::string describe(const LoadParts &Parts) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  describe(OS, Parts.Near);
  describe(OS << " | ", Parts.Ahead);
  return Out;
}

} // namespace pipeline_rewrite
