//===- RecognisePipeline.h - The schedule that a loop implements ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a person has pipelined by hand, as data.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_RECOGNISEPIPELINE_H
#define PIPELINE_REWRITE_UNDO_RECOGNISEPIPELINE_H

#include "Frontend/SourceUnit.h"
#include "Undo/SymbolicRun.h"
#include <variant>

namespace pipeline_rewrite {

/// How a tile comes to its buffers.
struct FoundTile {
  const clang::VarDecl *Var = nullptr;
  bool IsBuffered = false; ///< its first subscript names the buffer
  unsigned Buffers = 1;
  /// From the iteration that stores it, or starts its copy, to the one that
  /// computes with it.
  unsigned Distance = 0;
};

struct FoundPipeline {
  const KLoop *Loop = nullptr;
  const clang::CompoundStmt *Around = nullptr; ///< holds the loop
  std::shared_ptr<LoopParts> Parts;
  std::vector<FoundTile> Tiles;
  /// Registers, and the iterations for which their values wait to be stored.
  std::map<const clang::VarDecl *, unsigned> Registers;
  bool IsAsync = false;
  /// Statements of Around: what loads the first tiles, with its waits and
  /// barriers; what waits after the loop.
  std::vector<const clang::Stmt *> Prologue, Epilogue;
  Countdown Count;
  /// Eight iterations.
  std::shared_ptr<SymbolicRun> Run;

  const FoundTile *tile(const clang::VarDecl *V) const;
  /// From the iteration that begins to load a tile to the one that computes.
  unsigned distance() const;
  unsigned buffers() const; ///< the most
  /// "register prefetch", "cp.async", ...
  std::string copies() const;
  std::vector<const clang::Stmt *> before() const; ///< all of Around
};

/// Finds out how the loop is pipelined.
///
/// Takes:   one instance of a loop.
/// Gives:   what loads its tiles ahead, how far, into how many buffers.
/// Refuses: pipeline-not-recognised, pipeline-barrier.
/// Never:   proves that the pipeline is right.
/// Next:    writePlainLoop(), whose text comparePlain() proves.
std::variant<FoundPipeline, Refusal> recognisePipeline(const KLoop &K,
                                                       const SourceUnit &Unit);

/// A run of \p K as it is, with \p Buffered tiles, for \p Tiles iterations.
std::shared_ptr<SymbolicRun>
runFor(const KLoop &K, LoopParts &Parts, clang::ASTContext &Context,
       const std::set<const clang::VarDecl *> &Buffered, const Countdown &Count,
       unsigned Tiles);

/// The statements that stand before the loop in \p Around.
std::vector<const clang::Stmt *> beforeLoop(const KLoop &K,
                                            const clang::CompoundStmt &Around);

} // namespace pipeline_rewrite
#endif
