//===- LoopFacts.h - What is true of one K-loop ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of Analyse: the slices of the body, the tiles and how each is
// filled, the variables that run ahead. Facts only; nothing is decided here,
// and nothing behind Analyse changes them: what a run adds is in
// Plan/PlanInstance.h.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOOPFACTS_H
#define PIPELINE_REWRITE_ANALYSE_LOOPFACTS_H

#include "Analyse/Answer.h"
#include "Analyse/Forms/FragmentSteps.h"
#include "Analyse/Host/LaunchSites.h"
#include "Analyse/Memory/Effects.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Analyse/Numbers/TileBox.h"
#include "Budget/Budget.h"
#include "Match/KLoop.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace pipeline_rewrite {

/// What becomes of one direct child of the loop body.
enum class UnitRole {
  Compute,        ///< stays
  Load,           ///< moves to the load side
  Both,           ///< stays, and the load side has a copy
  Declaration,    ///< declares shared arrays, nothing else
  LoadBarrier,    ///< between the stores to the tiles and their first use
  TrailingBarrier ///< between the last use and the next stores
};

struct LoopUnit {
  bool isLoadSide() const {
    return Role == UnitRole::Load || Role == UnitRole::Both;
  }

  const clang::Stmt *S = nullptr;
  UnitRole Role = UnitRole::Compute;
  /// A barrier that the source lacks; S is another, whose text it gets.
  bool Added = false;
  /// A load-side update that runs after all loads of its tile (`A += BK`).
  bool Advance = false;
  /// A load-side update that a load behind it sees: it runs once per tile, when
  /// the loads start.
  bool Opening = false;
};

/// One assignment that stores to a tile: `*Target = Value`.
struct TileStore {
  /// The statement is this store and nothing else.
  bool isAlone() const { return Leaf == Statement; }

  const clang::Expr *Statement = nullptr; ///< the assignment
  /// The function that stores, `store(Target, …);`, where Value is the call and
  /// Target the argument that says where; nullptr for assignments.
  const clang::FunctionDecl *By = nullptr;
  /// The statement that holds it: itself, or a list `s[i] = a, s[j] = b;`.
  const clang::Stmt *Leaf = nullptr;
  const clang::Expr *Target = nullptr; ///< lvalue in the tile
  const clang::Expr *Value = nullptr;
  const clang::VarDecl *Tile = nullptr;
  /// What the text calls the tile: itself, or a pointer to a part of it that
  /// was made before the loop.
  const clang::VarDecl *Name = nullptr;
  /// The global lvalue whose bytes are stored unchanged; nullptr if the value
  /// is converted, computed, or a constant.
  const clang::Expr *RawSource = nullptr;
  bool SourceIsPointer =
      false; ///< RawSource is a pointer (of __ldg), not an lvalue
  /// For `c ? source : fill` the condition and the fill; nullptr otherwise.
  const clang::Expr *Guard = nullptr, *Fill = nullptr;
  bool GuardIsFalseArm = false; ///< `c ? fill : source`
  /// The local that carries the value (`float4 v = g; s = v;`); nullptr if
  /// none.
  const clang::VarDecl *Via = nullptr;
  unsigned Bytes = 0;        ///< of one copy
  bool SizeIsBuilds = false; ///< another build may give it another type
  Answer CanBeAsync;         ///< may cp.async do it
};

class OtherBuilds;
struct LoadCall;
struct RangeTest;

/// The statements of one function that fill tiles.
struct LoadSlice {
  std::vector<LoopUnit> Units;
  std::vector<TileStore> Stores;
  std::vector<LoadCall> Calls;
  /// An update stands between two loads of one tile: the load side must stay in
  /// one piece.
  const clang::Stmt *UpdateBetweenLoads = nullptr;
  const clang::VarDecl *UpdatedVariable = nullptr; ///< by that

  const TileStore *findStore(const clang::Stmt *Statement) const;
  /// The stores that the statement \p Leaf is made of.
  llvm::SmallVector<const TileStore *, 2>
  storesOf(const clang::Stmt *Leaf) const;
  const LoadCall *findCall(const clang::Stmt *Statement) const;
};

/// A call of a function that reads global memory and fills tiles with it. Its
/// units are those of the callee's body, in the instance that is called.
struct LoadCall : LoadSlice {
  const clang::CallExpr *Call = nullptr;
  const clang::FunctionDecl *Callee = nullptr; ///< has a body
  /// The local that holds the callee, if that is a lambda; else nullptr.
  const clang::VarDecl *Lambda = nullptr;

  const clang::LambdaExpr *lambda() const; ///< nullptr if it is none
  /// What the text calls the callee by.
  std::string name() const;
  /// What is passed for parameter number \p I.
  const clang::Expr *argument(unsigned I) const {
    return Call->getArg(I + firstArgument(Call, Callee));
  }
  /// What a function that calls this one names a tile that goes by \p Name
  /// here: a parameter of its own, or else \p Tile itself.
  const clang::VarDecl *nameInCaller(const clang::VarDecl *Name,
                                     const clang::VarDecl *Tile) const;
  /// The object whose member function is called; nullptr if there is none.
  const clang::Expr *object() const;
};

/// The computation, too, writes the memory of a tile, or may do so through
/// another pointer into the same array.
struct TileWrite {
  const clang::Expr *At = nullptr;       ///< nullptr if it does not
  const clang::Expr *FilledAt = nullptr; ///< a store of the loads
  /// The names that both go by, if they differ; else nullptr.
  const clang::VarDecl *WrittenAs = nullptr, *FilledAs = nullptr;
};

/// Which of several buffers a static tile means outside the loop.
enum class OutsideUse {
  Unknown, ///< so that there is one alone
  First,   ///< nothing relies on what the other side left there
  Last     ///< the one with the last tile; all use is behind the loop
};

/// One shared array that the loop fills from global memory.
struct Tile {
  const clang::VarDecl *Var = nullptr;
  TileShape Shape;
  bool Dynamic = false; ///< extern __shared__
  /// If Dynamic and growth was asked for: the array and the pointers into it,
  /// made before the loop and never changed, that the loop reaches it by.
  llvm::SmallVector<const clang::VarDecl *, 2> Names;
  bool DeclaredInLoop = false;
  const clang::Expr *UsedOutside =
      nullptr; ///< a use outside the loop; nullptr if none
  OutsideUse Outside = OutsideUse::Unknown; ///< what such uses mean
  /// Of OutsideUse::First: what uses it before the loop is through at the
  /// barrier on top of the body, for which threads that only copy do not wait.
  bool NeedsBarrierOnTop = false;
  /// A store that may leave elements of an earlier tile in place; nullptr if
  /// none.
  const clang::Stmt *Stale = nullptr;
  bool StaleAgain = false; ///< only where the loop is entered again
  TileWrite InCompute;
  /// Uses in the loop whose name stands in a macro's body.
  llvm::SmallVector<const clang::Expr *, 0> InMacro;
  unsigned AccessAlign = 0; ///< widest aligned store of the loads, bytes
  /// The loop does more with it than to read and write elements: accesses may
  /// be wider, and an address may be computed with.
  bool AddressUsed = false;
  unsigned DeclaredAlign = 0;
  bool SizeIsBuilds = false; ///< another build may give it another size
  Answer CanBeAsync;         ///< every store to it may be cp.async
  unsigned CopyBytes = 0;    ///< narrowest copy of its raw stores
};

/// What giving the tiles in dynamic shared memory more buffers would take, or
/// static ones further buffers there: launches give more, and each buffer lies
/// behind the one before. What gives less runs the loop as it is.
struct DynamicGrowth {
  Answer CanGrow; ///< there may be more buffers than one
  LaunchSites Launch;
  /// A buffer's size is a multiple of this, bytes: every type that the tiles
  /// are reached through, and 128, which no access exceeds.
  uint64_t StageUnit = 0;
  /// The tiles in the order of their declarations, if static memory can become
  /// dynamic, which is asked where their stages may pass 48 KB; CanGrow says
  /// why it cannot.
  llvm::SmallVector<const clang::VarDecl *, 2> Moves;
  /// Nothing relies on tiles that are UsedOutside there, nor the loop on what
  /// was there before.
  Answer IsSeparate;
  /// Where all that the kernel uses of the dynamic memory ends; 0 if that is
  /// not known.
  uint64_t UsedEnd = 0;
  /// The blocks that this holds for, of which the kernel must ask; none for
  /// all.
  BlockShapes Blocks;
};

/// Whether a second layer of threads in z could load the tiles for the first.
struct BlockPartition {
  Answer CanLoad;
  LaunchSites Launch; ///< where they would come from
  /// Threads of a block in the kernel's __launch_bounds__; nullptr if none.
  const clang::Expr *Bound = nullptr;
};

/// Whether tensor maps could fill the tiles. Asked for Variant::Tma.
struct BoxFacts {
  /// Threads of a block, of which a launch is asked when it is made.
  struct Block {
    std::array<unsigned, 3> Shape = {};
    /// A tile that has as many rows as threads are in y, and as many columns as
    /// in x; nullptr if there is none.
    const clang::VarDecl *Tile = nullptr;
  };

  Answer Are; ///< some tiles are boxes
  /// In the order of the tiles, if so; one without a tile is none.
  llvm::SmallVector<TileBox, 2> Of;
  LaunchSites Launch; ///< where the maps would be made
  /// Somewhere in the kernel the block may store to what the boxes are of.
  bool MayBeStored = false;
  /// They are boxes for these blocks alone, and a launch may have others;
  /// nullopt: for the blocks of all launches.
  std::optional<Block> Asked;
};

/// A variable that changes from tile to tile and that the load side reads.
struct Carried {
  const clang::VarDecl *Var = nullptr;
  /// The compute side or the loop header reads it as well: the load side needs
  /// a copy.
  bool NeedsCopy = false;
  bool Copyable = true;        ///< a copy would be as good as the variable
  bool DeclaredInInit = false; ///< in the `for` header
};

struct LoopFacts : LoadSlice {
  const KLoop *Loop = nullptr;
  /// Loop, if it is not as it stands in the source: with the barrier that it
  /// lacks there, and what that is for, a sentence for the report.
  std::shared_ptr<const KLoop> Repaired;
  std::string Repair;
  /// Answers later passes' questions about single expressions.
  std::shared_ptr<EffectsCollector> Collector;
  std::vector<Tile> Tiles;
  std::vector<Carried> Variables;
  SharedMemoryUse Memory;
  DynamicGrowth Growth;
  BlockPartition Partition;
  BoxFacts Boxes;
  /// Shared arrays of which the loads read what they have just stored.
  llvm::SmallSetVector<const clang::VarDecl *, 2> ReadBack;
  unsigned FirstLoad = 0, LoadBarrier = 0,
           TrailingBarrier = 0; ///< unit indices
  bool IncrementOnLoadSide =
      false; ///< the `for` increment advances a load-side copy
  /// What the increment changes is read by the compute side or after the loop.
  bool IncrementOnComputeSide = false;
  /// Behind the trailing barrier the body uses shared memory that no load
  /// fills, or global memory that the computation uses: only the load barrier
  /// keeps it from the next iteration's computation.
  bool LoadBarrierMatters = false;
  /// Asking the loop's condition changes variables (`while (n--)`): it is asked
  /// once per tile on each side.
  bool ConditionWrites = false;
  bool SharedUsedAfter = false; ///< shared memory is touched after the loop
  /// Several tiles may be loaded before the loop's first barrier: neither their
  /// loads nor the condition need it to see what other threads have written.
  Answer CanLoadSeveral;
  /// All threads of the block run the loop, as often as each other.
  Answer IsOfWholeBlock;
  /// Another instance may have no barrier in the loop: its threads may run it
  /// as often as each likes, and nothing may wait for others of a warp.
  bool ChoosesBarrier = false;
  /// Floating-point operations of one thread's computation of a tile over the
  /// bytes that it loads; 0 if unknown.
  double ComputeLoadRatio = 0;
  /// Those of one thread and tile; 0 if unknown.
  double Operations = 0;
  /// The computation calls, or may call, matrix instructions, which do far more
  /// operations in the same time.
  bool UsesTensorCores = false;
  /// The k-steps of the computation, if it has some.
  FragmentSteps Steps;
  /// What the start of each buffer of \p T must be a multiple of, in bytes; 0
  /// if its elements' own alignment is enough.
  unsigned stageAlignment(const Tile &T) const;

  /// Something here holds for blocks of the launches in view, and may hold for
  /// no others.
  bool ReliesOnBlocks = false;
  /// What was taken to be true because the user says so: the option, and the
  /// claim.
  std::vector<std::string> Assumes;
  /// Stores and loads are apart where this test says so; nullptr: always.
  std::shared_ptr<const RangeTest> Ranges;
  std::shared_ptr<const OtherBuilds> Builds; ///< that have the loop

  const Tile *findTile(const clang::VarDecl *V) const;
  /// The loop that could fill \p Tile in chunks; nullptr if there is none.
  bool needsCopy(const clang::VarDecl *V) const;
  /// The trailing barrier stands before the loads (`sync; load; sync;
  /// compute`).
  bool barrierOnTop() const { return TrailingBarrier < LoadBarrier; }
  /// Unit \p I is where the tiles of an iteration may be read.
  bool isBetweenBarriers(unsigned I) const {
    return barrierOnTop() ? I > LoadBarrier || I < TrailingBarrier
                          : I > LoadBarrier && I < TrailingBarrier;
  }
  /// That barrier takes a vote (`if (vote) break; load; sync; compute`): it
  /// stays there, and no other thread's loads or stores cross it.
  bool voteOnTop() const {
    return barrierOnTop() && Loop->isVote(Units[TrailingBarrier].S);
  }
};

void print(llvm::raw_ostream &OS, const LoopFacts &Facts,
           const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
