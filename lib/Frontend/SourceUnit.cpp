//===- SourceUnit.cpp - One parsed source ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/SourceUnit.h"
#include "Frontend/Command/FileNames.h"
#include "Frontend/Conditions/BuildTexts.h"
#include "clang/Frontend/CompilerInvocation.h"

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

const std::vector<std::string> &SourceUnit::includers() const {
  if (!Includers)
    Includers = Setup.Program->includersOf(Setup.mainFile(), *Setup.Files);
  return *Includers;
}

BuildTexts &SourceUnit::texts() const {
  if (!Texts)
    Texts = std::make_shared<BuildTexts>(
        preprocessor(), Setup.Invocation->getPreprocessorOpts());
  return *Texts;
}

std::optional<std::string>
SourceUnit::describeWith(llvm::StringRef Text) const {
  return Second ? Second->ask(Text) : std::nullopt;
}

} // namespace pipeline_rewrite
