//===- AnswerFolder.h - Where answers are kept ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_ANSWERFOLDER_H
#define PIPELINE_REWRITE_TOOL_ANSWERFOLDER_H

#include "CommandLine.h"

namespace pipeline_rewrite {

/// What the line says, else PIPELINE_REWRITE_CACHE, else the user's folder for
/// such things: nobody expects a run that writes nothing to leave a folder in
/// his sources. Empty: nowhere.
std::string answerFolder(const CommandLine &Line);

/// The database's text, which says what else belongs to a program; empty
/// without one.
std::string databaseText(const CommandLine &Line);

} // namespace pipeline_rewrite
#endif
