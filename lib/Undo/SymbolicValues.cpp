//===- SymbolicValues.cpp - Expressions of a run with symbols -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is not a sum is a symbol that says how it was made.
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Undo/SymbolicRun.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

static bool isNumber(QualType T) {
  return T->isIntegralOrEnumerationType() || T->isAnyPointerType();
}

Term SymbolicRun::valueIn(const RunState &In, const Expr *E) {
  RunState Now = std::exchange(State, In);
  const std::string WhyNow = Why;
  const Stmt *AtNow = WhyAt;
  Term Out = E->HasSideEffects(Context) ? Term::symbol("?") : eval(E);
  if (Why != WhyNow)
    Out = Term::symbol("?");
  Why = WhyNow;
  WhyAt = AtNow;
  State = std::move(Now);
  return Out;
}

/// Whether \p Left, or what is left with `<`, is above zero.
std::optional<bool> SymbolicRun::decide(BinaryOperatorKind Op,
                                        const Term &Left) {
  const bool IsEquality = Op == BO_NE || Op == BO_EQ;
  if (InHead && !HeadLeft)
    HeadLeft = Left;
  if (auto N = Left.asNumber())
    return IsEquality ? *N != 0 : *N > 0;
  if (!Known)
    return std::nullopt;
  const int Most = static_cast<int>(Tiles) + 8;
  for (int I = -1; I < Most; ++I) {
    if (!(Left == Known->Left + Known->Change * Term::number(I)))
      continue;
    const bool IsIn = I < static_cast<int>(Tiles);
    if (I < 0 && !Tiles)
      return std::nullopt;
    if (!IsEquality || IsIn)
      return IsIn;
    const auto Step = Known->Change.asNumber();
    if (Step && (*Step == 1 || *Step == -1) && I == static_cast<int>(Tiles))
      return false;
    return std::nullopt;
  }
  return std::nullopt;
}

Term SymbolicRun::compare(BinaryOperatorKind Op, const Term &A, const Term &B,
                          const std::string &Type) {
  const Term One = Term::number(1);
  Term Left;
  switch (Op) {
  case BO_LE:
    Left = B - A + One;
    break;
  case BO_GT:
    Left = A - B;
    break;
  case BO_GE:
    Left = A - B + One;
    break;
  default:
    Left = B - A;
  }
  if (auto Is = decide(Op, Left))
    return Term::number(Op == BO_EQ ? !*Is : *Is);
  return Term::symbol(Type + "(" + A.text() +
                      BinaryOperator::getOpcodeStr(Op).str() + B.text() + ")");
}

Term SymbolicRun::combine(BinaryOperatorKind Op, const Expr *L, const Expr *R,
                          QualType Type, const Term &A, const Term &B) {
  auto Opaque = [&] {
    return Term::symbol(Type.getCanonicalType().getAsString() + "(" + A.text() +
                        BinaryOperator::getOpcodeStr(Op).str() + B.text() +
                        ")");
  };
  auto Scale = [&](const Term &Index, QualType Pointer) {
    return Index * Term::number(bytesOf(Pointer->getPointeeType()));
  };
  if (!isNumber(L->getType()) || !isNumber(R->getType()))
    return Opaque();
  if (BinaryOperator::isComparisonOp(Op))
    return compare(Op, A, B, L->getType().getCanonicalType().getAsString());
  const bool OnLeft = L->getType()->isAnyPointerType();
  const bool OnRight = R->getType()->isAnyPointerType();
  if (OnLeft && OnRight)
    return Opaque();
  if (Op == BO_Add)
    return OnLeft    ? A + Scale(B, L->getType())
           : OnRight ? B + Scale(A, R->getType())
                     : A + B;
  if (Op == BO_Sub)
    return OnLeft ? A - Scale(B, L->getType()) : A - B;
  if (Op == BO_Mul)
    return A * B;
  const auto X = A.asNumber(), Y = B.asNumber();
  // Where signs make a difference nothing is said.
  if (!X || !Y || *X < 0 || *Y < 0)
    return Opaque();
  switch (Op) {
  case BO_Div:
    return *Y ? Term::number(*X / *Y) : Opaque();
  case BO_Rem:
    return *Y ? Term::number(*X % *Y) : Opaque();
  case BO_And:
    return Term::number(*X & *Y);
  case BO_Or:
    return Term::number(*X | *Y);
  case BO_Xor:
    return Term::number(*X ^ *Y);
  case BO_Shl:
    return *Y < 32 && *X < (int64_t(1) << 30) ? Term::number(*X << *Y)
                                              : Opaque();
  case BO_Shr:
    return *Y < 63 ? Term::number(*X >> *Y) : Opaque();
  default:
    return Opaque();
  }
}

Term SymbolicRun::eval(const Expr *E) {
  if (failed())
    return Term::symbol("?");
  if (++Steps > MostSteps)
    return fail("it takes too many steps to be followed", E);
  E = E->IgnoreParens();
  Expr::EvalResult Constant;
  if (E->getType()->isIntegralOrEnumerationType() && !E->isValueDependent() &&
      E->EvaluateAsInt(Constant, Context)) {
    const llvm::APSInt &N = Constant.Val.getInt();
    if (N.getSignificantBits() <= 63)
      return Term::number(N.getExtValue());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return evalCast(Cast);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return evalUnary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return evalBinary(B);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    const Term Is = eval(C->getCond());
    if (auto N = Is.asNumber())
      return eval(*N ? C->getTrueExpr() : C->getFalseExpr());
    const RunState Before = State;
    const Term Then = eval(C->getTrueExpr()), Else = eval(C->getFalseExpr());
    if (State.Variables != Before.Variables || State.Memory != Before.Memory)
      return fail("one branch of a condition changes a variable", E);
    return choose(Is.text(), Then, Else);
  }
  if (auto Set = anyAssignment(E);
      Set && Set->By && Set->isPlain() && Set->copiesBytes()) {
    const Term Value = eval(Set->Value);
    store(Set->Target, Value);
    return Value;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return evalCall(Call);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return eval(Full->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return eval(M->getSubExpr());
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
      Made && Made->getConstructor()->isCopyOrMoveConstructor() &&
      Made->getConstructor()->isTrivial())
    return eval(Made->getArg(0));
  if (E->isLValue())
    return load(E);
  return evalParts(E);
}

/// All that is not understood further: made of its parts.
Term SymbolicRun::evalParts(const Expr *E) {
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    E = P->getSyntacticForm();
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E))
    return Term::symbol(nameOf(Property));
  if (isa<LambdaExpr, StmtExpr>(E))
    return fail("an expression of the loads is not understood", E);
  std::string Out = E->getStmtClassName();
  if (E->child_begin() == E->child_end()) {
    llvm::raw_string_ostream OS(Out);
    E->printPretty(OS, nullptr, Context.getPrintingPolicy());
    return Term::symbol(Out);
  }
  Out += E->getType().getCanonicalType().getAsString();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    Out += "." + M->getMemberDecl()->getNameAsString();
  for (const Stmt *Child : E->children())
    if (const auto *Sub = dyn_cast_or_null<Expr>(Child))
      Out += "(" + eval(Sub).text() + ")";
    else
      return fail("an expression of the loads is not understood", E);
  return Term::symbol(Out);
}

Term SymbolicRun::evalCast(const CastExpr *Cast) {
  const Expr *Sub = Cast->getSubExpr();
  const QualType To = Cast->getType(), From = Sub->getType();
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    return load(Sub);
  case CK_ArrayToPointerDecay:
    return address(Sub);
  case CK_NoOp:
  case CK_BitCast:
  case CK_ConstructorConversion:
    return eval(Sub);
  case CK_ToVoid:
    eval(Sub);
    return Term();
  case CK_IntegralCast:
    if (Context.getTypeSize(To) >= Context.getTypeSize(From))
      return eval(Sub);
    break;
  case CK_IntegralToBoolean: {
    const Term Value = eval(Sub);
    if (auto N = Value.asNumber())
      return Term::number(*N != 0);
    return Term::symbol("bool(" + Value.text() + ")");
  }
  default:
    break;
  }
  const Term Value = eval(Sub);
  return Term::symbol(std::string(Cast->getCastKindName()) + " " +
                      From.getCanonicalType().getAsString() + " to " +
                      To.getCanonicalType().getAsString() + "(" + Value.text() +
                      ")");
}

Term SymbolicRun::evalUnary(const UnaryOperator *U) {
  const Expr *Sub = U->getSubExpr();
  switch (U->getOpcode()) {
  case UO_AddrOf:
    return Sub->getType()->isFunctionType() ? evalParts(U) : address(Sub);
  case UO_Deref:
    return load(U);
  case UO_Plus:
    return eval(Sub);
  case UO_Minus:
    if (isNumber(Sub->getType()))
      return eval(Sub) * Term::number(-1);
    break;
  case UO_LNot:
    if (auto N = eval(Sub).asNumber())
      return Term::number(!*N);
    break;
  case UO_PreInc:
  case UO_PostInc:
  case UO_PreDec:
  case UO_PostDec: {
    if (!isNumber(Sub->getType()))
      return fail("a number of the loads is not understood", U);
    const Term Old = load(Sub);
    const QualType T = Sub->getType();
    const int64_t By = T->isAnyPointerType() ? bytesOf(T->getPointeeType()) : 1;
    const Term New = Old + Term::number(U->isIncrementOp() ? By : -By);
    store(Sub, New);
    return U->isPostfix() ? Old : New;
  }
  default:
    break;
  }
  return Term::symbol(std::string(UnaryOperator::getOpcodeStr(U->getOpcode())) +
                      U->getType().getCanonicalType().getAsString() + "(" +
                      eval(Sub).text() + ")");
}

Term SymbolicRun::evalBinary(const BinaryOperator *B) {
  const Expr *L = B->getLHS(), *R = B->getRHS();
  if (B->getOpcode() == BO_Comma) {
    eval(L);
    return eval(R);
  }
  if (B->getOpcode() == BO_Assign) {
    const Term Value = eval(R);
    store(L, Value);
    return Value;
  }
  if (const auto *C = dyn_cast<CompoundAssignOperator>(B)) {
    const auto Op = BinaryOperator::getOpForCompoundAssignment(B->getOpcode());
    if (isNumber(L->getType()) &&
        C->getComputationLHSType().getCanonicalType() !=
            L->getType().getCanonicalType() &&
        Context.getTypeSize(C->getComputationLHSType()) >
            Context.getTypeSize(L->getType()) &&
        !L->getType()->isAnyPointerType())
      return fail("a number of the loads is not understood", B);
    const Term Value = combine(Op, L, R, B->getType(), load(L), eval(R));
    store(L, Value);
    return Value;
  }
  if (B->isLogicalOp()) {
    const bool Ends = B->getOpcode() == BO_LOr;
    const Term A = eval(L);
    if (auto N = A.asNumber(); N && (*N != 0) == Ends)
      return Term::number(Ends);
    const Term C = eval(R);
    const auto N = C.asNumber();
    if (A.asNumber())
      return N ? Term::number(*N != 0) : C;
    if (N && (*N != 0) != Ends)
      return A;
    return Term::symbol("(" + A.text() + B->getOpcodeStr().str() + C.text() +
                        ")");
  }
  const Term A = eval(L), C = eval(R);
  return combine(B->getOpcode(), L, R, B->getType(), A, C);
}

Term SymbolicRun::copyAsync(const CallExpr *Call) {
  if (Call->getNumArgs() < 3)
    return fail("a copy is written in a way that is not understood", Call);
  const auto Size = eval(Call->getArg(2)).asNumber();
  if (!Size ||
      (Call->getNumArgs() > 3 && eval(Call->getArg(3)).asNumber() != 0))
    return fail("a copy fills a part of what it copies with zeros", Call);
  const Term To = eval(Call->getArg(0));
  storeAt(To, *Size, loadAt(eval(Call->getArg(1)), *Size), Call);
  return Term();
}

Term SymbolicRun::runLambda(const CallExpr *Call, const LambdaExpr *Lambda) {
  const CXXMethodDecl *Does = Lambda->getCallOperator();
  const unsigned First = Call->getNumArgs() - Does->getNumParams();
  for (unsigned I = 0; I < Does->getNumParams(); ++I) {
    const ParmVarDecl *P = Does->getParamDecl(I);
    if (!P->getType()->isIntegralOrEnumerationType())
      return fail("a lambda that loads takes more than numbers", Call);
    const Term Value = eval(Call->getArg(First + I));
    State.Variables[P] = Value;
  }
  const bool Was = std::exchange(InLoad, false);
  run(Lambda->getBody());
  InLoad = Was;
  return Term();
}

Term SymbolicRun::evalCall(const CallExpr *Call) {
  if (asyncCopy(Call))
    return copyAsync(Call);
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call);
      Op && Op->getOperator() == OO_Call)
    if (const VarDecl *V = variableOf(Op->getArg(0)); V && V->getInit())
      if (const auto *Lambda =
              dyn_cast<LambdaExpr>(V->getInit()->IgnoreUnlessSpelledInSource()))
        return runLambda(Call, Lambda);
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return fail("a call of the loads is not understood", Call);
  if (F->getIdentifier() && Call->getNumArgs() == 1 &&
      (F->getName() == "__ldg" || F->getName() == "__ldcg" ||
       F->getName() == "__ldca" || F->getName() == "__ldcs"))
    return loadAt(eval(Call->getArg(0)),
                  bytesOf(Call->getArg(0)->getType()->getPointeeType()));
  // What a call does beside giving a value must be seen.
  for (const Expr *Arg : Call->arguments())
    if ((Arg->getType()->isAnyPointerType() &&
         !Arg->getType()->getPointeeType().isConstQualified()) ||
        (Arg->isLValue() && !Arg->getType().isConstQualified()))
      return fail("a call of the loads is not understood", Call);
  std::string Out = F->getQualifiedNameAsString() + " " +
                    F->getType().getCanonicalType().getAsString() + "(";
  for (const Expr *Arg : Call->arguments())
    Out += eval(Arg).text() + ", ";
  return Term::symbol(Out + ")");
}

} // namespace pipeline_rewrite
