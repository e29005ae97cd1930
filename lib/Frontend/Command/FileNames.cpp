//===- FileNames.cpp - What a person calls a file -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Command/FileNames.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace pipeline_rewrite {

std::string readableName(llvm::StringRef Path) {
  llvm::SmallString<256> Short(Path), Folder;
  path::remove_dots(Short, /*remove_dot_dot=*/true);
  // A link on the way makes "folder/.." another place than the text says.
  if (Short != Path && !llvm::sys::fs::equivalent(Short, Path))
    path::remove_dots(Short = Path);
  llvm::sys::fs::current_path(Folder);
  Folder += path::get_separator();
  llvm::StringRef Name = Short;
  Name.consume_front(Folder);
  return Name.str();
}

std::string realName(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  return llvm::sys::fs::real_path(Path, Real) ? Path.str() : Real.str().str();
}

std::string pathOf(clang::FileID Id, const clang::SourceManager &Sources) {
  auto File = Sources.getFileEntryRefForID(Id);
  if (!File)
    return "";
  llvm::SmallString<256> Path(File->getName());
  Sources.getFileManager().makeAbsolutePath(Path);
  return Path.str().str();
}

} // namespace pipeline_rewrite
