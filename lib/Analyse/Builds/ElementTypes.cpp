//===- ElementTypes.cpp - Types of elements that another build gives ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/ElementTypes.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class ElementTypes : public DynamicRecursiveASTVisitor {
public:
  explicit ElementTypes(const SourceManager &SM) : SM(SM) {}
  llvm::DenseSet<unsigned> Offsets;

  bool VisitDeclaratorDecl(DeclaratorDecl *D) override {
    if (const TypeSourceInfo *Type = D->getTypeSourceInfo())
      add(elementOf(Type->getTypeLoc()));
    return true;
  }

private:
  void add(TypeLoc L) {
    const QualType T = L.getType();
    if (T->isDependentType() || !(T->isRealFloatingType() || T->isRecordType()))
      return;
    const SourceRange R = L.getSourceRange();
    const bool IsWord = R.getBegin() == R.getEnd();
    SourceLocation Begin, End;
    if (IsWord && R.getBegin().isFileID())
      Offsets.insert(SM.getFileOffset(R.getBegin()));
    else if (R.getBegin().isMacroID() && R.getEnd().isMacroID() &&
             Lexer::isAtStartOfMacroExpansion(R.getBegin(), SM, LangOptions(),
                                              &Begin) &&
             Lexer::isAtEndOfMacroExpansion(R.getEnd(), SM, LangOptions(),
                                            &End) &&
             Begin == End)
      Offsets.insert(SM.getFileOffset(Begin));
  }

  const SourceManager &SM;
};

} // namespace

TypeLoc elementOf(TypeLoc L) {
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

llvm::DenseSet<unsigned> elementTypesNamed(const Decl *D,
                                           const SourceManager &SM) {
  ElementTypes Found(SM);
  Found.TraverseDecl(const_cast<Decl *>(D));
  return std::move(Found.Offsets);
}

} // namespace pipeline_rewrite
