//===- Copies.h - What each way of copying is like ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that the passes need to know of a variant or of an interface of
// asynchronous copies stands in its description, in Copies.cpp. A pass asks
// for a property, never for a name. How an interface is written in the new text
// is in Emit (Emit/Loads/AsyncWords.h), how one is found to fit a loop in
// Analyse and Plan.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_COPIES_H
#define PIPELINE_REWRITE_COPIES_H

#include "Options/Form.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pipeline_rewrite {

/// How threads tell each other about copies. As it is made: each thread counts
/// groups of its own copies, one per iteration, and barriers order the rest.
struct CopyProtocol {
  /// Who has waited for a tile has waited for the copies of the whole block;
  /// commit and wait are said once for each tile.
  bool WaitsForBlock = false;
  /// A buffer is acquired before it is filled, and released when it was read.
  /// Else the loop's trailing barrier says that.
  bool Acquires = false;
  /// A copy may overtake reads that threads have issued: each says that its
  /// own are done, before the barrier or the arrival that frees the buffer.
  bool FencesReads = false;
  /// Threads of their own do the copies.
  bool OwnThreads = false;
  /// What is done once nothing is in flight any more.
  enum End {
    Nothing,
    /// A barrier of the block, where the state is made again: in a loop around
    /// this one.
    BarrierIfAgain,
    Quit ///< each thread says that it leaves
  } Behind = Nothing;
};

/// Static shared memory that an interface keeps, in bytes.
struct CopyState {
  unsigned PerStage = 0, Once = 0;
};

/// An interface in whose words asynchronous copies are written.
struct CopyInterface {
  llvm::StringRef Name; ///< in a loop's summary; empty: it needs none
  bool IsNamed = true;  ///< by --api, and in reports
  /// Of a loop all of whose tiles it copies.
  CopyForm Form = CopyForm::CpAsync;
  llvm::ArrayRef<llvm::StringRef> Headers; ///< that declare it
  bool Cpp17 = false;                      ///< that they need
  /// Compute capability and CUDART_VERSION that have it.
  unsigned FirstMajor = 0, FirstToolkit = 0;
  CopyProtocol Protocol;
  CopyState State;
  /// Its waits are among the barriers that Match sees
  /// (Match/DeviceFunctions.h).
  bool WaitIsMatched = false;
  bool MayPeel = true;        ///< the last tile may be computed behind the loop
  bool MayMoveTiles = true;   ///< tiles may become dynamic shared memory
  bool EditsLaunches = false; ///< always
  /// A tile is copied as a box of its source, by one thread
  /// (LoopFacts::Boxes).
  bool CopiesBoxes = false;
};

const CopyInterface &describe(AsyncApi Api);
/// The one of a loop that copies nothing asynchronously.
const CopyInterface &noInterface();

/// What becomes of a tile that may be copied asynchronously.
enum class TileChoice { Registers, ByWidth, Async };

struct CopyVariant {
  TileChoice Tiles = TileChoice::Registers;
  bool HasOneBuffer = false;
  /// The one interface that it is written in, and that nobody names besides.
  std::optional<AsyncApi> Interface;
};

const CopyVariant &describe(Variant Form);

/// That of the variant, or else the one that was asked for.
const CopyInterface &interfaceFor(const Options &Opts);

/// Whether this is the number of a Variant.
bool isVariant(unsigned Number);

/// Whether one of these architectures has cp.async (LDGSTS) in hardware.
bool anyHasAsyncCopy(llvm::ArrayRef<std::string> Archs);

} // namespace pipeline_rewrite
#endif
