//===- SharedValues.cpp - What all threads of a block share ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of TileFills: the values that sums are made of, and what a sum was on the
// way.
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/CopyLoop.h"
#include "Analyse/Numbers/TileFills.h"
#include "Ast/Assignments.h"
#include "Ast/BuiltinMembers.h"
#include "IR/Uniformity.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

/// What is below 0 for some threads or blocks may have wrapped.
void TileFills::noteSigns(const Sum &Of) {
  if (!Of || Of->asNumber())
    return;
  for (const auto &[Product, Factor] : Of->terms()) {
    IsPlain &= Factor > 0;
    HasDifference |= Factor < 0 && !Product.empty();
  }
}

std::optional<ValueBefore> TileFills::valueBefore(const Expr *E) {
  IsBefore = true;
  const Sum Value = eval(E);
  return Value ? std::optional(ValueBefore{*Value, IsPlain, HasDifference})
               : std::nullopt;
}

/// What an expression comes to that is no sum, as `tile / across`, where that
/// is one number in all threads and in all rounds of the loads.
TileFills::Sum TileFills::result(const Expr *E) {
  if (!E->getType()->isIntegerType() || !isFixed(E) ||
      !A.threads().isUniform(E))
    return std::nullopt;
  return UniformSum::value({nullptr, 0, E});
}

/// Made of numbers that the load side does not change.
bool TileFills::isFixed(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E || !E->getType()->isIntegerType() || changedBy(E))
    return false;
  if (constantValue(E, A.Context) || builtin(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->hasLocalStorage() && !V->getType().isVolatileQualified() &&
           !V->getType()->isReferenceType() && !Code.isHidden(V) &&
           (!Known.count(V) || FromBefore.contains(V));
  }
  return isa<ParenExpr, CastExpr, BinaryOperator, UnaryOperator,
             ConditionalOperator, FullExpr>(E) &&
         llvm::all_of(E->children(),
                      [this](const Stmt *Each) { return isFixed(Each); });
}

TileFills::Sum TileFills::builtin(const Expr *E) const {
  static constexpr llvm::StringLiteral Members[] = {"x", "y", "z"};
  for (unsigned I = 0; I < 3; ++I) {
    if (isBuiltinMember(E, "threadIdx", Members[I]))
      return UniformSum::number(Where.Index[I]);
    if (isBuiltinMember(E, "blockDim", Members[I]))
      return UniformSum::number(Where.Block[I]);
    for (llvm::StringRef Object : {"blockIdx", "gridDim"})
      if (isBuiltinMember(E, Object, Members[I]))
        return UniformSum::value(
            {nullptr,
             static_cast<char>((Object == "gridDim" ? 'X' : 'x') + I)});
  }
  return std::nullopt;
}

TileFills::Sum TileFills::variable(const DeclRefExpr *Ref,
                                   const CastExpr *Read) {
  const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
  if (!V || V->getType()->isReferenceType() || Code.isHidden(V) ||
      !(V->getType()->isIntegerType() || V->getType()->isPointerType()))
    return std::nullopt;
  if (auto At = Known.find(V); At != Known.end())
    return At->second;
  if (Code.isSteady(V))
    if (Sum First = firstValue(V))
      return First;
  // Before the loop it may have had another value.
  if (IsBefore && isChanged(A.K.Function->getBody(), V))
    return std::nullopt;
  return A.threads().isUniform(Read) ? Sum(UniformSum::value({V, 0}))
                                     : std::nullopt;
}

/// What its initialiser gives, in all the kernel.
TileFills::Sum TileFills::firstValue(const VarDecl *V) {
  const bool Outer = IsBefore;
  IsBefore = true;
  Sum Value = fit(eval(V->getInit()), V->getType());
  IsBefore = Outer;
  if (Value) {
    Known[V] = Value;
    FromBefore.insert(V);
  }
  return Value;
}

} // namespace pipeline_rewrite
