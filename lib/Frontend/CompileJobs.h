//===- CompileJobs.h - What to parse, and with which flags ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns what the user gave (files, `-p build`, flags after `--`) into clang
// invocations: nvcc's command lines translated, the toolkit looked up, one
// architecture, device side only.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_COMPILEJOBS_H
#define PIPELINE_REWRITE_FRONTEND_COMPILEJOBS_H

#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

struct CompileRequest {
  std::vector<std::string> Files;
  std::string BuildDir; ///< `-p`; empty: none given
  std::vector<std::string>
      ExtraFlags; ///< after `--`, nvcc's or clang's spelling
  /// Of a configuration file, before those.
  std::vector<std::string> TreeFlags;
  bool CudaPathOfTree = false; ///< CudaPath is a configuration file's
  bool TrustTree = false;      ///< `--trust-tree`: what a tree names may be run
  bool HasExtraFlags = false; ///< `--` was given, perhaps with nothing after it
  /// `--cuda-path`: a toolkit's root, "builtin" for the tool's own
  /// declarations, empty to look one up (CUDA_PATH, nvcc on PATH,
  /// /usr/local/cuda).
  std::string CudaPath;
  /// What is known of the files beside those of the request; shared by the
  /// requests of a run, null to begin anew.
  std::shared_ptr<ProgramFiles> Program;
  /// `--arch` was given: Options::Archs, and not the command, says what is
  /// parsed for.
  bool HasArch = false;
  /// The commands are for other tools of clang's, which find their own headers
  /// and have none of ours.
  bool ForOtherTools = false;
};

struct CompileJobs {
  std::vector<ParseJob> Jobs; ///< each file once
  /// Files of Jobs that the database has further commands for: in other words.
  std::vector<ParseJob> Others;
  std::vector<std::string>
      Notes; ///< for the user: unknown nvcc options, built-in declarations
};

/// Fails: the compilation database is missing or unreadable, --cuda-path names
/// no toolkit.
llvm::Expected<CompileJobs> compileJobs(const CompileRequest &Request,
                                        const Options &Opts);

/// What the commands of a run build for; and which file's, where they differ.
std::vector<std::string>
architectureNotes(llvm::ArrayRef<const ParseJob *> Jobs);

/// The options for a job: its architectures, where the user has named none.
Options optionsFor(const ParseJob &Job, Options Opts);

} // namespace pipeline_rewrite
#endif
