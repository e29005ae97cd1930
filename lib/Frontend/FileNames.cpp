//===- FileNames.cpp - What a person calls a file -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/FileNames.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace pipeline_rewrite {

std::string readableName(llvm::StringRef Path) {
  llvm::SmallString<256> Folder;
  llvm::sys::fs::current_path(Folder);
  Folder += path::get_separator();
  Path.consume_front(Folder);
  return Path.str();
}

std::string readableName(llvm::StringRef Path, llvm::StringRef Folder) {
  llvm::SmallString<256> Whole(Path);
  path::make_absolute(Folder, Whole);
  llvm::SmallString<256> Short(Whole);
  path::remove_dots(Short, /*remove_dot_dot=*/true);
  // A link on the way makes "folder/.." another place than the text says.
  if (Short != Whole && !llvm::sys::fs::equivalent(Short, Whole))
    path::remove_dots(Short = Whole);
  return readableName(Short);
}

} // namespace pipeline_rewrite
