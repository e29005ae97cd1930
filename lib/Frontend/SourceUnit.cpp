//===- SourceUnit.cpp - One parsed source ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/SourceUnit.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Conditions/BuildWords.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace pipeline_rewrite {

/// Behind the text there is only what we appended; clang would have called the
/// last line's end the end of the file.
static unsigned endOfFile(llvm::StringRef Text) {
  if (!Text.consume_back("\r\n"))
    Text.consume_back("\n");
  return Text.size();
}

bool SourceUnit::isInSubject(SourceLocation Loc) const {
  return sources().isInFileID(sources().getExpansionLoc(Loc), Subject);
}

std::string SourceUnit::nameOf(FileID Id) const {
  if (Id == sources().getMainFileID())
    return MainFile;
  std::string Path = pathOf(Id, sources());
  return Path.empty() ? Path : readableName(Path);
}

static SourcePlace placeIn(llvm::StringRef Text, unsigned Offset,
                           std::string File) {
  const llvm::StringRef Before = Text.take_front(Offset);
  return {std::move(File), unsigned(Before.count('\n')) + 1,
          unsigned(Offset - (Before.rfind('\n') + 1)) + 1};
}

SourcePlace SourceUnit::place(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return {MainFile, 0, 0};
  const SourceManager &Sources = sources();
  auto [Id, Offset] = Sources.getDecomposedExpansionLoc(Loc);
  std::string Name = nameOf(Id);
  if (Name.empty())
    return {MainFile, 0, 0};
  if (Id == Sources.getMainFileID() && Offset >= MainText.size())
    Offset = endOfFile(MainText);
  if (Id == Subject && !Written.empty())
    return placeIn(Original, offsetBefore(Written, Offset), std::move(Name));
  return {std::move(Name), Sources.getLineNumber(Id, Offset),
          Sources.getColumnNumber(Id, Offset)};
}

/// Macros of files that the command line includes: `-include config.h`.
static void addForced(const SourceUnit &Unit, llvm::StringSet<> &Out) {
  const SourceManager &SM = Unit.sources();
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
  for (const auto &[Name, State] :
       Unit.preprocessor().macros(/*IncludeExternalMacros=*/false))
    if (const MacroInfo *Info = Unit.preprocessor().getMacroInfo(Name))
      if (Forced.contains(SM.getFileID(Info->getDefinitionLoc())))
        Out.insert(Name->getName());
}

std::shared_ptr<const BuildWords> SourceUnit::wordsOfBuilds(bool Macros) const {
  std::shared_ptr<const BuildWords> &Known = Words[Macros];
  if (Known)
    return Known;
  if (!Macros)
    return Known = std::make_shared<const BuildWords>(preprocessor());
  llvm::StringSet<> Given;
  for (const auto &[Macro, IsUndefined] :
       Setup.Invocation->getPreprocessorOpts().Macros)
    Given.insert(llvm::StringRef(Macro).split('=').first.split('(').first);
  addForced(*this, Given);
  return Known = std::make_shared<const BuildWords>(
             wordsOfBuilds(/*Macros=*/false)->withMacros(std::move(Given)));
}

std::optional<std::string>
SourceUnit::describeWith(llvm::StringRef Text) const {
  return Second ? Second->ask(Text) : std::nullopt;
}

} // namespace pipeline_rewrite
