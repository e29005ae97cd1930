//===- TokenOrigins.h - Where the tokens of a new text come from ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of text that stays, the edits say it. Of text that edits bring, it is found
// anew from both texts, without asking Emit: a token that the old text spells,
// too, comes from the place whose neighbours are most like its own.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_TOKENORIGINS_H
#define PIPELINE_REWRITE_VALIDATE_TOKENORIGINS_H

#include "Emit/EditSet.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <optional>

namespace pipeline_rewrite {

/// A token of the language, or of a directive; never a comment.
struct PlacedToken {
  unsigned At = 0;
  llvm::StringRef Text;
  bool InDirective = false;
  bool isName() const;
};

/// The tokens of a text, ascending.
std::vector<PlacedToken> tokensOf(llvm::StringRef Text,
                                  const clang::LangOptions &Language);

struct Origin {
  enum KindOf {
    Kept,     ///< the token itself, which no edit touched
    Copied,   ///< an edit brings it, and the old text spells it
    Generated ///< an edit brings it, and the old text does not spell it
  };
  KindOf Kind = Generated;
  /// Offsets in the old text: one of what is kept, of a copy those that are
  /// equally like it.
  llvm::SmallVector<unsigned, 2> At;
  /// Neighbours on both sides that it shares with its origin.
  unsigned Left = 0, Right = 0;
  unsigned EditAt = 0; ///< begin of the edit, or At of what is kept

  bool comesFrom(unsigned Old) const { return llvm::is_contained(At, Old); }
  /// Part of a longer piece of the user's text.
  bool isSure() const { return Kind == Kept || Left + Right >= 3; }
};

/// A text, and what its tree says of it.
struct TextParts {
  /// Begin and end of a function.
  using Range = std::pair<unsigned, unsigned>;
  llvm::StringRef Text;
  std::vector<Range> Functions;
  std::map<Range, unsigned> NameAt;     ///< of each function
  std::map<Range, int> DeclaredAt;      ///< of each function, where first
  llvm::DenseSet<unsigned> Declarators; ///< tokens that name what they declare
};

class TokenOrigins {
public:
  /// \p Edits: settled; they make \p New of \p Old. What an edit brings into a
  /// function comes from that function if it is spelled there, and a function
  /// that an edit brings from the one whose name its own begins with; if there
  /// is none, its text is that of another file. A declarator comes from a
  /// declarator.
  TokenOrigins(const TextParts &Old, const TextParts &New,
               llvm::ArrayRef<TextEdit> Edits,
               const clang::LangOptions &Language);

  /// Of the token that starts at \p NewAt.
  const Origin &of(unsigned NewAt) const;
  /// The token that starts there; empty if none does.
  llvm::StringRef tokenAt(unsigned NewAt) const;
  /// The names that edits bring between two places of the new text.
  std::vector<PlacedToken> namesBrought(unsigned Begin, unsigned End) const;
  llvm::StringRef oldTokenAt(unsigned OldAt) const;
  /// No edit takes the old text's token away.
  bool stays(unsigned OldAt) const;
  /// In a function that an edit brings and that is made of none of the old
  /// text.
  bool isInNewFunction(unsigned NewAt) const {
    return homeOf(NewAt).second == 0;
  }
  /// Names a function of the old text that one is made of which an edit brings.
  bool isNameOfCopied(unsigned OldAt) const;
  /// Where such functions of the old text have the token of \p NewAt.
  std::vector<unsigned> inCopied(unsigned NewAt) const;
  /// Behind `.` or `->`.
  bool isMember(unsigned NewAt) const;
  /// `f` of `space::f`, not of `::f`.
  bool isInNamed(unsigned NewAt) const;
  /// Every place of the old text where the token of \p NewAt may come from,
  /// near or far.
  llvm::ArrayRef<unsigned> alike(unsigned NewAt) const;
  /// Those of alike() whose statements are most like that of \p NewAt.
  std::vector<unsigned> likest(unsigned NewAt) const;
  /// What is declared at \p Declared is known at \p At, if nothing hides it;
  /// both in the old text.
  bool isInScope(unsigned Declared, unsigned At) const;
  /// Behind `.`, `->` or `::`, in the old text: what is in front of it says
  /// what it means.
  bool isQualified(unsigned OldAt) const;
  /// Other places of the old text that speak for being the origin of a
  /// declarator that an edit brings, and how many: those that its uses come
  /// from.
  void choose(unsigned NewAt, const std::map<unsigned, unsigned> &Votes);
  /// True if the old text spells a name.
  bool isOldName(llvm::StringRef Name) const { return OldPlaces.count(Name); }

private:
  using Range = TextParts::Range;
  struct Piece {
    unsigned NewBegin = 0, NewEnd = 0, OldBegin = 0;
    bool IsKept = false;
    Range From; ///< function of the old text, or all of it
  };
  const Piece &pieceAt(unsigned NewAt) const;
  Range functionAt(unsigned OldAt) const;
  Range sourceOf(Range NewFunction) const;
  std::vector<Range> namesakes(Range NewFunction) const;
  unsigned countShared(Range NewFunction, Range OldFunction) const;
  /// Empty for text of another file.
  Range homeOf(unsigned NewAt) const;
  void findBrought(llvm::ArrayRef<Range> NewFunctions);
  Origin find(size_t NewIndex,
              const std::map<unsigned, unsigned> &Votes = {}) const;
  bool isPartOfNewName(size_t NewIndex) const;
  bool isNewName(const PlacedToken &T) const;
  unsigned countShared(size_t NewIndex, size_t OldIndex, bool Right) const;
  bool isSame(const PlacedToken &New, const PlacedToken &Old) const;
  std::optional<size_t> skipIndex(size_t NewIndex, bool Right) const;

  const TextParts &Old, &New;
  std::vector<PlacedToken> OldTokens, NewTokens;
  std::vector<Piece> Pieces;
  std::vector<Range> OldFunctions; ///< those that are in no other one
  /// Each function that an edit brings, and the one it is made of.
  std::vector<std::pair<Range, Range>> Brought;
  llvm::StringMap<std::vector<unsigned>> OldPlaces;
  llvm::DenseMap<unsigned, size_t> OldIndices, NewIndices; ///< by offset
  /// What was asked before; elements stay put.
  mutable std::map<unsigned, Origin> Known;
  mutable std::map<unsigned, std::vector<unsigned>> KnownAlike;
};

/// Private to Validate. Statements move as wholes, and get new neighbours: to
/// tell apart places at which a name means different things, what stands in the
/// same statement counts, and nothing else.
class StatementLikeness {
public:
  using Tokens = std::vector<PlacedToken>;
  using IsSame =
      llvm::function_ref<bool(const PlacedToken &New, const PlacedToken &Old)>;

  StatementLikeness(const Tokens &Old, const Tokens &New, IsSame Same)
      : Old(Old), New(New), Same(Same) {}

  /// How many tokens of its statement \p NewIndex has in common with the
  /// statement of \p OldIndex, in their order on both sides of the two.
  unsigned count(size_t NewIndex, size_t OldIndex) const;

private:
  const Tokens &Old, &New;
  IsSame Same;
};

/// The token behind the last one where what is declared at \p Declared is
/// known: the end of its block, of the statement that its header belongs to, or
/// of the text.
size_t endOfScope(const std::vector<PlacedToken> &Tokens, size_t Declared);

} // namespace pipeline_rewrite
#endif
