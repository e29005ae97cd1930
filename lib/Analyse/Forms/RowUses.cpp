//===- RowUses.cpp - What becomes of the elements of a tile ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each mention of the array is followed outwards, past its indices, to what
// becomes of the element or of its address. What may become of it is listed
// here; all else is refused.
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/TileRows.h"
#include "Ast/Assignments.h"
#include "Ast/MemberCopies.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "Ast/SystemFunctions.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Every place that names a variable, or the object of a method.
class Mentions : public DynamicRecursiveASTVisitor {
public:
  Mentions(const VarDecl *V, const FunctionDecl *In) : V(V) {
    ShouldVisitImplicitCode = true;
    TraverseStmt(In->getBody());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    // An instance may share types with its template, and names in them.
    if (V && E->getDecl()->getLocation() == V->getLocation())
      Found.insert(E);
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *E) override {
    if (!V)
      Found.insert(E);
    return true;
  }
  llvm::SmallSetVector<const Expr *, 16> Found;

private:
  const VarDecl *V; ///< nullptr: the object
};

bool leadsOn(QualType T) { return T->isPointerType() || T->isReferenceType(); }

/// It touches the objects that its arguments are, and those alone.
bool touchesObjects(const FunctionDecl *F) {
  return F->isTrivial() || copiesEveryMember(F) ||
         (isSystem(F) && classifyCallee(F) == CallKind::ArgumentsOnly);
}

bool isAtomic(const FunctionDecl *F) {
  return isSystem(F) && classifyCallee(F) == CallKind::Atomic;
}

/// An address in the brackets of one ldmatrix or cp.async.
bool isPlainAccess(const GCCAsmStmt &Asm, const Expr *Address) {
  const std::string Text = asmText(Asm);
  const llvm::StringRef One = llvm::StringRef(Text).trim(" \t\n;");
  const bool IsKnown = One.starts_with("ldmatrix.") ||
                       One.starts_with("cp.async.ca.shared.global") ||
                       One.starts_with("cp.async.cg.shared.global");
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    if (Asm.getInputExpr(I) == Address) {
      const std::string Name = "%" + std::to_string(Asm.getNumOutputs() + I);
      return IsKnown && One.find_first_of(";\n") == llvm::StringRef::npos &&
             One.contains("[" + Name + "]") && One.count(Name) == 1;
    }
  return false;
}

/// How many elements of a fragment lie side by side, between two steps of its
/// leading dimension (CUDA C++ Programming Guide, "Warp Matrix Functions").
std::optional<uint64_t> elementsOfRun(QualType Fragment) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Fragment.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || Class->getTemplateArgs().size() < 6)
    return std::nullopt;
  const auto Args = Class->getTemplateArgs().asArray();
  const auto IsNamed = [&](unsigned I, llvm::StringRef Name) {
    const auto *Is = Args[I].getKind() == TemplateArgument::Type
                         ? Args[I].getAsType()->getAsCXXRecordDecl()
                         : nullptr;
    return Is && Is->getName() == Name;
  };
  // Of others, of 4 bits and of one, the distance is another number.
  const bool IsWhole =
      Args[4].getKind() == TemplateArgument::Type &&
      (Args[4].getAsType()->isArithmeticType() || IsNamed(4, "__half") ||
       IsNamed(4, "__nv_bfloat16") || IsNamed(4, "tf32"));
  if (!IsWhole)
    return std::nullopt;
  uint64_t Extents[3];
  for (unsigned I = 0; I < 3; ++I) {
    if (Args[I + 1].getKind() != TemplateArgument::Integral)
      return std::nullopt;
    Extents[I] = Args[I + 1].getAsIntegral().getZExtValue();
  }
  const auto [M, N, K] = Extents;
  const bool IsByRows = IsNamed(5, "row_major");
  return IsNamed(0, "matrix_a")   ? IsByRows ? K : M
         : IsNamed(0, "matrix_b") ? IsByRows ? N : K
                                  : std::max(M, N);
}

unsigned argumentOf(const CallExpr *Call, const Expr *E) {
  unsigned I = 0;
  while (I < Call->getNumArgs() && Call->getArg(I) != E)
    ++I;
  return I;
}

/// What is handed on: to functions, as far as they are known or have bodies,
/// and to variables.
class RowCalls : protected RowPlaces {
public:
  using RowPlaces::RowPlaces;
  virtual ~RowCalls() = default;

protected:
  virtual void follow(RowPlace At) = 0;

  void followTo(RowPlace At, const Expr *E) {
    At.E = E;
    follow(At);
  }

  void failAt(const RowPlace &At) {
    if (At.Is == RowPlace::Number)
      fail("something else is computed from the address of one of its elements",
           At.E);
    else if (At.Is == RowPlace::Address)
      fail("the address of one of its elements is handed on", At.E);
    else
      fail(At.Indices < Of.Rank
               ? "it is handed on as a whole"
               : "a reference to one of its elements is handed on",
           At.E);
  }

  /// wmma's loads and stores are told how far the rows are apart.
  void followFragment(RowPlace At, const CallExpr *Call) {
    const bool IsLoad = argumentOf(Call, At.E) == 1;
    const Expr *Leading = Call->getNumArgs() > 2 ? Call->getArg(2) : nullptr;
    const auto Told = constant(Leading);
    if (!Calls.empty() || At.IsChoice || !Told || uint64_t(*Told) != Of.Columns)
      return fail("wmma is told another distance of rows than that of the tile",
                  Leading ? Leading : At.E);
    const QualType Each = At.E->getType()->getPointeeType();
    const uint64_t Bytes = Context.getTypeSizeInChars(Each).getQuantity();
    const auto Elements =
        elementsOfRun(Call->getArg(IsLoad ? 0 : 1)->getType());
    if (Bytes != Of.ElementBytes || Each->isVoidType() || !Elements)
      return fail("wmma counts other elements than those of the tile", At.E);
    if (!llvm::is_contained(Of.LeadingDimensions, Leading))
      Of.LeadingDimensions.push_back(Leading);
    accessRuns(At, *Elements * Bytes);
  }

  /// One of the functions of the system that are known by name.
  bool isKnownAccess(RowPlace At, const CallExpr *Call, llvm::StringRef Name) {
    const auto Bytes =
        Call->getNumArgs() > 2 ? constant(Call->getArg(2)) : std::nullopt;
    if (Name == "load_matrix_sync" || Name == "store_matrix_sync")
      followFragment(At, Call);
    else if (Name == "__pipeline_memcpy_async" && Bytes &&
             (Bytes == 4 || Bytes == 8 || Bytes == 16))
      access(At, *Bytes, *Bytes);
    else if ((Name == "memcpy" || Name == "memset") && Bytes && *Bytes > 0)
      access(At, *Bytes, 1);
    else
      return false;
    return true;
  }

  void followMember(RowPlace At, const MemberExpr *Member) {
    const auto *Call =
        dyn_cast_or_null<CXXMemberCallExpr>(parentStatement(Member, Context));
    if (!isa<CXXMethodDecl>(Member->getMemberDecl()))
      return follow(memberOf(At, Member));
    if (!Call || !Call->getMethodDecl())
      return failAt(At);
    const QualType Object = Call->getObjectType();
    const CXXMethodDecl *F = Call->getMethodDecl();
    if ((touchesObjects(F) || isAtomic(F)) && !leadsOn(F->getReturnType()))
      return access(At, Object);
    At.Is = RowPlace::Address;
    followBody(At, {Call, F, 0}, nullptr);
  }

  void followCall(RowPlace At, const CallExpr *Call, const FunctionDecl *F) {
    if (!F)
      return failAt(At);
    const llvm::StringRef Name =
        isSystem(F) ? plainNameOf(F) : llvm::StringRef();
    const unsigned I = argumentOf(Call, At.E);
    if (At.Is == RowPlace::Address && Name == "__cvta_generic_to_shared") {
      At.Is = RowPlace::Number;
      return followTo(At, Call);
    }
    const bool IsAddress = At.Is == RowPlace::Address;
    if (IsAddress && isKnownAccess(At, Call, Name))
      return I == 0 && leadsOn(Call->getType()) ? followTo(At, Call) : void();
    const auto Puts = anyAssignment(Call);
    const bool IsTarget =
        Puts && Puts->Target->IgnoreParens() == At.E->IgnoreParens();
    if (IsAddress && isAtomic(F) && !leadsOn(F->getReturnType()))
      return access(At, At.E->getType()->getPointeeType());
    if (At.Is == RowPlace::Itself && touchesObjects(F) &&
        (Puts || !leadsOn(F->getReturnType()))) {
      access(At, At.E->getType());
      return IsTarget && Call->isGLValue() ? followTo(At, Call) : void();
    }
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    const unsigned Objects = isa<CXXOperatorCallExpr>(Call) && Method &&
                             !Method->isExplicitObjectMemberFunction();
    if (I < Objects) {
      At.Is = RowPlace::Address;
      return followBody(At, {Call, F, Objects}, nullptr);
    }
    if (I - Objects >= F->getNumParams())
      return failAt(At);
    followBody(At, {Call, F, Objects}, F->getParamDecl(I - Objects));
  }

  /// \p P: the parameter that is given the place; nullptr for the object.
  void followBody(const RowPlace &At, FollowedCall Call, const ParmVarDecl *P) {
    const FunctionDecl *F = Call.Body;
    Call.Body = F->getDefinition();
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (!Call.Body || !Call.Body->getBody() ||
        Call.Body->isDependentContext() || isSystem(F) ||
        (Method && Method->isVirtual()) || Calls.size() == MostKept)
      return fail("its address is handed to '" + F->getQualifiedNameAsString() +
                      "'",
                  At.E);
    Calls.push_back(Call);
    if (P)
      followVariable(At, Call.Body->getParamDecl(P->getFunctionScopeIndex()));
    else
      for (const Expr *Object : Mentions(nullptr, Call.Body).Found)
        followTo(At, Object);
    Calls.pop_back();
  }

  void followReturn(RowPlace At, const Stmt *Return) {
    if (Calls.empty() || functionOf(Return, Context) != Calls.back().Body)
      return failAt(At);
    const FollowedCall Call = Calls.pop_back_val();
    const auto *All = dyn_cast<CompoundStmt>(Call.Body->getBody());
    At.IsChoice |= !All || All->size() != 1; // there may be another return
    followTo(At, Call.Call);
    Calls.push_back(Call);
  }

  /// `float *row = As[r];` that never leads elsewhere, `auto &row = As[r];`, a
  /// parameter.
  void followVariable(RowPlace At, const VarDecl *V) {
    const auto *In = V ? dyn_cast<FunctionDecl>(V->getDeclContext()) : nullptr;
    const bool IsReference = V && V->getType()->isReferenceType();
    if (!In || !V->hasLocalStorage() || isa<DecompositionDecl>(V) ||
        IsReference != (At.Is == RowPlace::Itself) || Kept == MostKept)
      return fail("the address of one of its elements is kept", At.E);
    ++Kept;
    for (const Expr *Mention : Mentions(V, In).Found) {
      const auto *Read =
          dyn_cast_or_null<ImplicitCastExpr>(parentStatement(Mention, Context));
      if (cast<DeclRefExpr>(Mention)->refersToEnclosingVariableOrCapture() ||
          (!IsReference && (!Read || Read->getCastKind() != CK_LValueToRValue)))
        return fail("a pointer to one of its elements is changed or handed on",
                    Mention);
      followTo(At, IsReference ? Mention : Read);
    }
    --Kept;
  }

private:
  static constexpr unsigned MostKept = 4;
  unsigned Kept = 0; ///< variables on the way
};

/// Follows each mention.
class RowUses : RowCalls {
public:
  using RowCalls::RowCalls;

  void run(const FunctionDecl *F) {
    for (const Expr *Mention : Mentions(Of.Var, F).Found) {
      RowPlace At;
      At.E = Mention;
      follow(At);
      if (Of.CanPad.isNo())
        return;
    }
    Of.CanPad.confirm();
  }

private:
  /// What has the value, or the object, of \p At and no other.
  bool isSame(const RowPlace &At, const Stmt *Up) const {
    if (const auto *Cast = dyn_cast<CastExpr>(Up)) {
      const CastKind Kind = Cast->getCastKind();
      if (At.Is == RowPlace::Number && Kind == CK_IntegralCast)
        return Context.getTypeSizeInChars(Cast->getType()).getQuantity() >= 4;
      return Kind == CK_NoOp ||
             (At.Is == RowPlace::Address && Kind == CK_BitCast) ||
             (At.Is == RowPlace::Itself && Kind == CK_LValueBitCast);
    }
    const auto *List = dyn_cast<BinaryOperator>(Up);
    return isa<ParenExpr, ExprWithCleanups>(Up) ||
           (List && List->isCommaOp() && List->getRHS() == At.E);
  }

  /// Nobody takes what stands there.
  bool isDiscarded(const Expr *E, const Stmt *Up) const {
    const auto *List = dyn_cast<BinaryOperator>(Up);
    return (List && List->isCommaOp() && List->getLHS() == E) ||
           isa<IfStmt, ForStmt, WhileStmt, DoStmt>(Up) ||
           (isa<CompoundStmt>(Up) &&
            !isa_and_nonnull<StmtExpr>(parentStatement(Up, Context)));
  }

  void follow(RowPlace At) override {
    if (Of.CanPad.isNo())
      return;
    const Stmt *Up = parentStatement(At.E, Context);
    if (!Up)
      return failAt(At);
    if (isSame(At, Up))
      return followTo(At, cast<Expr>(Up));
    if (isDiscarded(At.E, Up))
      return;
    if (const auto *Choice = dyn_cast<ConditionalOperator>(Up);
        Choice && Choice->getCond() != At.E) {
      At.IsChoice = true;
      return followTo(At, Choice);
    }
    if (const auto *Kept = dyn_cast<DeclStmt>(Up))
      return followVariable(At, Kept->isSingleDecl()
                                    ? dyn_cast<VarDecl>(Kept->getSingleDecl())
                                    : nullptr);
    if (isa<ReturnStmt>(Up))
      return followReturn(At, Up);
    if (At.Is == RowPlace::Itself && At.E->getType()->isArrayType())
      return followRows(At, Up);
    if (const auto *Call = dyn_cast<CallExpr>(Up))
      return followCall(At, Call, Call->getDirectCallee());
    if (At.Is == RowPlace::Itself)
      return followElement(At, Up);
    if (At.Is == RowPlace::Address)
      return followAddress(At, Up);
    const auto *Asm = dyn_cast<GCCAsmStmt>(Up);
    if (!Asm || !isPlainAccess(*Asm, At.E))
      return failAt(At);
    access(At, 16, 16);
  }

  /// Rows of the tile, or an array in an element.
  void followRows(RowPlace At, const Stmt *Up) {
    const bool IsInElement = At.Indices == Of.Rank;
    if (isa<UnaryExprOrTypeTraitExpr>(Up))
      return IsInElement ? void() : fail("its size is asked for", At.E);
    const auto *Decayed = dyn_cast<ImplicitCastExpr>(Up);
    if (!Decayed || Decayed->getCastKind() != CK_ArrayToPointerDecay)
      return failAt(At);
    const Expr *Pointer = Decayed;
    while (const auto *Paren =
               dyn_cast_or_null<ParenExpr>(parentStatement(Pointer, Context)))
      Pointer = Paren;
    const auto *Index =
        dyn_cast_or_null<ArraySubscriptExpr>(parentStatement(Pointer, Context));
    if (!IsInElement && Index && Index->getBase() == Pointer)
      return follow(indexed(At, Index));
    if (!IsInElement && ++At.Indices != Of.Rank)
      return fail("rows are counted from a pointer", Pointer);
    At.Is = RowPlace::Address;
    followTo(At, Pointer);
  }

  void followElement(RowPlace At, const Stmt *Up) {
    if (const auto *Unary = dyn_cast<UnaryOperator>(Up);
        Unary && Unary->getOpcode() == UO_AddrOf) {
      At.Is = RowPlace::Address;
      return followTo(At, Unary);
    }
    if (const auto *Member = dyn_cast<MemberExpr>(Up))
      return followMember(At, Member);
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Up);
        Made && Made->getNumArgs() >= 1) {
      return touchesObjects(Made->getConstructor())
                 ? access(At, At.E->getType())
                 : failAt(At);
    }
    const auto *Cast = dyn_cast<CastExpr>(Up);
    const Expr *Changed = changedBy(Up);
    const bool IsChanged =
        Changed && Changed->IgnoreParens() == At.E->IgnoreParens();
    if (!IsChanged && !isa<UnaryExprOrTypeTraitExpr>(Up) &&
        !(Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                   Cast->getCastKind() == CK_ToVoid)))
      return failAt(At);
    access(At, At.E->getType());
    if (IsChanged && cast<Expr>(Up)->isGLValue())
      followTo(At, cast<Expr>(Up));
  }

  void followAddress(RowPlace At, const Stmt *Up) {
    if (const auto *Sum = dyn_cast<BinaryOperator>(Up);
        Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType()) {
      const bool IsLeft = Sum->getLHS() == At.E;
      return follow(moved(At, IsLeft ? Sum->getRHS() : Sum->getLHS(),
                          Sum->getOpcode() == BO_Sub ? -1 : 1, Sum));
    }
    const auto *Unary = dyn_cast<UnaryOperator>(Up);
    const auto *Index = dyn_cast<ArraySubscriptExpr>(Up);
    if (Index && Index->getBase() == At.E)
      At = moved(At, Index->getIdx(), 1, Index);
    else if (const auto *Member = dyn_cast<MemberExpr>(Up))
      return followMember(At, Member);
    else if (!Unary || Unary->getOpcode() != UO_Deref)
      return failAt(At);
    At.Is = RowPlace::Itself;
    followTo(At, cast<Expr>(Up));
  }
};

} // namespace

void findRowUses(const FunctionDecl *F, TileRows &Of, ASTContext &Context) {
  RowUses(Of, Context).run(F);
}

} // namespace pipeline_rewrite
