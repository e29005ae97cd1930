//===- RowPlace.cpp - Where in its row an expression leads ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/RowPlace.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/bit.h"

using namespace clang;

namespace pipeline_rewrite {

/// Of the leading dimension of wmma, and of its addresses (CUDA C++ Programming
/// Guide, "Warp Matrix Functions").
static constexpr unsigned LeadingBytes = 16, FragmentBytes = 32;

static constexpr unsigned MostZeros = 16;

static unsigned zerosOfNumber(uint64_t Value) {
  return std::min<unsigned>(MostZeros, llvm::countr_zero(Value));
}

/// A sum with it is the user's function.
static bool hasOwnSum(const Expr *E) {
  const QualType Type = E ? E->IgnoreParenImpCasts()->getType() : QualType();
  const auto *Tag = Type.isNull() ? nullptr : Type->getAsTagDecl();
  if (!Tag)
    return false;
  ASTContext &Context = Tag->getASTContext();
  const DeclarationName Plus =
      Context.DeclarationNames.getCXXOperatorName(OO_Plus);
  auto TakesIt = [&](const NamedDecl *D) {
    const FunctionDecl *F = D->getAsFunction();
    return F && llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
             return Context.hasSameUnqualifiedType(
                 P->getType().getNonReferenceType(), Type);
           });
  };
  for (const DeclContext *In = Tag->getDeclContext(); In; In = In->getParent())
    if (llvm::any_of(In->lookup(Plus), TakesIt))
      return true;
  return false;
}

const Expr *TileRows::writtenColumns() const {
  const TypeSourceInfo *Info = Var->getTypeSourceInfo();
  if (!Info)
    return nullptr;
  const Expr *Last = nullptr;
  for (TypeLoc At = Info->getTypeLoc().IgnoreParens();;) {
    const auto Array = At.getAs<ArrayTypeLoc>();
    if (!Array)
      return At.getType()->isArrayType() || hasOwnSum(Last) ? nullptr : Last;
    Last = Array.getSizeExpr();
    At = Array.getElementLoc().IgnoreParens();
  }
}

void RowPlaces::fail(std::string Why, const Stmt *At) {
  Of.CanPad.also(
      Answer(RefusalId::RowLengthReliedOn, std::move(Why), At->getBeginLoc()));
}

std::optional<int64_t> RowPlaces::constant(const Expr *E) const {
  return E ? constantValue(E, Context) : std::nullopt;
}

/// What the call that is looked into gives a parameter.
const Expr *RowPlaces::passed(const ParmVarDecl *P) const {
  if (Calls.empty() || P->getDeclContext() != Calls.back().Body)
    return nullptr;
  const unsigned I = P->getFunctionScopeIndex() + Calls.back().Objects;
  return I < Calls.back().Call->getNumArgs() ? Calls.back().Call->getArg(I)
                                             : nullptr;
}

std::optional<NumberRange>
RowPlaces::rangeOf(const Expr *E, const std::array<unsigned, 3> *Block) const {
  return numberRange(E, Context,
                     {[&](const ParmVarDecl *P) { return passed(P); }, Block,
                      /*HasCounters=*/true});
}

/// Bits at its end that are 0 in every thread; they stay if it overflows.
unsigned RowPlaces::zerosOf(const Expr *E, unsigned Depth) const {
  if (!E || Depth > 16 || !E->getType()->isIntegerType() ||
      E->getType()->isBooleanType())
    return 0;
  if (const auto Value = constant(E))
    return zerosOfNumber(*Value);
  E = E->IgnoreParens();
  const auto Of = [&](const Expr *Part) { return zerosOf(Part, Depth + 1); };
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Of(Cast->getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && isFixedLocal(V) ? Of(V->getInit()) : 0;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return 0;
  const unsigned Left = Of(B->getLHS()), Right = Of(B->getRHS());
  switch (B->getOpcode()) {
  case BO_Mul:
    return std::min(MostZeros, Left + Right);
  case BO_Add:
  case BO_Sub:
  case BO_Rem:
  case BO_Or:
  case BO_Xor:
    return std::min(Left, Right);
  case BO_And:
    return std::max(Left, Right);
  case BO_Shl: {
    const auto By = constant(B->getRHS());
    return By && *By >= 0 ? std::min<int64_t>(MostZeros, Left + *By) : Left;
  }
  default:
    return 0;
  }
}

RowPlace RowPlaces::indexed(RowPlace At, const ArraySubscriptExpr *By) {
  const Expr *Index = By->getIdx();
  const auto *Array = Context.getAsConstantArrayType(At.E->getType());
  At.E = By;
  const auto Known = rangeOf(Index);
  if (++At.Indices < Of.Rank) {
    At.IsRowConstant = Known && Known->Least == Known->Most;
    At.RowZeros =
        std::min(At.RowZeros + zerosOfNumber(Array->getSize().getZExtValue()),
                 zerosOf(Index));
    return At;
  }
  const int64_t Columns = Of.Columns, All = Of.Columns * Of.Rows;
  NumberRange Within{0, Columns - 1};
  if (Known && Known->Least >= 0 && Known->Most < Columns)
    Within = *Known;
  else if (At.IsRowConstant)
    fail("with a constant row its column may pass the row's end", By);
  else if (const std::array<unsigned, 3> One{1, 1, 1};
           const auto OfOne = rangeOf(Index, &One))
    // What stays in the tile walks through its rows; more than that is not
    // known of it.
    if (OfOne->Least >= Columns || OfOne->Most < 0 ||
        (OfOne->Most >= Columns && OfOne->Most < All))
      fail("its column may pass the row's end", By);
  At.Least = Within.Least * Of.ElementBytes;
  At.Most = Within.Most * Of.ElementBytes;
  At.Zeros = zerosOf(Index) + zerosOfNumber(Of.ElementBytes);
  return At;
}

RowPlace RowPlaces::moved(RowPlace At, const Expr *By, int Sign,
                          const Expr *To) {
  const QualType Each = At.E->getType()->getPointeeType();
  At.E = To;
  const auto Range = rangeOf(By);
  constexpr int64_t Most = int64_t(1) << 32;
  if (!Range || Range->Least < -Most || Range->Most > Most ||
      Each->isIncompleteType() || !Each->isObjectType()) {
    fail("a pointer into a row may be moved past its end", To);
    return At;
  }
  const int64_t Bytes = Context.getTypeSizeInChars(Each).getQuantity();
  At.IsMoved |= Range->Least || Range->Most;
  At.Least += Bytes * (Sign > 0 ? Range->Least : -Range->Most);
  At.Most += Bytes * (Sign > 0 ? Range->Most : -Range->Least);
  At.Zeros = std::min(At.Zeros, zerosOf(By) + zerosOfNumber(Bytes));
  return At;
}

RowPlace RowPlaces::memberOf(RowPlace At, const MemberExpr *Member) {
  access(At, Member->isArrow() ? At.E->getType()->getPointeeType()
                               : At.E->getType());
  At.E = Member;
  At.Is = RowPlace::Itself;
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  if (!Field || Field->getType()->isReferenceType()) {
    fail("a member of its elements leads to something else", Member);
    return At;
  }
  const int64_t Offset = Context.getFieldOffset(Field) / 8;
  At.Least += Offset;
  At.Most += Offset;
  At.Zeros = std::min(At.Zeros, zerosOfNumber(Offset));
  return At;
}

void RowPlaces::access(RowPlace &At, QualType Whole) {
  if (Whole->isIncompleteType() || !Whole->isObjectType())
    return fail("how much is accessed at one of its elements is not known",
                At.E);
  access(At, Context.getTypeSizeInChars(Whole).getQuantity(),
         Context.getTypeAlignInChars(Whole).getQuantity());
}

/// \p Align: what the access wants of its address.
bool RowPlaces::isWithin(RowPlace &At, uint64_t Bytes, uint64_t Align) {
  const uint64_t Row = Of.rowBytes();
  if (At.Most > 0 && Row % Align == 0)
    At.Most -= At.Most % Align;
  if (At.Most > 0)
    At.Most -= At.Most % (int64_t(1) << std::min(At.Zeros, MostZeros));
  if (At.Least >= 0 && At.Most + Bytes <= Row)
    return true;
  fail(At.IsMoved ? "a pointer into a row may be moved past its end"
                  : "an access of " + std::to_string(Bytes) +
                        " bytes may reach into the next row",
       At.E);
  return false;
}

void RowPlaces::access(RowPlace &At, uint64_t Bytes, uint64_t Align) {
  if (!isWithin(At, Bytes, Align) || Of.ElementBytes % Align == 0)
    return;
  if (Of.rowBytes() % Align)
    return fail("its rows are not aligned as an access of " +
                    std::to_string(Bytes) + " bytes is",
                At.E);
  Of.Multiple = std::max<unsigned>(Of.Multiple, Align);
}

void RowPlaces::accessRuns(RowPlace &At, uint64_t Bytes) {
  const uint64_t Row = Of.rowBytes();
  if (Row % LeadingBytes)
    return fail("its rows are not aligned as wmma's are", At.E);
  if (isWithin(At, Bytes, Row % FragmentBytes ? LeadingBytes : FragmentBytes))
    // From an even row on the address keeps its alignment.
    Of.Multiple =
        std::max(Of.Multiple, At.RowZeros ? LeadingBytes : FragmentBytes);
}

} // namespace pipeline_rewrite
