//===- Calls.cpp - Functions that one thread calls ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Match/DeviceFunctions.h"
#include "Threads/ThreadRun.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

ThreadValue ThreadRun::VisitCallExpr(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || isa<CUDAKernelCallExpr>(E))
    return notUnderstood();
  if (auto V = known(E, F))
    return *V;
  if (copied(E, F) || fragment(E, F))
    return {};
  switch (classifyCallee(F)) {
  case CallKind::ArgumentsOnly:
  case CallKind::Moment:
  case CallKind::Atomic:
  case CallKind::WarpSync:
  case CallKind::BlockFence:
    return given(E, F), ThreadValue();
  case CallKind::HasBody: {
    const FunctionDecl *Body = nullptr;
    if (!F->hasBody(Body))
      return notUnderstood();
    if (isSystem(F) && Code.isPure(Body))
      return given(E, F), ThreadValue();
    return enter(E, Body);
  }
  default:
    return notUnderstood();
  }
}

/// Functions whose value follows from their arguments'.
std::optional<ThreadValue> ThreadRun::known(const CallExpr *E,
                                            const FunctionDecl *F) {
  if (!F->getIdentifier() || !isSystem(F))
    return std::nullopt;
  const llvm::StringRef Name = F->getName();
  if (Name == "__cvta_generic_to_shared" && E->getNumArgs() == 1)
    return fit(eval(E->getArg(0)), E->getType());
  if ((Name != "min" && Name != "max") || E->getNumArgs() != 2 ||
      !E->getType()->isIntegerType() || E->isGLValue())
    return std::nullopt;
  const ThreadValue L = eval(E->getArg(0)), R = eval(E->getArg(1));
  if (!L.isNumber() || !R.isNumber())
    return ThreadValue();
  const ThreadValue IsLess =
      compute(BO_LT, L, R, E->getArg(0)->getType(), Code.Context.BoolTy);
  return IsLess.isNumber() && (IsLess.N != 0) == (Name == "min") ? L : R;
}

/// `a = b` of a class whose assignment copies bytes.
bool ThreadRun::copied(const CallExpr *E, const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (!isa<CXXOperatorCallExpr>(E) || !Method || !Method->isTrivial() ||
      !(Method->isCopyAssignmentOperator() ||
        Method->isMoveAssignmentOperator()))
    return false;
  loaded(E->getArg(1));
  write(object(E->getArg(0)), ThreadValue(), E);
  return true;
}

/// What a function may do with its arguments, and with nothing else.
void ThreadRun::given(const CallExpr *E, const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool HasObject = Method && !Method->isStatic();
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E); Call && HasObject)
    given(Call->getImplicitObjectArgument(), Method->isConst());
  const unsigned Shift = HasObject && isa<CXXOperatorCallExpr>(E);
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    bool IsConst = false;
    if (I < Shift)
      IsConst = Method->isConst();
    else if (I - Shift < F->getNumParams())
      IsConst = F->getParamDecl(I - Shift)
                    ->getType()
                    .getNonReferenceType()
                    .isConstQualified();
    given(E->getArg(I), IsConst);
  }
}

void ThreadRun::given(const Expr *Argument, bool IsConst) {
  if (Argument->isGLValue()) {
    // What may be written may be read as well.
    const Object Of = object(Argument);
    read(Of, Argument);
    if (!IsConst && !Argument->getType().isConstQualified())
      write(Of, ThreadValue(), Argument);
    return;
  }
  const ThreadValue V = eval(Argument);
  const QualType T = Argument->getType();
  if (!T->isPointerType())
    return;
  const ThreadValue To = ThreadValue::somewhereIn(
      V.Kind == ThreadValue::Address ? V.Root : nullptr);
  touch(To, 0, /*IsWrite=*/false, Argument); // as an atomic does
  if (!T->getPointeeType().isConstQualified())
    touch(To, 0, /*IsWrite=*/true, Argument);
}

ThreadValue ThreadRun::enter(const CallExpr *E, const FunctionDecl *Body) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Body);
  if ((Method && !Method->isStatic()) || Body->isVariadic() ||
      E->getNumArgs() != Body->getNumParams() ||
      llvm::is_contained(Callers, Body) || Callers.size() > 8)
    return notUnderstood();
  // An argument may call the same function, so all of them come first.
  llvm::SmallVector<std::pair<Object, ThreadValue>, 4> Given;
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const QualType T = Body->getParamDecl(I)->getType();
    const Expr *Argument = E->getArg(I);
    if (!T->isReferenceType())
      Given.push_back({Object(), fit(eval(Argument), T)});
    else
      Given.push_back({bound(Argument), ThreadValue()});
  }
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const ParmVarDecl *P = Body->getParamDecl(I);
    if (P->getType()->isReferenceType())
      References[P] = Given[I].first;
    else
      Known[P] = Given[I].second;
  }
  Callers.push_back(Body);
  Returned = {};
  const unsigned Doubts = Doubt;
  statement(Body->getBody());
  // A way out under an unknown condition leads back here.
  Doubt = Doubts;
  Callers.pop_back();
  return Body->getReturnType()->isReferenceType()
             ? Returned
             : fit(Returned, Body->getReturnType());
}

//===----------------------------------------------------------------------===//
// Fragments of matrices
//===----------------------------------------------------------------------===//

namespace {

/// The rectangle of memory that a fragment is loaded from or stored to.
struct FragmentShape {
  int64_t Lines = 0;  ///< rows or columns, one leading dimension apart
  int64_t Length = 0; ///< of each, elements
};

std::optional<int64_t> numberOf(const TemplateArgument &A) {
  if (A.getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return A.getAsIntegral().getExtValue();
}

/// \p Memory: the value of layout_t, where the call gives one; mem_row_major is
/// 0 (CUDA C++ Programming Guide, "Warp Matrix Functions").
std::optional<FragmentShape> shapeOf(QualType Fragment,
                                     std::optional<int64_t> Memory) {
  const auto *R = Fragment.getNonReferenceType()->getAsCXXRecordDecl();
  const auto *T = dyn_cast_or_null<ClassTemplateSpecializationDecl>(R);
  if (!T || T->getName() != "fragment" || T->getTemplateArgs().size() < 5 ||
      T->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return std::nullopt;
  const auto M = numberOf(T->getTemplateArgs()[1]),
             N = numberOf(T->getTemplateArgs()[2]),
             K = numberOf(T->getTemplateArgs()[3]);
  const auto *Use = T->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  if (!M || !N || !K || !Use)
    return std::nullopt;
  const bool IsA = Use->getName() == "matrix_a",
             IsB = Use->getName() == "matrix_b";
  const int64_t Rows = IsB ? *K : *M, Columns = IsA ? *K : *N;
  bool IsRowMajor = Memory == 0;
  if (IsA || IsB) {
    const auto *Layout =
        T->getTemplateArgs().size() > 5 &&
                T->getTemplateArgs()[5].getKind() == TemplateArgument::Type
            ? T->getTemplateArgs()[5].getAsType()->getAsCXXRecordDecl()
            : nullptr;
    if (!Layout)
      return std::nullopt;
    IsRowMajor = Layout->getName() == "row_major";
  } else if (!Memory) {
    return std::nullopt;
  }
  return IsRowMajor ? FragmentShape{Rows, Columns}
                    : FragmentShape{Columns, Rows};
}

} // namespace

/// wmma's loads and stores: the whole warp is at it with one address, so each
/// thread counts as touching all of it.
bool ThreadRun::fragment(const CallExpr *E, const FunctionDecl *F) {
  if (!F->getIdentifier() || !isSystem(F))
    return false;
  const bool IsStore = F->getName() == "store_matrix_sync";
  if (!IsStore && F->getName() != "load_matrix_sync")
    return false;
  if (E->getNumArgs() < 3)
    return notUnderstood(), true;
  const ThreadValue Pointer = eval(E->getArg(IsStore ? 0 : 1)),
                    Leading = eval(E->getArg(2));
  object(E->getArg(IsStore ? 1 : 0));
  std::optional<int64_t> Memory;
  if (E->getNumArgs() > 3)
    if (const ThreadValue V = eval(E->getArg(3)); V.isNumber())
      Memory = V.N;
  const auto Shape = shapeOf(E->getArg(IsStore ? 1 : 0)->getType(), Memory);
  const int64_t Size =
      sizeOf(E->getArg(IsStore ? 0 : 1)->getType()->getPointeeType());
  if (!Shape || !Leading.isNumber() || !Size) {
    touch(ThreadValue::somewhereIn(Pointer.Root), 0, IsStore, E);
    return true;
  }
  for (int64_t Line = 0; Line < Shape->Lines; ++Line)
    touch(move(Pointer, ThreadValue::number(Line * Leading.N), Size),
          Shape->Length * Size, IsStore, E);
  return true;
}

} // namespace pipeline_rewrite
