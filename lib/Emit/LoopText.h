//===- LoopText.h - What rendering one loop needs to know -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the plan with its names, and the edits that every copy of
// the user's text gets (tile stages, load-side names).
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LOOPTEXT_H
#define PIPELINE_REWRITE_EMIT_LOOPTEXT_H

#include "Emit/EditSet.h"
#include "Emit/Names.h"
#include "Emit/SourceText.h"
#include "Emit/TypeText.h"
#include "Mutation.h"
#include "Plan/PipelinePlan.h"
#include "clang/Lex/Token.h"

namespace pipeline_rewrite {

/// Which copy of the load slice is rendered.
enum class LoadPhase {
  Prologue, ///< first tile: async copies started, registers bypassed
  Issue,    ///< next tile: async copies started, other values fetched into
            ///< registers
  Store     ///< next tile: registers into the tile
};

class LoopText {
public:
  LoopText(const PipelinePlan &Plan, const SourceUnit &Unit, Names &Names);

  const PipelinePlan &Plan;
  const LoopFacts &Facts;
  const SourceUnit &Unit;
  clang::ASTContext &Context;
  SourceText Source;
  TypeText Types;
  std::string Indent;     ///< of the loop
  std::string BodyIndent; ///< of its body
  std::string Step;       ///< one nesting level
  std::string Stage, HasNext, HasTiles;
  std::string Fill; ///< stage of a ring that is filled next
  llvm::DenseMap<const clang::VarDecl *, std::string>
      CopyNames;                      ///< load-side copies
  std::vector<std::string> Registers; ///< name of each fetch of the plan
  /// Counters of copy loops whose start differs between threads.
  llvm::DenseMap<const clang::ForStmt *, std::string> Rounds;

  bool multiBuffered() const { return Plan.Stages > 1; }
  std::string newline() const { return Source.newline().str(); }
  /// "[stage ^ 1]" and the like; empty in the single-buffer form.
  std::string nextStage() const {
    if (Plan.isRing())
      return "[" + Fill + "]";
    return multiBuffered() ? stageIndex(!mutated(Mutation::StoreParity)) : "";
  }
  std::string thisStage() const {
    return multiBuffered() ? stageIndex(mutated(Mutation::ComputeParity)) : "";
  }
  std::string firstStage() const {
    if (Plan.isRing())
      return "[" + Fill + "]";
    return multiBuffered() ? (mutated(Mutation::PrologueParity) ? "[1]" : "[0]")
                           : "";
  }

  /// Text of the load slice of one phase, in the user's words, indented by \p
  /// Indent.
  std::string renderLoads(LoadPhase Phase, llvm::StringRef Indent);
  /// The same as a block, with a last statement \p More (may be empty): under
  /// \p Guard, or unconditional, then without braces where nothing is declared.
  std::string renderBlock(LoadPhase Phase, llvm::StringRef Guard,
                          llvm::StringRef Indent, llvm::StringRef More = "");
  /// Declarations of the registers, one line each.
  std::string renderRegisters(llvm::StringRef Indent);
  /// Load-side updates after a tile: pointer bumps and the increments of
  /// copies.
  std::string renderAdvances(llvm::StringRef Indent, bool WithIncrement);
  /// The loop condition or increment, on the load side or as written.
  std::string renderCondition();
  std::string renderIncrement(bool LoadSide);
  /// The text of a node with names of the load side and tiles at \p TileIndex.
  std::string render(const clang::Stmt *S, bool LoadSide,
                     llvm::StringRef TileIndex);
  /// Adds the edits for uses of tiles and, on the load side, of copied
  /// variables.
  void addUses(EditSet &Edits, const clang::Stmt *S, bool LoadSide,
               llvm::StringRef TileIndex);

  /// Every spelling of a multi-buffered tile in the function must have been
  /// edited: one that was not stands in code that this build discards, or in a
  /// type.
  void checkTileNames(const EditSet &Edits);
  /// Trip count of a copy loop as an array extent, and its iteration as an
  /// index.
  std::string extentText(const CopyLoop &L) const;
  std::string indexText(const CopyLoop &L) const;

  /// `sizeof` of what a store writes.
  std::string sizeText(const TileStore &S);
  /// The type of a variable that gets a copy or moves.
  std::string typeOf(const clang::VarDecl *V);

  /// Set if some of the loop's text cannot be edited; the loop is then refused.
  struct Trouble {
    RefusalId Id;
    std::string Detail;
    clang::SourceLocation At;
  };
  std::optional<Trouble> Problem;
  void fail(RefusalId Id, std::string Detail, clang::SourceLocation At);

private:
  std::string stageIndex(bool Other) const {
    return "[" + Stage + (Other ? " ^ 1]" : "]");
  }
  void chooseNames(Names &Names);
  std::vector<std::string> loadSideIncrements();
  std::string baseNameFor(const Fetch &F) const;
  void forEachIdentifier(
      TextRange R,
      llvm::function_ref<void(const clang::Token &, unsigned)> Do) const;
  void findUnseen(const clang::Stmt *S, const llvm::StringSet<> &Edited,
                  const llvm::DenseSet<unsigned> &Known);
};

} // namespace pipeline_rewrite
#endif
