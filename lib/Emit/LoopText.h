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
  std::string Parity;     ///< buffer beside a ring; empty if there is none
  std::string Left;       ///< tiles that a peeled ring holds; empty if none
  std::string StageBytes; ///< of dynamic memory; empty if none grows
  /// The lambda that starts copying a tile, and its parameter; empty where
  /// there is none.
  std::string CopyTile, Into;
  /// Functions beside those that the loop calls to fill tiles.
  EditSet NewFunctions;

  bool multiBuffered() const { return Plan.Stages > 1; }
  /// The text of what is copied into a ring: this, or of the part of the loads
  /// that runs as far ahead, where this is the part that is one tile ahead.
  LoopText &ring() { return Ahead ? *Ahead : *this; }
  bool fillsRing() const { return Plan.isRing() && !Ahead; }

  /// "[stage ^ 1]" and the like; empty in the single-buffer form.
  std::string nextStage() const {
    if (fillsRing())
      return ringIndex();
    if (Plan.isPartitioned())
      return thisStage();
    if (Ahead)
      return otherIndex(Parity, !mutated(Mutation::StoreParity));
    return multiBuffered() ? otherIndex(Stage, !mutated(Mutation::StoreParity))
                           : "";
  }
  std::string thisStage() const {
    return multiBuffered() ? otherIndex(Stage, mutated(Mutation::ComputeParity))
                           : "";
  }
  std::string firstStage() const {
    if (fillsRing())
      return ringIndex();
    return multiBuffered() ? (mutated(Mutation::PrologueParity) ? "[1]" : "[0]")
                           : "";
  }

  /// How far the stages of dynamic memory are apart; empty if none grows.
  std::string declareStageBytes(llvm::StringRef Indent) const;
  /// The pointers that stand for the tiles in dynamic memory at \p TileIndex.
  std::string declareStagePointers(llvm::StringRef TileIndex,
                                   llvm::StringRef Indent) const;
  /// What begins the place before the loop: the declarations \p Hoisted from
  /// its body, and assertions.
  std::string openPrologue(const std::string &Hoisted);
  /// The lambda in front of the prologue, in whole lines; may be empty.
  std::string declareCopyTile();
  /// Text of the load slice of one phase, in the user's words, indented by \p
  /// Indent, or a call of the lambda that holds it.
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

  /// On to the next stage, behind the barrier of this one; where a ring still
  /// \p Fills, with what is filled.
  std::string flip(llvm::StringRef Indent, bool Fills = true) const;
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

  /// The first trouble of all the text.
  const std::optional<Trouble> &trouble() const {
    return Ahead && !Problem ? Ahead->Problem : Problem;
  }

  /// A declaration that leaves the loop must not meet another of its name.
  void checkUnique(const clang::VarDecl *V);
  /// Every spelling of a multi-buffered tile in the function must have been
  /// edited: one that was not stands in code that this build discards, or in a
  /// type.
  void checkTileNames(const EditSet &Edits);

private:
  /// The part of the loads of \p Near's loop that fills the ring.
  LoopText(const LoopText &Near, Names &Names);

  std::string ringIndex() const {
    return mutated(Mutation::RingOneBehind)
               ? "[" + Fill + " == 0 ? " + std::to_string(Plan.Stages - 1) +
                     " : " + Fill + " - 1]"
               : "[" + Fill + "]";
  }
  static std::string otherIndex(const std::string &Index, bool Other) {
    return "[" + Index + (Other ? " ^ 1]" : "]");
  }
  bool belongsToHeader(const clang::VarDecl *V) const;
  std::string renderTile(llvm::StringRef Guard, llvm::StringRef At);
  std::string commitIfCopied(llvm::StringRef Guard, llvm::StringRef At);
  void chooseNames(Names &Names);
  void nameSlice(Names &Names);
  void nameStagePointers(Names &Names);
  /// Decides whether a lambda holds what prologue and loop copy alike.
  void factorCopies(Names &Names);
  /// True if the text of renderLoads() has declarations.
  bool needsBlock(LoadPhase Phase);
  std::vector<std::string> loadSideIncrements();
  std::string baseNameFor(const Fetch &F) const;

  std::unique_ptr<LoopText> Ahead; ///< set where the plan has two parts
};

} // namespace pipeline_rewrite
#endif
