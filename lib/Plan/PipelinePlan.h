//===- PipelinePlan.h - How one loop will be pipelined --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of Plan: every decision, no text. Emit renders it and decides
// nothing.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_PIPELINEPLAN_H
#define PIPELINE_REWRITE_PLAN_PIPELINEPLAN_H

#include "Form.h"
#include "Plan/LoadParts.h"

namespace pipeline_rewrite {

enum class CopyKind { Register, Async };

struct TilePlan {
  const clang::VarDecl *Var = nullptr;
  CopyKind Copy = CopyKind::Register;
  unsigned CopyBytes = 0; ///< of one asynchronous copy; 0 for registers
  unsigned Stages = 2;    ///< buffers of this tile
  /// Alignment to add to the declaration so that every stage keeps the widest
  /// access aligned, in bytes; 0 if the declaration is fine.
  unsigned AddAlign = 0;
  bool Hoist = false; ///< declared in the body: moves before the prologue
  bool Wide = false;  ///< copied in chunks of 16 bytes by its WideLoop
  /// In dynamic shared memory: its stages lie behind each other there.
  bool Grows = false;
  unsigned Stream = 0; ///< of the schedule, that fills it

  /// Its stages are a further dimension of its array.
  bool isIndexed() const { return Stages > 1 && !Grows; }
};

/// What the launches of the kernel give it in place of what they gave: so many
/// times the bytes, or so many bytes at least. They stay as they are without
/// either.
struct LaunchPlan {
  unsigned Stages = 1;    ///< times as much
  uint64_t StageUnit = 0; ///< bytes that each time is a multiple of
  /// Bytes from one stage to the next, where the tiles are less than all that a
  /// launch gives; 0: equal parts of what it gives.
  uint64_t StageBytes = 0;
  /// What every launch must give at least; 0: Stages times what it gave.
  uint64_t AtLeast = 0;
  /// More than 48 KB, which the host must allow first, and may not have.
  bool RaiseLimit = false;

  bool grows() const { return Stages > 1 || AtLeast; }
  /// In place of \p Before bytes.
  uint64_t bytes(uint64_t Before) const;
};

/// The load side's own copy of a variable that the loop moves on.
enum class ShadowKind {
  None, ///< it has no use for one
  Next, ///< of the tile that it loads
  Ahead ///< the same, where the other stream has a copy of the next tile's
};

struct PipelinePlan {
  const LoopFacts *Facts = nullptr;
  LoopShape Shape = LoopShape::Predicate;
  unsigned Stages = 2; ///< most buffers of a tile; 1 for the single-buffer form
  std::vector<TilePlan> Tiles;
  LoadPhases Phases;
  /// In a ring with tiles that go through registers, what is loaded how far
  /// ahead; else nullptr: all is loaded as far.
  std::shared_ptr<const LoadParts> Parts;
  LaunchPlan Launch;
  /// The tiles, static in the source, become parts of dynamic shared memory:
  /// their stages pass 48 KB.
  bool MoveTiles = false;
  std::vector<std::string> Deciding;    ///< why this form, for the report
  std::vector<const WideLoop *> Chunks; ///< the copy loops that are widened
  /// Copy sizes that templates must assert: the spelled element type.
  bool AssertCopySize = false;
  /// Runs the trailing barrier after the peeled last tile.
  bool KeepTrailingBarrier = true;
  /// The load barrier stays in the loop, where it orders the computation's own
  /// use of shared memory.
  bool KeepLoadBarrier = false;
  /// A __syncwarp() behind the fetches, which ptxas moves no load across: it
  /// was seen to move them behind the computation. Costs nothing where the warp
  /// runs together, and all its threads are there: the next barrier wants them.
  bool HoldLoads = false;
  /// `#pragma unroll 1` takes the place of the loop's own `#pragma unroll`.
  bool RollLoop = false;
  /// What the `for` header declares is declared before the loop: making it has
  /// effects, which must not be had twice, or the peeled tile names it.
  bool HoistInit = false;

  /// How asynchronous copies are written.
  AsyncApi Api = AsyncApi::Primitives;
  /// Waiting for a pipeline of the block orders all that the barrier at the end
  /// of an iteration orders: that barrier falls away.
  bool WaitIsBarrier = false;

  /// What a stream of the schedule loads: all, or one of the parts.
  const LoadSlice &sliceOf(unsigned Stream) const;
  const LoadPhases &phasesOf(unsigned Stream) const;
  /// The variables that a stream has copies of, and of what.
  std::vector<std::pair<const clang::VarDecl *, ShadowKind>>
  shadowsOf(unsigned Stream) const;
  /// What of the loop's increment moves these copies on.
  std::vector<const clang::Expr *> incrementsOf(unsigned Stream) const;

  bool usesAsync() const;
  /// The copies are those of a pipeline of the block.
  bool usesBlockPipeline() const {
    return usesAsync() && (Api == AsyncApi::PipelineBlock || isPartitioned());
  }
  /// Of its own threads, which the launches give, with a loop of their own: the
  /// tiles that are in flight are no matter of the main loop.
  bool isPartitioned() const {
    return usesAsync() && Api == AsyncApi::PipelinePartitioned;
  }
  /// Those that give more bytes than they gave.
  llvm::ArrayRef<LaunchSite> grownLaunches() const {
    return Launch.grows() ? Facts->Growth.Launch.Sites
                          : llvm::ArrayRef<LaunchSite>();
  }
  bool editsLaunches() const { return Launch.grows() || isPartitioned(); }
  /// More than two stages: a ring that the prologue fills but for one. Tiles
  /// that go through registers have two buffers beside it.
  bool isRing() const { return Stages > 2 && !isPartitioned(); }
  bool usesRegisters() const {
    return Phases.countFetches() || hasRegisterTile();
  }
  bool hasRegisterTile() const;
  const TilePlan *findTile(const clang::VarDecl *V) const;
  /// The same, if its stages are a dimension of its array.
  const TilePlan *findIndexed(const clang::VarDecl *V) const;
  std::vector<const TilePlan *> indexedTiles() const;
  /// \p Loop as it is widened; nullptr for every other loop.
  const WideLoop *findWide(const clang::ForStmt *Loop) const;
  /// The buffers that a tile gets where the loop has so many stages.
  unsigned stagesOf(const TilePlan &Tile, unsigned Stages) const;
  /// The tiles of an instance that go through registers.
  llvm::SmallPtrSet<const clang::VarDecl *, 4>
  registerTiles(const LoopFacts &Instance) const;
  /// The memory of an instance, with what its tiles take part in.
  SharedMemoryUse memoryOf(const LoopFacts &Instance) const;
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
