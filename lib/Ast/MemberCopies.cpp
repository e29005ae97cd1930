//===- MemberCopies.cpp - Copies that somebody wrote out ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/MemberCopies.h"
#include "Ast/Assignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// A member, with the unnamed unions and structs that it lies in.
using Path = llvm::SmallVector<const FieldDecl *, 3>;

/// The member that \p E denotes and the object that it is of; an empty path for
/// all else.
std::pair<Path, const Expr *> memberOf(const Expr *E) {
  Path Out;
  E = E->IgnoreParenImpCasts();
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F || F->isBitField() || F->getType().isVolatileQualified() ||
        F->getType()->isReferenceType())
      return {};
    Out.insert(Out.begin(), F);
    E = M->getBase()->IgnoreParenImpCasts();
    if (M->isArrow() && !isa<CXXThisExpr>(E))
      return {};
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref &&
      isa<CXXThisExpr>(U->getSubExpr()->IgnoreParenImpCasts()))
    E = U->getSubExpr()->IgnoreParenImpCasts(); // (*this).x
  return {std::move(Out), E};
}

class MemberCopies {
public:
  MemberCopies(const CXXMethodDecl *F)
      : Class(F->getParent()), From(F->getParamDecl(0)),
        Context(F->getASTContext()) {}

  bool areAll(const CXXMethodDecl *F) {
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F)) {
      for (const CXXCtorInitializer *I : C->inits())
        if (!I->isAnyMemberInitializer() || !isStarted(*I))
          return false;
      return cast<CompoundStmt>(F->getBody())->body_empty() && isComplete();
    }
    const auto *Body = cast<CompoundStmt>(F->getBody());
    for (const Stmt *S : Body->body())
      if (S != Body->body_back() && !isAssigned(S))
        return false;
    return !Body->body_empty() && returnsItself(Body->body_back()) &&
           isComplete();
  }

private:
  bool isArgument(const Expr *E) const {
    const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
    return Ref && Ref->getDecl() == From;
  }

  bool isStarted(const CXXCtorInitializer &I) {
    const auto [Value, Object] = memberOf(I.getInit());
    Path Member;
    if (const IndirectFieldDecl *In = I.getIndirectMember())
      for (const NamedDecl *Each : In->chain())
        Member.push_back(cast<FieldDecl>(Each));
    else
      Member.push_back(I.getMember());
    return isArgument(Object) && isScalarCopy(Member, Value);
  }

  bool isAssigned(const Stmt *S) {
    const auto A = builtinAssignment(S);
    if (!A || !A->isPlain())
      return false;
    const auto [Member, Object] = memberOf(A->Target);
    const auto [Value, Argument] = memberOf(A->Value);
    return isa_and_nonnull<CXXThisExpr>(Object) && isArgument(Argument) &&
           isScalarCopy(Member, Value);
  }

  bool isScalarCopy(const Path &Member, const Path &Value) {
    if (Member.empty() || Member != Value ||
        !Member.back()->getType()->isScalarType())
      return false;
    uint64_t Begin = 0;
    for (const FieldDecl *F : Member)
      Begin += Context.getFieldOffset(F);
    const uint64_t Bits = Context.getTypeSize(Member.back()->getType());
    Copied.resize(std::max<size_t>(Copied.size(), Begin + Bits));
    Copied.set(Begin, Begin + Bits);
    return true;
  }

  /// An unnamed union is copied where one member as large as it is.
  bool isComplete() const {
    return llvm::all_of(Class->fields(), [&](const FieldDecl *F) {
      const uint64_t Begin = Context.getFieldOffset(F);
      const uint64_t End = Begin + Context.getTypeSize(F->getType());
      return End <= Copied.size() && Copied.find_first_unset_in(Begin, End) < 0;
    });
  }

  static bool returnsItself(const Stmt *S) {
    const auto *Return = dyn_cast<ReturnStmt>(S);
    const auto *Value =
        Return && Return->getRetValue()
            ? dyn_cast<UnaryOperator>(Return->getRetValue()->IgnoreParens())
            : nullptr;
    return Value && Value->getOpcode() == UO_Deref &&
           isa<CXXThisExpr>(Value->getSubExpr()->IgnoreParenImpCasts());
  }

  const CXXRecordDecl *Class;
  const ParmVarDecl *From;
  const ASTContext &Context;
  llvm::BitVector Copied;
};

bool isCopy(const CXXMethodDecl *M) {
  const auto *C = dyn_cast<CXXConstructorDecl>(M);
  return C ? C->isCopyOrMoveConstructor()
           : M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator();
}

} // namespace

bool copiesEveryMember(const FunctionDecl *F) {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!M || !isCopy(M) || M->isVirtual() || M->getNumParams() != 1 ||
      !M->getParamDecl(0)->getType()->isReferenceType())
    return false;
  const CXXRecordDecl *Class = M->getParent();
  const FunctionDecl *Body = nullptr;
  if (!M->hasBody(Body) || Body->isDependentContext() ||
      !isa<CompoundStmt>(Body->getBody()) || Class->isUnion() ||
      Class->isInvalidDecl() || Class->getNumBases() || Class->isPolymorphic())
    return false;
  return MemberCopies(cast<CXXMethodDecl>(Body))
      .areAll(cast<CXXMethodDecl>(Body));
}

} // namespace pipeline_rewrite
