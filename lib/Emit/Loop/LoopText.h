//===- LoopText.h - What rendering one loop needs to know -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the plan with its names, and the parts of the loop that are
// not its load slice.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LOOPTEXT_H
#define PIPELINE_REWRITE_EMIT_LOOPTEXT_H

#include "Emit/Loads/LoadText.h"
#include "Schedule/LoopSchedule.h"
#include <array>
#include <map>

namespace pipeline_rewrite {

class LoopText : public LoadText {
public:
  LoopText(const PipelinePlan &Plan, const LoopSchedule &Schedule,
           const SourceUnit &Unit, Names &Names);

  const PipelinePlan &Plan; ///< all of it
  const LoopSchedule &Schedule;
  const LoopFacts &Facts;
  std::string Indent;     ///< of the loop
  std::string BodyIndent; ///< of its body
  std::string HasNext, HasTiles;
  /// The lambdas of fragments that are read ahead; empty where there are none.
  std::string ReadFragments, ComputeStep;
  std::array<std::string, 4> CounterNames; ///< empty if there is none
  std::string StageBytes; ///< of dynamic memory; empty if none grows
  std::string MovedArray; ///< that static tiles become parts of; empty if none
  /// Those stages of static tiles that are parts of it.
  std::map<const clang::VarDecl *, std::string> MoreStages;
  /// The lambda that starts copying a tile, and its parameter; empty where
  /// there is none.
  std::string CopyTile, Into;
  /// Functions beside those that the loop calls to fill tiles.
  EditSet NewFunctions;

  /// The text of a stream of loads.
  LoopText &of(unsigned Stream) { return Stream == 0 ? *this : *Far; }
  /// "[stage ^ 1]" and the like; empty where there is one buffer.
  std::string indexText(const Slot &Of) const;
  const std::string &nameOf(CounterId Of) const {
    return CounterNames[unsigned(Of)];
  }

  /// Where the stages of dynamic memory are; empty if none grows.
  std::string declareStages(llvm::StringRef Indent) const;
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
  std::string renderLoads(LoadPhase Phase, const Slot &Into,
                          llvm::StringRef Indent);
  /// True if the text of renderLoads() has declarations.
  bool needsBlock(LoadPhase Phase);
  /// Declarations of the registers, one line each.
  std::string renderRegisters(llvm::StringRef Indent);
  /// Load-side updates after a tile: pointer bumps and the increments of
  /// copies.
  std::string renderAdvances(llvm::StringRef Indent, bool Updates,
                             bool Increment);
  /// The loop condition or increment, on the load side or as written.
  std::string renderCondition();
  std::string renderIncrement(bool LoadSide);

  /// Text that the user gave a barrier, by the index of its unit.
  std::string barrierText(unsigned Unit);
  std::string line(llvm::StringRef Indent, llvm::StringRef Text) const {
    return (Indent + Text + newline()).str();
  }
  /// What a thread says of its copies, on lines of its own: nothing if it
  /// copies none, or has nothing to say.
  using Event = std::string (AsyncWords::*)() const;
  std::string event(llvm::StringRef Indent, Event What) const;

  /// All the text.
  Answer canEdit() const {
    Answer All = CanEdit;
    if (Far)
      All.also(Far->CanEdit);
    return All;
  }
  std::vector<unsigned> hidingMacros() const {
    std::vector<unsigned> All = Macros;
    if (Far)
      llvm::append_range(All, Far->Macros);
    return All;
  }

  /// A declaration that leaves the loop must not meet another of its name, nor
  /// a use of one.
  void checkUnique(const clang::Decl *D);
  /// A variable of the loop's header that discarded code names is not there
  /// behind the loop.
  void checkHeaderNames();
  /// Every spelling of a multi-buffered tile in the function must have been
  /// edited: one that was not stands in code that this build discards, or in a
  /// type.
  void checkTileNames(const EditSet &Edits);

private:
  const unsigned Stream; ///< whose loads these are

  /// The second stream of \p Near's loop.
  LoopText(const LoopText &Near, Names &Names);

  void checkName(const clang::NamedDecl *Moved);
  std::optional<clang::SourceLocation>
  findTaken(const clang::NamedDecl *Moved) const;
  bool belongsToHeader(const clang::VarDecl *V) const;
  void chooseNames(Names &Names);
  void nameReads();
  void nameFragments(Names &Names);
  void nameShadows(Names &Names);
  static const char *baseNameOf(CounterId Of);
  void nameSlice(Names &Names);
  void nameStagePointers(Names &Names);
  /// What a name of a tile is in \p Stage.
  std::string stageText(const clang::VarDecl *V, llvm::StringRef Stage) const;
  /// Decides whether a lambda holds what prologue and loop copy alike.
  void factorCopies(Names &Names);
  /// The buffer that the body's loads of the last stream go to; nullptr if they
  /// are those of other threads.
  const Slot *filledSlot() const;
  std::vector<std::string> loadSideIncrements();
  std::string baseNameFor(const Fetch &F) const;

  std::unique_ptr<LoopText> Far; ///< of the second stream, if there is one
};

} // namespace pipeline_rewrite
#endif
