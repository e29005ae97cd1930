//===- TileValues.cpp - Expressions of a loop by the tile that they mean --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Assignments.h"
#include "Undo/HandLoop.h"
#include <numeric>

using namespace clang;

namespace pipeline_rewrite::undo {

/// Larger numbers are not computed with: no type of an index is narrower.
constexpr int64_t MostNumber = int64_t(1) << 30;

Value TileReader::strange(const Stmt *S) {
  if (!Strange)
    Strange = S;
  return {"?", std::nullopt, std::nullopt, std::nullopt};
}

Value TileReader::number(int64_t N, std::optional<int64_t> Slope) {
  if (N > MostNumber || N < -MostNumber)
    return {"#" + std::to_string(N), std::nullopt, std::nullopt, std::nullopt};
  return {"#" + std::to_string(N), N, Slope, std::nullopt};
}

TileReader::TileReader(const HandLoop &L, const Arrays &Tiles)
    : L(L), Context(L.context()), Tiles(Tiles) {}

std::string TileReader::typeText(QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  const std::string Text = T.getAsString();
  const void *Of = T.getAsOpaquePtr();
  // Two types may have one name.
  return Types.try_emplace(Text, Of).first->second == Of
             ? Text
             : Text + "?" + std::to_string(reinterpret_cast<uintptr_t>(Of));
}

std::string TileReader::textOf(const FunctionDecl *F) {
  return L.keyOf(F) + " " + typeText(F->getType());
}

/// No local or type has such a name.
std::string TileReader::textOf(const VarDecl *V) { return "$" + L.keyOf(V); }

Value TileReader::finished(const Value &V) {
  if (!V.Tile)
    return V;
  const int64_t Tile = *V.Tile;
  const Value &Start = Counter.Start, &Step = Counter.Step;
  if (Start.Number && Step.Number)
    return number(*Start.Number + Tile * *Step.Number, *Step.Number);
  Value Far = Step.Number ? number(Tile * *Step.Number, *Step.Number)
              : Tile == 0 ? number(0)
              : Tile == 1
                  ? Step
                  : Value{"*(#" + std::to_string(Tile) + "," + Step.Text + ")",
                          std::nullopt, std::nullopt, std::nullopt};
  return sum({Start, std::move(Far)});
}

Value TileReader::sum(std::vector<Value> Terms) {
  std::vector<Value> Out;
  const auto StepsOf = [&](const Value &V) -> std::optional<int> {
    const Value &Step = Counter.Step;
    if (Step.Number && V.Number && *Step.Number && V.Slope == 0 &&
        *V.Number % *Step.Number == 0)
      return *V.Number / *Step.Number;
    if (!Step.Number && !Step.Text.empty() && V.Text == Step.Text)
      return 1;
    return std::nullopt;
  };
  for (Value &V : Terms) {
    Value *Last = Out.empty() ? nullptr : &Out.back();
    if (Last && Last->Tile && !V.Tile && StepsOf(V))
      *Last->Tile += *StepsOf(V);
    else if (Last && V.Tile && !Last->Tile && StepsOf(*Last))
      *Last = {V.Text, std::nullopt, std::nullopt, *V.Tile + *StepsOf(*Last)};
    else
      Out.push_back(std::move(V));
  }
  if (Out.size() == 1 && Out.front().Tile) {
    Out.front().Text = "@" + std::to_string(*Out.front().Tile);
    return Out.front();
  }
  std::vector<Value> Last;
  for (Value &V : Out) {
    Value F = finished(V);
    if (!Last.empty() && F.Number && Last.back().Number) {
      const auto Slope = F.Slope && Last.back().Slope
                             ? std::optional(*F.Slope + *Last.back().Slope)
                             : std::nullopt;
      Last.back() = number(*F.Number + *Last.back().Number, Slope);
    } else {
      Last.push_back(std::move(F));
    }
    // A 0 that is one of each tile.
    if (Last.size() > 1 && Last.back().Number == 0)
      Last.pop_back();
    else if (Last.size() > 1 && Last[Last.size() - 2].Number == 0)
      Last.erase(Last.end() - 2);
  }
  if (Last.size() == 1)
    return Last.front();
  std::string Text = "+(";
  for (const Value &V : Last)
    Text += V.Text + ",";
  return {Text + ")", std::nullopt, std::nullopt, std::nullopt};
}

/// The summands of \p E, in their order.
bool TileReader::terms(const Expr *E, QualType T, std::vector<Value> &To) {
  const Expr *Bare = E->IgnoreParens();
  const auto *B = dyn_cast<BinaryOperator>(Bare);
  if (!B || !Context.hasSameUnqualifiedType(B->getType(), T) ||
      (B->getOpcode() != BO_Add && B->getOpcode() != BO_Sub)) {
    To.push_back(read(E));
    return true;
  }
  terms(B->getLHS(), T, To);
  if (B->getOpcode() == BO_Add)
    return terms(B->getRHS(), T, To);
  Value R = finished(read(B->getRHS()));
  if (R.Number)
    To.push_back(
        number(-*R.Number, R.Slope ? std::optional(-*R.Slope) : std::nullopt));
  else
    To.push_back(
        {"-(" + R.Text + ")", std::nullopt, std::nullopt, std::nullopt});
  return true;
}

Value TileReader::named(const VarDecl *V) {
  if (auto It = Held.find(V); It != Held.end())
    return It->second;
  if (auto It = Locals.find(V); It != Locals.end())
    return {"l" + std::to_string(It->second), std::nullopt, std::nullopt,
            std::nullopt};
  return {textOf(V), std::nullopt, std::nullopt, std::nullopt};
}

Value TileReader::cast(const CastExpr *C) {
  switch (C->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
    return read(C->getSubExpr());
  case CK_IntegralCast: {
    Value V = read(C->getSubExpr());
    if (V.Tile && Counter.Var &&
        Context.hasSameUnqualifiedType(C->getType(), Counter.Var->getType()))
      return V;
    V = finished(V);
    if (V.Number && (*V.Number >= 0 || C->getType()->isSignedIntegerType()) &&
        Context.getIntWidth(C->getType()) >= 32 &&
        (V.Slope == 0 || Context.getIntWidth(C->getType()) >=
                             Context.getIntWidth(C->getSubExpr()->getType())))
      return V;
    return {"cast " + typeText(C->getType()) + "(" + V.Text + ")", std::nullopt,
            std::nullopt, std::nullopt};
  }
  default:
    if (C->getConversionFunction())
      return strange(C);
    return {std::string("cast ") + C->getCastKindName() + " " +
                typeText(C->getType()) + "(" +
                finished(read(C->getSubExpr())).Text + ")",
            std::nullopt, std::nullopt, std::nullopt};
  }
}

/// A number that comes again: `x % m`, where x grows by the same from tile to
/// tile.
static int64_t turnsOf(int64_t Slope, int64_t Modulus) {
  return Modulus / std::gcd(Slope, Modulus);
}

Value TileReader::applied(BinaryOperatorKind Op, Value L, Value R,
                          const Expr *At) {
  const auto Slopes = [&](int64_t Factor) -> std::optional<int64_t> {
    return L.Slope ? std::optional(*L.Slope * Factor) : std::nullopt;
  };
  const auto Both = [&](bool Holds) { return number(Holds ? 1 : 0); };
  if (L.Number && R.Number && At->getType()->isIntegralOrEnumerationType()) {
    const int64_t A = *L.Number, B = *R.Number;
    const bool Fixed = L.Slope == 0 && R.Slope == 0;
    if (Op == BO_Mul && R.Slope == 0)
      return number(A * B, Slopes(B));
    if (Op == BO_Mul && L.Slope == 0)
      return number(A * B,
                    R.Slope ? std::optional(*R.Slope * A) : std::nullopt);
    // Else it is a number of each tile that says nothing of the next one's.
    if (Op == BO_Div && R.Slope == 0 && B > 0 && A >= 0 && L.Slope &&
        *L.Slope % B == 0 && (*L.Slope == 0 || A % B == 0))
      return number(A / B, *L.Slope / B);
    const bool IsMask = Op == BO_And && B >= 0 && ((B + 1) & B) == 0;
    if ((Op == BO_Rem || IsMask) && R.Slope == 0 && A >= 0 && B > 0 &&
        L.Slope) {
      const int64_t Modulus = IsMask ? B + 1 : B;
      if (*L.Slope < 0)
        return strange(At);
      if (*L.Slope)
        Period = std::lcm(Period, turnsOf(*L.Slope, Modulus));
      return number(A % Modulus);
    }
    if (Fixed && A >= 0 && B >= 0) {
      switch (Op) {
      case BO_Xor:
        return number(A ^ B);
      case BO_And:
        return number(A & B);
      case BO_Or:
        return number(A | B);
      case BO_EQ:
        return Both(A == B);
      case BO_NE:
        return Both(A != B);
      case BO_LT:
        return Both(A < B);
      case BO_GT:
        return Both(A > B);
      case BO_LE:
        return Both(A <= B);
      case BO_GE:
        return Both(A >= B);
      default:
        break;
      }
    }
  }
  if (Op == BO_Mul && At->getType()->isIntegerType()) {
    if (L.Number == 1 && L.Slope == 0)
      return R;
    if (R.Number == 1 && R.Slope == 0)
      return L;
    if (L.Number == 0 || R.Number == 0)
      return number(0, std::nullopt);
    // A number that is 0 or 1 for one tile only is one in the others.
    if (L.Number == 1)
      return R;
    if (R.Number == 1)
      return L;
  }
  return {std::string(BinaryOperator::getOpcodeStr(Op)) + "(" + L.Text + "," +
              R.Text + ")",
          std::nullopt, std::nullopt, std::nullopt};
}

Value TileReader::binary(const BinaryOperator *B) {
  if (B->getType()->isIntegerType() &&
      (B->getOpcode() == BO_Add || B->getOpcode() == BO_Sub) &&
      B->getLHS()->getType()->isIntegerType()) {
    std::vector<Value> All;
    terms(B, B->getType(), All);
    return unbounded(sum(std::move(All)), B->getType());
  }
  if (B->isCommaOp() || B->isPtrMemOp())
    return strange(B);
  Value L = finished(read(B->getLHS()));
  return unbounded(
      applied(B->getOpcode(), std::move(L), finished(read(B->getRHS())), B),
      B->getType());
}

/// What grows without a bound is cut to an unsigned type.
Value TileReader::unbounded(Value V, QualType T) const {
  if (V.Slope && *V.Slope && T->isUnsignedIntegerType())
    V.Slope.reset();
  return V;
}

bool TileReader::fits(const Value &V, QualType T) const {
  if (!T->isIntegerType())
    return V.Text != "?";
  const unsigned Width = Context.getIntWidth(T);
  if (Width >= 32 && T->isSignedIntegerType())
    return true;
  if (!V.Number || V.Slope != 0)
    return false;
  const int64_t Most =
      int64_t(1) << std::min(62u, T->isSignedIntegerType() ? Width - 1 : Width);
  return *V.Number < Most &&
         *V.Number >= (T->isSignedIntegerType() ? -Most : 0);
}

/// `As[slot]` of several buffers is the array: which one is in Slots.
Value TileReader::element(const ArraySubscriptExpr *E) {
  const auto *Name = dyn_cast<DeclRefExpr>(E->getBase()->IgnoreParenImpCasts());
  const auto *V = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  const auto Ring = V ? Tiles.find(V) : Tiles.end();
  if (Ring == Tiles.end() || !Ring->second) {
    const std::string Base = finished(read(E->getBase())).Text;
    return {Base + "[" + finished(read(E->getIdx())).Text + "]", std::nullopt,
            std::nullopt, std::nullopt};
  }
  const Value Slot = finished(read(E->getIdx()));
  const std::optional<int64_t> Which =
      Slot.Slope == 0 ? Slot.Number : std::nullopt;
  auto [At, IsNew] = Slots.try_emplace(V, Which);
  if (!Which || At->second != Which)
    return strange(E);
  return {textOf(V), std::nullopt, std::nullopt, std::nullopt};
}

Value TileReader::read(const Expr *E) {
  if (auto N = constantValue(E, Context))
    return number(*N);
  if (isa<ParenExpr, ConstantExpr, SubstNonTypeTemplateParmExpr,
          ExprWithCleanups, MaterializeTemporaryExpr, CXXBindTemporaryExpr>(E))
    return read(cast_or_null<Expr>(*E->child_begin()));
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return read(D->getExpr());
  if (const auto *C = dyn_cast<CastExpr>(E))
    return cast(C);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(B);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return element(S);
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Name->getDecl());
    if (const auto *F = dyn_cast<FunctionDecl>(Name->getDecl()))
      return {textOf(F), std::nullopt, std::nullopt, std::nullopt};
    if (!V)
      return strange(E);
    if (const auto Ring = Tiles.find(V); Ring != Tiles.end()) {
      if (Ring->second)
        return strange(E);
      Slots[V] = 0;
    }
    return named(V);
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const Value C = read(Choice->getCond());
    if (C.Number && C.Slope == 0)
      return read(*C.Number ? Choice->getTrueExpr() : Choice->getFalseExpr());
  }
  return other(E);
}

Value TileReader::changed(const VarDecl *V, const Stmt *By) {
  const auto Done = anyAssignment(By);
  if (!Done || (Done->By && !Done->copiesBytes()))
    return strange(By);
  if (Done->isPlain())
    return read(Done->Value);
  const Value To = updated(V, *Done, By);
  return fits(To, V->getType()) ? To : strange(By);
}

Value TileReader::updated(const VarDecl *V, const Assignment &Of,
                          const Stmt *By) {
  const auto *Done = &Of;
  Value Old = named(V);
  Value New = Done->Value ? read(Done->Value) : number(1);
  if (*Done->Operator == BO_Add)
    return sum({std::move(Old), std::move(New)});
  if (*Done->Operator == BO_Sub && New.Number)
    return sum({std::move(Old), number(-*New.Number)});
  if (const auto *E = dyn_cast<Expr>(By))
    return applied(*Done->Operator, finished(Old), finished(New), E);
  return strange(By);
}

std::optional<TileReader::Truth> TileReader::truth(const Expr *E, int Near) {
  const Value V = read(E);
  if (V.Number && V.Slope == 0)
    return Truth{false, *V.Number};
  for (int Tile = Near - 2; Tile < Near + 12; ++Tile) {
    auto Before = std::exchange(Held[Counter.Var],
                                Value{"@", std::nullopt, std::nullopt, Tile});
    const std::string Asked = text(Counter.Condition);
    Held[Counter.Var] = std::move(Before);
    if (Asked == V.Text)
      return Truth{true, Tile};
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite::undo
