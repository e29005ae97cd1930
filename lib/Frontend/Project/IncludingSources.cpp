//===- IncludingSources.cpp - The sources of a database that include a file
//===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Project/IncludingSources.h"
#include "Cache/CodeText.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Project/IncludeLines.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace pipeline_rewrite {
namespace {

/// Calls \p Take with each name in a text.
void forEachName(llvm::StringRef Text,
                 llvm::function_ref<void(llvm::StringRef)> Take) {
  auto IsOfName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!(Text = Text.drop_until(IsOfName)).empty()) {
    const llvm::StringRef Name = Text.take_while(IsOfName);
    Take(Name);
    Text = Text.drop_front(Name.size());
  }
}

/// Words that may begin a loop.
class LoopWords {
public:
  bool isIn(llvm::StringRef Text) const {
    bool Found = false;
    forEachName(Text,
                [&](llvm::StringRef Name) { Found |= Words.contains(Name); });
    return Found;
  }

  /// Adds each macro of a file that stands for one, or for such a macro.
  /// Gives: whether any is new.
  bool addMacros(llvm::StringRef Code) {
    bool Any = false;
    for (llvm::StringRef Line : llvm::split(Code, '\n')) {
      std::vector<llvm::StringRef> Names;
      forEachName(Line, [&](llvm::StringRef Name) { Names.push_back(Name); });
      if (Names.size() > 2 && Names[0] == "define" && isIn(Line))
        Any |= Words.insert(Names[1]).second;
    }
    return Any;
  }

private:
  llvm::StringSet<> Words = {"for", "while", "do", "goto"};
};

class Includes {
public:
  explicit Includes(llvm::ArrayRef<std::string> More) : More(More) {}

  /// Real names of all that a source includes.
  llvm::StringSet<> reachedFrom(const FileCommand &Source) {
    const std::vector<std::string> Folders = readCommand(Source);
    llvm::StringSet<> Found;
    std::vector<std::string> Next;
    auto Reach = [&](const std::string &File) {
      if (Found.insert(File).second)
        Next.push_back(File);
    };
    Reach(realName(inFolder(Source.Directory, Source.File)));
    for (const std::string &Name : Forced)
      reach(Name, Source.Directory, Folders, Reach);
    while (!Next.empty()) {
      const std::string File = std::move(Next.back());
      Next.pop_back();
      for (const std::string &Name : namesIn(File))
        reach(Name, path::parent_path(File), Folders, Reach);
    }
    return Found;
  }

  /// Whether a loop may stand in a file, written out or as a macro of any file
  /// that was reached.
  bool mayHaveLoop(const std::string &File) const {
    std::vector<std::string> Codes;
    for (const auto &Each : Names) {
      auto Buffer = llvm::MemoryBuffer::getFile(Each.getKey());
      if (!Buffer || asksForOtherFiles((*Buffer)->getBuffer()))
        return true;
      Codes.push_back(tokensOf((*Buffer)->getBuffer()));
    }
    LoopWords Words;
    bool IsNew = true;
    while (std::exchange(IsNew, false))
      for (const std::string &Code : Codes)
        IsNew |= Words.addMacros(Code);
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    return !Buffer || Words.isIn(tokensOf((*Buffer)->getBuffer()));
  }

private:
  static std::string inFolder(llvm::StringRef Folder, llvm::StringRef Name) {
    llvm::SmallString<256> Path(path::is_absolute(Name) ? "" : Folder);
    path::append(Path, Name);
    return Path.str().str();
  }

  /// Gives: the folders that are searched. Sets what is forced in.
  std::vector<std::string> readCommand(const FileCommand &Source) {
    std::vector<std::string> Args =
        translateFlags(Source.Words, Source.Directory, Source.Dialect).Args;
    llvm::append_range(
        Args, translateFlags(More, Source.Directory, FlagDialect::Nvcc).Args);
    std::vector<std::string> Folders;
    Forced.clear();
    for (size_t I = 0; I < Args.size(); ++I)
      for (llvm::StringRef Option :
           {"-I", "-isystem", "-iquote", "-idirafter", "-include"}) {
        llvm::StringRef Value = Args[I];
        if (!Value.consume_front(Option) ||
            (Option == "-I" && Value.starts_with("-")))
          continue;
        if (Value.empty() && I + 1 < Args.size())
          Value = Args[++I];
        if (Option == "-include")
          Forced.push_back(Value.str());
        else
          Folders.push_back(inFolder(Source.Directory, Value));
        break;
      }
    return Folders;
  }

  /// Every place where the name leads to a file: which one a compiler takes
  /// first does not matter here.
  template <typename Take>
  void reach(llvm::StringRef Name, llvm::StringRef Beside,
             llvm::ArrayRef<std::string> Folders, Take Reach) {
    auto Try = [&](llvm::StringRef Folder) {
      if (const std::string &Real = fileAt(inFolder(Folder, Name));
          !Real.empty())
        Reach(Real);
    };
    Try(Beside);
    llvm::for_each(Folders, Try);
  }

  /// The file's real name; empty if there is none.
  const std::string &fileAt(const std::string &Path) {
    auto [At, IsNew] = Real.try_emplace(Path);
    if (IsNew && llvm::sys::fs::is_regular_file(Path))
      At->second = realName(Path);
    return At->second;
  }

  const std::vector<std::string> &namesIn(const std::string &File) {
    auto [At, IsNew] = Names.try_emplace(File);
    if (!IsNew)
      return At->second;
    if (auto Buffer = llvm::MemoryBuffer::getFile(File))
      At->second = includedNames((*Buffer)->getBuffer());
    return At->second;
  }

  llvm::ArrayRef<std::string> More;
  std::vector<std::string> Forced;
  llvm::StringMap<std::string> Real;
  llvm::StringMap<std::vector<std::string>> Names;
};

} // namespace

llvm::StringMap<std::vector<FileCommand>>
includingSources(llvm::ArrayRef<std::string> Files,
                 llvm::ArrayRef<FileCommand> Sources,
                 llvm::ArrayRef<std::string> More) {
  llvm::StringMap<std::vector<FileCommand>> Out;
  llvm::StringSet<> Own;
  for (const FileCommand &Source : Sources)
    Own.insert(realName(Source.File));
  if (llvm::all_of(Files,
                   [&](const std::string &File) { return Own.contains(File); }))
    return Out;
  Includes All(More);
  for (const FileCommand &Source : Sources) {
    const llvm::StringSet<> Reached = All.reachedFrom(Source);
    for (const std::string &File : Files)
      if (!Own.contains(File) && Reached.contains(File))
        Out[File].push_back(Source);
  }
  for (auto &[File, Through] : Out)
    if (!All.mayHaveLoop(File.str()))
      Through.clear();
  return Out;
}

} // namespace pipeline_rewrite
