//===- Includers.cpp - Which files around a source include it -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Project/IncludeLines.h"
#include "Frontend/Project/ProgramFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace pipeline_rewrite {
namespace {

/// A folder that is as large as this is nobody's project.
constexpr size_t MostFiles = 4000;

bool isRoot(llvm::StringRef Folder, llvm::vfs::FileSystem &Files) {
  return isCheckout(Folder, Files) || path::parent_path(Folder).empty() ||
         path::parent_path(Folder) == path::root_path(Folder);
}

/// The folder and those in it.
void addFolders(llvm::StringRef Folder, llvm::vfs::FileSystem &Files,
                std::vector<std::string> &Out) {
  auto Add = [&](llvm::StringRef Path) {
    if (!llvm::is_contained(Out, Path))
      Out.push_back(Path.str());
  };
  Add(Folder);
  std::error_code Error;
  std::vector<std::string> Found;
  llvm::vfs::directory_iterator I = Files.dir_begin(Folder, Error), End;
  for (; !Error && I != End; I.increment(Error))
    if (I->type() == llvm::sys::fs::file_type::directory_file)
      Found.push_back(I->path().str());
  llvm::sort(Found);
  llvm::for_each(Found, Add);
}

} // namespace

std::vector<std::string>
ProgramFiles::neighbours(llvm::StringRef Source, llvm::vfs::FileSystem &Files) {
  std::vector<std::string> Folders, Out;
  llvm::StringRef Folder = path::parent_path(Source);
  addFolders(Folder, Files, Folders);
  for (unsigned Up = 0; Up < 2 && !isRoot(Folder, Files); ++Up) {
    Folder = path::parent_path(Folder);
    addFolders(Folder, Files, Folders);
  }
  llvm::StringSet<> Seen;
  for (const std::string &Each : Folders) {
    std::string Inside = Each + "/file"; // around() asks for a file's folder
    for (std::string &File : around(Inside, Files))
      if (Out.size() < MostFiles && Seen.insert(File).second)
        Out.push_back(std::move(File));
  }
  return Out;
}

std::vector<std::string>
ProgramFiles::includersOf(llvm::StringRef Source,
                          llvm::vfs::FileSystem &Files) {
  const std::vector<std::string> All = neighbours(Source, Files);
  std::vector<std::shared_ptr<const ReadFile>> Read;
  for (const std::string &File : All)
    Read.push_back(read(File, Files));
  std::vector<size_t> Found;
  llvm::StringSet<> Wanted, Included;
  Wanted.insert(path::filename(Source));
  for (bool More = true; std::exchange(More, false);)
    for (size_t I = 0; I < All.size(); ++I) {
      if (All[I] == Source || llvm::is_contained(Found, I) ||
          llvm::none_of(Read[I]->Included, [&](const auto &Name) {
            return Wanted.contains(Name.getKey());
          }))
        continue;
      Found.push_back(I);
      More |= Wanted.insert(path::filename(All[I])).second;
    }
  for (size_t I : Found)
    for (const auto &Name : Read[I]->Included)
      Included.insert(Name.getKey());
  llvm::stable_sort(Found, [&](size_t A, size_t B) {
    auto IsIncluded = [&](size_t I) {
      return Included.contains(path::filename(All[I]));
    };
    return IsIncluded(A) < IsIncluded(B);
  });
  std::vector<std::string> Out;
  for (size_t I : Found)
    Out.push_back(All[I]);
  return Out;
}

} // namespace pipeline_rewrite
