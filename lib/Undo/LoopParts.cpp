//===- LoopParts.cpp - What each statement of a pipelined loop is for -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/LoopParts.h"
#include "Analyse/Memory/Callers.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {

static const CallExpr *callOf(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  return E ? dyn_cast<CallExpr>(E->IgnoreParenImpCasts()) : nullptr;
}

static llvm::StringRef calleeName(const CallExpr *Call) {
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && classifyCallee(F) == CallKind::Async
             ? F->getName()
             : "";
}

const CallExpr *asyncCopy(const Stmt *S) {
  const CallExpr *Call = callOf(S);
  return calleeName(Call) == "__pipeline_memcpy_async" ? Call : nullptr;
}

const CallExpr *findAsyncCopy(const Stmt *S) {
  if (!S)
    return nullptr;
  if (const CallExpr *Copy = asyncCopy(S))
    return Copy;
  for (const Stmt *Child : S->children())
    if (const CallExpr *Copy = findAsyncCopy(Child))
      return Copy;
  return nullptr;
}

bool isCopyControl(const Stmt *S) {
  const llvm::StringRef Name = calleeName(callOf(S));
  return Name == "__pipeline_commit" || Name == "__pipeline_wait_prior";
}

/// Statements that are not made of others, but for loops, which stay whole.
static void addLeaves(const Stmt *S, std::vector<const Stmt *> &To) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    for (const Stmt *Each : Block->body())
      addLeaves(Each, To);
  else if (const auto *If = dyn_cast_or_null<IfStmt>(S)) {
    addLeaves(If->getThen(), To);
    addLeaves(If->getElse(), To);
  } else if (S)
    To.push_back(S);
}

LoopParts::LoopParts(const KLoop &K) : Collector(K.Function, K.Loop) {
  for (const ParmVarDecl *P : findGlobalParameters(K.Function))
    Collector.addGlobal(P);
  std::vector<const Stmt *> Leaves;
  addLeaves(K.Body, Leaves);
  findTiles(Leaves);
  // What loads the first tiles may have registers of its own.
  const auto InLoop = Tiles;
  if (const auto *Around = dyn_cast_or_null<CompoundStmt>(K.Parent))
    for (const Stmt *S : Around->body()) {
      if (S == K.Whole || S == K.Loop)
        break;
      addLeaves(S, Leaves);
    }
  findTiles(Leaves);
  Tiles = InLoop;
}

const Effects &LoopParts::effectsOf(const Stmt *S) {
  auto At = Known.find(S);
  if (At == Known.end())
    At = Known.emplace(S, Collector.collect(S)).first;
  return At->second;
}

/// Global data comes to them, at once or by way of registers.
void LoopParts::findTiles(llvm::ArrayRef<const Stmt *> Leaves) {
  llvm::SmallPtrSet<const VarDecl *, 8> Loaded;
  for (const Stmt *S : Leaves) {
    const Effects &E = effectsOf(S);
    if (E.readsGlobal() && !E.reads(Space::Shared) && !E.writes(Space::Shared))
      for (const VarDecl *V : E.Writes)
        if (!V->getType()->isPointerType())
          Loaded.insert(V);
  }
  for (const Stmt *S : Leaves) {
    const Effects &E = effectsOf(S);
    if (E.reads(Space::Shared) && !E.Async)
      continue;
    auto IsLoaded = [&](const VarDecl *V) { return Loaded.contains(V); };
    const bool ByRegister = llvm::any_of(E.Reads, IsLoaded);
    if (!E.Async && !E.readsGlobal() && !ByRegister)
      continue;
    for (const Access &Each : E.Accesses)
      if (Each.Where == Space::Shared && Each.Root &&
          (Each.Write || (E.Async && findAsyncCopy(S))))
        Tiles.insert(Each.Root);
    if (E.writes(Space::Shared))
      for (const VarDecl *V : E.Reads)
        if (IsLoaded(V))
          Registers.insert(V);
  }
}

bool LoopParts::fillsTile(const Stmt *S) {
  const Effects &E = effectsOf(S);
  const bool Copies = E.Async && findAsyncCopy(S);
  return llvm::any_of(E.Accesses, [&](const Access &Each) {
    return (Each.Write || Copies) && isTile(Each.Root);
  });
}

LoopPart LoopParts::of(const Stmt *S) { return classify(S); }

static bool isCounted(QualType T) {
  return T->isIntegralOrEnumerationType() || T->isAnyPointerType();
}

/// It declares, without a value, what is not counted.
static bool declaresOnly(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::all_of(D->decls(), [](const Decl *Each) {
           const auto *V = dyn_cast<VarDecl>(Each);
           if (!V)
             return true;
           const auto *Made = dyn_cast_or_null<CXXConstructExpr>(V->getInit());
           return !V->getInit() || (Made && !Made->getNumArgs()) ||
                  isa<LambdaExpr>(V->getInit()->IgnoreUnlessSpelledInSource());
         });
}

LoopPart LoopParts::classify(const Stmt *S) {
  if (isBlockBarrier(S))
    return LoopPart::Barrier;
  if (isCopyControl(S))
    return LoopPart::Wait;
  if (isa<NullStmt>(S) || declaresOnly(S))
    return LoopPart::Step;
  const Effects &E = effectsOf(S);
  if (fillsTile(S))
    return E.Barrier || E.anything() ? LoopPart::Unknown : LoopPart::Load;
  if (E.Async)
    return LoopPart::Unknown;
  if (E.WarpSync && E.Accesses.empty() && E.Writes.empty() && E.Reads.empty())
    return LoopPart::Hold;
  if (E.anything() || E.Barrier || E.Fence || E.OtherBarrier)
    return LoopPart::Compute;
  const bool WritesMemory =
      llvm::any_of(E.Accesses, [](const Access &Each) { return Each.Write; });
  if (!WritesMemory && !E.Writes.empty() &&
      llvm::all_of(E.Writes, [&](const VarDecl *V) { return isRegister(V); }))
    return LoopPart::Fetch;
  if (E.Accesses.empty() && !E.WarpSync && !E.Writes.empty() &&
      isa<Expr, DeclStmt>(S) && llvm::all_of(E.Writes, [](const VarDecl *V) {
        return isCounted(V->getType());
      }))
    return LoopPart::Step;
  return LoopPart::Compute;
}

} // namespace pipeline_rewrite
