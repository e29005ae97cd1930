//===- ConfigFile.h - Options that a project keeps in a file --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   # .pipeline-rewrite
//   arch: [sm_80, sm_90]
//   stages: 3
//
// YAML with the command line's own names. The file in the nearest parent folder
// of a source counts, and no other.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CONFIGFILE_H
#define PIPELINE_REWRITE_CONFIGFILE_H

#include "Options/Options.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

/// One line of a configuration file.
struct Setting {
  std::string Key;
  std::vector<std::string> Values; ///< one, unless the option is a list
};

struct ConfigFile {
  std::string Path; ///< empty: none was found
  std::vector<Setting> Settings;
};

/// The path of the file of this name nearest to a source: in its folder or
/// above. Empty if there is none.
std::string findInParents(llvm::StringRef Source, llvm::StringRef FileName);
/// The path of the `.pipeline-rewrite` nearest to a source: in its folder or
/// above. Empty if there is none.
std::string findConfigFile(llvm::StringRef Source);

/// Gives: what the file says; each setting would be accepted by setOption(),
///        or is "cuda-path" or "extra-arg". A relative cuda-path has become one
///        that starts at the file's folder.
/// Fails: unreadable, no YAML mapping, an unknown or repeated key, a bad value;
///        the message starts with "PATH:LINE:COLUMN: ".
llvm::Expected<ConfigFile> readConfigFile(llvm::StringRef Path);

/// Applies what setOption() knows, except the keys of \p Given, which somebody
/// nearer to the user has said.
void applyConfig(Options &Opts, const ConfigFile &Config,
                 const llvm::StringSet<> &Given);

} // namespace pipeline_rewrite
#endif
