//===- MacroHooks.cpp - Macros that need care while a file is read --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/MacroHooks.h"
#include "Cache/ReadLog.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class TimeMacros : public PPCallbacks {
public:
  explicit TimeMacros(const SourceManager &Sources) : Sources(Sources) {}

  void MacroExpands(const Token &Name, const MacroDefinition &, SourceRange At,
                    const MacroArgs *) override {
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
  const SourceManager &Sources;
};

class NvccMacro : public PPCallbacks {
public:
  explicit NvccMacro(Preprocessor &PP)
      : PP(PP), Name(PP.getIdentifierInfo("__NVCC__")) {}

  void FileChanged(SourceLocation Loc, FileChangeReason,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    // What it was before a precompiled prelude is not asked for again.
    if (Name->isOutOfDate())
      PP.getExternalSource()->updateOutOfDateIdentifier(*Name);
    MacroInfo *Defined = PP.getMacroInfo(Name);
    if (!SrcMgr::isSystem(Kind)) {
      if (MacroInfo *Macro = std::exchange(Hidden, nullptr))
        PP.appendDefMacroDirective(Name, Macro, Loc);
    } else if (Defined) {
      Hidden = Defined;
      PP.appendMacroDirective(Name, new (PP.getPreprocessorAllocator())
                                        UndefMacroDirective(Loc));
    }
  }

private:
  Preprocessor &PP;
  IdentifierInfo *Name;
  MacroInfo *Hidden = nullptr; ///< while a system header is read
};

} // namespace

std::unique_ptr<PPCallbacks> noteTimeMacros(const SourceManager &Sources) {
  return std::make_unique<TimeMacros>(Sources);
}

std::unique_ptr<PPCallbacks> hideNvccMacro(Preprocessor &PP) {
  return std::make_unique<NvccMacro>(PP);
}

} // namespace pipeline_rewrite
