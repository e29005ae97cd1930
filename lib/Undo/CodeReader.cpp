//===- CodeReader.cpp - Code with numbers for what moves ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is evaluated while the loop runs is the same function of the tile's
// number everywhere: k times a number and another one, or that by a modulus.
// So two codes that are equal for a whole period are equal for all tiles.
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/CopyLoop.h"
#include "Match/DeviceFunctions.h"
#include "Undo/TileRun.h"
#include "clang/AST/ExprCXX.h"
#include <numeric>

using namespace clang;

namespace pipeline_rewrite::undo {

std::optional<Number> CodeReader::fitting(std::optional<Number> X,
                                          QualType Type) const {
  if (!X || Type->isDependentType())
    return std::nullopt;
  if (Type->isBooleanType())
    return X->N == 0 || X->N == 1 ? X : std::nullopt;
  const unsigned Bits = L->context().getIntWidth(Type);
  if (Bits > 64 || (X->Slope && Bits < 32))
    return std::nullopt;
  const bool Signed = Type->isSignedIntegerOrEnumerationType();
  const bool Fits = Signed ? llvm::isIntN(Bits, X->N)
                           : X->N >= 0 && llvm::isUIntN(Bits, X->N);
  return Fits ? X : std::nullopt;
}

std::optional<Number> CodeReader::converted(Number X, const CastExpr *C) const {
  const QualType From = C->getSubExpr()->getType(), To = C->getType();
  switch (C->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return X;
  case CK_IntegralToBoolean:
    return X.Slope ? std::nullopt : std::optional<Number>({X.N != 0, 0});
  case CK_IntegralCast:
    // A number that grows is not cut: it stays below what its own type holds.
    if (X.Slope &&
        L->context().getIntWidth(To) < L->context().getIntWidth(From))
      return std::nullopt;
    return fitting(X, To);
  default:
    return std::nullopt;
  }
}

std::optional<Number> CodeReader::exists(Number X, const Expr *End,
                                         const Expr *Left) const {
  End = End->IgnoreParenImpCasts();
  if (const auto *Less = dyn_cast<BinaryOperator>(End);
      Less && Less->getOpcode() == BO_Sub)
    if (const auto By = constantValue(Less->getRHS(), L->context())) {
      X.N += *By;
      End = Less->getLHS()->IgnoreParenImpCasts();
    }
  const int64_t Passed = X.N - L->Start;
  CodeReader Plain;
  Plain.L = L;
  if (!L->context().hasSameUnqualifiedType(Left->getType(),
                                           L->context().IntTy) ||
      Plain.code(End) != Plain.code(L->End) ||
      (Iteration >= 0 && X.Slope != L->Step) || Passed < 0 ||
      Passed % L->Step != 0 || Passed / L->Step - Iteration > 16)
    return std::nullopt;
  MostAhead = std::max(MostAhead, Passed / L->Step - Iteration);
  return Number{Passed / L->Step < Tiles, 0};
}

std::optional<Number> CodeReader::compared(const BinaryOperator *B) const {
  const auto X = evaluate(B->getLHS()), Y = evaluate(B->getRHS());
  std::optional<Number> Of;
  if (X && B->getOpcode() == BO_LT)
    Of = exists(*X, B->getRHS(), B->getLHS());
  else if (Y && B->getOpcode() == BO_GT)
    Of = exists(*Y, B->getLHS(), B->getRHS());
  if (Of)
    return Of;
  if (!X || !Y || (Iteration >= 0 && X->Slope != Y->Slope))
    return std::nullopt;
  switch (B->getOpcode()) {
  case BO_LT:
    return Number{X->N < Y->N, 0};
  case BO_GT:
    return Number{X->N > Y->N, 0};
  case BO_LE:
    return Number{X->N <= Y->N, 0};
  case BO_GE:
    return Number{X->N >= Y->N, 0};
  case BO_EQ:
    return Number{X->N == Y->N, 0};
  case BO_NE:
    return Number{X->N != Y->N, 0};
  default:
    return std::nullopt;
  }
}

/// \p X modulo \p By, which is positive.
static Number turned(Number X, int64_t By, int64_t &Period) {
  if (X.Slope)
    Period = std::lcm(Period, By / std::gcd(By, std::abs(X.Slope)));
  return {X.N % By, 0};
}

std::optional<Number> CodeReader::computed(const BinaryOperator *B) const {
  const auto X = evaluate(B->getLHS()), Y = evaluate(B->getRHS());
  if (!X || !Y)
    return std::nullopt;
  const BinaryOperatorKind Op = B->getOpcode();
  if (B->isLogicalOp())
    return Number{Op == BO_LAnd ? X->N && Y->N : X->N || Y->N, 0};
  const auto N = applied(Op, X->N, Y->N);
  if (!X->Slope && !Y->Slope)
    return N ? fitting(Number{*N, 0}, B->getType()) : std::nullopt;
  // What grows may not wrap where C++ has it wrap.
  const bool Signed = B->getType()->isSignedIntegerType();
  const int64_t By = Y->N;
  switch (Op) {
  case BO_Add:
    return Signed ? fitting(Number{*N, X->Slope + Y->Slope}, B->getType())
                  : std::nullopt;
  case BO_Sub:
    return Signed ? fitting(Number{*N, X->Slope - Y->Slope}, B->getType())
                  : std::nullopt;
  case BO_Mul:
    if (!Signed || (X->Slope && Y->Slope))
      return std::nullopt;
    return fitting(Number{*N, X->Slope * Y->N + Y->Slope * X->N}, B->getType());
  case BO_Div:
    if (Y->Slope || By <= 0 || X->N < 0 || X->Slope % By != 0)
      return std::nullopt;
    return Number{X->N / By, X->Slope / By};
  case BO_Rem:
  case BO_And: {
    const int64_t Turn = Op == BO_And ? By + 1 : By;
    if (Y->Slope || X->Slope < 0 || X->N < 0 || By <= 0 ||
        (Op == BO_And && (Turn & By)))
      return std::nullopt;
    return turned(*X, Turn, Period);
  }
  default:
    return std::nullopt;
  }
}

std::optional<Number> CodeReader::evaluate(const Expr *E) const {
  E = E->IgnoreParens();
  if (!E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  if (const auto N = constantValue(E, L->context()))
    return Number{*N, 0};
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    const auto Of = evaluate(C->getSubExpr());
    return Of ? converted(*Of, C) : std::nullopt;
  }
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto It = Held.find(dyn_cast<VarDecl>(Name->getDecl()));
    return It == Held.end() ? std::nullopt : std::optional(It->second);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_LNot) {
    const auto Of = evaluate(U->getSubExpr());
    return Of ? std::optional<Number>({!Of->N, 0}) : std::nullopt;
  }
  if (const auto *If = dyn_cast<ConditionalOperator>(E)) {
    const auto Of = evaluate(If->getCond());
    return Of ? evaluate(Of->N ? If->getTrueExpr() : If->getFalseExpr())
              : std::nullopt;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return std::nullopt;
  return B->isComparisonOp() ? compared(B) : computed(B);
}

std::string CodeReader::keyOf(const NamedDecl *D) const {
  std::string Key;
  llvm::raw_string_ostream OS(Key);
  D = cast<NamedDecl>(D->getCanonicalDecl());
  D->getNameForDiagnostic(OS, L->context().getPrintingPolicy(),
                          /*Qualified=*/true);
  // Where it is used first, if the compiler knows it without a declaration.
  if (const auto *F = dyn_cast<FunctionDecl>(D); F && isSystem(F))
    return Key;
  const SourcePlace At = L->Unit->place(D->getLocation());
  OS << "@" << At.File << ":" << At.Line << ":" << At.Column;
  return Key;
}

void CodeReader::addends(const Expr *E, QualType Type,
                         std::vector<std::string> &Of, int64_t &Rest) const {
  E = E->IgnoreParens();
  const bool IsOfType = L->context().hasSameUnqualifiedType(E->getType(), Type);
  if (const auto N = evaluate(E)) {
    Rest += N->N;
    return;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && IsOfType) {
    const auto N = evaluate(B->getRHS());
    if (B->getOpcode() == BO_Sub && N) {
      Rest -= N->N;
      return addends(B->getLHS(), Type, Of, Rest);
    }
    if (B->getOpcode() == BO_Add) {
      addends(B->getLHS(), Type, Of, Rest);
      return addends(B->getRHS(), Type, Of, Rest);
    }
  }
  if (std::string Each = print(E); Each != "#0")
    Of.push_back(std::move(Each));
}

/// A sum of integers is the same in any order, since they wrap or must not.
std::string CodeReader::sum(const Expr *E) const {
  std::vector<std::string> Of;
  int64_t Rest = 0;
  addends(E, E->getType(), Of, Rest);
  llvm::sort(Of);
  if (Of.size() == 1 && !Rest)
    return Of.front();
  return "(+ " + E->getType().getCanonicalType().getAsString() +
         llvm::join(Of, "") + "#" + std::to_string(Rest) + ")";
}

std::string CodeReader::named(const DeclRefExpr *Name) const {
  const auto *V = dyn_cast<VarDecl>(Name->getDecl());
  if (V && L->Tiles.count(V))
    return "(tile " + keyOf(V) + ")";
  if (const auto It = Registers.find(V); It != Registers.end())
    return It->second.Code;
  if (const auto It = Own.find(V); It != Own.end())
    return "(own " + std::to_string(It->second) + ")";
  if (V && L->Ahead.contains(V))
    Unknown = Name;
  return "(" + keyOf(Name->getDecl()) + " " +
         Name->getType().getCanonicalType().getAsString() + ")";
}

/// What tells two nodes of a class from each other.
std::string CodeReader::words(const Stmt *S) const {
  std::string Out = S->getStmtClassName();
  llvm::raw_string_ostream OS(Out);
  if (const auto *E = dyn_cast<Expr>(S))
    OS << ' ' << E->getType().getCanonicalType().getAsString();
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each)) {
        OS << ' ' << V->getName();
        if (!L->Tiles.count(V))
          OS << ' ' << V->getType().getCanonicalType().getAsString();
        Own[V] = Own.size();
      }
  if (const auto *M = dyn_cast<MemberExpr>(S))
    OS << ' ' << keyOf(M->getMemberDecl());
  else if (const auto *New = dyn_cast<CXXConstructExpr>(S))
    OS << ' ' << keyOf(New->getConstructor());
  else if (const auto *B = dyn_cast<BinaryOperator>(S))
    OS << ' ' << B->getOpcodeStr();
  else if (const auto *U = dyn_cast<UnaryOperator>(S))
    OS << ' ' << UnaryOperator::getOpcodeStr(U->getOpcode()) << U->isPostfix();
  else if (const auto *C = dyn_cast<CastExpr>(S))
    OS << ' ' << C->getCastKindName();
  else if (const auto *F = dyn_cast<FloatingLiteral>(S))
    F->getValue().bitcastToAPInt().print(OS << ' ', /*isSigned=*/false);
  else if (const auto *Text = dyn_cast<StringLiteral>(S))
    OS << ' ' << Text->getBytes();
  return Out;
}

std::string CodeReader::print(const Stmt *S, bool Places) const {
  if (!S)
    return "()";
  if (const auto *E = dyn_cast<Expr>(S)) {
    S = E->IgnoreParens();
    if (const auto N = evaluate(cast<Expr>(S)))
      return "#" + std::to_string(N->N);
  }
  if (const auto *C = dyn_cast<CastExpr>(S);
      C &&
      (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_NoOp))
    return print(C->getSubExpr());
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    return named(Name);
  if (const Leaf Of = leafOf(S, L->context());
      Of.Kind == Leaf::Fill && L->Tiles.count(Of.Var))
    return "(fill " + print(Of.Target) + (Places ? "" : print(Of.Value)) + ")";
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(S))
    if (const auto *Name =
            dyn_cast<DeclRefExpr>(At->getBase()->IgnoreParenImpCasts()))
      if (L->isRing(dyn_cast<VarDecl>(Name->getDecl())))
        return named(Name);
  if (const auto *B = dyn_cast<BinaryOperator>(S);
      B && B->getType()->isIntegralOrEnumerationType()) {
    if (B->getOpcode() == BO_Add || B->getOpcode() == BO_Sub)
      if (B->getOpcode() == BO_Add || evaluate(B->getRHS()))
        return sum(B);
    if (B->getOpcode() == BO_Mul) {
      const std::string X = print(B->getLHS()), Y = print(B->getRHS());
      if (X == "#0" || Y == "#0")
        return "#0";
      if (X == "#1" || Y == "#1")
        return X == "#1" ? Y : X;
    }
  }
  std::string Out = "(" + words(S);
  if (const auto *D = dyn_cast<DeclStmt>(S);
      D && llvm::any_of(D->decls(), [&](const Decl *Each) {
        return L->Tiles.count(dyn_cast<VarDecl>(Each));
      }))
    return Out + ")"; // nothing initialises shared memory
  for (const Stmt *Child : S->children())
    Out += print(Child, Places);
  return Out + ")";
}

std::string CodeReader::code(const Stmt *S, bool Places) const {
  Own.clear();
  return print(S, Places);
}

std::string CodeReader::codes(llvm::ArrayRef<const Stmt *> Of) const {
  Own.clear();
  std::string Out;
  for (const Stmt *S : Of)
    Out += print(S, false) + "\n";
  return Out;
}

} // namespace pipeline_rewrite::undo
