//===- Workbench.h - A text of a file before the user's own tools ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compilers and programs are run on the old and on the new text of one file.
// Both stand under one hidden name beside it, so that relative includes and
// __FILE__ are the same for both.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_VALIDATE_WORKBENCH_H
#define PIPELINE_REWRITE_VALIDATE_WORKBENCH_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <optional>
#include <string>

namespace pipeline_rewrite {

/// What a command left behind.
struct CommandResult {
  int Status = 0; ///< -1: it could not be started; -2: a crash
  bool TimedOut = false;
  bool Stopped = false;           ///< ended because the caller wanted no more
  std::string Output, Complaints; ///< standard output and error
};

/// Runs a command line of /bin/sh in a session of its own, so that a time-out
/// ends all that it started. What it says goes to files in Folder.
/// Stop: if it becomes true, the command is ended.
CommandResult runCommand(const std::string &Command, llvm::StringRef Folder,
                         unsigned TimeoutSeconds,
                         const std::atomic<bool> *Stop = nullptr);

class Workbench {
public:
  Workbench(llvm::StringRef File, unsigned TimeoutSeconds)
      : File(File), TimeoutSeconds(TimeoutSeconds) {}
  Workbench(const Workbench &) = delete;
  Workbench &operator=(const Workbench &) = delete;
  ~Workbench(); ///< nothing stays behind

  /// Makes the temporary folder and the hidden file, beside the source or, if
  /// that folder cannot be written, in the temporary one; to be called first.
  /// Fails: the temporary folder cannot be written.
  llvm::Error open();
  /// Puts a text into the hidden file; gives the reason if that fails.
  std::optional<std::string> setText(llvm::StringRef Text) const;

  llvm::StringRef source() const { return SourcePath; }
  /// The hidden file stands beside the source.
  bool isBeside() const { return Beside.empty(); }
  /// The path of this name in the temporary folder.
  std::string place(llvm::StringRef Name) const;

  /// As runCommand(), in the temporary folder.
  CommandResult run(const std::string &Command,
                    const std::atomic<bool> *Stop = nullptr) const;
  std::string stillRunning() const;

  /// With the file's own name for the hidden one, which says nothing to the
  /// user.
  std::string named(std::string Text) const;

private:
  std::string File;
  unsigned TimeoutSeconds;
  /// The file's folder, if nothing can be written there; else empty.
  std::string Beside;
  llvm::SmallString<256> Folder, SourcePath;
};

/// As one word of the shell.
std::string quoted(llvm::StringRef Word);
/// \p Command with \p Word for each \p Name.
std::string replaced(llvm::StringRef Command, llvm::StringRef Name,
                     llvm::StringRef Word);
/// "exit 1", "a crash".
std::string statusText(int Status);
/// The last lines of what a command said, for a message.
std::string lastLines(llvm::StringRef Text, unsigned Count = 6);
/// A message with the first line that differs, if one does.
std::optional<std::string> firstDifference(llvm::StringRef Old,
                                           llvm::StringRef New);
/// The file's content; empty if it cannot be read.
std::string contentsOf(const llvm::Twine &Path);

} // namespace pipeline_rewrite
#endif
