//===- FragmentWrites.cpp - Is each fragment read once in a k-step? -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where reading and computing alternate (`load(a[i]); for (j) { if (i == 0)
// load(b[j]); mma(…); }`) the loops around are run round by round, and the
// bytes that each statement may fill are counted.
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Forms/FragmentHalves.h"
#include "Analyse/Numbers/BytesOf.h"
#include "Ast/Mentions.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

constexpr unsigned MostSteps = 20000;

class WriteCount {
public:
  WriteCount(const VarDecl *V,
             const llvm::SmallPtrSetImpl<const Stmt *> &Reading)
      : V(V), Context(V->getASTContext()), Reading(Reading),
        Written(Context.getTypeSizeInChars(V->getType()).getQuantity()) {}

  /// Each byte is named at most once by what fills it.
  bool isOnce(const Stmt *Body) {
    walk(Body);
    return IsOnce;
  }

  /// That it was found by.
  llvm::SmallSetVector<const Expr *, 8> Numbers;

private:
  std::optional<int64_t> valueOf(const Expr *E) {
    Numbers.insert(E);
    return fixedValue(
        E, Context, [&](const VarDecl *Var) -> std::optional<int64_t> {
          auto It = Values.find(Var);
          return It == Values.end() ? std::nullopt : std::optional(It->second);
        });
  }

  void walk(const Stmt *S) {
    if (!IsOnce || !Reading.contains(S))
      return walkBody(S);
    if (++Steps > MostSteps)
      IsOnce = false;
    else if (const auto *For = dyn_cast<ForStmt>(S))
      walkFor(For);
    else if (const auto *If = dyn_cast<IfStmt>(S))
      walkIf(If);
    else if (isa<CompoundStmt, AttributedStmt>(S))
      walkBody(S);
    else
      fill(S);
  }

  /// A block: only the k-step itself is in no half.
  void walkBody(const Stmt *S) {
    if (IsOnce && isa<CompoundStmt, AttributedStmt>(S))
      for (const Stmt *Child : S->children())
        walk(Child);
  }

  void walkIf(const IfStmt *If) {
    const auto Holds = equalityOf(If->getCond());
    if (Holds.value_or(true))
      walk(If->getThen());
  }

  /// `i == 0` where both sides are known.
  std::optional<bool> equalityOf(const Expr *Condition) {
    const auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
    if (!B || (B->getOpcode() != BO_EQ && B->getOpcode() != BO_NE))
      return std::nullopt;
    const auto Left = valueOf(B->getLHS()), Right = valueOf(B->getRHS());
    if (!Left || !Right)
      return std::nullopt;
    return (*Left == *Right) == (B->getOpcode() == BO_EQ);
  }

  void walkFor(const ForStmt *For) {
    const CopyLoop C = describeCopyLoop(For, Context);
    const auto First = C.Start ? valueOf(C.Start) : std::optional<int64_t>(0);
    const auto Step = C.Step ? valueOf(C.Step) : std::optional<int64_t>(1);
    if (!C.Trips || C.Strided || !First || !Step) {
      IsOnce = false;
      return;
    }
    Numbers.insert(C.Bound);
    for (uint64_t I = 0; I < C.Trips && IsOnce; ++I) {
      Values[C.Var] = *First + int64_t(I) * *Step;
      walk(For->getBody());
    }
    Values.erase(C.Var);
  }

  /// The part of the variable that is named at \p E, as large as it gets.
  void fill(const Stmt *S) {
    if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
      return;
    if (const auto *E = dyn_cast<Expr>(S); E && E->isGLValue())
      if (auto Part = bytesOf(E, V, [&](const VarDecl *Var) {
            auto It = Values.find(Var);
            return It == Values.end() ? std::optional<int64_t>()
                                      : std::optional(It->second);
          }))
        return add(*Part);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      IsOnce &= Ref->getDecl() != V;
    if (isPassedOn(S))
      IsOnce = false;
    for (const Stmt *Child : S->children())
      fill(Child);
  }

  /// Who gets an address may fill more than is named.
  bool isPassedOn(const Stmt *S) const {
    const auto *U = dyn_cast<UnaryOperator>(S);
    const auto *C = dyn_cast<CastExpr>(S);
    const auto *Call = dyn_cast<CallExpr>(S);
    return ((U && U->getOpcode() == UO_AddrOf) ||
            (C && C->getCastKind() == CK_ArrayToPointerDecay) ||
            (Call && !isSystem(Call->getDirectCallee()))) &&
           findMention(S, V);
  }

  void add(const BytesOf &Part) {
    Numbers.insert(Part.Indices.begin(), Part.Indices.end());
    const unsigned End = Part.Begin + Part.Size;
    IsOnce &= Part.Exact && Written.find_first_in(Part.Begin, End) == -1;
    if (IsOnce)
      Written.set(Part.Begin, End);
  }

  const VarDecl *V;
  const ASTContext &Context;
  const llvm::SmallPtrSetImpl<const Stmt *> &Reading;
  llvm::BitVector Written;
  llvm::DenseMap<const VarDecl *, int64_t> Values;
  unsigned Steps = 0;
  bool IsOnce = true;
};

} // namespace

bool isWrittenOnce(const LoopAnalysis &A, const VarDecl *Fragment,
                   const Stmt *Body,
                   const llvm::SmallPtrSetImpl<const Stmt *> &Reading) {
  WriteCount Count(Fragment, Reading);
  return Count.isOnce(Body) &&
         !MadeOf(A.builds()).decidesAny(Count.Numbers.getArrayRef());
}

} // namespace pipeline_rewrite
