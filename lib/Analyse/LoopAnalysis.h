//===- LoopAnalysis.h - State shared by the questions of Analyse ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse: effects of every unit, collected once, and the facts
// under construction. Each question is a function that may refuse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOOPANALYSIS_H
#define PIPELINE_REWRITE_ANALYSE_LOOPANALYSIS_H

#include "Analyse/AnalyseLoop.h"
#include "Analyse/Memory/Alias.h"
#include "Ast/Assignments.h"

namespace pipeline_rewrite {

struct LoopAnalysis {
  LoopAnalysis(const KLoop &K, const SourceUnit &Unit,
               const AnalysisInput &Asked);

  LoopFacts Facts;
  const KLoop &K;
  const SourceUnit &Unit;
  const AnalysisInput &Asked;
  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  EffectsCollector &Collector; ///< owned by Facts
  std::vector<Effects> UnitEffects;
  Effects Init, Condition, Increment;
  const RestrictPointers Restrict;

  Refusal refuse(RefusalId Id, std::string Detail) const;
  Refusal refuse(RefusalId Id, std::string Detail, const clang::Stmt *Cause,
                 std::string Note) const;
  /// What \p Written stores provably misses what \p Read reads, by the text of
  /// the kernel in all builds.
  bool cannotMeet(const Access &Written, const Access &Read) const;
  bool isBarrier(unsigned Unit) const;
  /// A loop in this one, with barriers of its own.
  bool isInnerLoopWithBarriers(unsigned Unit) const;
  bool isOutside(const clang::VarDecl *V) const; ///< declared outside the loop
  bool inLoop(const clang::Stmt *S) const;
  std::string spelling(const clang::Stmt *S) const;
};

/// True if \p S, or what the invariant locals in it were made from, names the
/// thread.
bool dependsOnThread(const LoopAnalysis &A, const clang::Stmt *S,
                     unsigned Depth = 0);

/// A break, continue, return or other jump below \p S, inner loops included;
/// nullptr if there is none.
const clang::Stmt *findJump(const clang::Stmt *S);

/// The argument that says where a function stores its other arguments, if that
/// is all the function does: `store(&tile[i], value)`; nullptr for others.
const clang::Expr *findStoredArgument(LoopAnalysis &A,
                                      const clang::CallExpr *Call);

/// Finds the body of the function that \p C calls, or why it cannot be split
/// into a half that fetches and one that stores. \p Callers: the functions
/// between the loop and the call, the one that the loop calls first.
std::optional<Refusal>
findUnsplittable(LoopAnalysis &A, LoadCall &C,
                 llvm::ArrayRef<const LoadCall *> Callers);

/// True if \p Acc goes through a pointer that the function was given, and
/// cannot reach the shared memory that the loop writes.
bool missesSharedWrites(const LoopAnalysis &A, const Access &Acc);

/// Why the loads cannot have a copy of \p V that the text names in its place.
std::optional<Refusal> findUncopyable(const LoopAnalysis &A,
                                      const clang::VarDecl *V);

/// Variables declared outside the loop of which no value passes from the loads
/// to the computation, back, or to the next iteration.
using ScratchVariables = llvm::SmallSetVector<const clang::VarDecl *, 4>;
ScratchVariables findScratch(const LoopAnalysis &A);
/// The same of a register array or an object, asked of each byte of it.
bool isScratchByParts(const LoopAnalysis &A, const clang::VarDecl *V);

/// LoopUnit::Advance and Opening of the load side's updates, where \p LastFill
/// is the last unit that stores to a tile.
void markUpdates(LoopAnalysis &A, const ScratchVariables &Scratch,
                 unsigned LastFill);

/// The first unit that stores to shared memory.
std::optional<unsigned> firstFill(const LoopAnalysis &A);

/// Accesses to one shared array that other threads' may come between.
struct MissingBarrier {
  unsigned Before; ///< the unit in front of which a barrier ends it, or the end
  const Access *Store, *Use;
  bool NextTile;  ///< the store is the next iteration's
  bool OnlyFault; ///< with the barrier no other is missing
};

/// What stands behind the barrier \p Last is kept from the next iteration's
/// computation by the load barrier alone.
bool reliesOnLoadBarrier(const LoopAnalysis &A, unsigned Last);

/// What \p Acc reaches, in words.
std::string nameOf(const Access &Acc);
/// Arrays of dynamic shared memory all begin at one address.
bool mayBeOneArray(const LoopAnalysis &A, const clang::VarDecl *One,
                   const clang::VarDecl *Two);
bool writtenInLoop(const LoopAnalysis &A, const clang::VarDecl *Root);
/// A read of what this thread itself has stored to shared memory before it in
/// the iteration, with no barrier between.
bool isReadBack(const LoopAnalysis &A, const Access &Acc);
/// A store of the loop that may change what \p Read, of global memory, sees;
/// nullptr if there is none.
const Access *findStoreTo(const LoopAnalysis &A, const Access &Read);
/// Says in the facts that --assume-noalias was believed.
void noteNoAlias(LoopAnalysis &A);

/// \p V is an object that a constructor which does something, or a member's own
/// value, may have told its address: it may have other names.
bool mayKeepItsAddress(const clang::VarDecl *V);

/// The first one in the order of an iteration. Accesses are those of \p A.
std::optional<MissingBarrier> findMissingBarrier(const LoopAnalysis &A);
/// The end of its sentence, which running the kernel may replace.
inline constexpr llvm::StringLiteral DoubtfulRace =
    ": unless each thread keeps to its own elements, the source has a data "
    "race";
Refusal refuseRace(const LoopAnalysis &A, const MissingBarrier &M);
/// What is known of the threads of a block around a place without a barrier.
enum class OwnElements {
  Unknown,        ///< they may meet there
  OfBlocksInView, ///< they do not, in the blocks of the launches
  OfAnyBlock      ///< they do not, and need no barrier
};
OwnElements findOwnElements(const LoopAnalysis &A, const MissingBarrier &M);
/// The loop as it would be with that barrier, and a sentence for the report.
std::shared_ptr<const KLoop> addBarrier(const KLoop &K,
                                        const MissingBarrier &M);
std::string describeRepair(const LoopAnalysis &A, const MissingBarrier &M,
                           OwnElements Own);

/// \p E reads memory that may be what \p Store fills, or acts by means that are
/// not seen.
bool mayReadFilled(const Effects &E, const Effects &Store);
/// A register fetched before the compute phase and stored to shared memory
/// after it.
bool isPrefetched(const LoopAnalysis &A);
/// A register that is fetched before the compute phase, and that the next
/// iteration stores to shared memory.
bool isPrefetchedForNext(const LoopAnalysis &A);

/// No barrier is missing, because the iterations fill their buffers in turn:
/// `As[w][t] = A[k]; __syncthreads(); … As[w][j] …; w = 1 - w;`.
bool buffersTakeTurns(const LoopAnalysis &A);

// The questions, in the order that analyseLoop() asks them.
std::optional<Refusal> findBarrierLayout(LoopAnalysis &A);
std::optional<Refusal> sliceUnits(LoopAnalysis &A);
std::optional<Refusal> findUnsafeLoad(LoopAnalysis &A);
std::optional<Refusal> findUnsafeCompute(LoopAnalysis &A);
std::optional<Refusal> findAlias(LoopAnalysis &A);
std::optional<Refusal> findImpureCondition(LoopAnalysis &A);
std::optional<Refusal> describeTiles(LoopAnalysis &A);
/// A use of the tile \p V that means the one buffer of the source; nullptr if
/// there is none.
const clang::Expr *findUseOfOneBuffer(const LoopAnalysis &A,
                                      const clang::VarDecl *V);
/// What keeps the address of the shared array \p V beyond an iteration of the
/// loop; nullptr if nothing does.
const clang::Expr *findKeptAddress(const LoopAnalysis &A,
                                   const clang::VarDecl *V);
/// Where the loop computes with the bits of the tile's address, but those that
/// its declared alignment says: another buffer may have others. Not asked of
/// dynamic shared memory. nullptr if nothing does.
const clang::Expr *findAddressBits(const LoopAnalysis &A,
                                   const clang::VarDecl *V);
/// True if \p V is used below \p S other than by reading or writing an element:
/// its address may go anywhere.
bool addressIsUsed(const clang::Stmt *S, const clang::VarDecl *V);
/// Adds uses of the tile below \p S to Tile::InMacro.
void findUsesInMacros(const LoopAnalysis &A, const clang::Stmt *S, Tile &Of);
/// Tile::Outside of the static tiles.
void findOutsideUses(LoopAnalysis &A);
/// The address of a shared array of the loop's function gets out of what is
/// followed by name: into memory, a number, an object, a lambda.
bool isLeaked(const LoopAnalysis &A, const clang::VarDecl *V);
/// Whether tiles in dynamic shared memory may get more buffers; asked only of
/// whom the options allow to edit launches.
void findGrowth(LoopAnalysis &A);
/// Whether static tiles may become parts of dynamic shared memory; likewise.
void findMoves(LoopAnalysis &A);
/// Where a kernel may use dynamic shared memory, or its size, unseen.
std::optional<std::pair<const char *, const clang::Stmt *>>
findUnseenUse(const Effects &Kernel);
std::optional<Refusal> describeStores(LoopAnalysis &A);
/// Tile::CanBeAsync where a copy might overwrite a later store.
void forbidOverwrites(LoopAnalysis &A);
/// Barriers that take a vote, and breaks: asked last, of all that is known.
std::optional<Refusal> findUnsafeExit(LoopAnalysis &A);
void findStaleStores(LoopAnalysis &A);
/// LoopFacts::WideLoops, and of the other tiles why there is none.
void findWideLoops(LoopAnalysis &A);
/// LoopFacts::ComputeLoadRatio and UsesTensorCores.
void estimateRatio(LoopAnalysis &A);
/// LoopFacts::Steps.
void findFragmentSteps(LoopAnalysis &A);
/// The computation of a k-step, \p Body, gives each byte of \p V a value before
/// it reads it: none passes from one step to the next.
bool isWrittenBeforeRead(const clang::VarDecl *V, const clang::Stmt *Body);
/// LoopFacts::CanLoadSeveral.
Answer canLoadSeveral(const LoopAnalysis &A);
/// LoopFacts::IsOfWholeBlock.
Answer isOfWholeBlock(const LoopAnalysis &A);
/// LoopFacts::Partition.
void findPartition(LoopAnalysis &A);
/// LoopFacts::Boxes.
void findBoxes(LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
