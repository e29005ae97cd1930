//===- HandProof.cpp - A pipeline by hand does what a plain loop does -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/HandProof.h"
#include "Ast/Below.h"
#include "Ast/VariableUses.h"
#include "Schedule/ReplayState.h"
#include "Undo/HandSides.h"

using namespace clang;

namespace pipeline_rewrite::undo {
namespace {

/// A step of the pipeline for one store of a tile, which is a stream.
struct ReplayStep {
  enum KindOf { Fill, Read, Barrier, Commit, Wait } Kind = Barrier;
  int Tile = 0; ///< Fill: after this one; in front of the loop, its number
  unsigned Stream = 0, Buffer = 0, Prior = 0;
  bool IsCopy = false;
  std::vector<int> Under;
};

class HandProof : HandSides {
public:
  HandProof(const KLoop &P, const SourceUnit &Is, const KLoop &X,
            const SourceUnit &Guess, llvm::ArrayRef<TileOutcome> Made)
      : HandSides(P, Is, X, Guess), Made(Made) {}

  std::optional<std::string> run();

private:
  bool isRun(HandTrace &Piped);
  bool takePlain(const HandTrace &Plain);
  bool isMonotone(HandTrace &Plain);
  bool addFill(const HandStep &S, bool InFront, std::vector<ReplayStep> &Into,
               std::map<int, unsigned> &Next);
  bool readSteps(const std::vector<HandStep> &Steps, bool InFront,
                 std::vector<ReplayStep> &Into);
  bool isRestSame(const HandTrace &Piped, const HandTrace &Plain);
  bool replay(int Tiles);

  const llvm::ArrayRef<TileOutcome> Made;
  Terms All;
  std::vector<HandStep> Fills, Computes;
  std::vector<std::optional<bool>> Copied; ///< by stream
  std::vector<ReplayStep> Before;
  std::vector<std::vector<ReplayStep>> Bodies;
};

bool HandProof::isRun(HandTrace &Piped) {
  Piped.Symbols = P.Numbers;
  for (const auto &[V, Number] : P.Tiles)
    Piped.Reader.Tiles.insert(V);
  llvm::DenseSet<const VarDecl *> Touched;
  bool IsAfter = false;
  for (auto [S, Kept] : llvm::zip_equal(P.Front, IsKept)) {
    const auto *Group = dyn_cast<DeclStmt>(S);
    const bool IsTile =
        Kept && Group &&
        P.Tiles.contains(dyn_cast<VarDecl>(*Group->decl_begin()));
    if (Kept && !IsTile) {
      if (const std::string Open = findOpenCode(S, /*IsLoop=*/false);
          !Open.empty())
        return fail("in front of the loop there is " + Open);
      // A thread that ended here would have loaded its part of the first tile.
      if ((IsAfter && !Group) || P.mentionsAny(S, [&](const VarDecl *V) {
            return Touched.contains(V) || P.Tiles.contains(V);
          }))
        return fail("what stands in front of the loop needs the first tile");
    }
    if (!Kept) {
      IsAfter |= !Group;
      forEachUse(S, [&](const VariableUse &U) {
        if (U.Kind != UseKind::Value)
          Touched.insert(U.Var);
      });
      forEachBelow<DeclStmt>(S, [&](const DeclStmt *In) {
        for (const Decl *D : In->decls())
          if (const auto *V = dyn_cast<VarDecl>(D))
            Touched.insert(V);
      });
    }
    Piped.runFront(S, Kept);
  }
  if (!Piped.Why.empty())
    return fail(Piped.Why);
  return Piped.runLoop() ? true : fail(Piped.Why);
}

/// Loads, a barrier, the computation, a barrier.
bool HandProof::takePlain(const HandTrace &Plain) {
  if (!Plain.Front.empty())
    return fail("the plain loop has loads in front");
  int Barriers = 0;
  for (const HandStep &S : Plain.Bodies[0]) {
    Barriers += S.Kind == HandStep::Barrier;
    if (S.Kind == HandStep::Fill && !Barriers && !S.IsCopy && S.Value &&
        !llvm::is_contained(S.To.Indices, nullptr) && S.Under.empty())
      Fills.push_back(S);
    else if (S.Kind == HandStep::Compute && Barriers == 1)
      Computes.push_back(S);
    else if (S.Kind != HandStep::Barrier)
      return fail("the plain loop has another order");
  }
  if (Barriers != 2 || Fills.empty() || Computes.empty() ||
      Plain.Bodies[0].back().Kind != HandStep::Barrier)
    return fail("the plain loop has another order");
  for (const auto &[V, Number] : X.Tiles) {
    const auto IsOf = [&, Tile = V](const auto &Each) { return Each == Tile; };
    if (llvm::none_of(Fills, [&](auto &F) { return IsOf(F.To.Tile); }) ||
        llvm::none_of(Computes, [&](auto &C) {
          return llvm::any_of(C.Reads, [&](auto &R) { return IsOf(R.first); });
        }))
      return fail("'" + V->getNameAsString() + "' is no tile");
  }
  // Each tile fills the same elements: none is left from another.
  for (const HandStep &S : Fills)
    for (const Term *Each : S.To.Indices)
      if (Terms::has(Each, Term::Iteration, 0) || Terms::hasLoad(Each))
        return fail("tiles that fill other elements");
  Copied.resize(Fills.size());
  return true;
}

/// Where a tile exists, those before it do.
bool HandProof::isMonotone(HandTrace &Plain) {
  const Term *Is = Plain.Condition;
  if (Is->Kind != Term::Made || Is->Code != uintptr_t(TermCode::Positive))
    return false;
  const Term *Sum = Is->Args[0];
  bool Falls = false;
  for (const auto &[Product, Factor] : Sum->Parts)
    for (const Term *Each : Product) {
      if (Each->Kind == Term::Iteration) {
        if (Product.size() != 1 || Factor >= 0)
          return false;
        Falls = true;
      } else if (Terms::has(Each, Term::Iteration, 0)) {
        return false;
      }
    }
  return Falls;
}

bool HandProof::addFill(const HandStep &S, bool InFront,
                        std::vector<ReplayStep> &Into,
                        std::map<int, unsigned> &Next) {
  if (!S.Value || llvm::is_contained(S.To.Indices, nullptr))
    return fail("a load is not understood");
  const bool IsRing = P.Rings.contains(S.To.Tile);
  std::vector<const Term *> Indices = S.To.Indices;
  ReplayStep New;
  New.Kind = ReplayStep::Fill;
  New.IsCopy = S.IsCopy;
  New.Under = S.Under;
  if (IsRing) {
    const auto N = Terms::numberOf(Indices.front());
    if (!N || *N < 0 || *N >= Buffers)
      return fail("a load into a buffer that is not known");
    New.Buffer = *N;
    Indices.erase(Indices.begin());
  } else if (Buffers > 1) {
    return fail("tiles of one buffer and of several");
  }
  std::optional<int> Tile;
  for (int D = 0; D <= Buffers && !Tile; ++D) {
    const Term *At = All.number(D, 0);
    if (!InFront)
      At = All.sum(All.iteration(), At, 1, 0);
    const unsigned Stream = Next[D];
    if (Stream >= Fills.size())
      continue;
    const HandStep &F = Fills[Stream];
    if (P.Numbers.lookup(S.To.Tile) != X.Numbers.lookup(F.To.Tile) ||
        S.To.As != F.To.As || All.at(F.Value, At) != S.Value ||
        Indices.size() != F.To.Indices.size())
      continue;
    bool Is = true;
    for (auto [L, R] : llvm::zip_equal(Indices, F.To.Indices))
      Is &= L == All.at(R, At);
    if (Is) {
      Tile = D;
      New.Stream = Stream;
    }
  }
  if (!Tile)
    return fail("line " + llvm::Twine(P.Unit.place(S.At->getBeginLoc()).Line) +
                " is no load of a next tile");
  New.Tile = *Tile;
  ++Next[*Tile];
  // A tile that there is not is not loaded, but for one in front of a loop
  // that has none.
  if (*Tile && !llvm::is_contained(New.Under, *Tile))
    return fail("a tile is loaded that may not exist");
  if (!S.IsCopy && *Tile > 1 && !InFront)
    return fail("values that are loaded two tiles ahead");
  std::optional<bool> &Was = Copied[New.Stream];
  if (Was && *Was != S.IsCopy)
    return fail("a tile that is loaded in two ways");
  Was = S.IsCopy;
  Into.push_back(std::move(New));
  return true;
}

bool HandProof::readSteps(const std::vector<HandStep> &Steps, bool InFront,
                          std::vector<ReplayStep> &Into) {
  std::map<int, unsigned> Next;
  size_t Done = 0;
  for (const HandStep &S : Steps) {
    ReplayStep New;
    New.Under = S.Under;
    switch (S.Kind) {
    case HandStep::Fill:
      if (!addFill(S, InFront, Into, Next))
        return false;
      continue;
    case HandStep::Compute: {
      if (InFront || Done == Computes.size() || !S.Under.empty())
        return fail("a computation that the plain loop lacks");
      const HandStep &Other = Computes[Done++];
      if (!isSame(S.At, Other.At) || S.Values != Other.Values)
        return fail("line " +
                    llvm::Twine(P.Unit.place(S.At->getBeginLoc()).Line) +
                    " computes something else");
      for (const auto &[Tile, Buffer] : S.Reads)
        for (size_t Stream = 0; Stream < Fills.size(); ++Stream) {
          if (P.Numbers.lookup(Tile) != X.Numbers.lookup(Fills[Stream].To.Tile))
            continue;
          const auto N = Buffers > 1 ? Terms::numberOf(Buffer) : 0;
          if (!N || *N < 0 || *N >= Buffers)
            return fail("a buffer that is not known is read");
          New.Kind = ReplayStep::Read;
          New.Stream = Stream;
          New.Buffer = *N;
          Into.push_back(New);
        }
      continue;
    }
    case HandStep::Barrier:
      if (Done && Done < Computes.size())
        return fail("a barrier within the computation");
      for (const auto &[Tile, Count] : Next)
        if (Count && Count != Fills.size())
          return fail("a barrier within the loads of a tile");
      New.Kind = ReplayStep::Barrier;
      break;
    case HandStep::Commit:
      New.Kind = ReplayStep::Commit;
      break;
    case HandStep::Wait:
      New.Kind = ReplayStep::Wait;
      New.Prior = S.Prior;
      break;
    }
    Into.push_back(std::move(New));
  }
  for (const auto &[Tile, Count] : Next)
    if (Count && Count != Fills.size())
      return fail("a part of a tile is not loaded");
  return (InFront || Done == Computes.size()) ||
         fail("a part of the computation is gone");
}

bool HandProof::isRestSame(const HandTrace &Piped, const HandTrace &Plain) {
  if (P.Rest.size() != X.Rest.size())
    return fail("what follows the loop");
  for (auto [A, B] : llvm::zip_equal(P.Rest, X.Rest)) {
    if (!isSame(A, B))
      return fail("what follows the loop is other code");
    const bool IsTold = P.mentionsAny(A, [&](const VarDecl *V) {
      return P.Tiles.contains(V) ||
             (Piped.Changed.contains(V) && !Piped.Computed.contains(V));
    }) || X.mentionsAny(B, [&](const VarDecl *V) {
      return Plain.Changed.contains(V) && !Plain.Computed.contains(V);
    });
    if (IsTold)
      return fail("what the pipeline sets is used after the loop");
  }
  return true;
}

bool HandProof::replay(int Tiles) {
  LoopSchedule S;
  for (const std::optional<bool> &IsCopy : Copied) {
    LoadStream Stream;
    Stream.Copies = IsCopy.value_or(false);
    Stream.Stores = !Stream.Copies;
    Stream.Buffers = Buffers;
    S.Streams.push_back(Stream);
  }
  TileMemory Memory(S, /*UsedBefore=*/false, /*Fenced=*/false);
  const auto Do = [&](const std::vector<ReplayStep> &Steps, int Base) {
    for (const ReplayStep &Each : Steps) {
      if (!llvm::all_of(Each.Under, [&](int D) { return Base + D < Tiles; }))
        continue;
      std::string Wrong;
      switch (Each.Kind) {
      case ReplayStep::Fill:
        Wrong = Memory.fill(Each.Stream, Each.IsCopy, Each.Buffer,
                            Base + Each.Tile);
        break;
      case ReplayStep::Read:
        Wrong = Memory.read(Each.Stream, Each.Buffer, Base);
        break;
      case ReplayStep::Barrier:
        Memory.barrier();
        break;
      case ReplayStep::Commit:
        Memory.commit();
        break;
      case ReplayStep::Wait:
        Memory.wait(Each.Prior, /*Publish=*/false);
        break;
      }
      if (!Wrong.empty())
        return fail(Wrong + ", in a loop of " + llvm::Twine(Tiles) + " tiles");
    }
    return true;
  };
  if (!Do(Before, 0))
    return false;
  for (int Tile = 0; Tile < Tiles; ++Tile)
    if (!Do(Bodies[Tile % Buffers], Tile))
      return false;
  // Nothing but the loop names the tiles; so the first tile of a loop that has
  // none harms nobody.
  return !Tiles || !Memory.isAnyInFlight() ||
         fail("copies are in flight at the end");
}

std::optional<std::string> HandProof::run() {
  if (!pair())
    return Why;
  HandTrace Piped(P.Loop, All, Buffers), Plain(X.Loop, All, 1);
  // The plain loop comes first: it says which tests there are.
  {
    Plain.Symbols = X.Numbers;
    for (const auto &[V, Number] : X.Tiles)
      Plain.Reader.Tiles.insert(V);
    for (const Stmt *S : X.Front)
      Plain.runFront(S, /*IsKept=*/true);
    if (!Plain.runLoop())
      return "the plain loop: " + Plain.Why;
  }
  if (!takePlain(Plain))
    return Why;
  const int Last = isMonotone(Plain) ? Buffers : 1;
  for (int D = 0; D <= Last; ++D)
    Piped.FrontTests.try_emplace(Plain.conditionAt(All.number(D, 0)), D);
  for (int D = 1; D <= Last; ++D)
    Piped.Tests.try_emplace(
        Plain.conditionAt(All.sum(All.iteration(), All.number(D, 0), 1, 0)), D);
  if (!isRun(Piped))
    return Why;
  this->Piped = &Piped;
  this->Plain = &Plain;
  if (Piped.Condition != Plain.Condition)
    return "the loops end after other tiles";
  if (!readSteps(Piped.Front, /*InFront=*/true, Before))
    return Why;
  for (const std::vector<HandStep> &Steps : Piped.Bodies)
    if (!readSteps(Steps, /*InFront=*/false, Bodies.emplace_back()))
      return Why;
  // What the computation changes is its own.
  const auto IsComputed = [&](const VarDecl *V) {
    return Piped.Computed.contains(V) || Plain.Computed.contains(V);
  };
  for (auto [S, Kept] : llvm::zip_equal(P.Front, IsKept))
    if (!Kept && P.mentionsAny(S, IsComputed))
      return "what the computation changes is set with the first tile";
  for (const Side *Of : {&P, &X})
    if (Of->mentionsAny(Of->Loop.init(), IsComputed))
      return "what the computation changes is set by the loop";
  if (!isRestSame(Piped, Plain))
    return Why;
  bool Copies = false;
  for (const std::optional<bool> &Each : Copied)
    Copies |= Each.value_or(false);
  for (const TileOutcome &Tile : Made)
    if (int(Tile.Stages) < Buffers || (Copies && !Tile.CopyBytes))
      return "the chain gives '" + Tile.Name + "' another form";
  for (int Tiles = 0; Tiles <= 2 * Buffers + 2; ++Tiles)
    if (!replay(Tiles))
      return Why;
  return std::nullopt;
}

} // namespace

std::optional<std::string>
findOtherSteps(const KLoop &Pipeline, const SourceUnit &Is, const KLoop &Plain,
               const SourceUnit &Guess, llvm::ArrayRef<TileOutcome> Made) {
  return HandProof(Pipeline, Is, Plain, Guess, Made).run();
}

} // namespace pipeline_rewrite::undo
