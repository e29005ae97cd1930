//===- ReadLog.h - All that an answer was read from -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kept answer holds as long as every file, folder and place that was looked
// at is as it was: also those where nothing was found, since a header that
// appears there would be taken.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_READLOG_H
#define PIPELINE_REWRITE_FRONTEND_READLOG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace pipeline_rewrite {

class AnswerCache;

/// What was seen at a path.
struct Sighting {
  enum KindOf : unsigned char {
    Nothing, ///< neither file nor folder
    Folder,
    File,   ///< what is in it was not read
    Text,   ///< a file, read: Hash of what is in it
    Listing ///< a folder, listed: Hash of the names in it
  };
  KindOf Kind = Nothing;
  std::string Hash;
  /// What the path leads to behind symbolic links, and which file that is if it
  /// has several names: whatever reads one file under two names once may read
  /// two the next time.
  std::string Real;
  /// Of a text of C++: hash of its tokens. Empty: nobody may take another text
  /// for the same.
  std::string Code;
  bool operator==(const Sighting &O) const {
    return Kind == O.Kind && Hash == O.Hash && Real == O.Real;
  }
};

/// Names a macro whose value is not the same in the next minute.
bool tellsTime(llvm::StringRef Text);
/// 32 bytes.
std::string strongHash(llvm::ArrayRef<llvm::StringRef> Parts);
/// What is at an absolute path now, as far as \p Like knew of it; the tokens of
/// another text only where those of \p Like are known.
Sighting lookAgain(llvm::StringRef Path, const Sighting &Like);

using Sightings = std::map<std::string, Sighting>; ///< by absolute path

/// May be written by several threads.
class ReadLog {
public:
  /// \p Answers: where a step on the way may find an answer of its own, and
  /// keep it; null: nowhere.
  explicit ReadLog(const AnswerCache *Answers = nullptr) : Answers(Answers) {}
  const AnswerCache *answers() const { return Answers; }

  /// While it lives, the log of what this thread reads.
  class Scope {
  public:
    explicit Scope(ReadLog *Log);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    ReadLog *Before;
  };
  /// nullptr: nobody wants to know.
  static ReadLog *current();

  /// While it lives, a preprocessor reads: parsed() has what it looks at.
  class Parsing {
  public:
    Parsing();
    ~Parsing();
    Parsing(const Parsing &) = delete;
    Parsing &operator=(const Parsing &) = delete;

  private:
    ReadLog *Of;
  };

  using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;
  /// The same files; what is asked of them is written down.
  FileSystem watch(FileSystem Files);

  void add(llvm::StringRef Path, Sighting Seen);
  /// What is written down of a path: Sighting::Nothing, too, if nothing is.
  Sighting seen(llvm::StringRef Path) const;
  void addText(llvm::StringRef Path, llvm::StringRef Text);
  /// Reads what is there, for who has read it in a way of his own.
  void addFile(llvm::StringRef Path);
  /// The answer may depend on which line of this file something stands in.
  void addLines(llvm::StringRef Path);
  /// The answer depends on something that cannot be looked at again.
  void giveUp();

  /// Nothing was seen in two states, and nobody gave up.
  bool isReliable() const;
  Sightings sightings() const;
  /// Of these, what decides which text a preprocessor makes of a source: not
  /// what was asked of other files of the program.
  Sightings parsed() const;

private:
  const AnswerCache *Answers;
  mutable std::mutex Access;
  Sightings Seen;
  std::set<std::string> Parsed; ///< paths
  std::set<std::string> Lines;  ///< paths of addLines()
  unsigned Parses = 0;          ///< that go on
  bool Reliable = true;
};

/// Writes down what is at each of these names in the folder of a file and in
/// all above, as the path is spelled, without its dots and behind its links.
void logParents(llvm::StringRef File, llvm::ArrayRef<llvm::StringRef> Names);

} // namespace pipeline_rewrite
#endif
