//===- GivenMemory.cpp - Memory that a macro of the build names -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/TextRefusals.h"
#include "Ast/Below.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {

/// The macro that names memory by \p Ref and that another build may define;
/// empty if there is none.
static std::string givenName(const DeclRefExpr &Ref, const UsedMacros &Macros,
                             const UnitTexts &Texts) {
  const auto *V = dyn_cast<VarDecl>(Ref.getDecl());
  const ASTContext &Context = Texts.Unit.context();
  if (!V || (V->hasLocalStorage() && V->getType()->isArithmeticType()) ||
      V->isUsableInConstantExpressions(Context))
    return "";
  for (SourceLocation L = Ref.getLocation(); L.isMacroID();
       L = Texts.SM.getImmediateMacroCallerLoc(L)) {
    if (!Texts.SM.isMacroBodyExpansion(L))
      continue; // an argument
    const llvm::StringRef Name =
        Lexer::getImmediateMacroName(L, Texts.SM, Context.getLangOpts());
    const MacroInfo *Info = Macros.infoOf(Name);
    if (Info && !Texts.SM.isInSystemHeader(Info->getDefinitionLoc()) &&
        Macros.isOpen(Name, *Info))
      return Name.str();
  }
  return "";
}

std::optional<Refusal> refuseGivenMemory(const FunctionSet &Functions,
                                         const SourcePlace &Place,
                                         UnitTexts &Texts) {
  const UsedMacros Macros(Texts);
  for (const FunctionDecl *F : Functions) {
    std::string Name;
    auto Is = [&](const DeclRefExpr *Ref) {
      Name = givenName(*Ref, Macros, Texts);
      return !Name.empty();
    };
    if (!findBelow<DeclRefExpr>(F->getBody(), Is))
      continue;
    const auto [File, Offset] =
        Texts.SM.getDecomposedLoc(Macros.infoOf(Name)->getDefinitionLoc());
    return Texts.refuse(
        Place,
        "'" + Name + "' names memory here, and another build may define it",
        File, Offset);
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
