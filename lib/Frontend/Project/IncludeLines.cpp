//===- IncludeLines.cpp - #include lines, read without a preprocessor -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Project/IncludeLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace pipeline_rewrite {

/// What stands behind the word, which other words may begin with.
static std::vector<std::string> includeLines(llvm::StringRef Text) {
  std::vector<std::string> Lines;
  while (!Text.empty()) {
    llvm::StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    Line = Line.trim();
    if (!Line.consume_front("#"))
      continue;
    std::string Whole = Line.str();
    while (llvm::StringRef(Whole).ends_with("\\") && !Text.empty()) {
      std::tie(Line, Text) = Text.split('\n');
      Whole.pop_back();
      Whole += Line.rtrim();
    }
    llvm::StringRef Rest = llvm::StringRef(Whole).ltrim();
    if (Rest.consume_front("include") || Rest.consume_front("import"))
      Lines.push_back(Rest.ltrim().str());
  }
  return Lines;
}

static bool namesFile(llvm::StringRef Line) {
  return Line.starts_with("\"") || Line.starts_with("<");
}

std::vector<std::string> includedNames(llvm::StringRef Text) {
  std::vector<std::string> Names;
  for (llvm::StringRef Line : includeLines(Text))
    if (namesFile(Line))
      Names.push_back(
          Line.drop_front()
              .take_until([](char C) { return C == '"' || C == '>'; })
              .str());
  return Names;
}

bool asksForOtherFiles(llvm::StringRef Text) {
  return Text.contains("__has_include") || Text.contains("%:") ||
         Text.contains("?"
                       "?=") ||
         !llvm::all_of(includeLines(Text), namesFile);
}

llvm::StringRef withoutDots(llvm::StringRef Name) {
  while (Name.consume_front("../") || Name.consume_front("./"))
    ;
  return Name;
}

static size_t sharedStart(llvm::StringRef A, llvm::StringRef B) {
  return std::mismatch(A.begin(), A.end(), B.begin(), B.end()).first -
         A.begin();
}

const std::string *nearestFile(llvm::ArrayRef<std::string> Files,
                               llvm::StringRef Name, llvm::StringRef Source) {
  const std::string Ending = ("/" + Name).str();
  const std::string *Best = nullptr;
  size_t Most = 0;
  for (const std::string &File : Files) {
    if (!llvm::StringRef(File).ends_with(Ending))
      continue;
    const size_t Shared = sharedStart(File, Source);
    if (!Best || Shared > Most ||
        (Shared == Most && File.size() < Best->size())) {
      Best = &File;
      Most = Shared;
    }
  }
  return Best;
}

llvm::StringRef searchFolder(llvm::StringRef File, llvm::StringRef Name) {
  return File.drop_back(Name.size() + 1);
}

bool isCheckout(llvm::StringRef Folder, llvm::vfs::FileSystem &Files) {
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{".git", ".hg", ".svn"},
                      [&](llvm::StringRef Mark) {
                        llvm::SmallString<256> Path(Folder);
                        llvm::sys::path::append(Path, Mark);
                        return Files.exists(Path);
                      });
}

} // namespace pipeline_rewrite
