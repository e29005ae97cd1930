//===- UnitTexts.h - The files of a unit as other builds see them ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_ANALYSE_UNITTEXTS_H
#define PIPELINE_REWRITE_ANALYSE_UNITTEXTS_H

#include "Frontend/Conditions/BuildTexts.h"
#include "Frontend/SourceUnit.h"
#include "Options/Refusal.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include <optional>
#include <vector>

namespace pipeline_rewrite {

/// The bytes [Begin, End) of a file.
struct TextPart {
  clang::FileID File;
  unsigned Begin = 0, End = 0;

  bool contains(unsigned Offset) const {
    return Begin <= Offset && Offset < End;
  }
};

class UnitTexts {
public:
  explicit UnitTexts(const SourceUnit &Unit) : Unit(Unit), SM(Unit.sources()) {}

  const ConditionalText &of(clang::FileID File);
  /// The last byte is that of the last token's beginning.
  TextPart partOf(clang::SourceRange R) const;
  /// The files of the parse that are no system's.
  std::vector<clang::FileID> filesOfUser() const;
  /// A refusal of conditional-compilation with its cause.
  Refusal refuse(const SourcePlace &Loop, std::string Detail,
                 clang::FileID File, unsigned Offset) const;

  const SourceUnit &Unit;
  const clang::SourceManager &SM;
};

/// What a macro stands for; \p Spellings holds the texts.
std::vector<RawToken> tokensOf(const clang::MacroInfo &Info,
                               const clang::Preprocessor &PP,
                               llvm::BumpPtrAllocator &Spellings);

class UsedMacros {
public:
  explicit UsedMacros(UnitTexts &Texts)
      : Texts(Texts), Unit(Texts.Unit), SM(Texts.SM) {}

  /// Macros of the user's that the text uses, and those that these use.
  void addNames(TextPart Part, llvm::StringSet<> &Used);
  /// Those of a system's headers with parameters that addNames() has met.
  const llvm::StringSet<> &ofSystem() const { return System; }

  const clang::MacroInfo *infoOf(llvm::StringRef Name) const;
  /// It is \p Name, or stands for a text that has it.
  bool reaches(llvm::StringRef Macro, llvm::StringRef Name) const;

  /// The definition in force, or one before it that every build takes away.
  bool isDefinedHere(const TextDirective &D, clang::FileID File) const;
  /// Around all of a file, and it defines a name for itself.
  bool isGuard(const ConditionalGroup &G, clang::FileID File) const;
  bool isConditional(clang::SourceLocation L) const;
  /// Another build may define it before this does: an #if is around the
  /// definition, and none of its other branches has one.
  bool isOpen(llvm::StringRef Name, const clang::MacroInfo &Info) const;

private:
  void addMacro(llvm::StringRef Name, const TextPart &Part,
                llvm::StringSet<> &Used);

  llvm::StringSet<> Asked; ///< of addNames()'s part
  llvm::StringSet<> System;
  UnitTexts &Texts;
  const SourceUnit &Unit;
  const clang::SourceManager &SM;
};

/// A directive that leaves what is compiled, and macros, as they are.
bool isPlain(const TextDirective &D);

/// The end of what stands in `()` or `[]` at \p I; \p I if nothing does.
size_t endOfBrackets(llvm::ArrayRef<RawToken> All, size_t I);

/// Of a #define: with its parentheses; empty if it takes none.
llvm::ArrayRef<RawToken> parametersOf(const TextDirective &D);
/// The name of a parameter; empty if there is none.
llvm::StringRef parameterOf(const TextDirective &D, unsigned Number);
llvm::ArrayRef<RawToken> bodyOf(const TextDirective &D);
/// Of \p Names, what a #define names by itself: no parameter and no member.
llvm::StringRef namedIn(const TextDirective &D, const llvm::StringSet<> &Names);

} // namespace pipeline_rewrite
#endif
