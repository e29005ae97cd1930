//===- ClangTidyModule.h - Modules of clang-tidy, and their registry ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of clang-tidy's headers, which not every Clang comes with. Before Clang 22
// the registry has a header of its own.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SUPPORT_CLANGTIDYMODULE_H
#define PIPELINE_REWRITE_SUPPORT_CLANGTIDYMODULE_H

#include "clang-tidy/ClangTidyModule.h"
#include "clang/Basic/Version.h"
#if CLANG_VERSION_MAJOR < 22
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif

#endif
