//===- ElementTypes.cpp - Types of elements that another build gives ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/ElementTypes.h"
#include "Ast/Spelling.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using PointerTest = llvm::function_ref<bool(const TypedefNameDecl *)>;

class ElementTypes : public DynamicRecursiveASTVisitor {
public:
  ElementTypes(const SourceManager &SM, PointerTest IsPointer)
      : SM(SM), IsPointer(IsPointer) {}
  llvm::DenseSet<unsigned> Offsets;

  bool VisitDeclaratorDecl(DeclaratorDecl *D) override {
    if (const TypeSourceInfo *Type = D->getTypeSourceInfo())
      add(elementLocOf(Type->getTypeLoc()));
    return true;
  }
  bool VisitTypedefNameDecl(TypedefNameDecl *D) override {
    Offsets.insert(SM.getFileOffset(D->getLocation())); // only by its words
    add(elementLocOf(D->getTypeSourceInfo()->getTypeLoc()));
    return true;
  }

private:
  bool isElement(TypeLoc L) const {
    const QualType T = L.getType();
    if (T->isDependentType())
      return false;
    const auto Alias = L.getAs<TypedefTypeLoc>();
    return T->isRealFloatingType() || T->isRecordType() ||
           (T->isPointerType() && Alias &&
            IsPointer(cast<TypedefNameDecl>(declOf(Alias))));
  }

  void add(TypeLoc L) {
    if (!isElement(L))
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
  const PointerTest IsPointer;
};

} // namespace

llvm::DenseSet<unsigned> elementTypesNamed(const Decl *D,
                                           const SourceManager &SM,
                                           PointerTest IsPointer) {
  ElementTypes Found(SM, IsPointer);
  Found.TraverseDecl(const_cast<Decl *>(D));
  return std::move(Found.Offsets);
}

} // namespace pipeline_rewrite
