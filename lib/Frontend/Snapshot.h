//===- Snapshot.h - Where two texts of one file still agree ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nearly all the time of a parse goes into headers, and the text that a rewrite
// gives begins with the same ones. So the process is forked while clang stands
// behind the include block: the second process waits, with all that clang has
// read so far, and a copy of it is given each new text and parses the rest of
// that. A PCH would do the same for more: writing one takes a quarter of a
// parse, reading it as much again.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_SNAPSHOT_H
#define PIPELINE_REWRITE_FRONTEND_SNAPSHOT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace clang {
class PPCallbacks;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace pipeline_rewrite {

/// Further parses of a file. Where processes cannot be forked there is none,
/// and where anything goes wrong there is no answer: the caller then parses the
/// new text from its beginning.
///
/// Takes:    the text, and what is appended to it for the parse (Tail).
/// Requires: clang parses the bytes of buffer() themselves, no copy.
/// Never:    leaves a process behind; lets the second one return to its caller.
class Snapshot {
public:
  Snapshot(llvm::StringRef Text, llvm::StringRef Tail);
  ~Snapshot();
  Snapshot(const Snapshot &) = delete;
  Snapshot &operator=(const Snapshot &) = delete;

  /// Text and Tail, and blanks for a longer text.
  std::unique_ptr<llvm::MemoryBuffer> buffer(llvm::StringRef Name) const;

  /// Forks while \p PP stands behind the include block of the main file. The
  /// second process begins with \p InSecond.
  std::unique_ptr<clang::PPCallbacks> callbacks(clang::Preprocessor &PP,
                                                std::function<void()> InSecond);

  /// First process: what the second one answers on \p NewText. Not again once
  /// an answer is missing.
  std::optional<std::string> ask(llvm::StringRef NewText);

  /// Second process: the text that it parses; nothing in the first.
  const std::optional<std::string> &newText() const { return NewText; }
  /// Second process: the end of it.
  [[noreturn]] void answer(llvm::StringRef Text);

private:
  class ForkBehindIncludes;
  void take(const clang::SourceManager &SM, unsigned AtOffset);
  void waitForText();
  void write(llvm::StringRef Text);
  void end();

  const std::string OldText, Tail;
  std::unique_ptr<llvm::WritableMemoryBuffer> Parsed;
  std::optional<unsigned> Offset; ///< up to here both texts must agree
  int Socket = -1;                ///< to the other process; -1: there is none
  int Child = -1;                 ///< first process: id of the second
  std::optional<std::string> NewText;
};

} // namespace pipeline_rewrite
#endif
