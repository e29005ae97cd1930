//===- ChosenBy.cpp - Who chooses the form of a loop ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/ChosenBy.h"

namespace pipeline_rewrite {

ChosenBy chosenBy(const Options &Opts, bool HasCompiler) {
  // --verify=ptxas and sass look at what the rules chose, and try other forms.
  if (Opts.Choose == FormChoice::Rules || Opts.Code)
    return ChosenBy::Rules;
  return Opts.Compare && HasCompiler ? ChosenBy::Compiled : ChosenBy::Caution;
}

Options withoutComparison(Options Opts) {
  Opts.MeasuredFormsOnly =
      chosenBy(Opts, /*HasCompiler=*/false) == ChosenBy::Caution;
  return Opts;
}

std::string uncomparedText(unsigned Loops, llvm::StringRef Otherwise) {
  return std::to_string(Loops) +
         (Loops == 1 ? " loop is left alone since its forms were"
                     : " loops are left alone since their forms were") +
         " not compiled and compared here; '" + Otherwise.str() +
         "' has rules choose one";
}

} // namespace pipeline_rewrite
