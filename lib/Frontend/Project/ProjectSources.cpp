//===- ProjectSources.cpp - The CUDA sources of a tree --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Project/ProjectSources.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Project/IncludeLines.h"
#include "Frontend/SourceUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <map>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace pipeline_rewrite {
namespace {

bool isSource(llvm::StringRef File) { return path::extension(File) == ".cu"; }

bool isHeader(llvm::StringRef File) {
  return llvm::is_contained(
      {".cuh", ".h", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".cui"},
      path::extension(File));
}

/// Where projects keep what they have from others.
bool isNamedForOthers(llvm::StringRef Folder) {
  const std::string Name = path::filename(Folder).lower();
  return llvm::is_contained({"third_party", "third-party", "thirdparty",
                             "3rdparty", "3rd_party", "external", "externals",
                             "extern", "vendor"},
                            llvm::StringRef(Name));
}

class Tree {
public:
  explicit Tree(llvm::ArrayRef<std::string> Exclude) {
    for (const std::string &Text : Exclude)
      Excluded.emplace_back(Text);
  }

  llvm::Error read(llvm::StringRef Root) {
    std::error_code Error;
    fs::recursive_directory_iterator I(Root, Error, /*follow_symlinks=*/false),
        End;
    for (; !Error && I != End; I.increment(Error)) {
      const llvm::StringRef Path = I->path();
      if (path::filename(Path).starts_with("."))
        I.no_push();
      else if (isSource(Path) || isHeader(Path))
        add(Path.str(), Path.substr(Root.size() + 1));
      else if (!isOthers(Path) && I->type() == fs::file_type::directory_file)
        leaveOut(Path, Path.substr(Root.size() + 1));
    }
    readSubmodules(Root);
    return Error ? llvm::createStringError(Root + ": " + Error.message())
                 : llvm::Error::success();
  }

  ProjectSources find() {
    llvm::StringSet<> Reached;
    for (auto &[Name, F] : Files) {
      if (!isSource(Name) || F.IsOthers)
        continue;
      Closure All = closureOf(Name);
      if (!All.HasBarrier) {
        ++Out.WithoutBarrier;
        continue;
      }
      for (const std::string &File : All.Files)
        Reached.insert(File);
      Out.Sources.push_back({Name, std::move(All.Flags)});
    }
    for (auto &[Name, F] : Files)
      if (isHeader(Name) && F.HasBarrier && F.HasDeviceCode && !F.IsOthers &&
          !Reached.contains(Name))
        Out.Sources.push_back({Name, closureOf(Name).Flags});
      else if (isHeader(Name) && F.HasBarrier && F.IsOthers)
        Out.OtherHeaders.insert(Name);
    llvm::erase_if(Out.LeftOut,
                   [](const LeftOutFolder &Each) { return !Each.Sources; });
    return std::move(Out);
  }

private:
  struct File {
    std::vector<std::string> Includes;
    bool HasBarrier = false, HasDeviceCode = false;
    bool IsOthers = false; ///< left out, but for what others include
  };
  struct Closure {
    std::vector<std::string> Files, Flags;
    bool HasBarrier = false;
  };

  /// A folder is read with all that is in it before the next one.
  bool isOthers(llvm::StringRef Path) const {
    return !OthersFolder.empty() && Path.starts_with(OthersFolder);
  }

  void leaveOut(llvm::StringRef Folder, llvm::StringRef FromRoot) {
    const bool IsRepository = fs::exists(Folder + "/.git");
    if (!IsRepository && !isNamedForOthers(Folder))
      return;
    OthersFolder = (Folder + "/").str();
    Out.LeftOut.push_back({FromRoot.str(), IsRepository, 0});
  }

  /// Those that nobody has checked out.
  void readSubmodules(llvm::StringRef Root) {
    auto Buffer = llvm::MemoryBuffer::getFile(Root + "/.gitmodules");
    if (!Buffer)
      return;
    llvm::SmallVector<llvm::StringRef> Lines;
    (*Buffer)->getBuffer().split(Lines, '\n');
    for (llvm::StringRef Line : Lines) {
      auto [Key, Folder] = Line.split('=');
      std::error_code Error;
      if (Key.trim() == "path" &&
          fs::directory_iterator(Root + "/" + Folder.trim(), Error) ==
              fs::directory_iterator())
        Out.EmptySubmodules.push_back(Folder.trim().str());
    }
  }

  void add(const std::string &Name, llvm::StringRef FromRoot) {
    auto Buffer = llvm::MemoryBuffer::getFile(Name);
    if (!Buffer)
      return;
    const llvm::StringRef Text = (*Buffer)->getBuffer();
    const bool IsExcluded =
        llvm::any_of(Excluded, [&](const llvm::Regex &Each) {
          return Each.match(FromRoot);
        });
    if (isSource(Name) && isOthers(Name))
      ++Out.LeftOut.back().Sources;
    else if (isSource(Name) && IsExcluded)
      ++Out.Excluded;
    Files[Name] = {includedNames(Text), mayHaveBarrier(Text),
                   Text.contains("__device__") || Text.contains("__global__"),
                   isOthers(Name) || IsExcluded};
    ByName[path::filename(Name)].push_back(Name);
  }

  /// The file of the tree that an #include means; the nearest of several.
  /// \p Folder: to be searched for it, empty if the includer's own is enough.
  std::string resolve(llvm::StringRef Includer, llvm::StringRef Name,
                      std::string &Folder) const {
    llvm::SmallString<256> Beside(path::parent_path(Includer));
    path::append(Beside, Name);
    path::remove_dots(Beside, /*remove_dot_dot=*/true);
    if (Files.count(Beside.str().str()))
      return Beside.str().str();
    Name = withoutDots(Name);
    auto Same = ByName.find(path::filename(Name));
    const std::string *Best = Same == ByName.end()
                                  ? nullptr
                                  : nearestFile(Same->second, Name, Includer);
    if (!Best)
      return "";
    Folder = searchFolder(*Best, Name).str();
    return *Best;
  }

  Closure closureOf(const std::string &Source) const {
    Closure Out;
    Out.Files.push_back(Source);
    for (size_t I = 0; I < Out.Files.size(); ++I) {
      const std::string Name = Out.Files[I];
      const File &F = Files.at(Name);
      Out.HasBarrier |= F.HasBarrier;
      for (const std::string &Each : F.Includes) {
        std::string Folder;
        std::string Found = resolve(Name, Each, Folder);
        if (!Found.empty() && !llvm::is_contained(Out.Files, Found))
          Out.Files.push_back(std::move(Found));
        if (!Folder.empty() && !llvm::is_contained(Out.Flags, "-I" + Folder))
          Out.Flags.push_back("-I" + Folder);
      }
    }
    return Out;
  }

  ProjectSources Out;
  std::vector<llvm::Regex> Excluded;
  std::string OthersFolder; ///< the last one, with a slash
  std::map<std::string, File> Files;
  llvm::StringMap<std::vector<std::string>> ByName;
};

} // namespace

llvm::Expected<ProjectSources>
findProjectSources(llvm::StringRef Folder,
                   llvm::ArrayRef<std::string> Exclude) {
  const std::string Root = realName(Folder);
  if (!fs::is_directory(Root))
    return llvm::createStringError(Folder + ": no such folder");
  Tree All(Exclude);
  if (llvm::Error E = All.read(Root))
    return std::move(E);
  return All.find();
}

} // namespace pipeline_rewrite
