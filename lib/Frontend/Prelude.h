//===- Prelude.h - What stands in front of every file, read once ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most of a small file's parse goes into the declarations that are included in
// front of it, which are the same for all files of a project. So they are kept
// in Clang's precompiled form, among the answers that still hold: any file that
// they were read from, any place that was looked at in vain and any flag that
// differs makes it another question.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_PRELUDE_H
#define PIPELINE_REWRITE_FRONTEND_PRELUDE_H

#include "Frontend/ParseSetup.h"

namespace clang {
class ASTContext;
class Decl;
class Preprocessor;
} // namespace clang

namespace pipeline_rewrite {

/// Has a parse read the precompiled form of the headers that this program
/// includes in front of a file. It is made when it is asked for a second time:
/// flags that one file alone has are not worth it.
///
/// Takes:    how a file is parsed, and the files of that parse.
/// Gives:    false, and both as they were, where nobody keeps answers, where
///           nothing of ours comes first, or it has errors.
/// Requires: of the preprocessor nobody hears but by watchParse(), as far as
///           the prelude goes.
bool usePrelude(clang::CompilerInvocation &How, ParseSetup::FileSystem &Files);
bool hasPrelude(const clang::Preprocessor &PP);

/// What every parse of ours hears of the preprocessor.
void watchParse(clang::Preprocessor &PP);

/// The declarations of a unit that were parsed for it, in their order: all but
/// those of a prelude, where nothing of the user's is.
std::vector<clang::Decl *> parsedDeclarations(clang::ASTContext &Context);

/// Of a prelude's declarations outside of classes and functions those that were
/// asked for, which are few.
///
/// Requires: hasPrelude().
std::vector<clang::Decl *> usedOfPrelude(clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
