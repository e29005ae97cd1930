//===- Spelling.cpp - Code as it is written, compared ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Spelling.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/FoldingSet.h"

using namespace clang;

namespace pipeline_rewrite {

/// Without the space between them they could be one token, as in `a + +b`.
static bool wouldJoin(char Left, char Right) {
  return isAsciiIdentifierContinue(Left) ? isAsciiIdentifierContinue(Right)
                                         : isPunctuation(Left) && Left == Right;
}

std::string spellingOf(const Stmt *S, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  llvm::StringRef Text = Lexer::getSourceText(
      SM.getExpansionRange(S->getSourceRange()), SM, Context.getLangOpts());
  std::string Out;
  while (!(Text = Text.ltrim()).empty()) {
    llvm::StringRef Part =
        Text.take_until([](char C) { return isWhitespace(C); });
    if (!Out.empty() && wouldJoin(Out.back(), Part.front()))
      Out += ' ';
    Out += Part;
    Text = Text.drop_front(Part.size());
  }
  return Out;
}

bool isNameable(QualType T) {
  const Decl *D = nullptr;
  while (!D) {
    const Type *This = T.getTypePtr();
    if (isa<SubstTemplateTypeParmType>(This))
      return true; // by the parameter's name
    const Type *Inner = This->getPointeeOrArrayElementType();
    if (const auto *Alias = dyn_cast<TypedefType>(This))
      D = Alias->getDecl();
    else if (const auto *Tag = dyn_cast<TagType>(This))
      D = Tag->getDecl();
    else if (Inner == This)
      Inner = T->getLocallyUnqualifiedSingleStepDesugaredType().getTypePtr();
    if (!D && Inner == This)
      return true;
    T = QualType(Inner, 0);
  }
  for (; D; D = dyn_cast<TagDecl>(D->getDeclContext())) {
    const auto *Tag = dyn_cast<TagDecl>(D);
    if (D->getAccess() == AS_private || D->getAccess() == AS_protected ||
        (Tag && !Tag->hasNameForLinkage()))
      return false;
  }
  return true;
}

std::string pathFromOutside(const NamedDecl *D) {
  std::string Path = D->getNameAsString();
  for (const DeclContext *In = D->getDeclContext(); In; In = In->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(In);
        Space && !Space->isAnonymousNamespace())
      Path = Space->getNameAsString() + "::" + Path;
  return "::" + Path;
}

TypeLoc elementLocOf(TypeLoc L) {
  for (;;) {
    L = L.getUnqualifiedLoc();
    if (auto P = L.getAs<PointerTypeLoc>())
      L = P.getPointeeLoc();
    else if (auto A = L.getAs<ArrayTypeLoc>())
      L = A.getElementLoc();
    else if (auto R = L.getAs<ReferenceTypeLoc>())
      L = R.getPointeeLoc();
    else if (auto F = L.getAs<FunctionTypeLoc>())
      L = F.getReturnLoc();
    else if (auto Attributed = L.getAs<AttributedTypeLoc>())
      L = Attributed.getModifiedLoc();
    else if (auto Paren = L.getAs<ParenTypeLoc>())
      L = Paren.getInnerLoc();
    else
      return L;
  }
}

bool isSameTree(const Stmt *A, const Stmt *B, const ASTContext &Context) {
  llvm::FoldingSetNodeID OfA, OfB;
  A->Profile(OfA, Context, /*Canonical=*/true);
  B->Profile(OfB, Context, /*Canonical=*/true);
  return OfA == OfB;
}

} // namespace pipeline_rewrite
