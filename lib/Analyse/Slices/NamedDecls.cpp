//===- NamedDecls.cpp - Declarations that a text names --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/NamedDecls.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

const NamedDecl *declarationOf(const NamedDecl *D) {
  if (const auto *Shadow = dyn_cast<UsingShadowDecl>(D))
    return Shadow->getIntroducer();
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D))
    return cast<EnumDecl>(Enumerator->getDeclContext());
  return D;
}

class NameCollector : public DynamicRecursiveASTVisitor {
public:
  std::vector<NamedUse> Uses;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return add(E->getFoundDecl(), E->getLocation());
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc L) override {
    return add(declOf(L), L.getNameLoc());
  }
  bool VisitRecordTypeLoc(RecordTypeLoc L) override {
    return add(L.getDecl(), L.getNameLoc());
  }
  bool VisitEnumTypeLoc(EnumTypeLoc L) override {
    return add(L.getDecl(), L.getNameLoc());
  }
  bool VisitUsingTypeLoc(UsingTypeLoc L) override {
    return add(declOf(L), L.getNameLoc());
  }

private:
  bool add(const NamedDecl *D, SourceLocation At) {
    if (D)
      Uses.push_back({declarationOf(D), At});
    return true;
  }
};

} // namespace

std::vector<NamedUse> namesIn(const Stmt *S) {
  NameCollector Collector;
  Collector.TraverseStmt(const_cast<Stmt *>(S));
  return std::move(Collector.Uses);
}

llvm::ArrayRef<Decl *> declaredBy(const Stmt *S) {
  const auto *D = dyn_cast_or_null<DeclStmt>(S);
  if (!D)
    return {};
  return {const_cast<Decl **>(D->decl_begin()),
          const_cast<Decl **>(D->decl_end())};
}

bool isSameDecl(const Decl *A, const Decl *B) {
  return A == B || (isa<TypeDecl>(A) && isa<TypeDecl>(B) &&
                    A->getLocation() == B->getLocation());
}

bool isCompileTime(const Decl *D) {
  if (const auto *V = dyn_cast<VarDecl>(D))
    return V->isStaticLocal();
  return isa<TypeDecl, UsingDecl, UsingEnumDecl, FunctionDecl, StaticAssertDecl,
             NamespaceAliasDecl, EmptyDecl>(D);
}

} // namespace pipeline_rewrite
