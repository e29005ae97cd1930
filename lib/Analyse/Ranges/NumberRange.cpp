//===- NumberRange.cpp - How large a number of a thread can be ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Ranges/NumberRange.h"
#include "Analyse/Host/LaunchBounds.h"
#include "Analyse/Memory/Provenance.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/BuiltinMembers.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Range = std::optional<NumberRange>;

bool isUnchanged(const ParmVarDecl *P) {
  const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
  return F && F->getBody() && P->getType()->isIntegerType() &&
         !P->getType().isVolatileQualified() && !isChanged(F->getBody(), P);
}

class RangeFinder {
public:
  RangeFinder(const ASTContext &Context, const RangeOf &Of)
      : Context(Context), Of(Of) {}

  Range find(const Expr *E) {
    if (!E || !E->getType()->isIntegerType() || E->isValueDependent())
      return std::nullopt;
    if (auto Value = constantValue(E, Context))
      return NumberRange{*Value, *Value};
    const Range Whole = ofType(E->getType());
    if (Depth > 16)
      return Whole;
    ++Depth;
    const Range Found = ofNode(E);
    --Depth;
    // What does not fit is another number.
    const bool Fits = Found && (!Whole || (Whole->Least <= Found->Least &&
                                           Found->Most <= Whole->Most));
    return Fits && (Whole || Found->Least >= 0) ? Found : Whole;
  }

private:
  /// nullopt for 64 bits.
  Range ofType(QualType T) const {
    const unsigned Width = Context.getIntWidth(T);
    if (Width > 32)
      return std::nullopt;
    if (T->isUnsignedIntegerOrEnumerationType())
      return NumberRange{0, (int64_t(1) << Width) - 1};
    return NumberRange{-(int64_t(1) << (Width - 1)),
                       (int64_t(1) << (Width - 1)) - 1};
  }

  Range ofNode(const Expr *E) {
    if (Range Own = ofThread(E))
      return Own;
    if (const auto *P = dyn_cast<ParenExpr>(E))
      return find(P->getSubExpr());
    if (const auto *C = dyn_cast<CastExpr>(E))
      return find(C->getSubExpr());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return ofVariable(dyn_cast<VarDecl>(Ref->getDecl()));
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return either(find(C->getTrueExpr()), find(C->getFalseExpr()));
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return ofGroup(Call->getDirectCallee());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return ofOperator(B->getOpcode(), find(B->getLHS()), find(B->getRHS()));
    return std::nullopt;
  }

  Range ofVariable(const VarDecl *V) {
    const auto *P = dyn_cast_or_null<ParmVarDecl>(V);
    if (P)
      return isUnchanged(P) ? find(Of.Passed(P)) : std::nullopt;
    if (V && isFixedLocal(V))
      return find(stripBraces(V->getInit()));
    return V && Of.HasCounters ? ofCounter(V) : std::nullopt;
  }

  /// Of a loop that counts up to a constant, in its body.
  Range ofCounter(const VarDecl *V) {
    ASTContext &All = V->getASTContext();
    const auto Parents = All.getParents(*V);
    const Stmt *Init = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    const auto *For =
        dyn_cast_or_null<ForStmt>(Init ? parentStatement(Init, All) : nullptr);
    if (!For || For->getInit() != Init || findMention(V->getInit(), V))
      return std::nullopt;
    const CopyLoop C = describeCopyLoop(For, Context);
    const Range Start = C.Start ? find(C.Start) : NumberRange{0, 0};
    const auto Bound = C.Trips ? fixedValue(C.Bound, Context) : std::nullopt;
    if (!Bound || !Start)
      return std::nullopt;
    return NumberRange{Start->Least,
                       std::max(Start->Least, *Bound - (C.Inclusive ? 0 : 1))};
  }

  /// Of what CUDA gives each thread.
  Range ofThread(const Expr *E) const {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
        Ref && Ref->getDecl()->getName() == "warpSize" &&
        isa<VarDecl>(Ref->getDecl()) &&
        Ref->getDecl()
            ->getDeclContext()
            ->getRedeclContext()
            ->isTranslationUnit())
      return NumberRange{32, 32};
    const char *const Members[] = {"x", "y", "z"};
    for (unsigned I = 0; I < 3; ++I) {
      const int64_t Most = Of.Block ? (*Of.Block)[I] : MostThreadsOfBlock;
      if (isBuiltinMember(E, "threadIdx", Members[I]))
        return NumberRange{0, Most - 1};
      if (isBuiltinMember(E, "blockDim", Members[I]))
        return NumberRange{Of.Block ? Most : 1, Most};
    }
    return std::nullopt;
  }

  /// What cooperative groups number with 32 bits: the threads of a cluster at
  /// most (16 blocks; CUDA C++ Programming Guide, "Thread Block Clusters").
  Range ofGroup(const FunctionDecl *F) const {
    const llvm::StringRef Name = plainNameOf(F);
    const bool IsNumber =
        Name == "thread_rank" || Name == "num_threads" || Name == "size";
    return IsNumber && isSystem(F) && ofType(F->getReturnType()) &&
                   llvm::StringRef(F->getQualifiedNameAsString())
                       .starts_with("cooperative_groups::")
               ? Range(NumberRange{0, 16 * MostThreadsOfBlock})
               : std::nullopt;
  }

  static Range either(Range A, Range B) {
    if (!A || !B)
      return std::nullopt;
    return NumberRange{std::min(A->Least, B->Least),
                       std::max(A->Most, B->Most)};
  }

  static Range from(std::optional<int64_t> Least, std::optional<int64_t> Most) {
    return Least && Most ? Range(NumberRange{*Least, *Most}) : std::nullopt;
  }

  static Range ofOperator(BinaryOperatorKind Op, Range Left, Range Right) {
    const bool IsSize = Left && Left->Least >= 0;
    const bool BySize = Right && Right->Least >= 0;
    if (Op == BO_And && (IsSize || BySize))
      return NumberRange{0, IsSize && BySize ? std::min(Left->Most, Right->Most)
                                             : (IsSize ? Left : Right)->Most};
    if (Op == BO_Shr && IsSize)
      return NumberRange{0, Left->Most};
    if (Op == BO_Rem && IsSize)
      return NumberRange{0, BySize && Right->Most > 0
                                ? std::min(Left->Most, Right->Most - 1)
                                : Left->Most};
    if (!Left || !Right)
      return std::nullopt;
    switch (Op) {
    case BO_Add:
      return from(llvm::checkedAdd(Left->Least, Right->Least),
                  llvm::checkedAdd(Left->Most, Right->Most));
    case BO_Sub:
      return from(llvm::checkedSub(Left->Least, Right->Most),
                  llvm::checkedSub(Left->Most, Right->Least));
    case BO_Mul:
      return IsSize && BySize
                 ? from(llvm::checkedMul(Left->Least, Right->Least),
                        llvm::checkedMul(Left->Most, Right->Most))
                 : std::nullopt;
    case BO_Shl:
      return IsSize && BySize && Right->Most < 32
                 ? from(llvm::checkedMul(Left->Least, int64_t(1)
                                                          << Right->Least),
                        llvm::checkedMul(Left->Most, int64_t(1) << Right->Most))
                 : std::nullopt;
    case BO_Div: // by nothing: undefined
      return IsSize && BySize
                 ? Range(NumberRange{
                       Left->Least / std::max<int64_t>(Right->Most, 1),
                       Left->Most / std::max<int64_t>(Right->Least, 1)})
                 : std::nullopt;
    case BO_Xor:
    case BO_Or: // no more than the sum
      return IsSize && BySize
                 ? from(0, llvm::checkedAdd(Left->Most, Right->Most))
                 : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  const ASTContext &Context;
  const RangeOf &Of;
  unsigned Depth = 0;
};

} // namespace

std::optional<NumberRange> numberRange(const Expr *E, const ASTContext &Context,
                                       const RangeOf &Of) {
  return RangeFinder(Context, Of).find(E);
}

} // namespace pipeline_rewrite
