//===- AnswerCache.h - Answers that still hold ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder with an answer for each question that was asked: what comes of a
// source, what a compiler makes of a text. An answer is given again only if all
// that it was read from is as it was; in doubt there is none. An entry that
// cannot be read is none either, and a folder that cannot be written keeps
// nothing.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_ANSWERCACHE_H
#define PIPELINE_REWRITE_FRONTEND_ANSWERCACHE_H

#include "Cache/ReadLog.h"
#include <atomic>
#include <optional>
#include <vector>

namespace pipeline_rewrite {

/// Of a program or library: where it is, how large, how old, and of a small one
/// what is in it. A text that names a file as it is now, for a question.
std::string identityOf(llvm::StringRef Path);
/// Of this program with the libraries that it has loaded.
std::string identityOfThisProgram();
/// Variables that compilers and toolkits heed, the programs of theirs that are
/// found by name, and the working folder.
std::string environmentThatMatters();

class AnswerCache {
public:
  /// \p Folder: may hold other things; all entries are below a folder of their
  /// own in it, which is made when something is asked.
  /// \p MostBytes: of all entries; the oldest go first.
  explicit AnswerCache(std::string Folder, uint64_t MostBytes = uint64_t(512)
                                                                << 20);
  /// Takes away what is too much.
  ~AnswerCache();
  AnswerCache(const AnswerCache &) = delete;
  AnswerCache &operator=(const AnswerCache &) = delete;

  /// Which texts may stand for those that an answer was read from.
  enum class Texts {
    Same,
    SameCode, ///< with other comments, blanks and line breaks
  };
  struct Kept {
    std::string Answer;
    Sightings From; ///< as it is now
    /// Files that have the same code and are another text.
    std::vector<std::string> Reworded;
  };
  /// \p Question: strongHash() of all that decides the answer, but the files
  /// that are read for it. Where nothing is found the folder is made, before
  /// anybody lists the one that it is in.
  std::optional<Kept> find(llvm::StringRef Question,
                           Texts Heeded = Texts::Same) const;
  void keep(llvm::StringRef Question, llvm::StringRef Answer,
            const Sightings &From) const;

private:
  Sighting now(const std::string &Path, const Sighting &Like) const;
  std::string placeOf(llvm::StringRef Question) const;
  /// Gives: whether entries can be kept.
  bool makeFolder() const;
  void prune() const;

  const std::string Folder; ///< of the entries alone
  const uint64_t MostBytes;
  mutable std::atomic<bool> Wrote = false;
  mutable std::mutex Access;
  /// Files that several answers were read from are looked at once.
  mutable Sightings Now;
};

} // namespace pipeline_rewrite
#endif
