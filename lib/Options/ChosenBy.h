//===- ChosenBy.h - Who chooses the form of a loop ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a run would write a loop for which nobody has named a form depends on
// who chooses. The command line with and without --check, its reports,
// clang-tidy and the language server ask here, so that none of them promises
// what another does not write.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_CHOSENBY_H
#define PIPELINE_REWRITE_CHOSENBY_H

#include "Options/Options.h"

namespace pipeline_rewrite {

enum class ChosenBy {
  Rules,    ///< rules on the source; what they choose is written
  Compiled, ///< the code of the forms: FormComparison
  Caution   ///< nobody: only what made no kernel slower is written
};

/// \p HasCompiler: who asks can compile the forms of this source.
ChosenBy chosenBy(const Options &Opts, bool HasCompiler);

/// The options of a chain whose loops nobody has compared, or not yet.
Options withoutComparison(Options Opts);

/// As many loops are left alone since nobody has compared their forms.
/// \p Otherwise: how the asker names Options::Choose.
std::string uncomparedText(unsigned Loops, llvm::StringRef Otherwise);

} // namespace pipeline_rewrite
#endif
