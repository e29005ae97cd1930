//===- MissingHeaders.cpp - Folders that a parse would have needed --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/MissingHeaders.h"
#include "Cache/ReadLog.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Command/Toolkit.h"
#include "Frontend/Project/IncludeLines.h"
#include "llvm/ADT/STLExtras.h"
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

bool isMarked(llvm::StringRef Folder) {
  static constexpr llvm::StringLiteral Marks[] = {
      "CMakeLists.txt", "Makefile", "makefile", "README",
      "README.md",      "LICENSE",  "setup.py", "pyproject.toml"};
  return llvm::any_of(Marks,
                      [&](llvm::StringRef Mark) { return has(Folder, Mark); });
}

/// The folder of a repository, or the outermost that looks like a project's.
std::string projectOf(llvm::StringRef Source) {
  llvm::StringRef Folder = path::parent_path(Source), Project = Folder;
  for (unsigned Up = 0; Up < MostFolders; ++Up) {
    if (isCheckout(Folder, *llvm::vfs::getRealFileSystem()))
      return Folder.str();
    if (isMarked(Folder))
      Project = Folder;
    Folder = path::parent_path(Folder);
    if (path::parent_path(Folder).empty())
      break;
  }
  return Project.str();
}

/// Files below \p Project whose path ends in one of \p Names.
std::vector<std::string> findFiles(llvm::StringRef Project,
                                   llvm::ArrayRef<std::string> Names) {
  std::vector<std::string> Found;
  std::error_code Error;
  fs::recursive_directory_iterator I(Project, Error, /*follow_symlinks=*/false),
      End;
  for (unsigned Seen = 0; !Error && I != End && Seen < MostFiles;
       I.increment(Error), ++Seen) {
    if (path::filename(I->path()).starts_with("."))
      I.no_push();
    else if (llvm::any_of(Names, [&](const std::string &Name) {
               return llvm::StringRef(I->path()).ends_with("/" + Name);
             }))
      Found.push_back(I->path());
  }
  return Found;
}

struct FoundHeader {
  std::string Name, Folder;
  std::vector<std::string> Files; ///< all that it may be
};

std::vector<FoundHeader> findMissing(const SourceUnit &Unit) {
  std::vector<std::string> Names;
  for (const ParseError &E : Unit.errors())
    if (const auto Header = missingHeader(E)) {
      std::string Name = withoutDots(*Header).str();
      if (!llvm::is_contained(Names, Name))
        Names.push_back(std::move(Name));
    }
  std::vector<FoundHeader> Out;
  if (Names.empty())
    return Out;
  if (ReadLog *Log = ReadLog::current())
    Log->giveUp(); // a whole tree is searched
  const std::string Source = realName(Unit.file());
  const std::vector<std::string> Files = findFiles(projectOf(Source), Names);
  for (std::string &Name : Names)
    if (const std::string *Best = nearestFile(Files, Name, Source)) {
      FoundHeader &New = Out.emplace_back();
      New.Folder = searchFolder(*Best, Name).str();
      for (const std::string &File : Files)
        if (llvm::StringRef(File).ends_with("/" + Name))
          New.Files.push_back(File);
      New.Name = std::move(Name);
    }
  return Out;
}

bool haveOneText(llvm::ArrayRef<std::string> Files) {
  std::unique_ptr<llvm::MemoryBuffer> First;
  for (const std::string &File : Files) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer || (First && First->getBuffer() != (*Buffer)->getBuffer()))
      return false;
    First = std::move(*Buffer);
  }
  return true;
}

} // namespace

std::optional<llvm::StringRef> missingHeader(const ParseError &E) {
  llvm::StringRef Message = E.Message;
  if (!Message.consume_front("'") || !Message.consume_back("' file not found"))
    return std::nullopt;
  return Message;
}

std::vector<std::string> adviseIncludeFolders(const SourceUnit &Unit) {
  std::vector<std::string> Out;
  for (const FoundHeader &Header : findMissing(Unit))
    Out.push_back("'" + Header.Name + "' would be found with -I" +
                  readableName(Header.Folder));
  return Out;
}

std::vector<std::string> addIncludeFolders(ParseJob &Job,
                                           const SourceUnit &Unit) {
  std::vector<std::string> Out;
  if (Job.HasCommand)
    return Out;
  for (const FoundHeader &Header : findMissing(Unit)) {
    const std::string Flag = "-I" + Header.Folder;
    const bool IsNew = !llvm::is_contained(Job.Args, Flag);
    if (isReadByShell(Flag) || !haveOneText(Header.Files) ||
        (!IsNew && Out.empty()))
      continue;
    Out.push_back("'" + Header.Name + "' was found with -I" +
                  readableName(Header.Folder));
    if (!IsNew)
      continue;
    Job.Args.push_back(Flag);
    Job.NvccArgs.push_back(Flag);
  }
  return Out;
}

} // namespace pipeline_rewrite
