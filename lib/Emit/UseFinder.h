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
  std::vector<clang::SourceLocation>
      OtherSpellings; ///< declarations and members of any name

  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    Refs.push_back(E);
    return true;
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
};

} // namespace pipeline_rewrite
#endif
