//===- FileCommands.h - The build's command for each file -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads compile_commands.json as it stands. Clang's own loader would
// interpolate for headers before nvcc's options are translated, and lose
// options files.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_FILECOMMANDS_H
#define PIPELINE_REWRITE_FRONTEND_FILECOMMANDS_H

#include "Frontend/Command/NvccFlags.h"
#include "Frontend/CompileJobs.h"

namespace pipeline_rewrite {

struct FileCommand {
  std::string File;      ///< as the user named it, or absolute
  std::string Directory; ///< where relative paths start
  std::vector<std::string>
      Words; ///< the command without its program; empty: none
  FlagDialect Dialect = FlagDialect::Nvcc;
  std::string Nvcc; ///< the program if it is an nvcc
  std::string Note; ///< what was guessed
};

struct FileCommands {
  std::vector<FileCommand> Commands;
  /// All files of the database, CUDA or not; absolute.
  std::vector<std::string> Known;
};

/// Gives:  the request's files in order, or all CUDA files of the database if
///         the request names none. A file may occur twice.
/// Fails:  a database is asked for and cannot be read.
llvm::Expected<FileCommands> fileCommands(const CompileRequest &Request);

} // namespace pipeline_rewrite
#endif
