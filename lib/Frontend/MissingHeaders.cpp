//===- MissingHeaders.cpp - Folders that a parse would have needed --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/MissingHeaders.h"
#include "Cache/ReadLog.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Command/Toolkit.h"
#include "Frontend/MissingMacros.h"
#include "Frontend/Project/IncludeLines.h"
#include "Frontend/Project/ProjectTree.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
namespace path = llvm::sys::path;

namespace pipeline_rewrite {
namespace {

constexpr llvm::StringLiteral LibraryHeaders[] = {
    "cublas.h",      "cublasLt.h",   "cublas_v2.h",       "cudnn.h",
    "cufft.h",       "cufftXt.h",    "curand.h",          "curand_kernel.h",
    "cusolverDn.h",  "cusolverSp.h", "cusolver_common.h", "cusparse.h",
    "cusparse_v2.h", "nccl.h"};
constexpr llvm::StringLiteral LibraryFolders[] = {
    "cub/", "thrust/", "nvtx3/", "torch/", "ATen/", "c10/", "pybind11/"};

/// Names that \p Unit did not find, as they are written.
std::vector<std::string> missingNames(const SourceUnit &Unit) {
  std::vector<std::string> Names;
  for (const ParseError &E : Unit.errors())
    if (const auto Header = missingHeader(E);
        Header && !llvm::is_contained(Names, *Header))
      Names.push_back(Header->str());
  if (!Names.empty())
    if (ReadLog *Log = ReadLog::current())
      Log->giveUp(); // a whole tree is searched
  return Names;
}

std::string sentence(llvm::StringRef What, llvm::StringRef Folder) {
  return (What + " found with -I" + readableName(Folder)).str();
}

/// Adds folders to one job.
class FolderSearch {
public:
  FolderSearch(ParseJob &Job, const ProjectTree &Tree) : Job(Job), Tree(Tree) {}

  /// False: a parse would find no more.
  bool addFor(const SourceUnit &Unit);
  /// Whether what was found in the folders can be nothing else.
  bool isCertain(const SourceUnit &Unit) const;
  std::vector<std::string> sentences() const; ///< for each folder

private:
  bool mayBeElsewhere(llvm::StringRef Name) const;
  bool mayAdd(llvm::StringRef Folder, const SourceUnit &Unit,
              llvm::ArrayRef<std::string> Missing) const;

  ParseJob &Job;
  const ProjectTree &Tree;
  std::vector<std::string> Folders;
  std::vector<std::vector<std::string>> Names; ///< that led to each
};

/// In no project: in that of a library, or the standard's.
bool FolderSearch::mayBeElsewhere(llvm::StringRef Name) const {
  return path::extension(Name).empty() ||
         isLibraryHeader(Name, /*IsAngled=*/true);
}

bool FolderSearch::mayAdd(llvm::StringRef Folder, const SourceUnit &Unit,
                          llvm::ArrayRef<std::string> Missing) const {
  auto Leads = [&](llvm::StringRef Name) {
    return llvm::is_contained(Tree.filesNamed(Name),
                              (Folder + "/" + Name).str());
  };
  const HeaderSearch &Search = Unit.preprocessor().getHeaderSearchInfo();
  return !isReadByShell(Folder) &&
         llvm::none_of(Missing,
                       [&](llvm::StringRef Name) {
                         return Leads(Name) && (mayBeElsewhere(Name) ||
                                                !Tree.hasOneAnswer(Name));
                       }) &&
         std::none_of(Search.system_dir_begin(), Search.system_dir_end(),
                      [&](const DirectoryLookup &System) {
                        return Tree.hides(Folder, System.getName(),
                                          *Unit.setup().Files);
                      });
}

bool FolderSearch::addFor(const SourceUnit &Unit) {
  const std::vector<std::string> Missing = missingNames(Unit);
  bool Any = false;
  for (llvm::StringRef Name : Missing) {
    const std::string File = Tree.nearest(Name);
    if (File.empty())
      continue;
    const std::string Folder = searchFolder(File, Name).str();
    auto At = llvm::find(Folders, Folder);
    if (At == Folders.end()) {
      if (!mayAdd(Folder, Unit, Missing))
        continue;
      Folders.push_back(Folder);
      Names.emplace_back();
      Job.Args.push_back("-I" + Folder);
      Job.NvccArgs.push_back("-I" + Folder);
      Any = true;
      At = std::prev(Folders.end());
    }
    auto &Found = Names[At - Folders.begin()];
    if (!llvm::is_contained(Found, Name))
      Found.push_back(Name.str());
  }
  return Any;
}

std::vector<std::string> FolderSearch::sentences() const {
  std::vector<std::string> Out;
  for (const auto &[Folder, Found] : llvm::zip(Folders, Names))
    Out.push_back(Found.size() == 1
                      ? sentence("'" + Found.front() + "' was", Folder)
                      : sentence("'" + Found.front() + "' and " +
                                     std::to_string(Found.size() - 1) +
                                     " more were",
                                 Folder));
  return Out;
}

bool FolderSearch::isCertain(const SourceUnit &Unit) const {
  const SourceManager &SM = Unit.sources();
  auto IsFound = [&](llvm::StringRef Name) {
    return llvm::any_of(Folders, [&](const std::string &Folder) {
      return llvm::sys::fs::exists(Folder + "/" + Name);
    });
  };
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    const std::string File = realName(It->first.getName());
    if (!Tree.holds(File))
      continue;
    const auto Text = It->second->getBufferDataIfLoaded();
    if (!Text)
      continue;
    for (const std::string &Name : includedNames(*Text)) {
      const bool IsBeside =
          !Text->contains("<" + Name + ">") &&
          llvm::sys::fs::exists(path::parent_path(File) + "/" + Name);
      if (!IsBeside && IsFound(Name) &&
          (mayBeElsewhere(Name) || !Tree.hasOneAnswer(Name)))
        return false;
    }
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

bool isLibraryHeader(llvm::StringRef Name, bool IsAngled) {
  return llvm::is_contained(LibraryHeaders, Name) ||
         (IsAngled && !Name.contains("..") &&
          llvm::any_of(LibraryFolders, [&](llvm::StringRef Folder) {
            return Name.starts_with(Folder);
          }));
}

std::vector<std::string> adviseIncludeFolders(const SourceUnit &Unit) {
  std::vector<std::string> Out;
  const std::vector<std::string> Names = missingNames(Unit);
  if (Names.empty())
    return Out;
  const ProjectTree Tree(realName(Unit.file()));
  for (llvm::StringRef Name : Names)
    if (const std::string File = Tree.nearest(withoutDots(Name)); !File.empty())
      Out.push_back(sentence(("'" + withoutDots(Name) + "' would be").str(),
                             searchFolder(File, withoutDots(Name))));
  return Out;
}

llvm::Expected<std::unique_ptr<SourceUnit>>
parseWithHeaders(ParseJob &Job, const Options &Opts, const Describe &Later,
                 std::vector<std::string> &Notes) {
  auto Parse = [&]() {
    auto Unit = parseSource(Job, Opts, /*Text=*/std::nullopt, Later);
    if (Unit)
      Job.NeedsCmath = (*Unit)->setup().NeedsCmath;
    return Unit;
  };
  auto Unit = Parse();
  if (!Unit || Job.HasCommand)
    return Unit;
  std::optional<ProjectTree> Read;
  auto Tree = [&, File = realName((*Unit)->file())]() -> const ProjectTree & {
    if (ReadLog *Log = ReadLog::current())
      Log->giveUp(); // a whole tree is searched
    return Read ? *Read : Read.emplace(File);
  };
  if (!missingNames(**Unit).empty()) {
    const ParseJob Before = Job;
    FolderSearch Search(Job, Tree());
    while (Search.addFor(**Unit)) {
      Unit = Parse();
      if (!Unit)
        return Unit;
    }
    if (Search.isCertain(**Unit)) {
      llvm::append_range(Notes, Search.sentences());
    } else {
      Job = Before;
      Unit = Parse();
      if (!Unit)
        return Unit;
    }
  }
  Unit = parseWithStandard(Job, std::move(*Unit), Tree, Parse, Notes);
  return Unit ? parseWithMacros(Job, std::move(*Unit), Tree, Parse, Notes)
              : std::move(Unit);
}

} // namespace pipeline_rewrite
