//===- MissingMacros.h - What a project's scripts say of its build --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_MISSINGMACROS_H
#define PIPELINE_REWRITE_FRONTEND_MISSINGMACROS_H

#include "Frontend/Project/ProjectTree.h"
#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// The name that an error with this text says is not declared; empty if it says
/// another thing.
std::string undeclaredName(llvm::StringRef Error);

/// The project around the source, whose names are read when they are asked for.
using TreeAround = llvm::function_ref<const ProjectTree &()>;

/// Gives \p Job the C++ standard that a script of the project asks for, and
/// what \p Parse makes of it, if \p Unit has errors, no flag names a standard
/// and fewer errors remain.
///
/// Takes: \p Notes, for a sentence on it.
llvm::Expected<std::unique_ptr<SourceUnit>> parseWithStandard(
    ParseJob &Job, std::unique_ptr<SourceUnit> Unit, TreeAround Tree,
    llvm::function_ref<llvm::Expected<std::unique_ptr<SourceUnit>>()> Parse,
    std::vector<std::string> &Notes);

/// Gives \p Job a -D for each name that \p Unit lacks and that a script of the
/// project around it defines, and what \p Parse makes of it. Another build may
/// give other values: they count as those of a command line. If an error
/// remains where such a name stood, nothing is given.
///
/// Takes: \p Notes, for a sentence on each.
llvm::Expected<std::unique_ptr<SourceUnit>> parseWithMacros(
    ParseJob &Job, std::unique_ptr<SourceUnit> Unit, TreeAround Tree,
    llvm::function_ref<llvm::Expected<std::unique_ptr<SourceUnit>>()> Parse,
    std::vector<std::string> &Notes);

} // namespace pipeline_rewrite
#endif
