//===- ProjectFolders.cpp - What belongs to a database's project ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Project/ProjectFolders.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Project/IncludeLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace pipeline_rewrite {
namespace {

/// The nearest folder of a repository at or above \p Folder; empty: none.
std::string repositoryOf(llvm::StringRef Folder) {
  auto Files = llvm::vfs::getRealFileSystem();
  for (; !Folder.empty(); Folder = path::parent_path(Folder))
    if (isCheckout(Folder, *Files))
      return Folder.str();
  return "";
}

bool isBelow(llvm::StringRef File, llvm::StringRef Folder) {
  return File.consume_front(Folder) &&
         (path::is_separator(Folder.back()) || File.starts_with("/"));
}

/// What CMake has built in \p Folder; empty if it has not.
std::string cmakeSources(llvm::StringRef Folder) {
  llvm::SmallString<256> Cache(Folder);
  path::append(Cache, "CMakeCache.txt");
  auto Buffer = llvm::MemoryBuffer::getFile(Cache);
  if (!Buffer)
    return "";
  auto Home =
      (*Buffer)->getBuffer().split("\nCMAKE_HOME_DIRECTORY:INTERNAL=").second;
  return Home.empty() ? "" : realName(Home.take_until([](char C) {
    return C == '\n' || C == '\r';
  }));
}

std::string sharedFolder(llvm::ArrayRef<std::string> Sources) {
  llvm::StringRef Shared = path::parent_path(Sources.front());
  for (const std::string &Source : Sources)
    while (!isBelow(Source, Shared) && path::has_parent_path(Shared))
      Shared = path::parent_path(Shared);
  return Shared.str();
}

/// Of sources that are in no repository.
std::string folderWithout(llvm::StringRef Database,
                          llvm::ArrayRef<std::string> Sources) {
  std::string Folder = cmakeSources(Database);
  if (!Folder.empty())
    return Folder;
  if (llvm::all_of(Sources, [&](const std::string &Source) {
        return isBelow(Source, Database);
      }))
    return Database.str();
  return sharedFolder(Sources);
}

} // namespace

std::vector<std::string> projectFolders(llvm::StringRef Database,
                                        llvm::ArrayRef<std::string> Sources) {
  std::string Beside = realName(Database);
  if (!llvm::sys::fs::is_directory(Beside))
    Beside = path::parent_path(Beside).str();
  std::vector<std::string> Out, Others;
  for (const std::string &Each : Sources) {
    std::string Source = realName(Each);
    std::string Folder = repositoryOf(path::parent_path(Source));
    if (Folder.empty())
      Others.push_back(std::move(Source));
    else if (!llvm::is_contained(Out, Folder))
      Out.push_back(std::move(Folder));
  }
  if (!Others.empty())
    Out.push_back(folderWithout(Beside, Others));
  return Out;
}

std::string nameInProject(llvm::StringRef File, llvm::StringRef Folder) {
  const std::string Real = realName(File);
  if (Folder.empty() || !isBelow(Real, Folder) ||
      repositoryOf(path::parent_path(Real)) != repositoryOf(Folder))
    return "";
  llvm::StringRef Name = llvm::StringRef(Real).drop_front(Folder.size());
  return Name.ltrim('/').str();
}

} // namespace pipeline_rewrite
