//===- LoadPhases.h - Which load statement runs before, which after compute ==//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The load slice splits in two. The issue phase runs before the computation: it
// starts asynchronous copies and reads global memory into registers. The store
// phase runs after it and puts the registers into the tile. Address
// computations belong to every phase that needs them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_PLAN_LOADPHASES_H
#define PIPELINE_REWRITE_PLAN_LOADPHASES_H

#include "Analyse/LoopFacts.h"
#include "Analyse/Numbers/OpenLoop.h"
#include "Ast/Below.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>

namespace pipeline_rewrite {

/// A global read whose value waits in a register while the tile before is used.
struct Fetch {
  /// Evaluated in the issue phase; of several, the first.
  const clang::Expr *Value = nullptr;
  /// The statement that holds it; the local's declaration if it is held whole.
  const clang::Stmt *Leaf = nullptr;
  const clang::VarDecl *Tile = nullptr; ///< that it is stored to
  const clang::VarDecl *Name = nullptr; ///< what its store calls the tile
  /// The one local that the statement writes, which may lend its name; nullptr
  /// if none.
  const clang::VarDecl *Holder = nullptr;
  clang::QualType Type; ///< of the register, unqualified
  /// The local whose place the register takes: this read alone initialises it
  /// and nothing changes it, or it is held whole. nullptr if there is none.
  const clang::VarDecl *Local = nullptr;
  /// Statements that fill a local that is held whole (`T v = 0; if (c) v =
  /// g;`), the declaration among them if it does; empty for a single read.
  llvm::SmallVector<const clang::Stmt *, 2> Writes;
  /// The storing half declares the local anew, to change it.
  bool KeepsLocal = false;

  /// In the other arm of the `if` around Leaf, the store of a value that is
  /// there to the same element, and that value, which the register holds in its
  /// place; nullptr if the register holds the read alone (FilledArms.h).
  const clang::Stmt *FillLeaf = nullptr;
  const clang::Expr *Fill = nullptr;

  bool holdsWhole() const { return !Writes.empty(); }
  bool writtenBy(const clang::Stmt *S) const {
    return holdsWhole() ? llvm::is_contained(Writes, S)
                        : Leaf == S || (FillLeaf && FillLeaf == S);
  }
  llvm::SmallVector<CopyLoop, 2> Loops; ///< around it, outermost first
};

/// Which time the load slice is written.
enum class LoadPhase {
  Prologue, ///< first tile: async copies started, registers bypassed
  Issue,    ///< next tile: async copies started, other values fetched into
            ///< registers
  Store     ///< next tile: registers into the tile
};

/// What a statement without statements inside becomes in a phase.
enum class LeafAction {
  Drop,         ///< nothing
  Keep,         ///< itself
  Copy,         ///< an asynchronous copy, or one of chunks
  Fetch,        ///< its values go into registers
  FetchAndKeep, ///< that, and then the statement, which changes what they were
                ///< read by
  KeepAndFetch, ///< the statement, and then that
  Half,         ///< a call of the half of a function, or of its twin
  Declare,      ///< its local, with what the register holds
  Store         ///< itself, with registers in place of what was fetched
};

/// What comes before the computation of a function that fills tiles.
enum class FirstHalf {
  Copies,   ///< all of it
  Precedes, ///< copies, or what they need
  Fetches   ///< reads into registers
};

struct CallPhases;

struct LoadPhases {
  /// Leaves and their control. An `if` of which a register holds what either
  /// arm stores is no control of the store.
  llvm::SmallPtrSet<const clang::Stmt *, 16> Issue, Store;
  /// The leaves that the first tile is loaded by, of a part of a slice; empty
  /// for the whole of it.
  llvm::SmallPtrSet<const clang::Stmt *, 16> Prologue;
  /// Of a statement that declares several variables, those that nothing else of
  /// the phase names.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> UnusedInIssue, UnusedInStore;
  std::vector<Fetch> Fetches;
  std::vector<CallPhases> Calls;
  /// Copy loops of which the registers hold the first rounds
  /// (Analyse/Numbers/OpenLoop.h). The store phase copies the others as the
  /// prologue does.
  llvm::SmallSetVector<const clang::ForStmt *, 2> Open;

  /// What decideActions() says of each leaf, for each LoadPhase.
  std::array<llvm::DenseMap<const clang::Stmt *, LeafAction>, 3> Actions;
  /// Some of it, or of what it calls, is copied asynchronously.
  bool Copies = false;
  /// Stores whose copies must assert a size that templates decide.
  std::vector<const TileStore *> AssertedSizes;

  LeafAction actionOf(LoadPhase Phase, const clang::Stmt *Leaf) const {
    return Actions[unsigned(Phase)].lookup(Leaf);
  }

  size_t countFetches() const; ///< with those of the calls
  /// A register holds what either arm of an `if` stores.
  bool joinsArms() const;
  Answer CanSplit;
};

/// A function that fills tiles: its body, split in the same way. The half that
/// issues takes the place of the call before the computation, the half that
/// stores, if there is anything to store, the place behind it.
struct CallPhases : LoadPhases {
  const LoadCall *Call = nullptr;
  FirstHalf First = FirstHalf::Copies;
  /// Around the call, outermost first.
  llvm::SmallVector<CopyLoop, 2> Loops;
  /// Parameters that the halves need, by index.
  llvm::SmallSetVector<unsigned, 8> IssueParameters, StoreParameters;

  bool stores() const { return !Store.empty(); }
  /// It only stores what it is given: the call as it is stands behind the
  /// computation.
  bool isLate() const { return stores() && Issue.empty() && !countFetches(); }
};

/// What another instance loads by the same text: `if constexpr` may give it
/// other statements than the first one.
struct OtherLoads {
  const clang::Stmt *Loop = nullptr;
  LoadPhases Phases;
};

/// A statement of a load slice without statements of its own.
bool isLoadLeaf(const clang::Stmt *S);

/// The first such of a statement of the loads for which \p Is holds; nullptr if
/// there is none. Conditions are no leaves.
const clang::Stmt *findLoadLeaf(const clang::Stmt *S, StmtTest Is);

/// The value that \p S puts into \p V as a whole and does nothing else;
/// nullptr if it is another statement.
const clang::Expr *assignedTo(const clang::VarDecl *V, const clang::Stmt *S);

/// The half of \p Phases that \p Call is; nullptr for other statements.
const CallPhases *findCall(const LoadPhases &Phases, const clang::Stmt *Call);

/// Whether a register may hold what either arm of an `if` stores.
enum class Arms { Together, Apart };

/// Splits \p Slice, of the loop \p Of, with \p Registers filled through
/// registers and every other tile by cp.async. \p Blocks: of the kernel's
/// launches. Where the loads run at two distances, \p Own are the statements of
/// this part.
LoadPhases
splitLoads(const LoadSlice &Slice, const LoopFacts &Of,
           const llvm::SmallPtrSetImpl<const clang::VarDecl *> &Registers,
           FindBlocks Blocks, Arms Guarded = Arms::Together,
           const llvm::SmallPtrSetImpl<const clang::Stmt *> *Own = nullptr);

} // namespace pipeline_rewrite
#endif
