//===- BuildTexts.cpp - The user's files as other builds may read them ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/BuildTexts.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace pipeline_rewrite {

const PlatformWords &BuildTexts::platforms() {
  if (!Platforms)
    Platforms = std::make_unique<const PlatformWords>(PP);
  return *Platforms;
}

const ConditionalText &BuildTexts::of(FileID File) {
  std::unique_ptr<const ConditionalText> &Known = Texts[File];
  if (!Known)
    Known = std::make_unique<const ConditionalText>(
        PP.getSourceManager().getBufferData(File), PP.getLangOpts(),
        &platforms());
  return *Known;
}

/// Macros of files that the command line includes: `-include config.h`.
static void addForced(const Preprocessor &PP, llvm::StringSet<> &Out) {
  const SourceManager &SM = PP.getSourceManager();
  llvm::DenseSet<FileID> Forced;
  for (const FileID File : filesOfUser(SM)) {
    FileID Top = File;
    SourceLocation Include = SM.getIncludeLoc(Top);
    while (Include.isValid() && SM.getFileEntryForID(SM.getFileID(Include))) {
      Top = SM.getFileID(Include);
      Include = SM.getIncludeLoc(Top);
    }
    if (Include.isValid())
      Forced.insert(File);
  }
  if (Forced.empty())
    return;
  for (const auto &[Name, State] : PP.macros(/*IncludeExternalMacros=*/false))
    if (const MacroInfo *Info = PP.getMacroInfo(Name))
      if (const FileID File = SM.getFileID(Info->getDefinitionLoc());
          File.isValid() && Forced.contains(File)) // __LINE__ is in none
        Out.insert(Name->getName());
}

std::shared_ptr<const BuildWords> BuildTexts::words(bool Macros) {
  std::shared_ptr<const BuildWords> &Known = Words[Macros];
  if (Known)
    return Known;
  if (!Macros)
    return Known = std::make_shared<const BuildWords>(PP, platforms());
  llvm::StringSet<> Names;
  for (const auto &[Macro, IsUndefined] : Given.Macros)
    Names.insert(llvm::StringRef(Macro).split('=').first.split('(').first);
  addForced(PP, Names);
  return Known = std::make_shared<const BuildWords>(
             words(/*Macros=*/false)->withMacros(std::move(Names)));
}

} // namespace pipeline_rewrite
