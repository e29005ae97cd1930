//===- UseFinder.h - Where names are spelled ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_USEFINDER_H
#define PIPELINE_REWRITE_EMIT_USEFINDER_H

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include <vector>

namespace pipeline_rewrite {

/// Collects every place where one of some names is spelled below a statement.
class UseFinder : public clang::DynamicRecursiveASTVisitor {
public:
  std::vector<const clang::DeclRefExpr *> Refs;
  /// Of each reference, the lambdas around it, outermost first; nullptr for a
  /// class's function, which sees no variable of the function around it.
  std::vector<llvm::SmallVector<const clang::LambdaExpr *, 1>> Within;
  std::vector<clang::SourceLocation>
      OtherSpellings; ///< declarations and members of any name

  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    Refs.push_back(E);
    Within.push_back(Around);
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *L) override {
    Around.push_back(L);
    bool Goes = clang::DynamicRecursiveASTVisitor::TraverseLambdaExpr(L);
    Around.pop_back();
    return Goes;
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *M) override {
    const bool Own = !M->getParent()->isLambda();
    if (Own)
      Around.push_back(nullptr);
    bool Goes = clang::DynamicRecursiveASTVisitor::TraverseCXXMethodDecl(M);
    if (Own)
      Around.pop_back();
    return Goes;
  }
  /// What a lambda captures by default is spelled where it is used.
  bool TraverseLambdaCapture(clang::LambdaExpr *L,
                             const clang::LambdaCapture *C,
                             clang::Expr *Init) override {
    return C->isImplicit() ||
           clang::DynamicRecursiveASTVisitor::TraverseLambdaCapture(L, C, Init);
  }
  bool VisitMemberExpr(clang::MemberExpr *E) override {
    OtherSpellings.push_back(E->getMemberLoc());
    return true;
  }
  /// With a stage, `decltype(As)` and `sizeof(As)` in a type would be another
  /// type: there is no use that could be edited.
  bool TraverseTypeLoc(clang::TypeLoc, bool) override { return true; }
  bool VisitNamedDecl(clang::NamedDecl *D) override {
    OtherSpellings.push_back(D->getLocation());
    return true;
  }

private:
  llvm::SmallVector<const clang::LambdaExpr *, 1> Around;
};

} // namespace pipeline_rewrite
#endif
