//===- HostNumbers.cpp - What an expression of host code comes to ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/VariableUses.h"
#include "Check/HostLaunches.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Number = std::optional<int64_t>;

constexpr unsigned MostDepth = 40;

bool isShape(QualType T) {
  const auto *R = T->getAsCXXRecordDecl();
  return R && R->getIdentifier() && R->getName() == "dim3";
}

/// Calls that allocate what a variable leads to.
class AllocationFinder : public DynamicRecursiveASTVisitor {
public:
  explicit AllocationFinder(const VarDecl *V) : V(V) {}
  const Expr *Bytes = nullptr;
  unsigned Calls = 0;

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() || Call->getNumArgs() < 2 ||
        !isAllocation(F->getName()))
      return true;
    const Expr *To = Call->getArg(0)->IgnoreParenCasts();
    const auto *Address = dyn_cast<UnaryOperator>(To);
    if (!Address || Address->getOpcode() != UO_AddrOf)
      return true;
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParenCasts());
    if (Ref && Ref->getDecl() == V) {
      Bytes = Call->getArg(1);
      ++Calls;
    }
    return true;
  }

private:
  static bool isAllocation(llvm::StringRef Name) {
    return Name == "cudaMalloc" || Name == "cudaMallocManaged" ||
           Name == "cudaMallocAsync" || Name == "cudaMallocHost" ||
           Name == "cudaHostAlloc";
  }
  const VarDecl *V;
};

/// Of a function that is one return statement.
const Expr *returnedBy(const FunctionDecl *F) {
  const FunctionDecl *Body = nullptr;
  if (!F || !F->hasBody(Body))
    return nullptr;
  const auto *Block = dyn_cast<CompoundStmt>(Body->getBody());
  if (!Block || Block->size() != 1)
    return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Block->body_front());
  return Return ? Return->getRetValue() : nullptr;
}

/// `n + 15` in front of `/ 16`, `n - 1`.
bool isSum(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenCasts());
  return B && B->isAdditiveOp();
}

Number arithmetic(BinaryOperatorKind Kind, int64_t L, int64_t R) {
  int64_t Out = 0;
  switch (Kind) {
  case BO_Add:
    return __builtin_add_overflow(L, R, &Out) ? Number() : Out;
  case BO_Sub:
    return __builtin_sub_overflow(L, R, &Out) ? Number() : Out;
  case BO_Mul:
    return __builtin_mul_overflow(L, R, &Out) ? Number() : Out;
  case BO_Div:
    return R ? Number(L / R) : Number();
  case BO_Rem:
    return R ? Number(L % R) : Number();
  case BO_Shl:
    return R >= 0 && R < 62 ? arithmetic(BO_Mul, L, int64_t(1) << R) : Number();
  case BO_Shr:
    return R >= 0 && R < 63 ? Number(L >> R) : Number();
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_LT:
    return L < R;
  case BO_GT:
    return L > R;
  case BO_LE:
    return L <= R;
  case BO_GE:
    return L >= R;
  case BO_EQ:
    return L == R;
  case BO_NE:
    return L != R;
  default:
    return std::nullopt;
  }
}

} // namespace

HostNumbers::HostNumbers(const FunctionDecl *In, AssumedSizes Sizes)
    : In(In), Sizes(Sizes), Context(In->getASTContext()) {}

int64_t HostNumbers::assume(const VarDecl *V) const {
  static constexpr int64_t Even[] = {256, 128, 192, 64};
  static constexpr int64_t Uneven[] = {301, 157, 77, 45};
  static constexpr int64_t Small[] = {33, 17, 5, 3};
  const int64_t *From = Sizes == AssumedSizes::Even     ? Even
                        : Sizes == AssumedSizes::Uneven ? Uneven
                                                        : Small;
  const std::string Name = V->getNameAsString();
  // The distance of two rows, as BLAS calls it, is no less than a row.
  const llvm::StringRef Word = Name;
  const bool IsDistance = Word.starts_with_insensitive("ld") ||
                          Word.contains_insensitive("stride") ||
                          Word.contains_insensitive("pitch");
  const size_t Index = IsDistance ? 0 : std::min<size_t>(Assumed.size(), 3);
  return Assumed.try_emplace(Name, From[Index]).first->second;
}

Number HostNumbers::ofVariable(const VarDecl *V) const {
  if (auto At = Bound.find(V); At != Bound.end())
    return At->second;
  if (!V->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  const bool IsOwn = V->getDeclContext() == In;
  if (IsOwn && isChanged(In->getBody(), V))
    return std::nullopt;
  if (isa<ParmVarDecl>(V)) {
    // A program without arguments takes the sizes that it has for that.
    if (In->isMain())
      return 1;
    return IsOwn ? Number(assume(V)) : Number();
  }
  if (const Expr *Init = V->getInit())
    if (auto Value = valueOf(Init))
      return Value;
  // An error, or a kind of something, is no size.
  return IsOwn && V->getInit() && !V->getType()->isEnumeralType()
             ? Number(assume(V))
             : Number();
}

Number HostNumbers::ofBinary(const BinaryOperator *B) const {
  const Number L = valueOf(B->getLHS());
  if (B->getOpcode() == BO_LAnd || B->getOpcode() == BO_LOr) {
    const bool Ends = B->getOpcode() == BO_LOr;
    if (L && (*L != 0) == Ends)
      return Ends;
    const Number R = valueOf(B->getRHS());
    if (R && (*R != 0) == Ends)
      return Ends;
    return L && R ? Number(!Ends) : Number();
  }
  const Number R = valueOf(B->getRHS());
  if (L && R && B->getOpcode() == BO_Div && *R && *L % *R &&
      !isSum(B->getLHS()))
    Truncates = true;
  return L && R ? arithmetic(B->getOpcode(), *L, *R) : Number();
}

Number HostNumbers::ofCall(const CallExpr *Call) const {
  const FunctionDecl *F = Call->getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!F || (Method && !Method->getParent()->isLambda()))
    return std::nullopt;
  std::vector<Number> Values;
  // The first argument of a lambda's call is the lambda.
  for (const Expr *Argument : llvm::drop_begin(Call->arguments(), !!Method))
    Values.push_back(valueOf(Argument));
  const bool IsKnown = llvm::all_of(Values, [](Number N) { return !!N; });
  if (F->getIdentifier() && Values.size() == 2 && IsKnown) {
    if (F->getName() == "min")
      return std::min(*Values[0], *Values[1]);
    if (F->getName() == "max")
      return std::max(*Values[0], *Values[1]);
  }
  const Expr *Returned = returnedBy(F);
  const FunctionDecl *Body = nullptr;
  if (!Returned || !IsKnown || !F->hasBody(Body) ||
      Body->getNumParams() != Values.size())
    return std::nullopt;
  auto Before = Bound;
  for (unsigned I = 0; I < Values.size(); ++I)
    Bound[Body->getParamDecl(I)] = *Values[I];
  const Number Out = valueOf(Returned);
  Bound = std::move(Before);
  return Out;
}

Number HostNumbers::ofMember(const MemberExpr *M) const {
  if (!isShape(M->getBase()->getType()))
    return std::nullopt;
  const auto Of = dimensionsOf(M->getBase());
  const llvm::StringRef Name = M->getMemberDecl()->getName();
  if (!Of || Name.size() != 1 || Name[0] < 'x' || Name[0] > 'z')
    return std::nullopt;
  return (*Of)[Name[0] - 'x'];
}

Number HostNumbers::valueOf(const Expr *E) const {
  if (!E || E->isValueDependent() || E->isTypeDependent() ||
      E->getType().isNull() || Depth > MostDepth)
    return std::nullopt;
  Expr::EvalResult R;
  if (E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(R, Context))
    return R.Val.getInt().getExtValue();
  ++Depth;
  Number Out;
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getSubExpr()->getType()->isIntegralOrEnumerationType())
      Out = valueOf(Cast->getSubExpr());
  } else if (const auto *Full = dyn_cast<FullExpr>(E))
    Out = valueOf(Full->getSubExpr());
  else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    Out = valueOf(Made->getSubExpr());
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Out = ofVariable(V);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E))
    Out = ofBinary(B);
  else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (auto Of = valueOf(U->getSubExpr()))
      Out = U->getOpcode() == UO_Minus  ? Number(-*Of)
            : U->getOpcode() == UO_LNot ? Number(!*Of)
            : U->getOpcode() == UO_Plus ? Of
                                        : Number();
  } else if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    if (auto Is = valueOf(C->getCond()))
      Out = valueOf(*Is ? C->getTrueExpr() : C->getFalseExpr());
  } else if (const auto *M = dyn_cast<MemberExpr>(E))
    Out = ofMember(M);
  else if (const auto *Call = dyn_cast<CallExpr>(E))
    Out = ofCall(Call);
  --Depth;
  return Out;
}

std::optional<std::array<int64_t, 3>>
HostNumbers::dimensionsOf(const Expr *E) const {
  if (!E || E->getType().isNull())
    return std::nullopt;
  E = E->IgnoreUnlessSpelledInSource();
  if (E->getType().isNull())
    return std::nullopt;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return dimensionsOf(Cast->getSubExpr());
  if (E->getType()->isIntegralOrEnumerationType()) {
    const Number X = valueOf(E);
    return X ? std::optional<std::array<int64_t, 3>>({*X, 1, 1}) : std::nullopt;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || !V->getInit() ||
        (V->getDeclContext() == In && isChanged(In->getBody(), V)))
      return std::nullopt;
    return dimensionsOf(V->getInit());
  }
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  if (!C || C->getNumArgs() == 0 || C->getNumArgs() > 3 ||
      !isShape(C->getType()))
    return std::nullopt;
  if (C->getNumArgs() == 1 && C->getArg(0)->getType()->isRecordType())
    return dimensionsOf(C->getArg(0));
  std::array<int64_t, 3> Out = {1, 1, 1};
  for (unsigned I = 0; I < C->getNumArgs(); ++I) {
    if (isa<CXXDefaultArgExpr>(C->getArg(I)))
      continue;
    const Number N = valueOf(C->getArg(I));
    if (!N)
      return std::nullopt;
    Out[I] = *N;
  }
  return Out;
}

Number HostNumbers::bytesBehind(const Expr *E) const {
  const VarDecl *V = namedVariable(E->IgnoreParenCasts());
  if (!V || V->getDeclContext() != In)
    return std::nullopt;
  AllocationFinder Finder(V);
  Finder.TraverseStmt(In->getBody());
  return Finder.Calls == 1 ? valueOf(Finder.Bytes) : Number();
}

} // namespace pipeline_rewrite
