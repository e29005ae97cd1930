//===- SourceUnit.h - A parsed .cu file -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The AST of one source, and the text of the one file of it that is to be
// rewritten, its subject: the main file, or a header. Every later pass borrows
// from it. CUDA is parsed device-only and for one architecture. Either the unit
// owns its AST, or another one does, or another program: clang-tidy has parsed
// already when it asks.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_SOURCEUNIT_H
#define PIPELINE_REWRITE_FRONTEND_SOURCEUNIT_H

#include "Frontend/Conditions/WriteOut.h"
#include "Frontend/ParseSetup.h"
#include "Frontend/Snapshot.h"
#include "Options/Options.h"
#include "Options/Refusal.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct ParseError {
  SourcePlace Place;
  std::string Message;
};

/// A header's text in place of what is on disk.
struct ReplacedHeader {
  std::string Path; ///< any that leads to the file
  std::string Text;
};

class BuildTexts;
class SourceUnit;

/// What is to be known of a unit, in words that outlive it.
using Describe = std::function<std::string(const SourceUnit &)>;

class SourceUnit {
public:
  clang::ASTContext &context() const { return *Context; }
  clang::SourceManager &sources() const { return Context->getSourceManager(); }
  clang::Preprocessor &preprocessor() const { return *Lexed; }
  /// The subject: the main file as the user named it, or a header by its
  /// readableName().
  const std::string &file() const { return File; }
  /// The subject among the files of the parse.
  clang::FileID subject() const { return Subject; }
  bool isAboutHeader() const { return !HeaderPath.empty(); }
  /// Of a header: its absolute path, as clang opened it. Of the main file:
  /// empty.
  const std::string &headerPath() const { return HeaderPath; }
  /// Whether code is in the subject's text; that of a macro is where it is
  /// used.
  bool isInSubject(clang::SourceLocation Loc) const;
  /// How it was parsed, for parseAgain().
  const ParseSetup &setup() const { return Setup; }
  /// The subject exactly as on disk (or as passed in): BOM, CRLF and all,
  /// without the explicit instantiations appended for --instantiate.
  llvm::StringRef text() const { return Text; }
  /// An offset of text() in the text that the user wrote: another one where
  /// macros were written out.
  unsigned ownOffset(unsigned Offset) const {
    return offsetBefore(Written, Offset);
  }
  /// Errors of the front end anywhere in the unit, in source order. Kernels
  /// whose own text has none may still be handled.
  const std::vector<ParseError> &errors() const { return Errors; }
  /// Of errors()[I]: where clang saw it; invalid if nowhere.
  clang::SourceLocation locationOfError(size_t I) const { return ErrorsAt[I]; }

  /// The place that a person reads \p Loc at, in the text that he wrote. What
  /// stands in no file (the command line) has line 0.
  SourcePlace place(clang::SourceLocation Loc) const;

  /// What the `Describe` given to parseSource() says of this unit with \p Text
  /// in place of its own, for the price of the text behind the include block.
  /// Nothing if that cannot be had so cheaply, as of a header, or could not be
  /// had before.
  std::optional<std::string> describeWith(llvm::StringRef Text) const;

  /// Files that have the main file's text after their own:
  /// ProgramFiles::includersOf().
  const std::vector<std::string> &includers() const;

  /// What other builds may read in the user's files.
  BuildTexts &texts() const;

private:
  friend class UnitBuilder;
  std::string nameOf(clang::FileID Id) const;
  std::string File;
  std::string Text;
  clang::FileID Subject;
  std::string MainFile, MainText; ///< equal to File and Text but for a header
  std::string HeaderPath;
  /// What Text is made of, if its macros were written out.
  std::string Original;
  std::vector<WrittenMacro> Written;
  std::vector<ParseError> Errors;
  std::vector<clang::SourceLocation> ErrorsAt;
  /// Files that clang was given another text of, with the user's own.
  std::vector<ReplacedHeader> Mended;
  ParseSetup Setup;
  clang::ASTContext *Context = nullptr;
  clang::Preprocessor *Lexed = nullptr;
  mutable std::shared_ptr<BuildTexts> Texts; ///< once it is asked for
  mutable std::optional<std::vector<std::string>> Includers; ///< the same
  std::unique_ptr<Snapshot> Second; ///< outlives what clang reads in it
  std::unique_ptr<clang::CompilerInstance> Clang; ///< null: not our AST
};

/// A cheap question before anything is parsed or walked: every block barrier is
/// spelled with a word that this looks for.
bool mayHaveBarrier(llvm::StringRef Text);

/// What stands behind the text for --instantiate; empty without it.
std::string instantiations(const Options &Opts);

/// The function that the \p Index-th of Options::Instantiate names; nullptr if
/// it is none.
const clang::FunctionDecl *namedInstance(const SourceUnit &Unit, size_t Index);

/// Reads and parses one source. Front-end errors are recorded, not fatal.
///
/// Takes:  a job of compileJobs(); Text replaces the file's content if given;
///         Later, if SourceUnit::describeWith() is to be asked.
/// Gives:  the unit, its AST complete (never null).
/// Fails:  the file cannot be read, is a directory, or is binary.
/// Never:  prints; changes the working directory.
llvm::Expected<std::unique_ptr<SourceUnit>>
parseSource(const ParseJob &Job, const Options &Opts,
            std::optional<llvm::StringRef> Text = std::nullopt,
            const Describe &Later = nullptr,
            llvm::ArrayRef<ReplacedHeader> Headers = {});

/// The same parse with one of its headers as the subject.
///
/// Requires: \p Whole outlives it; \p Header is a file, read in the parse.
std::unique_ptr<SourceUnit> headerUnit(const SourceUnit &Whole,
                                       clang::FileID Header);

/// The same for the header that a path leads to; null if it is not read.
std::unique_ptr<SourceUnit> headerUnit(const SourceUnit &Whole,
                                       llvm::StringRef Path);

/// Parses the main file's text again, with other texts of headers.
llvm::Expected<std::unique_ptr<SourceUnit>>
parseAgain(const SourceUnit &Before, const Options &Opts,
           llvm::ArrayRef<ReplacedHeader> Headers);

/// Parses another text of \p Before's subject, as that one was parsed.
llvm::Expected<std::unique_ptr<SourceUnit>>
parseAgain(const SourceUnit &Before, const Options &Opts, llvm::StringRef Text);

/// Parses \p Before's subject with these uses of macros written out. Places are
/// those of \p Before's text, SourceUnit::text() is the new one.
///
/// Takes: \p Macros ascending; \p Later as parseSource().
llvm::Expected<std::unique_ptr<SourceUnit>>
parseWrittenOut(const SourceUnit &Before, const Options &Opts,
                std::vector<WrittenMacro> Macros,
                const Describe &Later = nullptr);

/// A unit over what another program has parsed. That program has seen the
/// errors, not we: if there were any, the unit owns a parse of the same text
/// instead, with the errors and their places.
///
/// Requires: Context and PP belong together, are complete, and outlive the
///           unit; Options::Instantiate is empty.
/// Fails:    as parseSource().
llvm::Expected<std::unique_ptr<SourceUnit>>
adoptSource(clang::ASTContext &Context, clang::Preprocessor &PP,
            const Options &Opts);

} // namespace pipeline_rewrite
#endif
