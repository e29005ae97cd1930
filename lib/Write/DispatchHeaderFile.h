//===- DispatchHeaderFile.h - The header beside what is written -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_WRITE_DISPATCHHEADERFILE_H
#define PIPELINE_REWRITE_WRITE_DISPATCHHEADERFILE_H

#include "llvm/Support/Error.h"
#include <string>

namespace pipeline_rewrite {

/// Writes it to \p Path, unless it is there. One of another version of this
/// program is replaced.
/// Fails: as writeFile(), or if another file is there.
llvm::Error writeDispatchHeader(llvm::StringRef Path);

} // namespace pipeline_rewrite
#endif
