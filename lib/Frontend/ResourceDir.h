//===- ResourceDir.h - Where clang's own headers are ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tool outside LLVM's tree that leaves the resource directory to clang's
// driver loses the wrappers for CUDA (`new` in device code and more).
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_RESOURCEDIR_H
#define PIPELINE_REWRITE_FRONTEND_RESOURCEDIR_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Places to look, best first: the one of configure time, beside the clang
/// library that is loaded, beside the executable, and the system's.
std::vector<std::string> resourceDirCandidates();

/// True if clang's headers and its CUDA wrappers are there.
bool isResourceDir(llvm::StringRef Path);

/// The program's own if it carries Clang's headers (BuiltinHeaders.h), else
/// the first candidate that is one; empty if none.
std::string findResourceDir();

} // namespace pipeline_rewrite
#endif
