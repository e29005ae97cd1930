//===- ScriptMacros.h - What a project's build scripts define -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For sources that no build gives a command: kernels that a program compiles
// when it runs, or a Makefile with -D.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_SCRIPTMACROS_H
#define PIPELINE_REWRITE_FRONTEND_SCRIPTMACROS_H

#include "Frontend/Project/ProjectTree.h"
#include <optional>

namespace pipeline_rewrite {

struct ScriptMacro {
  std::string Value;  ///< a number or one word
  std::string Script; ///< absolute
};

/// The standard that the script nearest to the source asks for, as "c++20":
/// `-std=c++20`, CMake's `CUDA_STANDARD 20`; for a lack of both `CXX_STANDARD`.
std::optional<ScriptMacro> findScriptStandard(const ProjectTree &Tree);

/// What the script nearest to the source defines \p Name as: `-DN=64`, CMake's
/// `N=64`, `("N", "64")` of Python's define_macros. The value may be a variable
/// that the same script sets to a number, the largest of several:
/// `f"-DN={SIZE}"`. Scripts are read, and never run.
std::optional<ScriptMacro> findScriptMacro(const ProjectTree &Tree,
                                           llvm::StringRef Name);

} // namespace pipeline_rewrite
#endif
