//===- LoopQuestions.h - What is asked of a loop, one after another -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse: the questions of analyseLoop(), in its order. Each is
// answered in a file of its own, which a line here names.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOOPQUESTIONS_H
#define PIPELINE_REWRITE_ANALYSE_LOOPQUESTIONS_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

// Sync/Fences.cpp

/// A fence that loads may not cross. One of the block is as good as the barrier
/// that follows it, unless a thread learns in another way what others have
/// stored (CUDA C++ Programming Guide, "Memory Fence Functions").
std::optional<Refusal> findFence(const LoopAnalysis &A);

// Sync/PlainBody.cpp

/// What makes one statement of the body plain: a block in braces around a
/// barrier, an `if` around barriers, or one that skips them by `continue`.
///
/// Gives: texts in place of parts of the unit's text, ascending; none where
///        nothing is left to be made plain, or it cannot be.
std::vector<OtherText> plainBody(const LoopAnalysis &A);

// Sync/BarrierLayout.cpp, Sync/LoopHead.cpp, Slices/Slices.cpp,
// Slices/Legality.cpp

/// The condition compares a variable that the loop changes and that is made
/// from the thread's number. Start and bound may differ by the same for all
/// threads, or some leave the loop before others.
bool startsAtThread(const LoopAnalysis &A);

std::optional<Refusal> findBarrierLayout(LoopAnalysis &A);
std::optional<Refusal> findImpureCondition(LoopAnalysis &A);
std::optional<Refusal> sliceUnits(LoopAnalysis &A);
std::optional<Refusal> findUnsafeLoad(LoopAnalysis &A);
std::optional<Refusal> findUnsafeCompute(LoopAnalysis &A);

// Memory/FindAlias.cpp

std::optional<Refusal> findAlias(LoopAnalysis &A);

/// A store of the loop that may change what \p Read, of global memory, sees;
/// nullptr if there is none.
const Access *findStoreTo(const LoopAnalysis &A, const Access &Read);

/// Says in the facts that --assume-noalias was believed.
void noteNoAlias(LoopAnalysis &A);

// Builds/UnseenCalls.cpp

/// Refuses: unseen-reference, where a call in the loop whose function a
///          template's parameter of the kernel chooses,
///          conditional-compilation, where one whose function the build
///          chooses, may store to global memory that a load may read, change a
///          variable that the loads or the header need, or is made for nothing
///          that is seen.
/// Requires: the loop has its roles, and findAlias() accepts it.
std::optional<Refusal> findUnseenCall(const LoopAnalysis &A);

// Slices/Tiles.cpp

std::optional<Refusal> describeTiles(LoopAnalysis &A);

/// True if \p V is used below \p S other than by reading or writing an element:
/// its address may go anywhere.
bool addressIsUsed(const clang::Stmt *S, const clang::VarDecl *V);

/// Adds uses of the tile below \p S to Tile::InMacro.
void findUsesInMacros(const LoopAnalysis &A, const clang::Stmt *S, Tile &Of);

// Slices/OutsideUses.cpp

/// A use of the tile \p V that means the one buffer of the source; nullptr if
/// there is none.
const clang::Expr *findUseOfOneBuffer(const LoopAnalysis &A,
                                      const clang::VarDecl *V);
/// Tile::Outside of the static tiles.
void findOutsideUses(LoopAnalysis &A);

// Forms/DynamicTiles.cpp

/// Whether tiles in dynamic shared memory may get more buffers; asked only of
/// whom the options allow to edit launches.
void findGrowth(LoopAnalysis &A);

/// Where a kernel may use dynamic shared memory, or its size, unseen.
std::optional<std::pair<const char *, const clang::Stmt *>>
findUnseenUse(const Effects &Kernel);

// Slices/Stores.cpp

std::optional<Refusal> describeStores(LoopAnalysis &A);

// Builds/OtherSizes.cpp

/// Notes at tiles, and at the stores to them, whose size or type another build
/// may make another.
///
/// Requires: the tiles and their stores are described.
void findOtherSizes(LoopAnalysis &A);

// Slices/Overwrites.cpp

/// Tile::CanBeAsync where a copy might overwrite a later store.
void forbidOverwrites(LoopAnalysis &A);

// Sync/Exits.cpp

/// Barriers that take a vote, and breaks: asked last, of all that is known.
std::optional<Refusal> findUnsafeExit(LoopAnalysis &A);

// Memory/EntryReads.cpp: LoopFacts::CanLoadSeveral.
Answer canLoadSeveral(const LoopAnalysis &A);
// Sync/WholeBlock.cpp: LoopFacts::IsOfWholeBlock.
Answer isOfWholeBlock(const LoopAnalysis &A);
// Slices/Ratio.cpp: LoopFacts::ComputeLoadRatio and UsesTensorCores.
void estimateRatio(LoopAnalysis &A);
// Forms/FindFragmentSteps.cpp: LoopFacts::Steps.
void findFragmentSteps(LoopAnalysis &A);
// Forms/Partition.cpp: LoopFacts::Partition.
void findPartition(LoopAnalysis &A);
// Forms/FindBoxes.cpp: LoopFacts::Boxes.
void findBoxes(LoopAnalysis &A);

// Sync/Prefetched.cpp

/// \p E reads memory that may be what \p Store fills, or acts by means that are
/// not seen.
bool mayReadFilled(const Effects &E, const Effects &Store);

/// A register fetched before the compute phase and stored to shared memory
/// after it.
bool isPrefetched(const LoopAnalysis &A);

/// A register that is fetched before the compute phase, and that the next
/// iteration stores to shared memory.
bool isPrefetchedForNext(const LoopAnalysis &A);

/// So are all that fill shared memory before: no load is left to move.
bool isAllPrefetchedForNext(const LoopAnalysis &A);

// Sync/BufferTurns.cpp

/// No barrier is missing, because the iterations fill their buffers in turn:
/// `As[w][t] = A[k]; __syncthreads(); … As[w][j] …; w = 1 - w;`.
bool buffersTakeTurns(const LoopAnalysis &A);

} // namespace pipeline_rewrite
#endif
