//===- MacroText.h - A unit whose macros are written out ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in a macro's body serves every use of the macro and cannot be changed
// for one loop. Where a loop asks for a change of such text, that one use is
// written out, the text is parsed again, and the chain runs on it: for all
// passes it is plain text. What no loop changed in the end stays a macro.
// A statement of both halves that may be two is written as two in the same way.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MACROTEXT_H
#define PIPELINE_REWRITE_MACROTEXT_H

#include "Chain/Chain.h"
#include "Validate/Meaning/Meaning.h"
#include <map>
#include <set>

namespace pipeline_rewrite {

class MacroText {
public:
  /// \p Later: as parseSource() takes it, of the unit with macros written out.
  MacroText(AnalysedUnit &Unit, const Options &Opts, Describe Later = nullptr)
      : OwnAnalysed(Unit), Own(Unit.unit()), Opts(Opts),
        Later(std::move(Later)) {
    Text.emplace(Own);
  }

  const SourceUnit &own() const { return Own; }
  /// The loop in own(); nullptr if none is seen there.
  const KLoopSite *ownSite(const LoopRun &Run) const;
  /// The unit for all passes: the one given, until something is written out.
  const SourceUnit &unit() const { return Text->unit(); }
  OldText &text() { return *Text; }
  /// What is known of unit()'s loops, however often they are planned.
  AnalysedUnit &analysed() { return *Now; }

  /// Writes out the uses that hide what the loops would have to change, and
  /// takes back those that no loop has changed.
  ///
  /// Takes: the loops of unit() with their edits.
  /// Gives: true if unit() is another one now, which the chain must run on.
  /// Never: gives a unit whose trees are not those of the unit it was given,
  /// but
  ///        for statements that are two.
  bool writeOut(const std::deque<LoopRun> &Runs);

  /// Loops get other forms, which may use what was taken back.
  void forgetUnused() {
    Unused.clear();
    NotPlain.clear();
  }

  /// What a loop changes in the text that the user wrote, alone.
  EditSet changesOf(const LoopRun &Run) const;
  /// What all of them change. Those that change the same use of a macro do it
  /// together, as the first of them.
  std::vector<EditSet> changesOf(const std::deque<LoopRun> &Runs) const;
  /// Edits of unit()'s text as edits of the text that the user wrote.
  EditSet asEditsOfOwn(const EditSet &Edits) const;
  /// The edits of asEditsOfOwn(), settled, as edits of unit()'s text.
  std::vector<TextEdit> asEditsOfUnit(std::vector<TextEdit> Edits) const;
  /// Why a loop is left alone whose macros were written out in vain.
  const Refusal *reasonOf(const LoopRun &Run) const;

private:
  unsigned ownOffset(unsigned Offset) const;
  EditSet withHead(const LoopRun &Run) const;
  std::optional<WrittenMacro> halvesOf(const LoopRun &Run) const;
  bool addUses(const std::deque<LoopRun> &Runs);
  bool dropUnused(const std::deque<LoopRun> &Runs);
  bool makePlain(const std::deque<LoopRun> &Runs);
  bool dropPlain(const std::deque<LoopRun> &Runs);
  std::vector<WrittenMacro> joined(std::vector<WrittenMacro> More) const;
  bool parse(std::vector<WrittenMacro> Macros, bool AreMacros = true);

  AnalysedUnit &OwnAnalysed;
  const SourceUnit &Own;
  const Options &Opts;
  Describe Later;
  std::vector<WrittenMacro> Written; ///< by the offsets of Own
  std::vector<TextBytes> Split;      ///< by the same: statements written as two
  unsigned Rounds = 0;
  std::set<unsigned> Hopeless; ///< by the same: cannot be written out
  std::set<unsigned> Unused;   ///< written out in vain for the present forms
  std::map<unsigned, Refusal> Reasons; ///< by the loop's offset in Own
  /// Loops that have a plain text, where they begin and end in Own: Written is
  /// what makes them plain, and nothing else.
  std::map<unsigned, unsigned> Plain;
  std::set<unsigned> NotPlain;      ///< by the same: in vain
  AnalysedUnit *Now = &OwnAnalysed; ///< of unit()
  std::optional<OldText> Text;
};

} // namespace pipeline_rewrite
#endif
