//===- LoopPaths.cpp - What runs before and behind a loop -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/LoopPaths.h"
#include "Analyse/Memory/Destructors.h"
#include "clang/AST/Expr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Statements = std::vector<const Stmt *>;

/// What holds the loop, the function's body first, the loop last.
bool findChain(const Stmt *S, const Stmt *Loop, Statements &Chain) {
  if (!S)
    return false;
  Chain.push_back(S);
  if (S == Loop)
    return true;
  for (const Stmt *Child : S->children())
    if (findChain(Child, Loop, Chain))
      return true;
  Chain.pop_back();
  return false;
}

/// Of an `if` that an outer loop runs again, the other way is taken at times:
/// a path of its own, which nobody follows.
bool isUnderstood(const Statements &Chain) {
  auto IsLoop = [](const Stmt *S) {
    return isa<ForStmt, WhileStmt, DoStmt>(S);
  };
  const auto Outer = llvm::find_if(Chain, IsLoop);
  if (std::any_of(Outer, Chain.end(),
                  [](const Stmt *S) { return isa<IfStmt>(S); }))
    return false;
  return llvm::all_of(Chain, [&](const Stmt *S) {
    return isa<CompoundStmt, ForStmt, WhileStmt, DoStmt, IfStmt,
               AttributedStmt>(S);
  });
}

/// What runs in \p Holder in front of \p Inner.
void addFront(const Stmt *Holder, const Stmt *Inner, Statements &Out) {
  if (const auto *C = dyn_cast<CompoundStmt>(Holder))
    for (const Stmt *Each : C->body()) {
      if (Each == Inner)
        return;
      Out.push_back(Each);
    }
  if (const auto *For = dyn_cast<ForStmt>(Holder))
    Out.insert(Out.end(), {For->getInit(), For->getCond()});
  else if (const auto *While = dyn_cast<WhileStmt>(Holder))
    Out.push_back(While->getCond());
  else if (const auto *If = dyn_cast<IfStmt>(Holder))
    Out.insert(Out.end(), {If->getInit(), If->getCond()});
}

/// What runs in \p Holder behind \p Inner, before it is left or gone on with.
void addRest(const Stmt *Holder, const Stmt *Inner, Statements &Out) {
  if (const auto *C = dyn_cast<CompoundStmt>(Holder)) {
    auto At = llvm::find(C->body(), Inner);
    if (At != C->body_end())
      Out.insert(Out.end(), std::next(At), C->body_end());
  }
  if (const auto *For = dyn_cast<ForStmt>(Holder))
    Out.insert(Out.end(), {For->getInc(), For->getCond()});
  else if (const auto *While = dyn_cast<WhileStmt>(Holder))
    Out.push_back(While->getCond());
  else if (const auto *Do = dyn_cast<DoStmt>(Holder))
    Out.push_back(Do->getCond());
}

std::optional<Statements> chainOf(const KLoop &K) {
  Statements Chain;
  if (!findChain(K.Function->getBody(), K.Loop, Chain) || !isUnderstood(Chain))
    return std::nullopt;
  return Chain;
}

/// An object from before the loop runs code when its block ends.
bool endsBehind(const Statements &Chain) {
  Statements Front;
  for (size_t I = 0; I + 1 < Chain.size(); ++I)
    addFront(Chain[I], Chain[I + 1], Front);
  return llvm::any_of(Front, [](const Stmt *S) {
    const auto *D = dyn_cast_or_null<DeclStmt>(S);
    return D && llvm::any_of(D->decls(), [](const Decl *Each) {
             const auto *V = dyn_cast<VarDecl>(Each);
             return V &&
                    !isDestroyedQuietly(V->getType().getNonReferenceType());
           });
  });
}

} // namespace

std::optional<std::vector<CodePath>> pathsBehind(const KLoop &K) {
  const auto Chain = chainOf(K);
  if (!Chain || endsBehind(*Chain))
    return std::nullopt;
  std::vector<CodePath> Paths;
  CodePath Out;
  for (size_t I = Chain->size() - 1; I-- > 0;) {
    addRest((*Chain)[I], (*Chain)[I + 1], Out.Statements);
    if (!isa<ForStmt, WhileStmt, DoStmt>((*Chain)[I]))
      continue;
    // By a `break` or `continue` in front of the inner loop, or where that loop
    // has no round, one comes here with other values of what the rounds change.
    Out.Rounds.push_back({Out.Statements.size(), (*Chain)[I]});
    CodePath Round = Out;
    Round.MayLeaveFrom = Round.Statements.size();
    Round.EndsAtLoop = true;
    for (size_t J = I + 1; J + 1 < Chain->size(); ++J)
      addFront((*Chain)[J], (*Chain)[J + 1], Round.Statements);
    Paths.push_back(std::move(Round));
  }
  Paths.push_back(std::move(Out));
  return Paths;
}

std::optional<CodePath> pathBefore(const KLoop &K) {
  const auto Chain = chainOf(K);
  if (!Chain)
    return std::nullopt;
  CodePath Out;
  Out.MayLeaveFrom = 0;
  Out.EndsAtLoop = true;
  for (size_t I = 0; I + 1 < Chain->size(); ++I)
    addFront((*Chain)[I], (*Chain)[I + 1], Out.Statements);
  return Out;
}

} // namespace pipeline_rewrite
