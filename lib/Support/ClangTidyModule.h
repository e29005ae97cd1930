//===- ClangTidyModule.h - Modules of clang-tidy, and their registry ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of clang-tidy's headers, which not every Clang comes with. Some have the
// registry in a header of its own.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SUPPORT_CLANGTIDYMODULE_H
#define PIPELINE_REWRITE_SUPPORT_CLANGTIDYMODULE_H

#include "clang-tidy/ClangTidyModule.h"
#if __has_include("clang-tidy/ClangTidyModuleRegistry.h")
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif

#endif
