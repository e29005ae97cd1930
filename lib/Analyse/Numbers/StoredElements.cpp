//===- StoredElements.cpp - Which elements of a tile a statement stores to ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Numbers/StoredElements.h"
#include "Analyse/Numbers/CopyLoop.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Spelling.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>
#include <iterator>

using namespace clang;

namespace pipeline_rewrite {

bool StoredElements::isTotal(const IfStmt *If) {
  std::optional<Elements> Then = elements(If->getThen()),
                          Else = elements(If->getElse());
  if (Then && Else) {
    Elements Once;
    std::set_symmetric_difference(Then->begin(), Then->end(), Else->begin(),
                                  Else->end(), std::inserter(Once, Once.end()));
    if (!changes(If) && (Once.empty() || (!ReadsMemory && areFilled(Once))))
      return true;
  }
  return isFilled(If);
}

bool StoredElements::isFilled(const Stmt *S) {
  llvm::SaveAndRestore All(IgnoresGuards, true);
  std::optional<Elements> Of = elements(S);
  IgnoresGuards = false;
  return Of && !ReadsMemory && !changes(S) && areFilled(*Of);
}

bool StoredElements::areFilled(Elements &Of) {
  for (const Stmt *S : llvm::reverse(Before))
    if (Of.empty() || !eraseFilled(S, Of))
      break;
  return Of.empty();
}

/// Something that decides which elements they are may have another value after
/// it.
bool StoredElements::changes(const Stmt *S) const {
  const Effects E = A.Collector.collect(S);
  return E.anything() || E.writes(Space::Unknown) ||
         llvm::any_of(Deciders,
                      [&](const VarDecl *V) { return E.writesVar(V); });
}

/// Takes off what \p S stores to; false if what is compared may have been other
/// elements before it, or if something may jump past it.
bool StoredElements::eraseFilled(const Stmt *S, Elements &From) {
  if (isa<SwitchCase>(S) || findLabel(S) || changes(S))
    return false;
  for (const Id &Each : elements(S).value_or(Elements()))
    From.erase(Each);
  return true;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// nullopt if that differs between tiles, or is not known.
std::optional<StoredElements::Elements>
StoredElements::elements(const Stmt *S) {
  Elements Out;
  if (!S)
    return Out;
  // What a function stores is not compared, nor what may end half-way.
  if (Slice.findCall(S) ||
      isa<SwitchStmt, LabelStmt, BreakStmt, ContinueStmt, GotoStmt, ReturnStmt>(
          S))
    return std::nullopt;
  if (const auto *If = dyn_cast<IfStmt>(S))
    return elements(If);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return elements(For);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    declare(D);
  for (const TileStore *Store : Slice.storesOf(S)) {
    std::optional<Id> Target = decider(Store->Target, Store->Tile);
    if (!Target)
      return std::nullopt;
    Target->AddPointer(Store->By);
    Out.insert(std::move(*Target));
  }
  if (!isa<Expr>(S))
    for (const Stmt *Child : S->children()) {
      std::optional<Elements> Below = elements(Child);
      if (!Below)
        return std::nullopt;
      Out.merge(*Below);
    }
  // Nor how often another loop runs.
  if (isLoopStatement(S) && !onceBlock(S) && !Out.empty())
    return std::nullopt;
  return Out;
}

std::optional<StoredElements::Elements>
StoredElements::elements(const IfStmt *If) {
  std::optional<Elements> Then = elements(If->getThen()),
                          Else = elements(If->getElse());
  if (!Then || !Else)
    return std::nullopt;
  if (IgnoresGuards || *Then == *Else) {
    Then->merge(*Else);
    return Then;
  }
  if (Values.varies(If->getCond()))
    return std::nullopt;
  const std::optional<Id> Cond = decider(If->getCond());
  if (!Cond)
    return std::nullopt;
  Elements Out;
  auto Add = [&](const Id &Each, bool IsThen) {
    Id Guarded = *Cond;
    Guarded.AddBoolean(IsThen);
    Guarded.AddNodeID(Each);
    Out.insert(std::move(Guarded));
  };
  for (const Id &Each : *Then)
    if (Else->erase(Each))
      Out.insert(Each);
    else
      Add(Each, /*IsThen=*/true);
  for (const Id &Each : *Else)
    Add(Each, /*IsThen=*/false);
  return Out;
}

std::optional<StoredElements::Elements>
StoredElements::elements(const ForStmt *For) {
  const std::optional<Id> Rounds = head(For);
  llvm::SaveAndRestore Inside(Depth, Depth + 1);
  std::optional<Elements> In = elements(For->getBody());
  if (!In || In->empty())
    return In;
  if (!Rounds)
    return std::nullopt;
  Elements Out;
  for (const Id &Each : *In) {
    Id OfLoop = *Rounds;
    OfLoop.AddNodeID(Each);
    Out.insert(std::move(OfLoop));
  }
  return Out;
}

/// What a loop counts through, if nothing but its head decides that.
std::optional<StoredElements::Id> StoredElements::head(const ForStmt *For) {
  const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit());
  const auto *V =
      D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  if (!V || !V->hasLocalStorage() || !V->getInit() ||
      !V->getType()->isIntegerType() || !For->getCond() || !For->getInc() ||
      For->getConditionVariable() ||
      A.Collector.collect(For->getBody()).writesVar(V))
    return std::nullopt;
  const std::optional<Id> Start = decider(V->getInit());
  Id Counter;
  Counter.AddInteger(Depth);
  Counter.AddPointer(V->getType().getCanonicalType().getAsOpaquePtr());
  Own[V] = std::move(Counter);
  const std::optional<Id> Ends = decider(For->getCond()),
                          Step = decider(For->getInc(), nullptr, V);
  if (!Start || !Ends || !Step)
    return std::nullopt;
  Id Out = *Start;
  Out.AddString(words(D));
  Out.AddNodeID(*Ends);
  Out.AddNodeID(*Step);
  return Out;
}

/// A variable that has one value stands for what that is made of.
void StoredElements::declare(const DeclStmt *D) {
  const auto *V =
      D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  if (!V || !isFixedLocal(V) || !V->hasLocalStorage())
    return;
  std::optional<Id> Made = decider(V->getInit());
  if (!Made)
    return;
  Made->AddPointer(V->getType().getCanonicalType().getAsOpaquePtr());
  Own[V] = *Made;
  Own[V].AddString(words(D));
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// Evaluated again with the same variables, it is the same if its parts are,
/// and Clang's profile of it tells it apart from all others.
static bool isRepeatable(const Stmt *S) {
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
             CXXBoolLiteralExpr, DeclRefExpr, MemberExpr, CXXThisExpr,
             ArraySubscriptExpr, ParenExpr, UnaryOperator, BinaryOperator,
             ConditionalOperator, CastExpr, UnaryExprOrTypeTraitExpr,
             SubstNonTypeTemplateParmExpr, ConstantExpr, CallExpr,
             CXXDefaultArgExpr, CXXConstructExpr, InitListExpr,
             PseudoObjectExpr, MSPropertyRefExpr, OpaqueValueExpr,
             MaterializeTemporaryExpr, ExprWithCleanups>(S);
}

/// \p S, which decides which elements are stored to: its operations on
/// declarations, and its words, which another build's macros make the same
/// things of. nullopt if it may come to something else when nothing that it
/// reads has changed. It may write to \p Counter.
std::optional<StoredElements::Id>
StoredElements::decider(const Stmt *S, const VarDecl *Tile,
                        const VarDecl *Counter) {
  const Effects E = A.Collector.collect(S);
  auto IsEvaluated = [](const Stmt *Each) {
    return !isa<UnaryExprOrTypeTraitExpr>(Each);
  };
  auto IsOther = [&](const Stmt *Each) {
    return !isRepeatable(Each) || isLineNumber(Each, A.Context);
  };
  if (!E.isPure() || findBelow(S, IsOther, IsEvaluated) ||
      llvm::any_of(E.Writes, [&](const VarDecl *V) { return V != Counter; }))
    return std::nullopt;
  for (const VarDecl *V : E.Reads)
    if (!Own.count(V))
      Deciders.insert(V);
  ReadsMemory |= llvm::any_of(E.Accesses, [&](const Access &Acc) {
    return Acc.Read && (!Tile || Acc.Root != Tile);
  });
  std::optional<Id> Out = tree(S);
  if (Out)
    Out->AddString(words(S));
  return Out;
}

/// What \p S computes, from other than its own variables and what stands for
/// those. nullopt if they are part of what has no rule here.
std::optional<StoredElements::Id> StoredElements::tree(const Stmt *S) const {
  auto IsOwn = [&](const Stmt *Each) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Each);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && Own.count(V);
  };
  if (!findBelow(S, IsOwn))
    return treeOf(S, A.Context);
  if (IsOwn(S))
    return Own.at(cast<VarDecl>(cast<DeclRefExpr>(S)->getDecl()));
  Id Out;
  Out.AddInteger(S->getStmtClass());
  Out.AddPointer(cast<Expr>(S)->getType().getCanonicalType().getAsOpaquePtr());
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    Out.AddInteger(B->getOpcode());
  else if (const auto *U = dyn_cast<UnaryOperator>(S))
    Out.AddInteger(U->getOpcode());
  else if (const auto *C = dyn_cast<CastExpr>(S))
    Out.AddInteger(C->getCastKind());
  else if (!isa<ParenExpr, ArraySubscriptExpr, ConditionalOperator>(S))
    return std::nullopt;
  for (const Stmt *Child : S->children()) {
    const std::optional<Id> Part = tree(Child);
    if (!Part)
      return std::nullopt;
    Out.AddNodeID(*Part);
  }
  return Out;
}

/// The text of \p S, in which its own variables have no names.
std::string StoredElements::words(const Stmt *S) const {
  std::map<llvm::StringRef, std::string> Named;
  auto Name = [&](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (const auto Of = Own.find(V); Of != Own.end())
      Named[V->getName()] = "#" + std::to_string(Of->second.ComputeHash());
  };
  if (const auto *D = dyn_cast<DeclStmt>(S))
    Name(D->getSingleDecl());
  forEachBelow<DeclRefExpr>(
      S, [&](const DeclRefExpr *Ref) { Name(Ref->getDecl()); });
  const std::string Text = spellingOf(S, A.Context);
  std::string Out;
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    const llvm::StringRef Word =
        Rest.take_while([](char C) { return isAsciiIdentifierContinue(C); });
    const size_t Length = std::max<size_t>(Word.size(), 1);
    const auto Of = Named.find(Word);
    Out += Of == Named.end() ? Rest.take_front(Length).str() : Of->second;
    Rest = Rest.drop_front(Length);
  }
  return Out;
}

} // namespace pipeline_rewrite
