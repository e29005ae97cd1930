//===- ProgramFiles.h - What else may be part of a program ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is not all of its program. The others are not parsed; their texts can
// be asked whether they know of something.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PROGRAMFILES_H
#define PIPELINE_REWRITE_FRONTEND_PROGRAMFILES_H

#include "Cache/ReadLog.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Shared by the files of a run, which may ask at the same time; each file is
/// read once.
class ProgramFiles {
public:
  /// Files of the compilation database; absolute.
  void addKnown(std::vector<std::string> Files);

  using Ask = llvm::function_ref<bool(llvm::StringRef Text)>;

  /// The first file, other than \p Source, whose text answers with true: of the
  /// database, and then C, C++ and CUDA sources and headers in the folder of
  /// \p Source. Empty if there is none. What cannot be read is passed over.
  std::string find(llvm::StringRef Source, llvm::vfs::FileSystem &Files,
                   Ask Question);

  /// Files that include \p Source, or a file that does: of the database, of
  /// the folder of \p Source, and of the two folders above it with theirs, but
  /// none above a project's root. Those that no other one includes come first.
  /// By the names in their text; none is parsed.
  std::vector<std::string> includersOf(llvm::StringRef Source,
                                       llvm::vfs::FileSystem &Files);

private:
  std::vector<std::string> neighbours(llvm::StringRef Source,
                                      llvm::vfs::FileSystem &Files);
  std::vector<std::string> around(llvm::StringRef Source,
                                  llvm::vfs::FileSystem &Files);
  struct ReadFile {
    std::string Text;
    llvm::StringSet<> Included; ///< file names behind `#include`, no folders
    Sighting Seen;              ///< if a log wanted to know
  };
  std::shared_ptr<const ReadFile> read(llvm::StringRef Path,
                                       llvm::vfs::FileSystem &Files);

  std::mutex Access; ///< to all below
  std::set<std::string> Known;
  llvm::StringMap<std::shared_ptr<const ReadFile>> Texts;
};

} // namespace pipeline_rewrite
#endif
