//===- TwinNames.h - Names that a second kernel brings along --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EMIT_TWINNAMES_H
#define PIPELINE_REWRITE_EMIT_TWINNAMES_H

#include "Emit/Source/KernelParts.h"

namespace pipeline_rewrite {

/// The names of the maps are free, and the words of the functions that launch
/// mean what they mean to CUDA where these stand; else \p T fails.
bool areTwinNamesFree(LoopText &T, const clang::FunctionDecl *Kernel,
                      const KernelParts &Is);

/// Likewise, of any function that launches \p Kernel or another in its place.
bool areLauncherWordsFree(LoopText &T, const clang::FunctionDecl *Kernel);

/// The user defines a macro of that name, anywhere or before the file begins.
enum class MacroPlace { Anywhere, BeforeFile };
bool isMacro(llvm::StringRef Name, const SourceUnit &Unit, MacroPlace Where);

/// \p Wish, or with \p Prefix where the text has a function whose name it
/// begins with: a new function is taken to be made of that (TokenOrigins.h).
std::string nameOfLauncher(const std::string &Wish, llvm::StringRef Prefix,
                           llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
