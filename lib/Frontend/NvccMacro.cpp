//===- NvccMacro.cpp - __NVCC__ for the user's files alone ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/NvccMacro.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

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

std::unique_ptr<PPCallbacks> hideNvccMacro(Preprocessor &PP) {
  return std::make_unique<NvccMacro>(PP);
}

} // namespace pipeline_rewrite
