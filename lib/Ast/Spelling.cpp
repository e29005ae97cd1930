//===- Spelling.cpp - Code as it is written, compared ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Spelling.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"

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

llvm::StringRef plainNameOf(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : llvm::StringRef();
}

std::string pathFromOutside(const NamedDecl *D) {
  std::string Path = D->getNameAsString();
  for (const DeclContext *In = D->getDeclContext(); In; In = In->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(In);
        Space && !Space->isAnonymousNamespace())
      Path = Space->getNameAsString() + "::" + Path;
  return "::" + Path;
}

TypeLoc innerLocOf(TypeLoc L) {
  L = L.getUnqualifiedLoc();
  if (auto P = L.getAs<PointerTypeLoc>())
    return P.getPointeeLoc();
  if (auto A = L.getAs<ArrayTypeLoc>())
    return A.getElementLoc();
  if (auto R = L.getAs<ReferenceTypeLoc>())
    return R.getPointeeLoc();
  if (auto F = L.getAs<FunctionTypeLoc>())
    return F.getReturnLoc();
  if (auto Attributed = L.getAs<AttributedTypeLoc>())
    return Attributed.getModifiedLoc();
  if (auto Paren = L.getAs<ParenTypeLoc>())
    return Paren.getInnerLoc();
  return TypeLoc();
}

TypeLoc elementLocOf(TypeLoc L) {
  while (TypeLoc Inner = innerLocOf(L))
    L = Inner;
  return L.getUnqualifiedLoc();
}

bool isLineNumber(const Stmt *S, const ASTContext &Context) {
  const auto *Number = dyn_cast<IntegerLiteral>(S);
  return Number && Number->getLocation().isMacroID() &&
         Lexer::getImmediateMacroName(Number->getLocation(),
                                      Context.getSourceManager(),
                                      Context.getLangOpts()) == "__LINE__";
}

llvm::FoldingSetNodeID treeOf(const Stmt *S, const ASTContext &Context) {
  llvm::FoldingSetNodeID Id;
  S->Profile(Id, Context, /*Canonical=*/true);
  return Id;
}

bool isSameTree(const Stmt *A, const Stmt *B, const ASTContext &Context) {
  return treeOf(A, Context) == treeOf(B, Context);
}

} // namespace pipeline_rewrite
