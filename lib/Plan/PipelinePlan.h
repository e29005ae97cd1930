//===- PipelinePlan.h - How one loop will be pipelined --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of Plan: every decision, no text. Emit renders it and decides
// nothing.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_PIPELINEPLAN_H
#define PIPELINE_REWRITE_PLAN_PIPELINEPLAN_H

#include "Analyse/Host/LaunchBounds.h"
#include "Options/Copies.h"
#include "Options/Form.h"
#include "Plan/LaunchPlan.h"
#include "Plan/Phases/LoadParts.h"
#include "Plan/PlanInstance.h"

namespace pipeline_rewrite {

enum class CopyKind { Register, Async };

/// Where the buffers of a tile are. How the tile is declared, what a use of it
/// becomes and what a lambda captures for that follows from nothing else.
enum class TileHome {
  Source, ///< its one buffer stays where it is: nothing changes
  Array,  ///< `As[stage]`: the shared array gets a dimension more
  /// `AsRead`: behind each other in dynamic memory, of which the launches give
  /// more; pointers go from one to the next
  Launch,
  /// `AsRead`: the first one is the source's, and the others lie behind each
  /// other in dynamic memory, which launches give
  Beside,
  /// `As[stage]`: behind each other in dynamic memory, which the array was no
  /// part of; As is a pointer into it now. Of a second kernel.
  Moved
};

/// What says a size that may be another in other instances of a template.
enum class SaidBy { Number, Declaration };

struct TilePlan {
  const clang::VarDecl *Var = nullptr;
  CopyKind Copy = CopyKind::Register;
  unsigned CopyBytes = 0;      ///< of one asynchronous copy; 0 for registers
  bool AssertCopySize = false; ///< it may be another, which the text checks
  unsigned Stages = 2;         ///< buffers of this tile
  /// Alignment to add to the declaration so that every stage keeps the widest
  /// access aligned, in bytes; 0 if the declaration is fine.
  unsigned AddAlign = 0;
  /// What the size of a buffer must be a multiple of in other builds, too,
  /// which may give it another; 0 if there is no need to say so.
  unsigned AssertAlign = 0;
  bool Hoist = false; ///< declared in the body: moves before the prologue
  TileHome Home = TileHome::Source;
  unsigned Stream = 0; ///< of the schedule, that fills it
  /// Copied by a tensor map; nullptr if not. Of the first instance.
  const TileBox *Box = nullptr;
  /// How its rows and columns are said, those of the tile or numbers; and how
  /// large its elements are, those of the array.
  SaidBy BoxSides = SaidBy::Number, BoxElements = SaidBy::Number;
  /// Written in place of the loads' own text, which says where the box begins.
  /// Of all boxes or none.
  std::optional<BoxPlace> Place;

  /// Its stages are a further dimension of what it is declared as.
  bool isIndexed() const {
    return Home == TileHome::Array || Home == TileHome::Moved;
  }
};

/// The load side's own copy of a variable that the loop moves on.
enum class ShadowKind {
  None, ///< it has no use for one
  Next, ///< of the tile that it loads
  Ahead ///< the same, where the other stream has a copy of the next tile's
};

/// The rewritten loop is one of a second kernel. The source's stays, and the
/// launches choose between them when the program runs.
struct KernelTwin {
  std::vector<const LaunchSite *> Sites;
  /// It is for these blocks alone, of the first instance; nullopt: for all that
  /// are launched.
  std::optional<BoxFacts::Block> Blocks;
  SaidBy BlockSides = SaidBy::Number;
  /// Of a template whose boxes are placed, the arguments of the instances that
  /// they are placed for; empty: it is for all.
  std::vector<llvm::SmallVector<int64_t, 2>> Arguments;
};

/// What the kernel is compiled for from now on.
struct BoundsPlan {
  LaunchBounds Of;
  unsigned Blocks = 0; ///< that an SM is to have room for, by registers
};

/// What the text of loads depends on, of a loop or of tiles that are loaded
/// once: these have no buffers, and keep their names.
struct LoadPlan {
  unsigned Stages = 2; ///< most buffers of a tile; 1 for the single-buffer form
  std::vector<TilePlan> Tiles;
  /// How asynchronous copies are written.
  AsyncApi Api = AsyncApi::Primitives;
  std::shared_ptr<const OtherBuilds> Builds; ///< that have the code
  std::vector<OtherLoads> Others;            ///< of the other instances

  const TilePlan *findTile(const clang::VarDecl *V) const;
  /// Those that tensor maps copy.
  std::vector<const TilePlan *> boxedTiles() const;
  /// Those that are placed.
  std::vector<const TilePlan *> placedTiles() const;
  /// The same, if its stages are a dimension of its array.
  const TilePlan *findIndexed(const clang::VarDecl *V) const;
};

/// What a plan says with yes or no: PlanSwitches.def.
struct PlanSwitches {
#define SWITCH(Field, Printed, Words) bool Field = false;
#include "Plan/PlanSwitches.def"
};

struct PipelinePlan : LoadPlan, PlanSwitches {
  /// The first instance of the loop, which the plan is made on.
  const PlanInstance *Instance = nullptr;
  const LoopFacts *Facts = nullptr; ///< its own
  LoopShape Shape = LoopShape::Predicate;
  LoadPhases Phases;
  /// In a ring with tiles that go through registers, what is loaded how far
  /// ahead; else nullptr: all is loaded as far.
  std::shared_ptr<const LoadParts> Parts;
  LaunchPlan Launch;
  /// nullopt: the loop is rewritten where it stands.
  std::optional<KernelTwin> Twin;
  /// nullopt: the kernel's launch bounds stay as they are, or it has none.
  std::optional<BoundsPlan> Bounds;
  std::string WhyUnbounded; ///< where they were asked for
  /// Tiles whose buffers must fit static memory in other builds, too; empty if
  /// they have the same sizes there.
  llvm::SmallVector<const clang::VarDecl *, 2> AssertedRoom;
  std::vector<std::string> Deciding; ///< why this form, for the report
  /// Runs the trailing barrier after the peeled last tile.
  bool KeepTrailingBarrier = true;

  /// What a stream of the schedule loads: all, or one of the parts.
  const LoadSlice &sliceOf(unsigned Stream) const;
  const LoadPhases &phasesOf(unsigned Stream) const;
  /// The variables that a stream has copies of, and of what.
  std::vector<std::pair<const clang::VarDecl *, ShadowKind>>
  shadowsOf(unsigned Stream) const;
  /// What of the loop's increment moves these copies on.
  std::vector<const clang::Expr *> incrementsOf(unsigned Stream) const;

  bool usesAsync() const;
  /// What its asynchronous copies are like, if it has some.
  const CopyInterface &copies() const {
    return usesAsync() ? describe(Api) : noInterface();
  }
  /// Of its own threads, which the launches give, with a loop of their own: the
  /// tiles that are in flight are no matter of the main loop.
  bool isPartitioned() const { return copies().Protocol.OwnThreads; }
  /// What becomes of each launch that gives more bytes than it gave.
  std::vector<LaunchEdit> launchEdits() const;
  bool editsLaunches() const {
    return Launch.grows() || copies().EditsLaunches;
  }
  /// More than two stages: a ring that the prologue fills but for one. Tiles
  /// that go through registers have two buffers beside it.
  bool isRing() const { return Stages > 2 && !isPartitioned(); }
  /// Fragments are read behind a barrier that follows the wait for their tile,
  /// in the iteration before: nothing is stored in between.
  bool mayReadFragmentsAhead() const {
    return usesAsync() && !usesRegisters() && !Parts && !KeepLoadBarrier &&
           !copies().Protocol.WaitsForBlock && !isPartitioned() && !Twin;
  }
  bool usesRegisters() const {
    return Phases.countFetches() || hasRegisterTile();
  }
  bool hasRegisterTile() const;
  std::vector<const TilePlan *> indexedTiles() const;
  std::vector<const TilePlan *> tilesAt(TileHome Home) const;
  /// Those whose declarations say an alignment from now on.
  std::vector<const TilePlan *> realignedTiles() const;
  /// The tiles, static in the source, have stages in dynamic shared memory:
  /// together these pass 48 KB.
  bool movesTiles() const {
    return !tilesAt(TileHome::Moved).empty() ||
           !tilesAt(TileHome::Beside).empty();
  }
  /// Those that go to \p To, in the order of their declarations.
  std::vector<const TilePlan *> movedTiles(TileHome To) const;
  /// Where their stages go.
  TileHome homeOfMoved() const {
    return Twin ? TileHome::Moved : TileHome::Beside;
  }
  /// Decides LaunchPlan::Test, of the first instance.
  void askLaunch();
  /// The buffers that a tile gets where the loop has so many stages.
  unsigned stagesOf(const TilePlan &Tile, unsigned Stages) const;
  /// The tiles of an instance that go through registers.
  llvm::SmallPtrSet<const clang::VarDecl *, 4>
  registerTiles(const LoopFacts &Instance) const;
  /// The memory of an instance, with what its tiles take part in.
  SharedMemoryUse memoryOf(const PlanInstance &Of) const;
  CopyForm copyForm() const;
  LoopForm form() const;
  /// The form as text, with "rolled" and "launches edited" where that is so.
  std::string summary() const;

  /// The conditions under which the emitted loop means what the source meant;
  /// the first that fails is returned as text.
  std::optional<std::string> verify() const;

private:
  ShadowKind shadowOf(const Carried &C, unsigned Stream) const;
};

void print(llvm::raw_ostream &OS, const PipelinePlan &Plan,
           const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
