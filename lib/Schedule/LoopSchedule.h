//===- LoopSchedule.h - What a thread does, in which order ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipelined loop as data: the steps of one thread before the loop, in its
// body, and behind it, each with the buffer that it uses. Plan says what is
// copied how, and how far ahead; the passes of this folder (BuildSchedule.cpp)
// say when; Emit writes it down in the user's words. Nothing here knows of
// text, options or syntax trees.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SCHEDULE_LOOPSCHEDULE_H
#define PIPELINE_REWRITE_SCHEDULE_LOOPSCHEDULE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// A variable of the new text that changes from tile to tile.
enum class CounterId {
  Read,   ///< the buffer that the computation reads
  Fill,   ///< of a multistage buffer, the one that is filled next
  Parity, ///< of two buffers beside a multistage one, the one that is read
  Held    ///< tiles that are loaded and not computed yet; counts to no modulus
};

struct Counter {
  CounterId Id = CounterId::Read;
  unsigned Modulus = 0; ///< 0: it only counts
};

/// Which buffer of a stream an operation uses.
struct Slot {
  enum KindOf {
    Only,     ///< there is one buffer
    Constant, ///< Value
    Counted   ///< (counter + Value) modulo the counter's modulus
  };
  KindOf Kind = Only;
  CounterId Of = CounterId::Read;
  unsigned Value = 0;

  bool operator==(const Slot &O) const {
    return Kind == O.Kind && Of == O.Of && Value == O.Value;
  }
};

/// Loads that run at one prefetch distance: all of the loop's, or those of the
/// tiles that go one way.
struct LoadStream {
  bool Copies = false;   ///< starts asynchronous copies
  bool Stores = false;   ///< values wait in registers until they are stored
  unsigned Distance = 1; ///< tiles between the one loaded and the one computed
  unsigned Buffers = 1;  ///< stages of each of its tiles
};

/// What a step depends on.
struct Condition {
  enum KindOf {
    Always,
    Tile,        ///< the loop's condition, on the variables of a stream
    FirstOrTile, ///< the same of all tiles but the first, which always exists
    HasTiles,    ///< a flag: there is a first tile
    HasNext,     ///< a flag: there is a next tile
    MoreHeld,    ///< more than one tile is held
    Producer     ///< the thread only copies
  };
  KindOf Kind = Always;
  unsigned Stream = 0; ///< of Tile and FirstOrTile
};

enum class StepKind {
  // Of the source.
  Unit,    ///< statement number Unit of the body, as it stands
  Barrier, ///< the block barrier number Unit, as it stands or once more
  // Of a statement that computes a tile in k-steps, if it reads their fragments
  // ahead. There are two sets of fragments, in turn.
  FirstFragments, ///< those of the next tile's first step are read
  StepsButLast,   ///< each step but the last, behind the next one's fragments
  LastStep,       ///< the last step
  // Loads of a stream's next tile.
  Load,  ///< straight into the buffer
  Issue, ///< copies start, other values are fetched into registers
  Store, ///< from registers into the buffer
  // What a thread says of its copies.
  Acquire, ///< a buffer is to be filled
  Commit,  ///< what was started since the last one is a group
  Wait,    ///< until at most Prior groups are in flight
  Release, ///< the tile has been read
  Quit,    ///< nothing follows
  // Progress.
  Advance,        ///< the variables of a stream move on to its next tile
  AdvanceCompute, ///< the loop's increment, for the computation
  Next,           ///< a counter moves on
  Drop,           ///< a held tile is computed: the counter goes down
  Follow,         ///< Fill takes the value of Read
  Ask,            ///< a flag becomes the value of If
  Pin,            ///< no load is moved across
  Return,         ///< the thread is through
  // Blocks of steps.
  Scope,      ///< what the steps declare ends here
  If,         ///< under a condition
  FillLoop,   ///< once for each buffer but one of a multistage stream
  DrainLoop,  ///< while tiles are held
  SourceLoop, ///< the loop's own header
  InPlaceOf,  ///< where statement number Unit stood
  // For who reads the text.
  Note,      ///< a comment
  Gap,       ///< an empty line
  Address,   ///< names for the tiles in a buffer, where they need some
  Registers, ///< the declarations of a stream's registers
};

/// What a comment says: Notes.def.
enum class NoteKind {
#define NOTE(Kind, Text) Kind,
#include "Schedule/Notes.def"
};

/// One step, or a block of steps.
struct Step {
  StepKind Kind = StepKind::Gap;
  unsigned Unit = 0;
  unsigned Stream = 0;
  Slot Into; ///< Load, Issue, Store, Address
  /// Wait: groups left in flight. FillLoop, DrainLoop: passes fewer.
  unsigned Prior = 0;
  /// Unit, FirstFragments, StepsButLast, of each stream: the buffer that is
  /// read.
  llvm::SmallVector<Slot, 2> Reads;
  /// Advance: the statements of the body; the increment of the loop's header.
  bool Updates = false, Increment = false;
  /// Barrier: at another place than the source's. Wait, Release: in place of
  /// the barrier number Unit, where that stands, or where it has moved.
  bool Moved = false, InPlace = false;
  CounterId Of = CounterId::Read;               ///< Next
  Condition If;                                 ///< If, Ask
  Condition::KindOf Flag = Condition::HasTiles; ///< Ask
  NoteKind Says = NoteKind::FirstTile;
  std::vector<Step> Inner; ///< of a block
};

/// What a statement of the source's body is to the schedule.
struct BodyUnit {
  enum KindOf { Compute, Load, LoadBarrier, TrailingBarrier, Declaration };
  KindOf Kind = Compute;
  bool IsBarrier = false; ///< of the computation's own, or one of the loop's
  bool Added = false;     ///< a barrier that the source lacks
  bool IsVote = false;    ///< a barrier whose result is used
  bool MayExit = false;   ///< holds a break
};

/// The loop's header, as it is written.
struct LoopHeader {
  enum InitPlace { Stays, MovesBefore, Replaced };
  InitPlace Init = Stays;
  /// Asked before each tile; else before each but the first.
  bool TestFirst = true;
  /// The variables that the condition is asked of, and that the increment moves
  /// on besides those of the computation: none, or a stream's.
  std::optional<unsigned> Stream;
  /// Its `#pragma unroll` is taken back.
  bool Rolls = false;
  unsigned Unroll = 0; ///< a `#pragma unroll` with that number; 0: none
  /// Has an increment, which the computation or what follows the loop reads.
  bool HasIncrement = false, ComputesIncrement = false;
};

struct LoopSchedule {
  std::vector<BodyUnit> Units;
  std::vector<LoadStream> Streams;
  std::vector<Counter> Counters; ///< in the order of their declaration
  LoopHeader Header;
  /// All steps stand under a test in front of them, and the source's loop in
  /// its other branch: all threads of a block run one of the two.
  bool KeepsSource = false;
  std::vector<Step> Producers; ///< of threads that only copy; mostly none
  std::vector<Step> Prologue, Body, Epilogue, Behind;

  unsigned modulusOf(CounterId Id) const;
  /// The buffer of a stream's first tile.
  Slot firstSlot(unsigned Stream) const;
  /// Most buffers of a stream.
  unsigned stages() const;
};

/// Behind the loop, if it had a tile: the buffer of a stream with the last one.
Slot slotBehind(const LoopSchedule &S, unsigned Stream);

/// Block barriers of a body, with those in conditions or without; \p Waits:
/// those for copies count as well, as they do where they are for the whole
/// block.
unsigned countBarriers(const LoopSchedule &S, bool InConditions, bool Waits);

void print(llvm::raw_ostream &OS, const LoopSchedule &Schedule);

} // namespace pipeline_rewrite
#endif
