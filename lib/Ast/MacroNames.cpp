//===- MacroNames.cpp - What a word of the text comes to ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/MacroNames.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/MacroInfo.h"

using namespace clang;

namespace pipeline_rewrite {

const IdentifierInfo *spelledIn(Preprocessor &PP, llvm::StringRef Word) {
  const IdentifierTable &All = PP.getIdentifierTable();
  if (const auto Known = All.find(Word); Known != All.end())
    return Known->second;
  // What is kept of headers is read when it is asked for.
  IdentifierInfoLookup *Kept = All.getExternalIdentifierLookup();
  return Kept ? Kept->get(Word) : nullptr;
}

static bool comesTo(const IdentifierInfo *Name, SourceLocation At,
                    const llvm::StringSet<> &Names, Preprocessor &PP,
                    llvm::SmallPtrSetImpl<const MacroInfo *> &Seen) {
  const MacroInfo *Macro =
      Name->hadMacroDefinition()
          ? PP.getMacroDefinitionAtLoc(Name, At).getMacroInfo()
          : nullptr;
  if (!Macro || !Seen.insert(Macro).second)
    return false;
  return llvm::any_of(Macro->tokens(), [&](const Token &T) {
    const IdentifierInfo *Part = T.getIdentifierInfo();
    return Part && Macro->getParameterNum(Part) < 0 &&
           (Names.contains(Part->getName()) ||
            comesTo(Part, At, Names, PP, Seen));
  });
}

bool meansAny(llvm::StringRef Word, const llvm::StringSet<> &Names,
              SourceLocation At, Preprocessor &PP) {
  if (Names.contains(Word))
    return true;
  const IdentifierInfo *Known = spelledIn(PP, Word);
  llvm::SmallPtrSet<const MacroInfo *, 4> Seen;
  return Known && comesTo(Known, At, Names, PP, Seen);
}

bool namesMacro(llvm::StringRef Text, Preprocessor &PP) {
  auto Begins = [](char C) { return isAsciiIdentifierStart(C); };
  auto Goes = [](char C) { return isAsciiIdentifierContinue(C); };
  while (!(Text = Text.drop_until(Begins)).empty()) {
    const IdentifierInfo *Name = spelledIn(PP, Text.take_while(Goes));
    Text = Text.drop_while(Goes);
    const MacroInfo *Macro = Name ? PP.getMacroInfo(Name) : nullptr;
    const bool IsNumber =
        Macro && Macro->getNumTokens() == 1 &&
        Macro->getReplacementToken(0).is(tok::numeric_constant);
    if (Name && Name->hadMacroDefinition() && !IsNumber)
      return true;
  }
  return false;
}

} // namespace pipeline_rewrite
