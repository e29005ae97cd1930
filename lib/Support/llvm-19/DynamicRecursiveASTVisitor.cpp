//===- DynamicRecursiveASTVisitor.cpp - For Clang 19 ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace clang {
namespace {

/// Asks a dynamic visitor wherever RecursiveASTVisitor asks the derived class.
class Bridge : public RecursiveASTVisitor<Bridge> {
public:
  using Base = RecursiveASTVisitor<Bridge>;
  explicit Bridge(DynamicRecursiveASTVisitor &To) : To(To) {}

  bool shouldVisitTemplateInstantiations() const {
    return To.ShouldVisitTemplateInstantiations;
  }
  bool shouldWalkTypesOfTypeLocs() const {
    return To.ShouldWalkTypesOfTypeLocs;
  }
  bool shouldVisitImplicitCode() const { return To.ShouldVisitImplicitCode; }
  bool shouldVisitLambdaBody() const { return To.ShouldVisitLambdaBody; }

  bool TraverseDecl(Decl *D) { return To.TraverseDecl(D); }
  // Without the queue of the base: each statement is asked of the visitor.
  bool TraverseStmt(Stmt *S) { return To.TraverseStmt(S); }
  bool TraverseType(QualType T) { return To.TraverseType(T); }
  bool TraverseTypeLoc(TypeLoc T) { return To.TraverseTypeLoc(T); }
  bool TraverseLambdaCapture(LambdaExpr *L, const LambdaCapture *C,
                             Expr *Init) {
    return To.TraverseLambdaCapture(L, C, Init);
  }

  bool VisitDecl(Decl *D) { return To.VisitDecl(D); }
  bool VisitStmt(Stmt *S) { return To.VisitStmt(S); }
  bool VisitType(Type *T) { return To.VisitType(T); }
  bool VisitTypeLoc(TypeLoc T) { return To.VisitTypeLoc(T); }

#define ABSTRACT_DECL(DECL)
#define DECL(CLASS, BASE)                                                      \
  bool Traverse##CLASS##Decl(CLASS##Decl *D) {                                 \
    return To.Traverse##CLASS##Decl(D);                                        \
  }
#include "clang/AST/DeclNodes.inc"
#define DECL(CLASS, BASE)                                                      \
  bool Visit##CLASS##Decl(CLASS##Decl *D) { return To.Visit##CLASS##Decl(D); }
#include "clang/AST/DeclNodes.inc"

#define ABSTRACT_STMT(STMT)
#define STMT(CLASS, PARENT)                                                    \
  bool Traverse##CLASS(CLASS *S) { return To.Traverse##CLASS(S); }
#include "clang/AST/StmtNodes.inc"
#define STMT(CLASS, PARENT)                                                    \
  bool Visit##CLASS(CLASS *S) { return To.Visit##CLASS(S); }
#include "clang/AST/StmtNodes.inc"

#define TYPE(CLASS, BASE)                                                      \
  bool Visit##CLASS##Type(CLASS##Type *T) { return To.Visit##CLASS##Type(T); }
#include "clang/AST/TypeNodes.inc"
#define ABSTRACT_TYPELOC(CLASS, BASE)
#define TYPELOC(CLASS, BASE)                                                   \
  bool Visit##CLASS##TypeLoc(CLASS##TypeLoc T) {                               \
    return To.Visit##CLASS##TypeLoc(T);                                        \
  }
#include "clang/AST/TypeLocNodes.def"

private:
  DynamicRecursiveASTVisitor &To;
};

} // namespace

// What the base does by itself.
bool DynamicRecursiveASTVisitor::TraverseAST(ASTContext &Context) {
  return TraverseDecl(Context.getTranslationUnitDecl());
}

bool DynamicRecursiveASTVisitor::TraverseDecl(Decl *D) {
  return Bridge(*this).Bridge::Base::TraverseDecl(D);
}

bool DynamicRecursiveASTVisitor::TraverseStmt(Stmt *S) {
  return Bridge(*this).Bridge::Base::TraverseStmt(S);
}

bool DynamicRecursiveASTVisitor::TraverseType(QualType T, bool) {
  return Bridge(*this).Bridge::Base::TraverseType(T);
}

bool DynamicRecursiveASTVisitor::TraverseTypeLoc(TypeLoc T, bool) {
  return Bridge(*this).Bridge::Base::TraverseTypeLoc(T);
}

bool DynamicRecursiveASTVisitor::TraverseLambdaCapture(LambdaExpr *L,
                                                       const LambdaCapture *C,
                                                       Expr *Init) {
  return Bridge(*this).Bridge::Base::TraverseLambdaCapture(L, C, Init);
}

#define ABSTRACT_DECL(DECL)
#define DECL(CLASS, BASE)                                                      \
  bool DynamicRecursiveASTVisitor::Traverse##CLASS##Decl(CLASS##Decl *D) {     \
    return Bridge(*this).Bridge::Base::Traverse##CLASS##Decl(D);               \
  }
#include "clang/AST/DeclNodes.inc"

#define ABSTRACT_STMT(STMT)
#define STMT(CLASS, PARENT)                                                    \
  bool DynamicRecursiveASTVisitor::Traverse##CLASS(CLASS *S) {                 \
    return Bridge(*this).Bridge::Base::Traverse##CLASS(S);                     \
  }
#include "clang/AST/StmtNodes.inc"

} // namespace clang
