//===- SharedAddress.cpp - Where a thread's accesses are ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/SharedAddress.h"
#include "Ast/Parents.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace pipeline_rewrite {

using MaybeAddress = SharedAddresses::MaybeAddress;

static MaybeAddress start(const Expr *Base, const VarDecl *Of, bool IsObject) {
  SharedAddress Out;
  Out.Base = Base;
  Out.Of = Of;
  Out.IsObject = IsObject;
  return Out;
}

/// The argument of a function that reads or writes the one element that it
/// points to (CUDA C++ Programming Guide, "Read-Only Data Cache Load
/// Function", "Load Functions Using Cache Hints", "Atomic Functions").
const Expr *SharedAddresses::elementPointer(const Expr *At) const {
  static constexpr llvm::StringLiteral OfOne[] = {
      "__ldg",     "__ldca",    "__ldcg",    "__ldcs",   "__ldlu",
      "__ldcv",    "__stwb",    "__stcg",    "__stcs",   "__stwt",
      "atomicAdd", "atomicMax", "atomicMin", "atomicSub"};
  const auto *Call = dyn_cast<CallExpr>(At);
  for (const Stmt *S = At; !Call && S && isa<Expr>(S);) {
    S = parentStatement(S, A.Context);
    Call = dyn_cast_or_null<CallExpr>(S);
    if (!isa_and_nonnull<CastExpr, ParenExpr>(S))
      break;
  }
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const bool Is = F && F->getIdentifier() && isSystem(F) &&
                  Call->getNumArgs() > 0 &&
                  llvm::is_contained(OfOne, F->getName());
  const Expr *First = Is ? Call->getArg(0) : nullptr;
  return First && First->getType()->isPointerType() &&
                 (Call == At || contains(First, At))
             ? First
             : nullptr;
}

MaybeAddress SharedAddresses::of(const Access &Acc) {
  const bool IsLValue = Acc.At->isGLValue() && !isa<CallExpr>(Acc.At);
  const Expr *Pointer = IsLValue ? nullptr : elementPointer(Acc.At);
  const int64_t Size = IsLValue  ? sizeOf(Acc.At->getType())
                       : Pointer ? sizeOf(Pointer->getType()->getPointeeType())
                                 : 0;
  if (!Size) {
    Values.fail("a function that is called has it");
    return std::nullopt;
  }
  MaybeAddress Found = Pointer ? ofPointer(Pointer) : addressOf(Acc.At);
  if (Found)
    Found->Size = Size;
  else
    Values.fail("where its pointer leads is not known before the loop");
  return Found;
}

int64_t SharedAddresses::sizeOf(QualType T) const {
  T = T.getNonReferenceType();
  return T->isIncompleteType() || T->isVoidType() || T->isFunctionType()
             ? 0
             : A.Context.getTypeSizeInChars(T).getQuantity();
}

MaybeAddress SharedAddresses::plus(MaybeAddress To, const Expr *Index,
                                   int64_t Each, bool Down) {
  const auto Many = To && Each > 0 ? Values.exactly(Index) : std::nullopt;
  if (!Many)
    return std::nullopt;
  const int64_t Sign = Down ? -Each : Each;
  const auto Least =
                 To->Bytes.Least.plus(Down ? Many->Most : Many->Least, Sign),
             Most = To->Bytes.Most.plus(Down ? Many->Least : Many->Most, Sign);
  if (!Least || !Most)
    return std::nullopt;
  To->Bytes = {*Least, *Most, false};
  return To;
}

MaybeAddress SharedAddresses::addressOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return plus(ofPointer(Sub->getBase()), Sub->getIdx(),
                sizeOf(Sub->getType()), /*Down=*/false);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref)
    return ofPointer(U->getSubExpr());
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return ofMember(*M);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getSubExpr()->isGLValue() &&
                   (C->getCastKind() == CK_NoOp ||
                    C->getCastKind() == CK_LValueBitCast)
               ? addressOf(C->getSubExpr())
               : std::nullopt;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return std::nullopt;
  if (V->getType()->isReferenceType())
    return V->getInit() && V->isLocalVarDecl()
               ? Values.inInitOf(V, [&] { return addressOf(V->getInit()); })
               : std::nullopt;
  return V->hasGlobalStorage() && V->isFileVarDecl() &&
                 Values.State.isInReach(V, !Values.isInInit())
             ? start(Ref, V, /*IsObject=*/true)
             : std::nullopt;
}

MaybeAddress SharedAddresses::ofMember(const MemberExpr &M) {
  const auto *Field = dyn_cast<FieldDecl>(M.getMemberDecl());
  if (!Field || Field->isBitField() || !Field->getDeclName())
    return std::nullopt;
  MaybeAddress To =
      M.isArrow() ? ofPointer(M.getBase()) : addressOf(M.getBase());
  if (!To)
    return To;
  const auto &Layout = A.Context.getASTRecordLayout(Field->getParent());
  const auto Offset = RangeSum::number(
      int64_t(Layout.getFieldOffset(Field->getFieldIndex()) / 8));
  const auto Least = To->Bytes.Least.plus(Offset),
             Most = To->Bytes.Most.plus(Offset);
  if (!Least || !Most)
    return std::nullopt;
  To->Bytes = {*Least, *Most, false};
  return To;
}

MaybeAddress SharedAddresses::ofPointer(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *F = dyn_cast<FullExpr>(E))
    return ofPointer(F->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return addressOf(C->getSubExpr());
    case CK_NoOp:
    case CK_BitCast:
      return ofPointer(C->getSubExpr());
    case CK_LValueToRValue:
      return ofRead(C->getSubExpr()->IgnoreParens());
    default:
      return std::nullopt;
    }
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_AddrOf ? addressOf(U->getSubExpr())
                                       : std::nullopt;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isAdditiveOp() || !B->getType()->isPointerType())
    return std::nullopt;
  const bool IsLeft = B->getLHS()->getType()->isPointerType();
  return plus(ofPointer(IsLeft ? B->getLHS() : B->getRHS()),
              IsLeft ? B->getRHS() : B->getLHS(),
              sizeOf(B->getType()->getPointeeType()), B->getOpcode() == BO_Sub);
}

/// What a pointer variable, or a member of a parameter, points to.
MaybeAddress SharedAddresses::ofRead(const Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(E);
  const auto *Ref = dyn_cast<DeclRefExpr>(M ? M->getBase()->IgnoreParens() : E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !E->getType()->isPointerType() ||
      E->getType().isVolatileQualified() || !V->hasLocalStorage())
    return std::nullopt;
  const bool IsInReach = Values.State.isInReach(V, !Values.isInInit());
  if (M)
    return isa<ParmVarDecl>(V) && !M->isArrow() && Values.State.isKernel() &&
                   Values.State.isNeverChanged(V) &&
                   !V->getType()->isReferenceType() && IsInReach
               ? start(M, V, /*IsObject=*/false)
               : std::nullopt;
  if (!Asking.insert(V).second)
    return std::nullopt;
  const MaybeAddress Found = ofVariable(*Ref, V);
  Asking.erase(V);
  return Found;
}

MaybeAddress SharedAddresses::ofVariable(const DeclRefExpr &Ref,
                                         const VarDecl *V) {
  const SharedState &State = Values.State;
  const bool IsFixed = State.isNeverChanged(V);
  if (!State.isChangedInLoop(V) && (!Values.isInInit() || IsFixed))
    return atEntry(Ref, V);
  const auto Moves = Values.isInInit() ? std::nullopt : State.movesOn(V);
  MaybeAddress To = Moves ? atEntry(Ref, V) : std::nullopt;
  const int64_t Each = sizeOf(V->getType()->getPointeeType());
  const auto Times = To ? Values.stepsBefore(*Moves, &Ref) : std::nullopt;
  if (!Times || Each == 0)
    return std::nullopt;
  auto Step = Moves->Step ? Values.exactly(Moves->Step)
                          : ValueRanges::Bounds(ValueRange{
                                RangeSum::number(1), RangeSum::number(1)});
  const auto Bytes = ValueRange{RangeSum::number(Each), RangeSum::number(Each)};
  if (!Step)
    return std::nullopt;
  const auto Least = Step->Least.times(Bytes.Least),
             Most = Step->Most.times(Bytes.Most);
  const auto Moved =
      Least && Most
          ? Values.moved(To->Bytes, {*Least, *Most, false}, *Times, Moves->Down)
          : std::nullopt;
  if (!Moved)
    return std::nullopt;
  To->Bytes = *Moved;
  return To;
}

/// Where the loop begins.
MaybeAddress SharedAddresses::atEntry(const DeclRefExpr &Ref,
                                      const VarDecl *V) {
  const SharedState &State = Values.State;
  const bool IsInReach = State.isInReach(V, !Values.isInInit());
  if (State.isShared(V) && IsInReach)
    return start(&Ref, V, /*IsObject=*/false);
  const bool IsLocal = !isa<ParmVarDecl>(V) && V->getInit();
  if (IsLocal && (State.isNeverChanged(V) || State.startsAtInit(V)))
    return Values.inInitOf(V, [&] { return ofPointer(V->getInit()); });
  if (!isa<ParmVarDecl>(V) || !State.isKernel() || !IsInReach ||
      Values.isInInit())
    return std::nullopt;
  // `A += row * K`: A without that is what the kernel was given.
  const auto MovedBy = State.movedBefore(V);
  if (!MovedBy || MovedBy->empty())
    return std::nullopt;
  MaybeAddress To = start(&Ref, V, /*IsObject=*/false);
  To->MovedBy = *MovedBy;
  for (const Expr *Each : *MovedBy)
    To = Values.inInitOf(V, [&] {
      return plus(To, Each, sizeOf(V->getType()->getPointeeType()),
                  /*Down=*/false);
    });
  return To;
}

} // namespace pipeline_rewrite
