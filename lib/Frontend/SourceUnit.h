//===- SourceUnit.h - A parsed .cu file -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owns the AST and the buffer of one source; every later stage borrows from it.
// CUDA is parsed device-only and for one architecture.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_SOURCEUNIT_H
#define PIPELINE_REWRITE_FRONTEND_SOURCEUNIT_H

#include "Frontend/Snapshot.h"
#include "Options.h"
#include "Refusal.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// One clang invocation, already free of nvcc's spelling.
struct ParseJob {
  std::string File;      ///< as the user named it
  std::string Directory; ///< where relative paths of Args start
  /// Complete clang arguments, without program name and without the file.
  std::vector<std::string> Args;
  std::string Nvcc; ///< that of the toolkit in use; empty: none was found
  /// The same command in nvcc's spelling: what decides device code, without
  /// file, output, phase and architecture.
  std::vector<std::string> NvccArgs;
};

struct ParseError {
  SourcePlace Place;
  std::string Message;
};

class SourceUnit;

/// What is to be known of a unit, in words that outlive it.
using Describe = std::function<std::string(const SourceUnit &)>;

class SourceUnit {
public:
  clang::ASTContext &context() const { return Clang->getASTContext(); }
  clang::SourceManager &sources() const { return Clang->getSourceManager(); }
  clang::Preprocessor &preprocessor() const { return Clang->getPreprocessor(); }
  const ParseJob &job() const { return Job; }
  /// The main file exactly as on disk (or as passed in): BOM, CRLF and all,
  /// without the explicit instantiations appended for --instantiate.
  llvm::StringRef text() const { return Text; }
  /// Errors of the front end anywhere in the unit, in source order. Kernels
  /// whose own text has none may still be handled.
  const std::vector<ParseError> &errors() const { return Errors; }

  /// The place that a person reads \p Loc at; the main file under the user's
  /// name for it. What stands in no file (the command line) has line 0.
  SourcePlace place(clang::SourceLocation Loc) const;

  /// What the `Describe` given to parseSource() says of this unit with \p Text
  /// in place of its own, for the price of the text behind the include block.
  /// Nothing if that cannot be had so cheaply. To be asked once.
  std::optional<std::string> describeWith(llvm::StringRef Text) const;

private:
  friend llvm::Expected<std::unique_ptr<SourceUnit>>
  parseSource(const ParseJob &, const Options &, std::optional<llvm::StringRef>,
              const Describe &);
  llvm::Error parse(const Options &Opts);
  ParseJob Job;
  std::string Text;
  std::vector<ParseError> Errors;
  std::unique_ptr<Snapshot> Second; ///< outlives what clang reads in it
  std::unique_ptr<clang::CompilerInstance> Clang;
};

/// What stands behind the text for --instantiate; empty without it.
std::string instantiations(const Options &Opts);

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
            const Describe &Later = nullptr);

} // namespace pipeline_rewrite
#endif
