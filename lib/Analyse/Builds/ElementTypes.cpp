//===- ElementTypes.cpp - Types of elements that another build gives ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/ElementTypes.h"
#include "Ast/Spelling.h"
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
      add(elementLocOf(Type->getTypeLoc()));
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

llvm::DenseSet<unsigned> elementTypesNamed(const Decl *D,
                                           const SourceManager &SM) {
  ElementTypes Found(SM);
  Found.TraverseDecl(const_cast<Decl *>(D));
  return std::move(Found.Offsets);
}

} // namespace pipeline_rewrite
