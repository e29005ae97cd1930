//===- OptionKeys.h - Options by their names ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same words as on the command line, for those who get options as text:
// configuration files and comments on loops.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_OPTIONKEYS_H
#define PIPELINE_REWRITE_OPTIONKEYS_H

#include "Options/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pipeline_rewrite {

/// Where a key may stand.
enum class KeyScope {
  Loop, ///< a comment on a loop, or a file
  File  ///< a configuration file alone
};

/// An option that has a name, as Options.def lists it.
struct OptionKey {
  llvm::StringRef Key;
  KeyScope Scope;
  llvm::StringRef Tidy; ///< its name in .clang-tidy; empty if it has none
  bool IsList;          ///< takes several values in one
  llvm::Error (*Set)(Options &, llvm::ArrayRef<std::string>);
  /// The value, as it is written; empty if there is none.
  std::string (*Text)(const Options &);
};

llvm::ArrayRef<OptionKey> allOptionKeys();

/// The keys that setOption() knows in this scope, in the order of --help.
std::vector<llvm::StringRef> optionKeys(KeyScope Scope);

/// Sets the field that \p Key names, as "stages" with "3". A switch without a
/// value is on.
/// Fails: no such key in this scope, a value of the wrong kind, more than one
///        value where the option is no list; or the value breaks
///        Options::validate(). Opts is unchanged then.
llvm::Error setOption(Options &Opts, llvm::StringRef Key,
                      llvm::ArrayRef<std::string> Values, KeyScope Scope);

/// The one of \p Known that differs from \p Word in a few letters; empty if
/// none does.
llvm::StringRef nearestWord(llvm::StringRef Word,
                            llvm::ArrayRef<llvm::StringRef> Known);

} // namespace pipeline_rewrite
#endif
