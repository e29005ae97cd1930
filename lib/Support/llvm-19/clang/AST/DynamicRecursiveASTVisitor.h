//===- DynamicRecursiveASTVisitor.h - For Clang 19 ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang has this class since version 20. With Clang 19 this header stands in
// for it: as much of the interface as this project uses, and the same meaning.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SUPPORT_LLVM_19_DYNAMICRECURSIVEASTVISITOR_H
#define PIPELINE_REWRITE_SUPPORT_LLVM_19_DYNAMICRECURSIVEASTVISITOR_H

#include "clang/AST/Attr.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclObjC.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"
#include "clang/AST/ExprObjC.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtObjC.h"
#include "clang/AST/StmtOpenACC.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/AST/TypeLoc.h"

namespace clang {

/// RecursiveASTVisitor with virtual functions. Every Traverse function gives
/// false if the visit was ended early.
class DynamicRecursiveASTVisitor {
public:
  bool ShouldVisitTemplateInstantiations = false;
  bool ShouldWalkTypesOfTypeLocs = true;
  bool ShouldVisitImplicitCode = false;
  bool ShouldVisitLambdaBody = true;

  virtual ~DynamicRecursiveASTVisitor() = default;

  virtual bool TraverseAST(ASTContext &Context);
  virtual bool TraverseDecl(Decl *D);
  virtual bool TraverseStmt(Stmt *S);
  virtual bool TraverseType(QualType T, bool TraverseQualifier = true);
  virtual bool TraverseTypeLoc(TypeLoc T, bool TraverseQualifier = true);
  virtual bool TraverseLambdaCapture(LambdaExpr *L, const LambdaCapture *C,
                                     Expr *Init);

  virtual bool VisitDecl(Decl *) { return true; }
  virtual bool VisitStmt(Stmt *) { return true; }
  virtual bool VisitType(Type *) { return true; }
  virtual bool VisitTypeLoc(TypeLoc) { return true; }

#define ABSTRACT_DECL(DECL)
#define DECL(CLASS, BASE) virtual bool Traverse##CLASS##Decl(CLASS##Decl *D);
#include "clang/AST/DeclNodes.inc"
#define DECL(CLASS, BASE)                                                      \
  virtual bool Visit##CLASS##Decl(CLASS##Decl *) { return true; }
#include "clang/AST/DeclNodes.inc"

#define ABSTRACT_STMT(STMT)
#define STMT(CLASS, PARENT) virtual bool Traverse##CLASS(CLASS *S);
#include "clang/AST/StmtNodes.inc"
#define STMT(CLASS, PARENT)                                                    \
  virtual bool Visit##CLASS(CLASS *) { return true; }
#include "clang/AST/StmtNodes.inc"

#define TYPE(CLASS, BASE)                                                      \
  virtual bool Visit##CLASS##Type(CLASS##Type *) { return true; }
#include "clang/AST/TypeNodes.inc"
#define ABSTRACT_TYPELOC(CLASS, BASE)
#define TYPELOC(CLASS, BASE)                                                   \
  virtual bool Visit##CLASS##TypeLoc(CLASS##TypeLoc) { return true; }
#include "clang/AST/TypeLocNodes.def"
};

} // namespace clang
#endif
