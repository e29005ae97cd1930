//===- MendFiles.h - What nvcc takes and clang does not -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   asm("st.global.u32 [%0], %1;" :: "l"(p) "r"(v) : "memory");
//
// nvcc wants no comma there, and published headers have none; clang drops the
// statement. So clang is given another text of such a file, in which every byte
// but some blanks is what it was and where it was.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_MENDFILES_H
#define PIPELINE_REWRITE_FRONTEND_MENDFILES_H

#include "Frontend/ErrorCollector.h"
#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

/// Mends the files of a parse that have errors.
///
/// Takes: the main file's text in \p Main, texts of headers in \p Served.
/// Gives: whether any of these is another now, so that it is worth a parse. To
///        \p Own the headers' texts as they were.
bool mendFiles(const clang::SourceManager &Sources,
               const std::vector<LocatedError> &Found, std::string &Main,
               std::vector<ReplacedHeader> &Served,
               std::vector<ReplacedHeader> &Own);

} // namespace pipeline_rewrite
#endif
