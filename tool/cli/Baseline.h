//===- Baseline.h - Findings that a project has accepted ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text file, so that --check and --strict can begin in a project that has
// findings. A line for each: the id, the file from the baseline's folder, the
// kernel, and which of the kernel's loops it is, with tabs between them. Lines
// of code are not named: they move.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_BASELINE_H
#define PIPELINE_REWRITE_TOOL_BASELINE_H

#include "Chain/UnitResult.h"
#include <set>

namespace pipeline_rewrite {

class Baseline {
public:
  /// Fails: the file cannot be read, or a line is none of the above.
  static llvm::Expected<Baseline> read(const std::string &Path);
  /// An empty one, of a file that is to be written.
  static Baseline at(const std::string &Path);

  /// Marks the loops of \p Unit that are listed as known.
  void mark(UnitResult &Unit);
  /// Adds the findings of \p Unit but refusals that somebody has accepted.
  void add(const UnitResult &Unit,
           llvm::function_ref<bool(RefusalId)> IsAccepted);
  /// The same for what is found by running a kernel: the \p Number-th find of
  /// this id in it, from 1.
  bool knows(llvm::StringRef Id, const std::string &File,
             llvm::StringRef Kernel, unsigned Number);
  void add(llvm::StringRef Id, const std::string &File, llvm::StringRef Kernel,
           unsigned Number);
  llvm::Error write() const;

  /// Entries of the files that were marked which mean no loop any more.
  unsigned countUnused() const;

private:
  std::string nameOf(const std::string &File) const;
  std::string entryOf(llvm::StringRef Id, const std::string &File,
                      llvm::StringRef Kernel, unsigned Number) const;
  std::vector<std::string> entriesOf(const UnitResult &Unit) const;

  std::string Path, Folder;
  std::set<std::string> Entries, Seen, SeenFiles;
};

} // namespace pipeline_rewrite
#endif
