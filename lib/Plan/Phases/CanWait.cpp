//===- CanWait.cpp - Which values may wait in a register ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Phases/CanWait.h"
#include "Ast/MemberCopies.h"
#include "Ast/SystemFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Device code may call it from anywhere.
bool isUsable(const CXXMethodDecl *M) {
  return !M->isDeleted() && M->getAccess() != AS_private &&
         M->getAccess() != AS_protected &&
         (!M->isUserProvided() || M->hasAttr<CUDADeviceAttr>());
}

/// Copies copy bytes, as the language sees it, or because the header that
/// defines the class is known: __half2 of CUDA copies with functions of its
/// own.
bool copiesBytes(QualType T, const ASTContext &Context) {
  T = Context.getBaseElementType(T);
  const auto *R = T->getAsCXXRecordDecl();
  if (!R || T.isTriviallyCopyableType(Context))
    return true;
  if (!R->hasDefinition() || !R->hasTrivialDestructor() || R->isPolymorphic())
    return false;
  auto IsKnown = [](const CXXMethodDecl *M) {
    const auto *C = dyn_cast<CXXConstructorDecl>(M);
    const bool Copies =
        C ? C->isCopyOrMoveConstructor()
          : M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
    return !Copies || !M->isUserProvided() || touchesArgumentsOnly(M) ||
           copiesEveryMember(M);
  };
  return llvm::all_of(R->methods(), IsKnown) &&
         llvm::all_of(R->fields(),
                      [&](const FieldDecl *F) {
                        return copiesBytes(F->getType(), Context);
                      }) &&
         llvm::all_of(R->bases(), [&](const CXXBaseSpecifier &B) {
           return copiesBytes(B.getType(), Context);
         });
}

/// Every member starts as a constant, or as nothing.
bool startsPlainly(const CXXRecordDecl *R, const ASTContext &Context) {
  return llvm::all_of(R->fields(),
                      [&](const FieldDecl *F) {
                        const Expr *Init = F->getInClassInitializer();
                        return Init ? !Init->HasSideEffects(Context)
                                    : hasPlainStart(F->getType(), Context);
                      }) &&
         llvm::all_of(R->bases(), [&](const CXXBaseSpecifier &B) {
           return hasPlainStart(B.getType(), Context);
         });
}

/// The constructor that somebody wrote does no more either.
bool doesNothingElse(const CXXConstructorDecl *C, const ASTContext &Context) {
  const FunctionDecl *Definition = nullptr;
  if (!C->hasBody(Definition) || !Definition->getBody()->children().empty())
    return false;
  return llvm::none_of(cast<CXXConstructorDecl>(Definition)->inits(),
                       [&](const CXXCtorInitializer *I) {
                         return I->getInit()->HasSideEffects(Context);
                       });
}

bool hasAssignment(const CXXRecordDecl *R) {
  bool Any = R->needsImplicitCopyAssignment();
  for (const CXXMethodDecl *M : R->methods())
    if (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator())
      Any |= isUsable(M);
  return Any;
}

/// A const or reference member, here or below, takes the assignment away.
bool isAssignable(QualType T, const ASTContext &Context) {
  T = Context.getBaseElementType(T);
  if (T.isConstQualified() || T->isReferenceType())
    return false;
  const auto *R = T->getAsCXXRecordDecl();
  if (!R)
    return true;
  return hasAssignment(R) &&
         llvm::all_of(R->fields(),
                      [&](const FieldDecl *F) {
                        return isAssignable(F->getType(), Context);
                      }) &&
         llvm::all_of(R->bases(), [&](const CXXBaseSpecifier &B) {
           return isAssignable(B.getType(), Context);
         });
}

} // namespace

bool hasPlainStart(QualType T, const ASTContext &Context) {
  const auto *R = Context.getBaseElementType(T)->getAsCXXRecordDecl();
  if (!R)
    return true;
  for (const CXXConstructorDecl *C : R->ctors())
    if (C->isDefaultConstructor())
      return isUsable(C) && (C->isUserProvided() ? doesNothingElse(C, Context)
                                                 : startsPlainly(R, Context));
  return R->hasDefaultConstructor() && startsPlainly(R, Context);
}

bool canWait(QualType T, const ASTContext &Context) {
  const auto *R = T->getAsCXXRecordDecl();
  if (!R)
    return true;
  return R->hasDefinition() && copiesBytes(T, Context) &&
         hasPlainStart(T, Context) &&
         isAssignable(T.getUnqualifiedType(), Context);
}

} // namespace pipeline_rewrite
