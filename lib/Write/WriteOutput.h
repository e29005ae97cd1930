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

namespace pipeline_rewrite {

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

} // namespace pipeline_rewrite
#endif
