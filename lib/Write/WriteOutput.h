//===- WriteOutput.h - New text into a file, or no change at all ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only place of the project that writes source files. A reader of the file
// sees the old text or the new text at any moment, never a part of either, also
// when the disk is full or the program is killed.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_WRITE_WRITEOUTPUT_H
#define PIPELINE_REWRITE_WRITE_WRITEOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace pipeline_rewrite {

struct UnitResult;

/// Replaces the content of a file: temporary file beside it, fsync, rename.
///
/// Takes:    the path; the text that the file had when it was read, or nullopt
///           if the file may hold anything or be absent (`-o`).
/// Gives:    the file with the new text. A symbolic link stays a link, its
///           target is replaced; mode and, where permitted, owner are kept.
/// Fails:    folder or file not writable, disk full, file changed since it was
///           read, dangling link. The file is untouched then and the
///           temporary file is gone. The message does not name the file.
/// Requires: one writer per file (the driver handles each file once).
/// Note:     other hard links of the file keep the old text. Devices and pipes
///           (`-o /dev/null`) are written to, not replaced.
llvm::Error writeFile(llvm::StringRef Path,
                      std::optional<llvm::StringRef> OldText,
                      llvm::StringRef NewText);

// Files beside it (BesideOutput.cpp).

/// Writes the header that measures launches to \p Path, unless it is there. One
/// of another version of this program is replaced.
/// Fails: as writeFile(), or if another file is there.
llvm::Error writeDispatchHeader(llvm::StringRef Path);

/// Writes what shows that an output is wrong, `NAME.original.cu`,
/// `NAME.output.cu` and `NAME.launch.txt`, into \p Folder, which is made if it
/// is not there. NAME is the source's.
///
/// Gives:    the path of the text with the launch.
/// Requires: Result.Wrong.
/// Fails:    the folder or a file cannot be written.
llvm::Expected<std::string> writeCounterexample(llvm::StringRef Folder,
                                                const UnitResult &Result);

} // namespace pipeline_rewrite
#endif
