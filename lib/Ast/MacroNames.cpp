//===- MacroNames.cpp - What a word of the text comes to ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/MacroNames.h"
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

} // namespace pipeline_rewrite
