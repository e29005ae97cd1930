//===- OptionTable.h - The options as data --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Flags.def says of each option, for texts that are made from it:
// completion scripts for shells, and the manual page.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_OPTIONTABLE_H
#define PIPELINE_REWRITE_TOOL_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// The headings of --help, in the order of the manual page.
enum class OptionGroup { Input, Select, Rewrite, Verify, Output };
llvm::StringRef titleOf(OptionGroup Group);

/// A text that is made from the list of options.
enum class GenerateChoice { Nothing, Bash, Zsh, Fish, Man, Json, Profile };

/// What an output must pass.
enum class VerifyChoice { Syntax, Kernels, Ptxas, Sass, Execute };

/// Where else than on the command line an option may stand.
struct OptionDoors {
  bool Editor = false;
  bool Config = false, Loop = false; ///< a configuration file; a comment
  std::string Tidy; ///< its name in .clang-tidy; empty if it has none
};

struct OptionEntry {
  /// A value that may be given.
  struct Value {
    std::string Name, Help;
  };
  std::string Name;  ///< without dashes
  std::string Help;  ///< the line of --help
  std::string Takes; ///< "dir", "file", "n", ...; empty: a switch
  OptionGroup Group = OptionGroup::Output;
  bool IsList = false;       ///< values may be joined by commas
  std::vector<Value> Values; ///< empty: not a choice
  OptionDoors Doors;

  /// "-p" or "--variant".
  std::string spelled() const { return (Name.size() == 1 ? "-" : "--") + Name; }
};

/// All options, by groups; --help and --version at the end.
std::vector<OptionEntry> listOptions();
/// The help of --arch with the architectures that are known.
std::string archHelp(llvm::StringRef Help);

/// Scripts that a shell reads for completion.
void printBashCompletion(llvm::raw_ostream &OS,
                         llvm::ArrayRef<OptionEntry> Options);
void printZshCompletion(llvm::raw_ostream &OS,
                        llvm::ArrayRef<OptionEntry> Options);
void printFishCompletion(llvm::raw_ostream &OS,
                         llvm::ArrayRef<OptionEntry> Options);

/// pipeline-rewrite(1) in the macros of man(7).
void printManPage(llvm::raw_ostream &OS, llvm::ArrayRef<OptionEntry> Options);

/// A list of objects, for who compares texts with it.
void printJsonOptions(llvm::raw_ostream &OS,
                      llvm::ArrayRef<OptionEntry> Options);

} // namespace pipeline_rewrite
#endif
