//===- BuildWords.h - Names whose value the build decides -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_FRONTEND_BUILDWORDS_H
#define PIPELINE_REWRITE_FRONTEND_BUILDWORDS_H

#include "Frontend/LoadMacro.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <vector>

namespace pipeline_rewrite {

class PlatformWords;

/// The texts of the user's files of a parse, inactive branches and macros'
/// bodies as well.
class BuildWords {
public:
  BuildWords(const clang::Preprocessor &PP, const PlatformWords &Platforms);

  /// The same, and in another build each of \p Given has another value, and so
  /// has each macro that an #if asks for, unless a file defines it whatever the
  /// build.
  BuildWords withMacros(llvm::StringSet<> Given) const;

  /// Of withMacros(): the names that a command line may define: those of \p
  /// Given, and those that an #if asks for and no file defines whatever the
  /// build.
  llvm::StringSet<> given() const;

  /// The same for what needs to know only builds that have the code at \p
  /// Offset: an #if around it is no matter, nor are definitions that it
  /// chooses.
  BuildWords within(clang::FileID File, unsigned Offset) const;

  /// From \p Begin to \p End of a file each #if is judged by its text: it is no
  /// matter here.
  void leaveConditions(clang::FileID File, unsigned Begin, unsigned End);

  /// A file defines a macro of the name, in this build or another.
  bool isMacro(llvm::StringRef Name) const;
  /// A file has an #undef of it.
  bool isUndefined(llvm::StringRef Name) const;

  /// Nothing depends on the build.
  bool empty() const { return IsEmpty; }

  struct Mention {
    unsigned Offset = 0; ///< in the file
    std::string Name;
  };
  /// The first name or #if that the build decides in [Begin, End) of a file.
  /// \p IsOther: of the name at an offset is known that it means something else
  /// than what these files define. \p Specifiers: a macro that stands for
  /// `__restrict__` or `inline` counts as well.
  std::optional<Mention> find(clang::FileID File, unsigned Begin, unsigned End,
                              llvm::function_ref<bool(unsigned)> IsOther,
                              bool Specifiers = false) const;
  /// The innermost such #if around an offset.
  std::optional<Mention> findAround(clang::FileID File, unsigned Offset) const;
  /// The first word in [Begin, End) of a file that \p IsName, and that a file
  /// of the user's has in such an #if.
  std::optional<Mention>
  findChosen(clang::FileID File, unsigned Begin, unsigned End,
             llvm::function_ref<bool(llvm::StringRef)> IsName) const;
  /// Such an #if in which a file names \p Name.
  std::optional<Mention> findInside(llvm::StringRef Name) const;

private:
  struct Word {
    unsigned Offset;
    llvm::StringRef Name;
  };
  /// From #if to #endif.
  struct Region {
    unsigned Begin = 0, End = ~0u;
    std::vector<Word> Names; ///< of its conditions
    bool IsGuard = false;    ///< no matter
    /// A guard, unless its name is used: `#ifndef N / #define N 8`.
    bool MayBeDefault = false;
    llvm::StringRef DecidedBy; ///< empty: not by the build

    bool surrounds(unsigned Offset) const {
      return Begin < Offset && Offset < End;
    }
  };
  /// A macro, or a constant or alias of the file: what its text names.
  struct Definition {
    llvm::StringRef Name;
    std::optional<unsigned> Offset; ///< of a macro's name
    std::vector<llvm::StringRef> Body;
    std::vector<unsigned> Regions; ///< around it
    bool IsTaken = true;           ///< this parse has defined it
    bool IsSpecifier = false; ///< of declarations, as `__host__ __device__`
    Loads Loaded = Loads::Else;
  };
  struct Text {
    std::vector<Word> Words; ///< outside directives
    std::vector<Region> Regions;
    std::vector<Definition> Definitions;
    llvm::StringSet<> Undefined;
  };
  class Reader;
  const Text *textOf(clang::FileID File) const;
  void close();
  bool decide(Text &T);
  void findSameLoads();
  BuildWords decidedAgain() const;
  void findFixed();
  bool isDecided(llvm::StringRef Name) const;

  llvm::DenseMap<clang::FileID, Text> Files;
  bool IsEmpty = true;
  /// Macros with several definitions that all load the same.
  llvm::StringSet<> SameLoads;
  llvm::StringSet<> Decided; ///< names of definitions that depend on the build
  /// The same of specifiers, and of macros that stand for nothing: they matter
  /// where an #if asks for them.
  llvm::StringSet<> Flags;
  /// withMacros(): whether macros that an #if asks for count.
  bool AlsoMacros = false;
  llvm::StringSet<> Given; ///< withMacros()
  llvm::StringSet<> Fixed; ///< macros that a file defines whatever the build
};

} // namespace pipeline_rewrite
#endif
