//===- LoadText.h - Rendering a load slice, phase by phase ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit: the text of one load slice, that of the loop or that of a
// function which fills tiles for it, with the edits that every copy of the
// user's text gets.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_LOADTEXT_H
#define PIPELINE_REWRITE_EMIT_LOADTEXT_H

#include "Emit/EditSet.h"
#include "Emit/Loads/AsyncWords.h"
#include "Emit/Source/Names.h"
#include "Emit/Source/SourceText.h"
#include "Emit/Source/TypeText.h"
#include "Plan/PipelinePlan.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/StringMap.h"

namespace pipeline_rewrite {

struct CallPlace;

/// What waits in a register of a function that fills tiles, as the caller of
/// its halves declares it.
struct CallRegister {
  std::string Type, Extents;            ///< `float4`, `[BM / 8]`; may be empty
  const clang::VarDecl *Name = nullptr; ///< what the caller calls the tile
  const clang::VarDecl *Tile = nullptr;
};

/// How a function that fills tiles is called in its halves.
struct CallNames {
  std::string Issue, Store; ///< the functions; Store may be empty
  bool Copies = false;      ///< asynchronously
  /// Passed first: what asynchronous copies need to be given, or nothing.
  std::string Pipeline;
  std::vector<std::string> Registers; ///< passed next
  /// Template arguments `<…>` in place of those that are given, where some can
  /// no longer be deduced; empty if they can.
  std::string IssueArguments, StoreArguments;
  /// Arguments for a member of what depends on template parameters.
  bool Dependent = false;
};

class LoadText {
public:
  /// \p Function: the instance that \p Slice is part of.
  LoadText(const LoadPlan &Plan, const LoadSlice &Slice,
           const LoadPhases &Phases, const clang::FunctionDecl *Function,
           const SourceUnit &Unit, SourceText Text)
      : Plan(Plan), Slice(Slice), Phases(Phases), Function(Function),
        Unit(Unit), Context(Unit.context()), Source(Text),
        Types(Function, Source, *Plan.Builds) {}
  LoadText(const LoadText &) = delete; // Types refers to Source

  const LoadPlan &Plan;
  const LoadSlice &Slice;
  const LoadPhases &Phases;
  const clang::FunctionDecl *const Function;
  const SourceUnit &Unit;
  clang::ASTContext &Context;
  SourceText Source;
  TypeText Types;
  std::string IndentUnit;            ///< one nesting level
  std::shared_ptr<AsyncWords> Async; ///< set where the slice copies
  /// The index that the computation has for tiles of another stream than the
  /// last.
  llvm::DenseMap<const clang::VarDecl *, std::string> ReadIndices;
  llvm::DenseMap<const clang::VarDecl *, std::string>
      CopyNames; ///< load-side copies
  /// What fragments of which there are two sets are called, and the set of a
  /// step; empty where there are none.
  llvm::DenseMap<const clang::VarDecl *, std::string> FragmentNames;
  std::string FragmentSet;
  /// The counter of k-steps, and what it is called in their halves.
  std::pair<const clang::VarDecl *, std::string> StepName;
  std::vector<std::string> Registers; ///< name of each fetch of Phases
  llvm::DenseMap<const clang::CallExpr *, CallNames> Calls;
  /// What stands for a name of a tile in dynamic memory at a TileIndex; the
  /// name itself where there is none.
  llvm::StringMap<llvm::DenseMap<const clang::VarDecl *, std::string>>
      StagePointers;
  /// Counters of copy loops whose start differs between threads.
  llvm::DenseMap<const clang::ForStmt *, std::string> Rounds;

  std::string newline() const { return Source.newline().str(); }

  /// As `stage ^ 1` in `[stage ^ 1]`.
  static std::string numberOf(llvm::StringRef TileIndex) {
    return TileIndex.empty() ? "0" : TileIndex.drop_front().drop_back().str();
  }
  /// The text of a node with names of the load side and tiles at \p TileIndex.
  std::string render(const clang::Stmt *S, bool LoadSide,
                     llvm::StringRef TileIndex);
  /// Adds the edits for uses of tiles and, on the load side, of copied
  /// variables.
  void addUses(EditSet &Edits, const clang::Stmt *S, bool LoadSide,
               llvm::StringRef TileIndex);
  /// An asynchronous copy for `*Target = Value;`, with a plain store of the
  /// fill where a guard does not hold.
  std::string asyncCopy(const TileStore &S, llvm::StringRef TileIndex,
                        const std::string &Indent);
  /// `static_assert`s, one a line, that each asynchronous copy of the slice has
  /// a size that exists: another compiles and traps at run time
  /// (cuda_pipeline_helpers.h).
  std::string assertCopySizes(llvm::StringRef Indent,
                              llvm::StringRef TileIndex);
  /// A call with these arguments, wrapped as the file is.
  std::string wrappedCopy(llvm::ArrayRef<std::string> Args,
                          const std::string &Indent) const;
  /// The type of a fetch's register, in the slice's words.
  std::string typeOf(const Fetch &F);
  /// The type of a variable that gets a copy or moves.
  std::string typeOfVariable(const clang::VarDecl *V);

  /// An expression of the slice in the words of some place.
  using Spell =
      llvm::function_ref<std::optional<std::string>(const clang::Expr *)>;
  /// Trip count of a copy loop as an array extent; nullopt if \p Words fails.
  std::optional<std::string> extentText(const CopyLoop &L, Spell Words) const;
  /// The same where the loop stands.
  std::string extentText(const CopyLoop &L);
  /// The iteration of a copy loop as an index.
  std::string indexText(const CopyLoop &L) const;
  /// Arguments or parameters, as many a line as the file is wide: the first at
  /// \p Column, further lines behind \p Indent.
  std::string fillLines(llvm::ArrayRef<std::string> List, unsigned Column,
                        const std::string &Indent) const;
  /// `loadAsync(As, A)` becomes `loadAsync(pipe, As, A)`: the argument list
  /// comes next \p Behind the callee. Nothing if \p Pipeline is empty.
  void passPipeline(EditSet &Edits, unsigned Behind,
                    const std::string &Pipeline) const;
  /// Every copy loop around what waits in registers.
  std::vector<const CopyLoop *> copyLoops() const;
  /// Writes the halves of every function that the slice calls, in \p Place.
  void writeCalls(const CallPlace &Place, Names &Names, EditSet &Edits);
  /// Gives names to the registers that they are given, and what copies need.
  void nameCalls(Names &Names);
  /// Registers of the functions that the slice calls, with names.
  struct NamedRegister {
    const CallPhases *Half = nullptr; ///< whose it is
    CallRegister Register;
    std::string Name;
  };
  std::vector<NamedRegister> CallRegisters;
  /// Gives names to the rounds of copy loops whose start differs between
  /// threads.
  void nameRounds(Names &Names);

  Answer CanEdit; ///< the text; the loop is refused if not
  /// Uses of macros that hide text which would have to change, all of them.
  std::vector<unsigned> Macros;
  /// Of code in a macro: \p At is all that would have to be text.
  void fail(RefusalId Id, std::string Detail, clang::SourceRange At);
  /// \p S is no text of the file.
  void cannotEdit(const clang::Stmt *S);
  /// How far the line of \p S is indented.
  std::string indentOf(const clang::Stmt *S) const;

protected:
  /// Where a token is spelled in the text, or the macro used that writes it.
  std::optional<unsigned> spelledOrHidden(clang::SourceLocation L) const;
  /// The identifier \p T is one of \p Names, or a macro whose body uses one.
  bool meansAny(const llvm::StringSet<> &Names, const clang::Token &T) const;
  /// Not those of a macro's definition, which are used where the macro is.
  void forEachIdentifier(
      TextRange R,
      llvm::function_ref<void(const clang::Token &, unsigned)> Do) const;

private:
  /// What the variable \p V, of another instance, is in this one.
  const clang::VarDecl *own(const clang::VarDecl *V) const;
  const clang::VarDecl *storedAlone(const Fetch &F) const;
  /// "[stage]" for a use of \p Tile.
  std::string indexOf(const clang::VarDecl *Tile, bool LoadSide,
                      llvm::StringRef TileIndex) const {
    auto Read = ReadIndices.find(Tile);
    return LoadSide || Read == ReadIndices.end() ? TileIndex.str()
                                                 : Read->second;
  }
  /// What \p V is called at \p TileIndex, if that is not its own name with the
  /// index behind it; empty otherwise.
  std::string otherName(const clang::VarDecl *V, bool LoadSide,
                        llvm::StringRef TileIndex) const;
  std::string sizeText(const TileStore &S, llvm::StringRef TileIndex);
  std::string alignText(const TileStore &S, llvm::StringRef TileIndex);
  std::string addressOf(const clang::Expr *E, llvm::StringRef TileIndex);
  std::string sourceAddress(const TileStore &S, llvm::StringRef TileIndex);
  bool isDeclaredByLoads(const clang::VarDecl *V) const;
  void spellOutLocals(EditSet &Edits, const clang::Stmt *S, bool All);
  std::string constantText(const clang::Expr *E, bool InInitialiser = false);
  void findUnseen(const clang::Stmt *S, const llvm::StringSet<> &Edited,
                  const llvm::DenseSet<unsigned> &Known);
};

/// The variable of \p L is the number of the round: `for (int j = 0; j < n;
/// ++j)`.
bool countsRounds(const CopyLoop &L);

/// The text in parentheses unless it is a name, a number, or parenthesised
/// already. A macro is what it stands for, in any build.
std::string atom(std::string Text, const SourceUnit &Unit);

/// An atom for the value of a variable whose initialiser is \p Text; \p
/// Conversion: conversionOf() it.
std::string converted(llvm::StringRef Conversion, std::string Text,
                      const SourceUnit &Unit);

/// As an operand of `+`: parenthesised only where `+` would bind tighter.
std::string summand(const clang::Expr *E, std::string Text,
                    const SourceUnit &Unit);

/// Breaks that the user made for another line length go, unless a comment
/// needs them.
std::string oneLine(llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
