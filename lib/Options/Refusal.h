//===- Refusal.h - Why a loop is left alone -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A refusal is a value that may leave the chain at any pass. It names one id
// of Refusals.def, the place, the places that caused it, and what would help.
// It holds text and offsets only, so that it outlives the AST.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_REFUSAL_H
#define PIPELINE_REWRITE_REFUSAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// A place in a source file, for people: 1-based line and column.
struct SourcePlace {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  bool operator==(const SourcePlace &O) const {
    return File == O.File && Line == O.Line && Column == O.Column;
  }
};

enum class RefusalId {
#define REFUSAL(Enum, Id, Summary, Advice) Enum,
#include "Options/Refusals.def"
};

struct RefusalNote {
  SourcePlace Place;
  std::string Text;
};

/// Bytes [Begin, End) of the text of a unit.
struct TextBytes {
  unsigned Begin = 0, End = 0;
  bool operator==(const TextBytes &O) const {
    return Begin == O.Begin && End == O.End;
  }
};

/// A statement as two like it, one after the other, each without the parts that
/// only the other one has; parts and statement without semicolons.
struct StatementHalves {
  TextBytes Whole;
  std::vector<TextBytes> OnlyFirst, OnlySecond;
  bool operator==(const StatementHalves &O) const {
    return Whole == O.Whole && OnlyFirst == O.OnlyFirst &&
           OnlySecond == O.OnlySecond;
  }
};

/// What may stand in place of the bytes [Begin, End) of a text.
struct OtherText {
  unsigned Begin = 0, End = 0;
  std::string Text;
  bool operator==(const OtherText &O) const {
    return Begin == O.Begin && End == O.End && Text == O.Text;
  }
};

struct Refusal {
  RefusalId Id;
  SourcePlace Place;  ///< the loop
  std::string Detail; ///< what was found, naming the user's own variables
  std::vector<RefusalNote> Notes = {};
  /// For code-in-macro: where the macros are used that hide text which would
  /// have to change, in the text of the unit.
  std::vector<unsigned> Macros = {};
  /// For mixed-statement: the statement as two, if it may be written so.
  std::optional<StatementHalves> Halves = std::nullopt;
  /// Texts of the unit, ascending, with which the loop would do the same and
  /// may be asked about again.
  std::vector<OtherText> Plain = {};
  /// In place of what its id advises, where more is known of this loop.
  std::optional<std::string> Advice = std::nullopt;
};

/// The kebab-case name, as printed in brackets and taken by --explain.
llvm::StringRef refusalName(RefusalId Id);
/// One sentence: what the rule protects.
llvm::StringRef refusalSummary(RefusalId Id);
/// What the user can do about it, whatever the loop: all that Refusals.def has,
/// but for the options of \p Without, as "--variant=ldg".
std::string refusalAdvice(RefusalId Id,
                          llvm::ArrayRef<std::string> Without = {});
/// The options that it names, in their order.
std::vector<std::string> advisedOptions(RefusalId Id);
/// What he can do about this one; may be empty.
std::string adviceOf(const Refusal &Reason);
/// The options that a text names, as "--variant=ldg", each once.
std::vector<std::string> optionsIn(llvm::StringRef Advice);
std::optional<RefusalId> parseRefusalName(llvm::StringRef Name);
llvm::ArrayRef<RefusalId> allRefusals();

} // namespace pipeline_rewrite
#endif
