//===- ReadIncluders.cpp - What files that include a source say -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Instances/ReadIncluders.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Project/IncludeLines.h"
#include "Frontend/Project/ProgramFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace pipeline_rewrite {

/// Files that are preprocessed for one source, at most.
static constexpr size_t MostIncluders = 16;

/// Folders that their #include lines of each other, and of \p Own, begin in.
static std::vector<std::string> foldersOf(llvm::StringRef Own,
                                          llvm::ArrayRef<std::string> Includers,
                                          llvm::vfs::FileSystem &Files) {
  std::vector<std::string> Out = {llvm::sys::path::parent_path(Own).str()};
  auto Add = [&](llvm::StringRef Path, llvm::StringRef Name) {
    if (Path.ends_with(("/" + Name).str()) &&
        !llvm::is_contained(Out, searchFolder(Path, Name)))
      Out.push_back(searchFolder(Path, Name).str());
  };
  for (const std::string &File : Includers)
    if (auto Buffer = Files.getBufferForFile(File))
      for (const std::string &Name : includedNames((*Buffer)->getBuffer())) {
        Add(Own, withoutDots(Name));
        for (const std::string &Other : Includers)
          Add(Other, withoutDots(Name));
      }
  return Out;
}

std::vector<PreprocessedText> readIncluders(const ParseJob &Job,
                                            const SourceUnit &Unit,
                                            std::vector<std::string> &Notes) {
  const ParseSetup &Setup = Unit.setup();
  const std::string Own = Setup.mainFile(), Real = realName(Own);
  const std::vector<std::string> &Includers = Unit.includers();
  std::vector<std::string> Folders = foldersOf(Own, Includers, *Setup.Files);
  std::vector<PreprocessedText> Texts;
  for (const std::string &File : Includers) {
    if (Texts.size() == MostIncluders) {
      Notes.push_back(
          "more than " + std::to_string(MostIncluders) +
          " files include this one: the others' instances are not looked at");
      break;
    }
    ParseJob Other = Job;
    Other.File = File;
    for (const std::string &Folder : Folders)
      Other.Args.push_back("-I" + Folder);
    auto Text = preprocess(Other);
    if (!Text || llvm::none_of(Text->Files, [&](const std::string &Each) {
          return realName(Each) == Real;
        }))
      continue;
    Texts.push_back(std::move(*Text));
  }
  return Texts;
}

} // namespace pipeline_rewrite
