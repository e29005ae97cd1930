//===- ProjectTree.cpp - Where a header may lie in a source's project -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Project/ProjectTree.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Project/IncludeLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace pipeline_rewrite {
namespace {

/// A tree that is as large as this is nobody's project.
constexpr unsigned MostFiles = 50000;
/// A source is seldom deeper in its project.
constexpr unsigned MostFolders = 8;

bool has(llvm::StringRef Folder, llvm::StringRef Name) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, Name);
  return fs::exists(Path);
}

/// A Makefile may be that of a part, whose headers are elsewhere.
bool isMarked(llvm::StringRef Folder) {
  static constexpr llvm::StringLiteral Marks[] = {
      "CMakeLists.txt", "README",   "README.md",
      "LICENSE",        "setup.py", "pyproject.toml"};
  return llvm::any_of(Marks,
                      [&](llvm::StringRef Mark) { return has(Folder, Mark); });
}

/// The folder of a repository, or of the one that it is a part of; without one,
/// the outermost that looks like a project's; empty: none does.
std::string projectOf(llvm::StringRef Source) {
  llvm::StringRef Folder = path::parent_path(Source), Project, Checkout;
  for (unsigned Up = 0; Up < MostFolders; ++Up) {
    if (isCheckout(Folder, *llvm::vfs::getRealFileSystem()))
      Checkout = Folder;
    if (fs::is_directory(Folder + "/.git")) // a submodule's is a file
      break;
    if (isMarked(Folder))
      Project = Folder;
    Folder = path::parent_path(Folder);
    if (path::parent_path(Folder).empty())
      break;
  }
  return (Checkout.empty() ? Project : Checkout).str();
}

/// What a build makes `NAME` of: `NAME.in`, `STEM.in.h`.
bool isPatternOf(llvm::StringRef File, llvm::StringRef Name) {
  return File.starts_with((Name + ".").str()) ||
         File == (path::stem(Name) + ".in" + path::extension(Name)).str();
}

} // namespace

ProjectTree::ProjectTree(llvm::StringRef Source)
    : Source(Source), Root(projectOf(Source)) {
  IsWhole = !Root.empty();
  if (!IsWhole)
    Root = path::parent_path(Source).str();
  std::error_code Error;
  fs::recursive_directory_iterator I(Root, Error, /*follow_symlinks=*/false),
      End;
  for (; !Error && I != End && Files.size() < MostFiles; I.increment(Error)) {
    const llvm::StringRef Name = path::filename(I->path());
    if (Name == ".git" || Name == ".hg" || Name == ".svn")
      I.no_push();
    else if (I->type() != fs::file_type::directory_file)
      Files.push_back(I->path());
    // Names behind a link to elsewhere are not read.
    if (I->type() == fs::file_type::symlink_file && fs::is_directory(I->path()))
      IsWhole &= llvm::StringRef(realName(I->path())).starts_with(Root + "/");
  }
  IsWhole &= !Error && I == End;
}

std::vector<std::string> ProjectTree::filesNamed(llvm::StringRef Name) const {
  const std::string Ending = ("/" + Name).str();
  std::vector<std::string> Out;
  llvm::copy_if(Files, std::back_inserter(Out),
                [&](llvm::StringRef File) { return File.ends_with(Ending); });
  return Out;
}

std::string ProjectTree::nearest(llvm::StringRef Name) const {
  const std::string *Best = nearestFile(Files, Name, Source);
  return Best ? *Best : "";
}

bool ProjectTree::isMadeByBuild(llvm::StringRef File) const {
  if (llvm::any_of(Files, [&](llvm::StringRef Other) {
        return isPatternOf(path::filename(Other), path::filename(File));
      }))
    return true;
  for (llvm::StringRef Folder = path::parent_path(File);
       Folder.size() > Root.size(); Folder = path::parent_path(Folder))
    for (const llvm::StringRef Mark :
         {"CMakeCache.txt", "CMakeFiles", "build.ninja", "config.status"})
      if (has(Folder, Mark))
        return true;
  return false;
}

bool ProjectTree::hasOneAnswer(llvm::StringRef Name) const {
  const std::vector<std::string> All = filesNamed(Name);
  if (!IsWhole || All.empty())
    return false;
  std::optional<std::string> Text;
  for (const std::string &File : All) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer || isMadeByBuild(File) ||
        (Text && *Text != (*Buffer)->getBuffer()))
      return false;
    Text = (*Buffer)->getBuffer().str();
  }
  if (All.size() == 1)
    return true;
  // One text for all: unless it says another thing in each folder.
  return !asksForOtherFiles(*Text) &&
         llvm::none_of(includedNames(*Text), [&](const std::string &Other) {
           return llvm::any_of(All, [&](llvm::StringRef File) {
             return has(path::parent_path(File), Other);
           });
         });
}

bool ProjectTree::hides(llvm::StringRef Folder, llvm::StringRef Other,
                        llvm::vfs::FileSystem &FileSystem) const {
  std::error_code Error;
  llvm::StringSet<> Names;
  for (auto I = FileSystem.dir_begin(Other, Error),
            End = llvm::vfs::directory_iterator();
       !Error && I != End; I.increment(Error))
    Names.insert(path::filename(I->path()));
  const std::string Start = (Folder + "/").str();
  return llvm::any_of(Files, [&](llvm::StringRef File) {
    return File.consume_front(Start) &&
           Names.contains(File.take_until([](char C) { return C == '/'; })) &&
           FileSystem.exists((Other + "/" + File).str());
  });
}

} // namespace pipeline_rewrite
