//===- LoopText.h - What rendering one loop needs to know -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the plan with its names, and the parts of the loop that are
// not its load slice.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LOOPTEXT_H
#define PIPELINE_REWRITE_EMIT_LOOPTEXT_H

#include "Emit/LoadText.h"
#include "Mutation.h"

namespace pipeline_rewrite {

class LoopText : public LoadText {
public:
  LoopText(const PipelinePlan &Plan, const SourceUnit &Unit, Names &Names);

  const LoopFacts &Facts;
  std::string Indent;     ///< of the loop
  std::string BodyIndent; ///< of its body
  std::string Stage, HasNext, HasTiles;
  std::string Fill;       ///< stage of a ring that is filled next
  std::string StageBytes; ///< of dynamic memory; empty if none grows
  /// Functions beside those that the loop calls to fill tiles.
  EditSet NewFunctions;

  bool multiBuffered() const { return Plan.Stages > 1; }
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

  /// How far the stages of dynamic memory are apart; empty if none grows.
  std::string declareStageBytes(llvm::StringRef Indent) const;
  /// The pointers that stand for the tiles in dynamic memory at \p TileIndex.
  std::string declareStagePointers(llvm::StringRef TileIndex,
                                   llvm::StringRef Indent) const;
  /// Text of the load slice of one phase, in the user's words, indented by \p
  /// Indent.
  std::string renderLoads(LoadPhase Phase, llvm::StringRef Indent);
  /// The same as a block, with a last statement \p More (may be empty): under
  /// \p Guard, or unconditional, then without braces where nothing is declared.
  std::string renderBlock(LoadPhase Phase, llvm::StringRef Guard,
                          llvm::StringRef Indent, llvm::StringRef More = "");
  /// What the loop starts of the next tile: renderBlock() between what a thread
  /// says of its copies.
  std::string renderIssue(llvm::StringRef Guard, llvm::StringRef Indent);
  /// Declarations of the registers, one line each.
  std::string renderRegisters(llvm::StringRef Indent);
  /// Load-side updates after a tile: pointer bumps and the increments of
  /// copies.
  std::string renderAdvances(llvm::StringRef Indent, bool WithIncrement);
  /// The loop condition or increment, on the load side or as written.
  std::string renderCondition();
  std::string renderIncrement(bool LoadSide);

  /// Text that the user gave a barrier, by the index of its unit.
  std::string barrierText(unsigned Unit);
  /// Waits for the tile that is used next: the groups behind its own may be in
  /// flight, and \p Late more, by mistake.
  std::string waitText(unsigned Late) const;
  std::string line(llvm::StringRef Indent, llvm::StringRef Text) const {
    return (Indent + Text + newline()).str();
  }
  /// What a thread says of its copies, on lines of its own: nothing if it
  /// copies none, or has nothing to say.
  using Event = std::string (AsyncWords::*)() const;
  std::string event(llvm::StringRef Indent, Event What) const;

  /// A declaration that leaves the loop must not meet another of its name.
  void checkUnique(const clang::VarDecl *V);
  /// Every spelling of a multi-buffered tile in the function must have been
  /// edited: one that was not stands in code that this build discards, or in a
  /// type.
  void checkTileNames(const EditSet &Edits);

private:
  std::string stageIndex(bool Other) const {
    return "[" + Stage + (Other ? " ^ 1]" : "]");
  }
  bool belongsToHeader(const clang::VarDecl *V) const;
  std::string renderTile(llvm::StringRef Guard, llvm::StringRef At);
  std::string commitIfCopied(llvm::StringRef Guard, llvm::StringRef At);
  void chooseNames(Names &Names);
  void nameStagePointers(Names &Names);
  void nameCalls(Names &Names);
  std::vector<std::string> loadSideIncrements();
  std::string baseNameFor(const Fetch &F) const;

  /// Registers that functions fill: declarations, as they are written here.
  std::vector<std::string> CallRegisters;
};

} // namespace pipeline_rewrite
#endif
