//===- FunctionLint.cpp - What may be asked of expressions ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Lint/FunctionLint.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isDeclaredIn(const VarDecl *V, const CompoundStmt *Block) {
  return llvm::any_of(Block->body(), [&](const Stmt *S) {
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    return Declaration && llvm::is_contained(Declaration->decls(), V);
  });
}

bool isWithin(const VarDecl *V, const Stmt *S) {
  return findBelow<DeclStmt>(S, [&](const DeclStmt *Declaration) {
    return llvm::is_contained(Declaration->decls(), V);
  });
}

} // namespace

const VarDecl *variableIn(const Expr *E) {
  return E ? namedVariable(E->IgnoreParenCasts()) : nullptr;
}

LintFinding &FunctionLint::report(const Stmt *At, std::string Message) {
  Findings.push_back({Unit.place(At->getBeginLoc()), std::move(Message), {}});
  return Findings.back();
}

std::string FunctionLint::spelling(const Expr *E) const {
  const SourceManager &Sources = Unit.sources();
  return Lexer::getSourceText(Sources.getExpansionRange(E->getSourceRange()),
                              Sources, Context.getLangOpts())
      .str();
}

bool FunctionLint::areSame(const Expr *A, const Expr *B) const {
  if (!A || !B)
    return A == B;
  return isSameTree(A->IgnoreParenImpCasts(), B->IgnoreParenImpCasts(),
                    Context);
}

std::optional<int64_t> FunctionLint::constant(const Expr *E) const {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || !E->getType()->isIntegralType(Context) ||
      !E->EvaluateAsInt(Result, Context) ||
      !Result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return Result.Val.getInt().getExtValue();
}

/// No part of \p S changes while \p Block runs once.
bool FunctionLint::isStable(const Stmt *S, const CompoundStmt *Block) const {
  if (!S)
    return true;
  if (isa<PseudoObjectExpr>(S)) // threadIdx.x and its like
    return true;
  if (isa<CallExpr, ArraySubscriptExpr, MemberExpr, CXXConstructExpr,
          LambdaExpr>(S))
    return false;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      changedBy(S) || (Unary && Unary->getOpcode() == UO_Deref))
    return false;
  if (const auto *Name = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Name->getDecl())) {
      if (!V->hasLocalStorage())
        return V->isConstexpr() || V->getType().isConstQualified();
      bool Outlives = isDeclaredIn(V, Block) || !isWithin(V, Block);
      return Outlives && !Names.isModifiedIn(V, Block);
    }
  return llvm::all_of(S->children(),
                      [&](const Stmt *C) { return isStable(C, Block); });
}

std::optional<RingIndex>
FunctionLint::indexIn(const Expr *E, const CompoundStmt *Block) const {
  E = E->IgnoreParenCasts();
  if (auto Value = constant(E))
    return RingIndex{nullptr, *Value, 0};
  if (const VarDecl *V = variableIn(E);
      V && !Names.isModified(V) && Names.sources(V).size() == 1) {
    // It is its initialiser, if that has not changed since.
    const Expr *Init = Names.sources(V).front();
    if (isDeclaredIn(V, Block) && isStable(Init, Block))
      return indexIn(Init, Block);
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    auto Right = constant(Binary->getRHS());
    auto Left = constant(Binary->getLHS());
    auto Opcode = Binary->getOpcode();
    if (Opcode == BO_Add && (Left || Right)) {
      auto Index = indexIn(Right ? Binary->getLHS() : Binary->getRHS(), Block);
      if (Index && !Index->Modulus) {
        Index->Offset += Right ? *Right : *Left;
        return Index;
      }
    }
    bool Rounds =
        Right && *Right > 1 &&
        (Opcode == BO_Rem || (Opcode == BO_And && !((*Right + 1) & *Right)));
    if (Rounds) {
      auto Index = indexIn(Binary->getLHS(), Block);
      if (Index && !Index->Modulus && Index->Offset >= 0) {
        Index->Modulus = Opcode == BO_Rem ? *Right : *Right + 1;
        return Index;
      }
    }
  }
  if (!isStable(E, Block))
    return std::nullopt;
  return RingIndex{E, 0, 0};
}

/// \p E takes the same values in every run of \p Block.
bool FunctionLint::isFixed(const Expr *E, const CompoundStmt *Block) const {
  E = E->IgnoreParenCasts();
  if (constant(E) || isa<PseudoObjectExpr>(E))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return !changedBy(E) && isFixed(Binary->getLHS(), Block) &&
           isFixed(Binary->getRHS(), Block);
  const VarDecl *V = variableIn(E);
  if (!V || !V->isLocalVarDecl() || Names.isAddressTaken(V))
    return false;
  // A copy loop's own variable starts anew each time; others keep their value.
  bool InCopyLoop = isWithin(V, Block) && !isDeclaredIn(V, Block);
  llvm::ArrayRef<const Expr *> Sources = Names.sources(V);
  return !Sources.empty() && (InCopyLoop || !Names.isModified(V)) &&
         llvm::all_of(Sources, [&](const Expr *From) {
           return variableIn(From) == V || isFixed(From, Block);
         });
}

/// Each copy into \p Array, or into a buffer of it, brings the same elements:
/// whoever reads any reads what a copy has brought.
bool FunctionLint::isFilledWhole(const VarDecl *Array, bool IsRing,
                                 const CompoundStmt *Block) const {
  auto PartOf = [&](const PipelineEvent &Copy) {
    return llvm::ArrayRef(Copy.Element.Subscripts).drop_front(IsRing);
  };
  llvm::ArrayRef<PipelineEvent> Copies = Names.copies(Array);
  if (Copies.empty() || (!IsRing && Copies.size() > 1))
    return false;
  return llvm::all_of(Copies, [&](const PipelineEvent &Copy) {
    if (Copy.Element.Subscripts.empty())
      return false;
    auto Part = PartOf(Copy), First = PartOf(Copies.front());
    return Part.size() == First.size() &&
           llvm::all_of(Part,
                        [&](const Expr *E) { return isFixed(E, Block); }) &&
           std::equal(
               Part.begin(), Part.end(), First.begin(),
               [&](const Expr *A, const Expr *B) { return areSame(A, B); });
  });
}

std::optional<int64_t> FunctionLint::distance(const SharedElement &A,
                                              const SharedElement &B,
                                              const CompoundStmt *Block) const {
  if (A.Array != B.Array)
    return std::nullopt;
  if (isFilledWhole(A.Array, /*IsRing=*/false, Block))
    return 0;
  const auto *Outer = Context.getAsConstantArrayType(A.Array->getType());
  if (!Outer || !Outer->getElementType()->isArrayType() ||
      A.Subscripts.empty() || B.Subscripts.empty() ||
      !isFilledWhole(A.Array, /*IsRing=*/true, Block))
    return std::nullopt;
  auto IndexA = indexIn(A.Subscripts.front(), Block);
  auto IndexB = indexIn(B.Subscripts.front(), Block);
  if (!IndexA || !IndexB || !areSame(IndexA->Base, IndexB->Base) ||
      IndexA->Modulus != IndexB->Modulus ||
      (IndexA->Base && !Threads.isUniform(IndexA->Base)))
    return std::nullopt;
  int64_t Apart = IndexA->Offset - IndexB->Offset;
  if (IndexA->Modulus ? Apart % int64_t(IndexA->Modulus) : Apart)
    return std::nullopt;
  return Apart;
}

} // namespace pipeline_rewrite
