//===- KLoopCheck.h - pipeline-rewrite-k-loop -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warns of each K-loop that can be pipelined, with the rewrite as its fix.
// docs/checks/pipeline-rewrite-k-loop.md describes it for users.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TIDY_KLOOPCHECK_H
#define PIPELINE_REWRITE_TOOL_TIDY_KLOOPCHECK_H

#include "Chain/UnitResult.h"
#include "Options/OptionKeys.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

/// Runs the chain on clang-tidy's own AST.
///
/// Takes:    CheckOptions as lib/Options/Options.def names them.
/// Gives:    per loop that would be rewritten a warning with all its edits as
///           one fix, the #include with the first that needs it, and notes on
///           what decided and what it costs; per refused loop a remark, with
///           ShowRefusals.
/// Never:    gives a fix that checkOutput() has not seen.
class KLoopCheck : public clang::tidy::ClangTidyCheck {
public:
  KLoopCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);

  bool
  isLanguageVersionSupported(const clang::LangOptions &Language) const override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Stored) override;
  void registerPPCallbacks(const clang::SourceManager &Sources,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *Expander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  void readConfig();
  void readOption(const OptionKey &Key);
  void takeArchOf(const clang::ASTContext &Context);
  bool warnOfHostSide(const SourceUnit &Unit);
  void report(const UnitResult &Result, const clang::SourceManager &Sources);
  clang::SourceLocation at(unsigned Offset,
                           const clang::SourceManager &Sources) const;
  clang::FixItHint fixFor(const TextEdit &Edit,
                          const clang::SourceManager &Sources) const;
  void reportLoop(const LoopReport &Loop, const clang::SourceManager &Sources);
  void reportBudget(const LoopReport &Loop, clang::SourceLocation At);
  void reportRefusal(const Refusal &Reason,
                     const clang::SourceManager &Sources);
  void reportUncompared(const UnitResult &Result,
                        const clang::SourceManager &Sources);

  const TextEdit *findCollision(const LoopReport &Loop) const;
  bool passesLineFilter(const SourcePlace &Place) const;

  const std::string CheckName;
  clang::tidy::ClangTidyContext *const Context;
  pipeline_rewrite::Options Opts;
  bool OptionsAreGood = true;
  bool ArchsAreNamed = false; ///< else they are that of the parse
  bool ShowRefusals = false;
  clang::Preprocessor *PP = nullptr;
  clang::FileID Subject; ///< the file that is reported
  // Of the fixes that were given for it:
  std::vector<TextEdit> Given;
  llvm::StringSet<> IncludesGiven;
};

} // namespace pipeline_rewrite
#endif
