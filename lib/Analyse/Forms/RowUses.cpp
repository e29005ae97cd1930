//===- RowUses.cpp - What becomes of the elements of a tile ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each mention of the array is followed outwards, past its indices, to what
// becomes of the element or of its address.
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/RowUses.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Analyse/Ranges/NumberRange.h"
#include "Ast/AsmOpcodes.h"
#include "Ast/Assignments.h"
#include "Ast/Parents.h"
#include "Ast/SystemFunctions.h"
#include "Frontend/SourceUnit.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Of cp.async, ldmatrix and the leading dimension of wmma (CUDA C++
/// Programming Guide, "Warp Matrix Functions").
constexpr unsigned WideAccess = 16;

class VariableMentions : public DynamicRecursiveASTVisitor {
public:
  explicit VariableMentions(const VarDecl *V) : V(V) {}
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (E->getDecl() == V)
      Found.push_back(E);
    return true;
  }
  std::vector<const DeclRefExpr *> Found;

private:
  const VarDecl *V;
};

/// A use of the tile on its way outwards, and what may become of it.
class RowUse {
public:
  RowUse(const FunctionDecl *F, TileRows &Of, unsigned Rank,
         const SourceUnit &Unit)
      : F(F), Of(Of), Rank(Rank), Context(Unit.context()) {}

protected:
  /// An expression that leads to an element, or is its address.
  struct Place {
    const Expr *E;
    unsigned Indices = 0;      ///< that stand behind the array
    bool IsRowConstant = true; ///< all but the last are constants
    bool IsColumnBelow = true; ///< the last is known to be in the row
    bool HasColumn = false;    ///< that may be another than 0
    uint64_t Moved = 0;        ///< bytes that pointers into the row may move
    bool IsAddress = false;    ///< of an element
    unsigned Bytes = 0;        ///< that are accessed there; 0: an element
  };

  static std::vector<const DeclRefExpr *> mentionsOf(const VarDecl *V,
                                                     const FunctionDecl *In) {
    VariableMentions Mentions(V);
    Mentions.TraverseStmt(In->getBody());
    return std::move(Mentions.Found);
  }

  void fail(std::string Why, const Stmt *At) {
    Of.CanPad.also(Answer(RefusalId::RowLengthReliedOn, std::move(Why),
                          At->getBeginLoc()));
  }

  std::optional<int64_t> constant(const Expr *E) const {
    Expr::EvalResult Value;
    if (!E || E->isValueDependent() || !E->EvaluateAsInt(Value, Context))
      return std::nullopt;
    return Value.Val.getInt().getExtValue();
  }

  /// What the call that is looked into gives a parameter.
  const Expr *passed(const ParmVarDecl *P) const {
    const unsigned I = P->getFunctionScopeIndex();
    return !Calls.empty() && P->getDeclContext() == currentFunction() &&
                   I < Calls.back()->getNumArgs()
               ? Calls.back()->getArg(I)
               : nullptr;
  }

  /// An index, or a number that is added to an address.
  Place moved(Place At, const Expr *By, const Expr *To) {
    At.E = To;
    const auto Number = constant(By);
    if (!At.IsAddress && ++At.Indices < Rank) {
      At.IsRowConstant &= Number.has_value();
      return At;
    }
    // In elements of what is accessed there.
    const uint64_t Each = At.Bytes ? At.Bytes : Of.ElementBytes;
    if (Number == 0)
      return At;
    const auto Range =
        numberRange(By, Context,
                    {[&](const ParmVarDecl *P) { return passed(P); },
                     /*Block=*/nullptr, /*HasCounters=*/true});
    if (At.IsAddress) // the language's rule is that of an array's index
      At.Moved +=
          Range ? std::max(-Range->Least, Range->Most) * Each : Of.rowBytes();
    At.IsColumnBelow &= !At.HasColumn && Range && Range->Least >= 0 &&
                        uint64_t(Range->Most + 1) * Each <= Of.rowBytes();
    At.HasColumn = true;
    return At;
  }

  void access(const Place &At) {
    if (At.IsRowConstant && !At.IsColumnBelow && Of.Rows > 1)
      return fail("with a constant row its column may pass the row's end",
                  At.E);
    if (At.Moved >= Of.rowBytes() && Of.Rows > 1)
      return fail("a pointer into a row may be moved past its end", At.E);
    if (At.Bytes <= Of.ElementBytes)
      return;
    const unsigned Bytes = std::max(At.Bytes, Of.Multiple);
    if (Of.rowBytes() % Bytes || !llvm::isPowerOf2_32(Bytes))
      return fail("an access of " + std::to_string(Bytes) +
                      " bytes may reach into the next row",
                  At.E);
    Of.Multiple = Bytes;
  }

  /// A member of an element, of an array its element; nullptr for all else.
  const Expr *memberOf(const Stmt *S) const {
    const auto *Member = dyn_cast_or_null<MemberExpr>(S);
    if (!Member || !isa<FieldDecl>(Member->getMemberDecl()))
      return nullptr;
    const Expr *E = Member;
    while (E->getType()->isArrayType()) {
      const auto *Decayed =
          dyn_cast_or_null<ImplicitCastExpr>(parentStatement(E, Context));
      const auto *Index = dyn_cast_or_null<ArraySubscriptExpr>(
          Decayed ? parentStatement(Decayed, Context) : nullptr);
      if (!Index || Index->getBase() != Decayed)
        return nullptr;
      E = Index;
    }
    return E;
  }

  /// A read, an assignment, or a call that has no use for what lies beside it.
  bool isElementUse(const Expr *E, const Stmt *Up) const {
    if (!Up || isa<CompoundStmt, UnaryExprOrTypeTraitExpr, CXXConstructExpr,
                   CXXOperatorCallExpr>(Up))
      return Up != nullptr;
    if (const auto *Member = dyn_cast<MemberExpr>(Up))
      return isa<CXXMethodDecl>(Member->getMemberDecl());
    if (const auto *Cast = dyn_cast<CastExpr>(Up))
      return Cast->getCastKind() == CK_LValueToRValue ||
             Cast->getCastKind() == CK_ToVoid;
    if (changedBy(Up) == E)
      return true;
    const auto *Call = dyn_cast<CallExpr>(Up);
    return Call && Call->getDirectCallee() && isSystem(Call->getDirectCallee());
  }

  /// Rows of ldmatrix, or one cp.async: nothing is added to an address.
  static bool isPlainAccess(const GCCAsmStmt &Asm) {
    const std::string Text = Asm.getAsmString();
    const llvm::StringRef Words(Text);
    const AsmEffects Effects = describeAsm(Words);
    return (Words.contains("ldmatrix") || Effects.Kind == AsmKind::Async) &&
           !Words.contains('+') && !Words.contains("bulk");
  }

  Place castTo(Place At, const CastExpr *Cast) {
    const QualType To = Cast->getType()->getPointeeType();
    At.E = Cast;
    if (!To->isVoidType() && !To->isIncompleteType())
      At.Bytes = Context.getTypeSizeInChars(To).getQuantity();
    return At;
  }

  static const VarDecl *declaredBy(const DeclStmt *Kept) {
    return Kept->isSingleDecl() ? dyn_cast<VarDecl>(Kept->getSingleDecl())
                                : nullptr;
  }

  const FunctionDecl *currentFunction() const {
    return Calls.empty() ? F : Calls.back()->getDirectCallee()->getDefinition();
  }

  /// What touches nothing but what its arguments point to.
  void followBytes(Place At, const CallExpr *Call, const FunctionDecl *Callee) {
    const unsigned I = argumentOf(Call, At.E);
    if (I >= Callee->getNumParams() ||
        Callee->getParamDecl(I)->getType()->isVoidPointerType()) {
      const auto Bytes =
          Call->getNumArgs() > 2 ? constant(Call->getArg(2)) : std::nullopt;
      if (!Bytes || *Bytes <= 0)
        return fail("its address is handed to '" + Callee->getNameAsString() +
                        "'",
                    At.E);
      At.Bytes = *Bytes;
    }
    access(At);
  }

  static unsigned argumentOf(const CallExpr *Call, const Expr *E) {
    unsigned I = 0;
    while (I < Call->getNumArgs() && Call->getArg(I) != E)
      ++I;
    return I;
  }

  /// wmma's loads and stores are told how far the rows are apart.
  void followFragment(Place At, const CallExpr *Call) {
    const Expr *Leading = Call->getNumArgs() > 2 ? Call->getArg(2) : nullptr;
    const auto Told = constant(Leading);
    if (!Calls.empty() || !Told || uint64_t(*Told) != Of.Columns)
      return fail("wmma is told another distance of rows than that of the tile",
                  Leading ? Leading : At.E);
    if (!llvm::is_contained(Of.LeadingDimensions, Leading))
      Of.LeadingDimensions.push_back(Leading);
    At.Bytes = WideAccess;
    access(At);
  }

  const FunctionDecl *F;
  TileRows &Of;
  const unsigned Rank;
  ASTContext &Context;
  llvm::SmallVector<const CallExpr *, 4> Calls; ///< that are looked into
};

/// Follows each mention.
class RowUses : RowUse {
public:
  using RowUse::RowUse;

  void run() {
    for (const DeclRefExpr *Ref : mentionsOf(Of.Var, F)) {
      follow(Place{Ref});
      if (Of.CanPad.isNo())
        return;
    }
    Of.CanPad.confirm();
  }

private:
  void follow(Place At) {
    const Stmt *Up = parentStatement(At.E, Context);
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Up);
    if (isa_and_nonnull<ParenExpr>(Up) ||
        (Cast && (Cast->getCastKind() == CK_NoOp ||
                  Cast->getCastKind() == CK_BitCast))) {
      At.E = cast<Expr>(Up);
      return follow(At);
    }
    if (At.IsAddress)
      return followAddress(At, Up);
    if (At.Indices == Rank)
      return followElement(At, Up);
    if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
      return followDecayed(At, Cast);
    fail(isa_and_nonnull<UnaryExprOrTypeTraitExpr>(Up)
             ? "its size is asked for"
             : "it is handed on as a whole",
         At.E);
  }

  void followDecayed(Place At, const Expr *Decayed) {
    At.E = Decayed;
    const Stmt *Up = parentStatement(Decayed, Context);
    while (isa_and_nonnull<ParenExpr>(Up)) {
      At.E = cast<Expr>(Up);
      Up = parentStatement(Up, Context);
    }
    const auto *Index = dyn_cast_or_null<ArraySubscriptExpr>(Up);
    if (Index && Index->getBase() == At.E)
      return follow(moved(At, Index->getIdx(), Index));
    if (At.Indices + 1 != Rank)
      return fail("rows are counted from a pointer", At.E);
    // The address of a row's first element.
    ++At.Indices;
    At.IsAddress = true;
    follow(At);
  }

  void followElement(Place At, const Stmt *Up) {
    if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Up);
        Unary && Unary->getOpcode() == UO_AddrOf) {
      At.E = Unary;
      At.IsAddress = true;
      return follow(At);
    }
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(Up);
        Cast && Cast->getCastKind() == CK_LValueBitCast) {
      At.E = Cast;
      At.Bytes = Context.getTypeSizeInChars(Cast->getType()).getQuantity();
      return follow(At);
    }
    if (const Expr *Part = memberOf(Up)) {
      At.E = Part;
      access(At);
      return follow(At);
    }
    if (!isElementUse(At.E, Up))
      return fail("a reference to one of its elements is handed on", At.E);
    access(At);
  }

  void followAddress(Place At, const Stmt *Up) {
    if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Up);
        Unary && Unary->getOpcode() == UO_Deref) {
      At.E = Unary;
      At.IsAddress = false;
      return follow(At);
    }
    if (const auto *Index = dyn_cast_or_null<ArraySubscriptExpr>(Up);
        Index && Index->getBase() == At.E) {
      At = moved(At, Index->getIdx(), Index);
      At.IsAddress = false;
      return follow(At);
    }
    if (const auto *Sum = dyn_cast_or_null<BinaryOperator>(Up);
        Sum && Sum->getOpcode() == BO_Add && Sum->getType()->isPointerType())
      return follow(moved(
          At, Sum->getLHS() == At.E ? Sum->getRHS() : Sum->getLHS(), Sum));
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(Up);
        Cast && Cast->getCastKind() != CK_LValueToRValue &&
        Cast->getType()->isPointerType())
      return follow(castTo(At, Cast));
    if (const Expr *Part = memberOf(Up)) {
      At.E = Part;
      At.IsAddress = false;
      access(At);
      return follow(At);
    }
    if (const auto *Call = dyn_cast_or_null<CallExpr>(Up);
        Call && Call->getDirectCallee())
      return followCall(At, Call, Call->getDirectCallee());
    if (const auto *Kept = dyn_cast_or_null<DeclStmt>(Up))
      return followVariable(At, declaredBy(Kept), currentFunction(), false);
    fail("the address of one of its elements is handed on", At.E);
  }

  /// An address as a number, of which asm makes one again.
  void followNumber(Place At) {
    const Stmt *Up = parentStatement(At.E, Context);
    while (isa_and_nonnull<ParenExpr, CastExpr>(Up)) {
      At.E = cast<Expr>(Up);
      Up = parentStatement(Up, Context);
    }
    if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(Up);
        Asm && isPlainAccess(*Asm)) {
      At.Bytes = WideAccess;
      return access(At);
    }
    if (const auto *Kept = dyn_cast_or_null<DeclStmt>(Up))
      return followVariable(At, declaredBy(Kept), currentFunction(), true);
    const auto *Call = dyn_cast_or_null<CallExpr>(Up);
    if (Call && Call->getDirectCallee() && !isSystem(Call->getDirectCallee()))
      return followParameter(At, Call, Call->getDirectCallee(), true);
    if (isa_and_nonnull<ReturnStmt>(Up) && !Calls.empty()) {
      At.E = Calls.pop_back_val();
      followNumber(At);
      Calls.push_back(cast<CallExpr>(At.E));
      return;
    }
    fail("something else is computed from the address of one of its elements",
         At.E);
  }

  /// `float *row = As[r];` that never points elsewhere, or a parameter.
  void followVariable(Place At, const VarDecl *V, const FunctionDecl *In,
                      bool IsNumber) {
    if (!V || Depth == MostKept)
      return fail("the address of one of its elements is kept", At.E);
    ++Depth;
    if (!llvm::is_contained(Of.Names, V))
      Of.Names.push_back(V);
    for (const DeclRefExpr *Ref : mentionsOf(V, In)) {
      const auto *Read =
          dyn_cast_or_null<ImplicitCastExpr>(parentStatement(Ref, Context));
      if (!Read || Read->getCastKind() != CK_LValueToRValue)
        return fail("a pointer to one of its elements is changed or handed on",
                    Ref);
      At.E = Read;
      IsNumber ? followNumber(At) : follow(At);
    }
    --Depth;
  }

  void followParameter(Place At, const CallExpr *Call,
                       const FunctionDecl *Callee, bool IsNumber) {
    const FunctionDecl *Body = Callee->getDefinition();
    const unsigned I = argumentOf(Call, At.E);
    if (!Body || isa<CXXMethodDecl>(Callee) || I >= Body->getNumParams() ||
        !(Body->getParamDecl(I)->getType()->isPointerType() || IsNumber))
      return fail("its address is handed to '" +
                      Callee->getQualifiedNameAsString() + "'",
                  At.E);
    Calls.push_back(Call);
    followVariable(At, Body->getParamDecl(I), Body, IsNumber);
    Calls.pop_back();
  }

  void followCall(Place At, const CallExpr *Call, const FunctionDecl *Callee) {
    if (!isSystem(Callee) || !Callee->getIdentifier())
      return followParameter(At, Call, Callee, /*IsNumber=*/false);
    const llvm::StringRef Name = Callee->getName();
    if (Name == "__cvta_generic_to_shared") {
      At.E = Call;
      return followNumber(At);
    }
    if (Name == "load_matrix_sync" || Name == "store_matrix_sync")
      return followFragment(At, Call);
    if (classifyCallee(Callee) == CallKind::Atomic)
      return access(At);
    if (Name == "__pipeline_memcpy_async" ||
        classifyCallee(Callee) == CallKind::ArgumentsOnly)
      return followBytes(At, Call, Callee);
    fail("its address is handed to '" + Name.str() + "'", At.E);
  }

  static constexpr unsigned MostKept = 4;
  unsigned Depth = 0; ///< of pointers that are kept
};

} // namespace

void findRowUses(const FunctionDecl *F, TileRows &Of, unsigned Rank,
                 const SourceUnit &Unit) {
  RowUses(F, Of, Rank, Unit).run();
}

} // namespace pipeline_rewrite
