//===- Locations.h - Places of a report, for clang ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_TIDY_LOCATIONS_H
#define PIPELINE_REWRITE_TOOL_TIDY_LOCATIONS_H

#include "Options/Refusal.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace pipeline_rewrite {

/// Where a place of the report is in clang-tidy's own files; invalid if that
/// has not read the file.
inline clang::SourceLocation locate(const SourcePlace &Place,
                                    const clang::SourceManager &Sources) {
  clang::FileID Main = Sources.getMainFileID();
  if (!Place.Line)
    return Sources.getLocForStartOfFile(Main);
  if (Place.File == Sources.getFileEntryRefForID(Main)->getName())
    return Sources.translateLineCol(Main, Place.Line, Place.Column);
  llvm::SmallString<256> Path(Place.File);
  llvm::sys::fs::make_absolute(Path); // clang-tidy's files have another folder
  auto Header = Sources.getFileManager().getOptionalFileRef(Path);
  return Header
             ? Sources.translateFileLineCol(*Header, Place.Line, Place.Column)
             : clang::SourceLocation();
}

} // namespace pipeline_rewrite
#endif
