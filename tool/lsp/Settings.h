//===- Settings.h - What the user's editor asks for -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `initializationOptions` in, the library's Options out. Their keys are the
// options of the command line, which also reads and checks them; the server's
// own keys are the few that a command line has no use for.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_SETTINGS_H
#define PIPELINE_REWRITE_TOOL_LSP_SETTINGS_H

#include "Frontend/CompileJobs.h"
#include "Options/Options.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"

namespace pipeline_rewrite {

struct Settings {
  Options Opts;
  /// Without its files. An empty BuildDir is looked up for each file.
  CompileRequest Request;
  /// Names of the options that were set; a project's configuration file says
  /// the others.
  llvm::StringSet<> Given;
  /// `show-refusals`: a diagnostic on each K-loop that is left alone. Off:
  /// most loops with a barrier in them are fine as they are.
  bool ShowRefusals = false;
  /// `debounce-ms`: a text is looked at when it has rested so long. 250: about
  /// the pause between two words.
  unsigned DebounceMs = 250;
};

/// Gives: what the keys say that are known and whose values can be; of each
///        other one \p Complaints says why it is left out.
Settings readSettings(const llvm::json::Value &Given,
                      std::vector<std::string> &Complaints);

/// With what the `.pipeline-rewrite` nearest to the file says beside them.
/// Fails: it cannot be read.
llvm::Expected<Settings> settingsFor(const std::string &File,
                                     const Settings &How);

} // namespace pipeline_rewrite
#endif
