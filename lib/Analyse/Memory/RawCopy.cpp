//===- RawCopy.cpp - Is a stored value the bytes of a global object? ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/RawCopy.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SetOperations.h"

using namespace clang;

namespace pipeline_rewrite {
const Expr *stripLayer(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ExprWithCleanups>(E))
    return C->getSubExpr();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return M->getSubExpr();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_NoOp
               ? C->getSubExpr()
               : nullptr;
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  return C && C->getConstructor()->isCopyOrMoveConstructor() &&
                 C->getNumArgs() == 1
             ? C->getArg(0)
             : nullptr;
}

namespace {

/// The types of the numbers and pointers in an object.
void addScalars(QualType T, llvm::SmallPtrSetImpl<const Type *> &Out) {
  T = T.getCanonicalType();
  if (const Type *Element = T->getArrayElementTypeNoTypeQual())
    return addScalars(QualType(Element, 0), Out);
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition()) {
    Out.insert(T.getTypePtr());
    return;
  }
  for (const CXXBaseSpecifier &Base : Class->bases())
    addScalars(Base.getType(), Out);
  for (const FieldDecl *Field : Class->fields())
    addScalars(Field->getType(), Out);
}

/// \p T: what is read there. No pointer to it leads into an object that has
/// nothing of its type.
bool isGlobal(const Roots &R, QualType T, const Provenance &Origin) {
  llvm::SmallPtrSet<const Type *, 4> Read, Has;
  addScalars(T, Read);
  for (const VarDecl *V : R.Own)
    addScalars(V->getType(), Has);
  return !R.Unknown && !R.Vars.empty() &&
         llvm::set_intersection(Read, Has).empty() &&
         llvm::all_of(R.Vars, [&](const VarDecl *V) {
           return Origin.spaceOf(V, R.Held) == Space::Global;
         });
}

/// What the object that \p E denotes is aligned to, in bytes: its type's, or
/// less in a packed class.
unsigned alignOf(const Expr *E, const ASTContext &Context) {
  CharUnits Align = Context.getTypeAlignInChars(E->getType());
  for (E = E->IgnoreParenImpCasts();;) {
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      E = A->getBase()->IgnoreParenImpCasts();
      if (E->getType()->isArrayType())
        continue;
    } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      Align = std::min(Align, Context.getDeclAlign(M->getMemberDecl()));
      E = M->getBase()->IgnoreParenImpCasts();
      if (!M->isArrow())
        continue;
    }
    return Align.getQuantity();
  }
}

Answer describeType(TileStore &S, QualType Type, const ASTContext &Context) {
  if (!Type.isTriviallyCopyableType(Context))
    return "what it copies, '" + Type.getUnqualifiedType().getAsString() +
           "', is not trivially copyable";
  S.Bytes = Context.getTypeSizeInChars(Type).getQuantity();
  unsigned Align = alignOf(S.Target, Context);
  if (!S.SourceIsPointer)
    Align = std::min(Align, alignOf(S.RawSource, Context));
  if (S.Bytes != 4 && S.Bytes != 8 && S.Bytes != 16)
    return "cp.async copies 4, 8 or 16 bytes, not " + std::to_string(S.Bytes);
  if (Align < S.Bytes)
    return "its " + std::to_string(S.Bytes) + "-byte elements are aligned to " +
           std::to_string(Align) + " bytes only";
  return Answer::yes();
}

/// Sets RawSource; gives the reason if the value is not a raw copy.
Answer describeSource(TileStore &S, const Expr *Value,
                      EffectsCollector &Collector, const ASTContext &Context) {
  const Provenance &Origin = Collector.provenance();
  if (S.Target->refersToBitField() || Value->refersToBitField())
    return "it is a bit-field";
  QualType Type = S.Target->getType();
  QualType SourceType;
  Roots R;
  if (const auto *Call = dyn_cast<CallExpr>(Value->IgnoreParens())) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || F->getNameAsString() != "__ldg" || Call->getNumArgs() != 1)
      return "its value is computed";
    S.RawSource = Call->getArg(0)->IgnoreParens();
    S.SourceIsPointer = true;
    SourceType = S.RawSource->getType()->getPointeeType();
    R = Origin.ofPointer(S.RawSource);
  } else {
    if (Collector.collect(S.Value).Accesses.empty() && !S.Via)
      return "its value passes through registers";
    if (!Value->isGLValue())
      return "its value is converted or computed";
    S.RawSource = Value;
    SourceType = Value->getType();
    R = Origin.ofLValue(Value);
  }
  if (!isGlobal(R, SourceType, Origin))
    return "its source is not seen to be in global memory";
  if (!Context.hasSameUnqualifiedType(Type, SourceType))
    return "its value is converted";
  return describeType(S, Type, Context);
}

} // namespace

const Expr *stripToParens(const Expr *E) {
  while (const Expr *Inner = stripLayer(E))
    E = Inner;
  return E;
}

void describeCopy(TileStore &S, const Expr *Value, EffectsCollector &Collector,
                  const ASTContext &Context) {
  if (const auto *C = dyn_cast<ConditionalOperator>(Value->IgnoreParens())) {
    auto ReadsNoMemory = [&](const Expr *E) {
      return Collector.collect(E).Accesses.empty();
    };
    bool FillFirst = ReadsNoMemory(C->getTrueExpr());
    if (FillFirst || ReadsNoMemory(C->getFalseExpr())) {
      S.Guard = C->getCond();
      S.Fill = FillFirst ? C->getTrueExpr() : C->getFalseExpr();
      S.GuardIsFalseArm = FillFirst;
      Value = stripToParens(FillFirst ? C->getFalseExpr() : C->getTrueExpr());
    }
  }
  S.CanBeAsync = S.isAlone() ? describeSource(S, Value, Collector, Context)
                             : "it is one of several in a statement";
  if (S.CanBeAsync.isNo())
    S.RawSource = nullptr;
}

} // namespace pipeline_rewrite
