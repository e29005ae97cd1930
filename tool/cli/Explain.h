//===- Explain.h - What an id means, in the program -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pages of docs/ that explain refusals and clang-tidy checks, built into
// the program.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_EXPLAIN_H
#define PIPELINE_REWRITE_TOOL_EXPLAIN_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// What --explain takes: "list", ids of refusals and of finds, names of checks.
std::vector<std::string> explainedNames();

/// Prints the entry of docs/refusals.md or the page of docs/checks, or the list
/// of all names; as JSON, a document with the same. An unknown name is an error
/// that suggests the nearest one. Gives: the exit code of the program.
int explain(llvm::StringRef Name, bool AsJson);

} // namespace pipeline_rewrite
#endif
