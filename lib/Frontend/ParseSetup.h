//===- ParseSetup.h - How clang parses a file -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enough to parse another text of the same file, whoever parsed the first one.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PARSESETUP_H
#define PIPELINE_REWRITE_FRONTEND_PARSESETUP_H

#include "Frontend/Project/ProgramFiles.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInvocation;
class Preprocessor;
} // namespace clang

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
  /// Architectures that the command builds for, of those that the budget knows;
  /// none if it names none, or if the user has named some.
  std::vector<std::string> Archs;
  std::shared_ptr<ProgramFiles> Program; ///< null: nothing is known of it
  /// A build's, which says where its headers are.
  bool HasCommand = false;
  bool NeedsCmath = false; ///< ParseSetup::NeedsCmath of an earlier parse
};

struct ParseSetup {
  using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

  /// Its one input is the file's absolute path.
  std::shared_ptr<const clang::CompilerInvocation> Invocation;
  FileSystem Files;                      ///< headers, and the working directory
  std::vector<std::string> Errors;       ///< of the command line
  std::shared_ptr<ProgramFiles> Program; ///< never null
  /// A parse had errors with no more of <cmath> than it asked for.
  bool NeedsCmath = false;

  std::string mainFile() const;
  /// From now on \p Text is read there, whatever the file holds.
  void serve(llvm::StringRef Path, llvm::StringRef Text);
  /// Files, and over them \p Text as the main file.
  FileSystem filesWith(std::unique_ptr<llvm::MemoryBuffer> Text) const;
};

/// Fails: the command line cannot be understood at all.
llvm::Expected<ParseSetup> setUpParse(const ParseJob &Job);

/// As another program has set up the parse that gave \p Context. What only its
/// driver knew and no parse asks for, output files and the like, is lost.
ParseSetup setUpLike(const clang::ASTContext &Context,
                     const clang::Preprocessor &PP);

} // namespace pipeline_rewrite
#endif
