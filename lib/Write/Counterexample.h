//===- Counterexample.h - What shows that an output is wrong, as files ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_WRITE_COUNTEREXAMPLE_H
#define PIPELINE_REWRITE_WRITE_COUNTEREXAMPLE_H

#include "Chain/UnitResult.h"

namespace pipeline_rewrite {

/// Writes `NAME.original.cu`, `NAME.output.cu` and `NAME.launch.txt` into
/// \p Folder, which is made if it is not there. NAME is the source's.
///
/// Gives:    the path of the text with the launch.
/// Requires: Result.Wrong.
/// Fails:    the folder or a file cannot be written.
llvm::Expected<std::string> writeCounterexample(llvm::StringRef Folder,
                                                const UnitResult &Result);

} // namespace pipeline_rewrite
#endif
