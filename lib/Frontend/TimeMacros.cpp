//===- TimeMacros.cpp - Macros that tell when and where they stand --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/TimeMacros.h"
#include "Cache/ReadLog.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Token.h"

namespace pipeline_rewrite {
namespace {

class TimeMacros : public clang::PPCallbacks {
public:
  explicit TimeMacros(const clang::SourceManager &Sources) : Sources(Sources) {}

  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &,
                    clang::SourceRange At, const clang::MacroArgs *) override {
    const llvm::StringRef Word = Name.getIdentifierInfo()->getName();
    const bool IsLine = Word == "__LINE__";
    if (!IsLine && !tellsTime(Word))
      return;
    ReadLog *Log = ReadLog::current();
    if (!Log)
      return;
    const auto File = Sources.getFileEntryRefForID(
        Sources.getFileID(Sources.getExpansionLoc(At.getBegin())));
    if (IsLine && File)
      Log->addLines(File->getName());
    else
      Log->giveUp();
  }

private:
  const clang::SourceManager &Sources;
};

} // namespace

std::unique_ptr<clang::PPCallbacks>
noteTimeMacros(const clang::SourceManager &Sources) {
  return std::make_unique<TimeMacros>(Sources);
}

} // namespace pipeline_rewrite
