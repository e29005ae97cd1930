//===- OptionTable.h - The options as data --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Flags.h says of each option, for texts that are made from it: completion
// scripts for shells, and the manual page.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_OPTIONTABLE_H
#define PIPELINE_REWRITE_TOOL_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

struct Flags;

struct OptionEntry {
  /// A value that may be given.
  struct Value {
    std::string Name, Help;
  };
  std::string Name;          ///< without dashes
  std::string Help;          ///< the line of --help
  std::string Takes;         ///< "dir", "file", "n", ...; empty: a switch
  std::string Group;         ///< the heading of --help
  bool IsList = false;       ///< values may be joined by commas
  std::vector<Value> Values; ///< empty: not a choice

  /// "-p" or "--variant".
  std::string spelled() const { return (Name.size() == 1 ? "-" : "--") + Name; }
};

/// All options, in the order of Flags; --help and --version at the end.
std::vector<OptionEntry> listOptions(Flags &From);

/// Scripts that a shell reads for completion.
void printBashCompletion(llvm::raw_ostream &OS,
                         llvm::ArrayRef<OptionEntry> Options);
void printZshCompletion(llvm::raw_ostream &OS,
                        llvm::ArrayRef<OptionEntry> Options);
void printFishCompletion(llvm::raw_ostream &OS,
                         llvm::ArrayRef<OptionEntry> Options);

/// pipeline-rewrite(1) in the macros of man(7).
void printManPage(llvm::raw_ostream &OS, llvm::ArrayRef<OptionEntry> Options);

} // namespace pipeline_rewrite
#endif
