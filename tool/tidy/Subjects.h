//===- Subjects.h - The files of a unit that a check looks at -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TIDY_SUBJECTS_H
#define PIPELINE_REWRITE_TOOL_TIDY_SUBJECTS_H

#include "Match/FindKLoops.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "llvm/Support/Regex.h"

namespace pipeline_rewrite {

/// Calls \p Visit with the unit, and then about each of its headers that has a
/// loop with a barrier and passes clang-tidy's own header filter.
inline void forEachSubject(const SourceUnit &Unit,
                           const clang::tidy::ClangTidyContext &Context,
                           llvm::function_ref<void(const SourceUnit &)> Visit) {
  Visit(Unit);
  const llvm::Regex Wanted(Context.getOptions().HeaderFilterRegex.value_or(""));
  for (clang::FileID Id : findHeadersWithLoops(Unit)) {
    auto Header = headerUnit(Unit, Id);
    if (Wanted.match(Header->headerPath()))
      Visit(*Header);
  }
}

/// A unit's subject among clang-tidy's own files, which may be another parse.
inline clang::FileID findSubject(const SourceUnit &Unit,
                                 const clang::SourceManager &Sources) {
  if (!Unit.isAboutHeader())
    return Sources.getMainFileID();
  auto File = Sources.getFileManager().getOptionalFileRef(Unit.headerPath());
  return File ? Sources.translateFile(*File) : clang::FileID();
}

} // namespace pipeline_rewrite
#endif
