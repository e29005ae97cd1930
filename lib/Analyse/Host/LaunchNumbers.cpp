//===- LaunchNumbers.cpp - Constants of the host code ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/LaunchNumbers.h"
#include "Ast/Assignments.h"
#include "Ast/VariableUses.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Number = std::optional<uint64_t>;

/// Of functions that a value is looked for in, each called by the one before.
constexpr unsigned MostCalls = 4;

/// The initialiser of a local that keeps its first value.
const Expr *lastingValue(const Expr *E) {
  const VarDecl *V = plainVariable(E);
  if (!V || !V->isLocalVarDecl() || !V->getInit())
    return nullptr;
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  return F && F->hasBody() && !isChanged(F->getBody(), V) ? V->getInit()
                                                          : nullptr;
}

/// What a function returns where it ends, if that is one place.
class ReturnFinder : public DynamicRecursiveASTVisitor {
public:
  const Expr *Value = nullptr;
  unsigned Returns = 0;

  bool VisitReturnStmt(ReturnStmt *S) override {
    Value = S->getRetValue();
    ++Returns;
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *) override { return true; }
};

const Expr *returnedBy(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  const FunctionDecl *Body = nullptr;
  if (!F || (Method && Method->isVirtual()) || !F->hasBody(Body))
    return nullptr;
  ReturnFinder Finder;
  Finder.TraverseStmt(Body->getBody());
  return Finder.Returns == 1 ? Finder.Value : nullptr;
}

/// CUDA's: another class may be made from other numbers than its members are.
bool isDim3(QualType T) {
  const auto *R = T->getAsCXXRecordDecl();
  return R && R->getIdentifier() && R->getName() == "dim3" &&
         R->getDeclContext()->getRedeclContext()->isTranslationUnit();
}

/// \p E without what gives the same dim3.
const Expr *sameObject(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(E)) {
      E = Full->getSubExpr();
    } else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = Made->getSubExpr();
    } else if (const auto *Cast = dyn_cast<CastExpr>(E);
               Cast && (Cast->getCastKind() == CK_NoOp ||
                        Cast->getCastKind() == CK_LValueToRValue ||
                        Cast->getCastKind() == CK_ConstructorConversion)) {
      E = Cast->getSubExpr();
    } else {
      return E;
    }
  }
}

/// x, y and z of a dim3; nothing for what is not constant.
struct Dimensions {
  Number Of[3];
};

class ConstantReader {
public:
  explicit ConstantReader(const ASTContext &Context) : Context(Context) {}

  Dimensions dimensionsOf(const Expr *E) {
    // What `dim3 grid(n, 1)` leaves where `n` is not known has no type.
    if (E->getType().isNull())
      return {};
    if (E->getType()->isIntegralOrEnumerationType())
      return {{valueOf(E), 1, 1}};
    E = sameObject(E);
    if (E->getType().isNull() || !isDim3(E->getType()))
      return {};
    if (const Expr *Init = lastingValue(E))
      return dimensionsOf(Init);
    const auto *C = dyn_cast<CXXConstructExpr>(E);
    if (!C || C->getNumArgs() == 0 || C->getNumArgs() > 3)
      return {};
    if (C->getConstructor()->isCopyOrMoveConstructor())
      return dimensionsOf(C->getArg(0));
    Dimensions D;
    for (unsigned I = 0; I < 3; ++I)
      D.Of[I] = I < C->getNumArgs() && !isa<CXXDefaultArgExpr>(C->getArg(I))
                    ? valueOf(C->getArg(I))
                    : 1;
    return D;
  }

  Number valueOf(const Expr *E) {
    Expr::EvalResult R;
    if (E->isValueDependent() || E->isTypeDependent() ||
        !E->getType()->isIntegralOrEnumerationType())
      return std::nullopt;
    if (E->EvaluateAsInt(R, Context))
      return R.Val.getInt().isNegative() ? Number()
                                         : R.Val.getInt().getLimitedValue();
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      const Number Value = valueOf(C->getSubExpr());
      return Value ? held(*Value, C) : Number();
    }
    if (const Expr *Init = lastingValue(E))
      return valueOf(Init);
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return memberOf(M);
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return valueOf(B);
    if (const Expr *Returned = Calls < MostCalls ? returnedBy(E) : nullptr) {
      ++Calls;
      Number Value = valueOf(Returned);
      --Calls;
      return Value;
    }
    return std::nullopt;
  }

private:
  /// `block.x`
  Number memberOf(const MemberExpr *M) {
    unsigned I = llvm::StringSwitch<unsigned>(M->getMemberDecl()->getName())
                     .Case("x", 0)
                     .Case("y", 1)
                     .Case("z", 2)
                     .Default(3);
    return I < 3 && isDim3(M->getBase()->getType())
               ? dimensionsOf(M->getBase()).Of[I]
               : Number();
  }

  Number valueOf(const BinaryOperator *B) {
    Number L = valueOf(B->getLHS()), Right = valueOf(B->getRHS());
    if (!L || !Right)
      return std::nullopt;
    switch (B->getOpcode()) {
    case BO_Add:
      return held(*L + *Right, B);
    case BO_Sub:
      return *L >= *Right ? Number(*L - *Right) : Number();
    case BO_Mul:
      return held(*L * *Right, B);
    case BO_Div:
      return *Right ? Number(*L / *Right) : Number();
    default:
      return std::nullopt;
    }
  }

  /// A value that is another one in the type of \p E is none.
  Number held(uint64_t Value, const Expr *E) const {
    const QualType T = E->getType();
    const unsigned Bits =
        Context.getIntWidth(T) - T->isSignedIntegerOrEnumerationType();
    return llvm::isUIntN(Bits, Value) ? Number(Value) : Number();
  }

  const ASTContext &Context;
  unsigned Calls = 0;
};

} // namespace

std::optional<uint64_t> constantBytes(const Expr *E,
                                      const ASTContext &Context) {
  return ConstantReader(Context).valueOf(E);
}

std::optional<std::array<uint64_t, 3>>
constantDimensions(const Expr *E, const ASTContext &Context) {
  const Dimensions D = ConstantReader(Context).dimensionsOf(E);
  const auto &[X, Y, Z] = D.Of;
  if (!X || !Y || !Z)
    return std::nullopt;
  return std::array<uint64_t, 3>{*X, *Y, *Z};
}

} // namespace pipeline_rewrite
