//===- OtherConversions.cpp - Copies that another build converts ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/OtherConversions.h"
#include "Analyse/Builds/WrittenTypes.h"
#include "Analyse/Memory/RawCopy.h"
#include "Ast/Spelling.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Between a value and the object whose bytes it is: `SCALE(A[i])`.
const Expr *stripOne(const Expr *E, const TileStore &S) {
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return P->getSubExpr();
  const auto *C = dyn_cast<ConditionalOperator>(E);
  if (!C || !S.Guard)
    return stripLayer(E);
  return S.GuardIsFalseArm ? C->getFalseExpr() : C->getTrueExpr();
}

std::optional<std::string> wrapper(const Expr *E, const TileStore &S,
                                   const OtherBuilds &Builds) {
  for (; E; E = stripOne(E, S)) {
    const SourceLocation L = E->getBeginLoc();
    if (!L.isMacroID())
      continue;
    if (auto Name =
            Builds.decides(SourceRange(Builds.sources().getExpansionLoc(L))))
      return Name;
  }
  return std::nullopt;
}

bool isUsersClass(QualType T, const SourceManager &SM) {
  const auto *Class = T->getAsRecordDecl();
  return Class && !SM.isInSystemHeader(Class->getLocation());
}

/// The same words for the same declaration are one type in all builds, as long
/// as it is no class of the user's, which may say how it is copied.
bool areOneType(llvm::ArrayRef<WrittenType> All, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  auto Of = [&](const WrittenType &Each) {
    const TypeLoc L = elementLocOf(Each.Words).getUnqualifiedLoc();
    const auto Alias = L.getAs<TypedefTypeLoc>();
    return std::make_pair(
        Lexer::getSourceText(SM.getExpansionRange(L.getSourceRange()), SM,
                             Context.getLangOpts()),
        Alias ? Alias.getDecl() : nullptr);
  };
  return llvm::all_of(All, [&](const WrittenType &Each) {
    return Each.Words &&
           !isUsersClass(elementLocOf(Each.Words).getType(), SM) &&
           Of(Each) == Of(All.front());
  });
}

} // namespace

std::optional<std::string> convertsElsewhere(const TileStore &S,
                                             const FunctionDecl *In,
                                             const OtherBuilds &Builds) {
  const Expr *Carried = S.Via ? S.Via->getInit() : nullptr;
  for (const Expr *Value : {S.Value, Carried})
    if (auto Name = wrapper(Value, S, Builds))
      return Name;
  llvm::SmallVector<WrittenType, 4> All = writtenTypes(S.Target, In, Builds);
  llvm::append_range(All, writtenTypes(S.RawSource, In, Builds));
  if (S.Via)
    llvm::append_range(All, writtenTypes(S.Value, In, Builds));
  const auto *By =
      llvm::find_if(All, [](const WrittenType &Each) { return Each.By; });
  return By == All.end() || areOneType(All, In->getASTContext()) ? std::nullopt
                                                                 : By->By;
}

} // namespace pipeline_rewrite
