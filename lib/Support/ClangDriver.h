//===- ClangDriver.h - Versions of Clang: options and CUDA ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As ClangVersion.h, of the driver and of what it knows of CUDA.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SUPPORT_CLANGDRIVER_H
#define PIPELINE_REWRITE_SUPPORT_CLANGDRIVER_H

#include "clang/Basic/Version.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Basic/OffloadArch.h"
#include "clang/Options/Options.h"
#else
#include "clang/Basic/Cuda.h"
#include "clang/Driver/Options.h"
#endif

namespace pipeline_rewrite {

/// Where getDriverOptTable() and options:: are.
#if CLANG_VERSION_MAJOR >= 22
namespace clang_driver = clang;
#else
namespace clang_driver = clang::driver;
#endif

/// The newest toolkit that this clang knows, or one that all before Clang 22
/// know. It decides how a launch is spelled in the AST, and nothing else here.
constexpr unsigned NewestKnownVersion =
    CLANG_VERSION_MAJOR >= 22 ? 12090 : 12050;

} // namespace pipeline_rewrite
#endif
