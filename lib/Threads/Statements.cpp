//===- Statements.cpp - Control flow of one thread ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/AsmOpcodes.h"
#include "Ast/Below.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "Threads/ThreadRun.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {

bool ThreadRun::run(const Stmt *S, bool MayLeave) {
  UnknownRounds = MayLeave;
  const Flow Way = statement(S);
  return !Failed && Way == Flow::On;
}

ThreadRun::Flow ThreadRun::statement(const Stmt *S) {
  if (Failed || !S)
    return Flow::On;
  At = S;
  if (isBlockBarrier(S)) {
    Phase += !IsBefore;
    Barriers[Round] = Phase;
    if (Doubt)
      notUnderstood();
    return Flow::On;
  }
  if (const auto *C = dyn_cast<CompoundStmt>(S))
    return compound(C);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return statement(A->getSubStmt());
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return declare(D), Flow::On;
  if (const auto *E = dyn_cast<Expr>(S)) {
    discard(E);
    return Flow::On;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(If);
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (For->getConditionVariable())
      return notUnderstood(), Flow::On;
    statement(For->getInit());
    return loop(For, For->getCond(), For->getInc(), For->getBody(), true);
  }
  if (const auto *While = dyn_cast<WhileStmt>(S);
      While && !While->getConditionVariable())
    return loop(While, While->getCond(), nullptr, While->getBody(), true);
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return loop(Do, Do->getCond(), nullptr, Do->getBody(), false);
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return assembly(Asm), Flow::On;
  if (isa<BreakStmt>(S))
    return Flow::Break;
  if (isa<ContinueStmt>(S))
    return Flow::Continue;
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return returned(R), Flow::Return;
  if (!isa<NullStmt>(S))
    notUnderstood();
  return Flow::On;
}

ThreadRun::Flow ThreadRun::compound(const CompoundStmt *S) {
  for (const Stmt *Each : S->body())
    if (const Flow Way = statement(Each); Way != Flow::On)
      return Way;
  return Flow::On;
}

void ThreadRun::bothWays(llvm::function_ref<void()> First,
                         llvm::function_ref<void()> Second) {
  ++Doubt;
  const Values Start = Known;
  First();
  const Values One = std::exchange(Known, Start);
  Second();
  --Doubt;
  // What both leave alike.
  Values Both;
  for (const auto &[V, Value] : Known)
    if (auto Other = One.find(V); Other != One.end())
      Both[V] = Other->second == Value ? Value : ThreadValue();
  // A variable that one of them alone has given a value is not one of before.
  auto Forget = [&](const Values &Of) {
    for (const auto &[V, Value] : Of)
      if (!Both.contains(V) && !Code.isSteady(V))
        Both[V] = ThreadValue();
  };
  Forget(One);
  Forget(Known);
  Known = std::move(Both);
}

ThreadRun::Flow ThreadRun::branch(const IfStmt *S) {
  if (S->isConsteval() || S->getConditionVariable())
    return notUnderstood(), Flow::On;
  statement(S->getInit());
  const ThreadValue C = eval(S->getCond());
  if (C.isNumber())
    return statement(C.N ? S->getThen() : S->getElse());
  Flow Ways[2] = {Flow::On, Flow::On};
  bothWays([&] { Ways[0] = statement(S->getThen()); },
           [&] { Ways[1] = statement(S->getElse()); });
  for (Flow Way : Ways) {
    if (Way == Flow::Return)
      MayHaveReturned = true; // what follows may not run
    else if (Way != Flow::On && UnknownRounds == 0)
      notUnderstood();
  }
  return Ways[0] == Ways[1] && UnknownRounds == 0 ? Ways[0] : Flow::On;
}

ThreadRun::Flow ThreadRun::loop(const Stmt *Whole, const Expr *Condition,
                                const Stmt *Increment, const Stmt *Body,
                                bool TestFirst) {
  const unsigned Rounds = std::exchange(UnknownRounds, 0);
  Flow Way = Flow::On;
  while (!Failed) {
    if (TestFirst && Condition) {
      const ThreadValue C = eval(Condition);
      if (!C.isNumber()) {
        unknownRounds(Whole, Condition, Increment, Body);
        break;
      }
      if (!C.N)
        break;
    }
    TestFirst = true;
    Way = statement(Body);
    if (Way == Flow::Return || Way == Flow::Break)
      break;
    statement(Increment);
  }
  UnknownRounds = Rounds;
  return Way == Flow::Return ? Way : Flow::On;
}

static bool holdsBarrier(const Stmt *S) { return findBelow(S, isBlockBarrier); }

bool ThreadRun::isRunAlike(const Stmt *Loop, const Stmt *Body) const {
  return Doubt == 0 && Round == 0 && Callers.empty() && Code.IsRunAlike &&
         holdsBarrier(Body) && Code.IsRunAlike(Loop);
}

/// Any number of rounds, from any of which the next may start.
void ThreadRun::unknownRounds(const Stmt *Whole, const Expr *Condition,
                              const Stmt *Increment, const Stmt *Body) {
  const bool IsAlike = isRunAlike(Whole, Body);
  Doubt += !IsAlike;
  UnknownRounds += !IsAlike;
  // Twice: what one round touches the next may touch again.
  for (unsigned I = 0; I < 2; ++I) {
    if (IsAlike) {
      Round = Barriers.size();
      Barriers.push_back(0);
    }
    forget(Whole);
    eval(Condition);
    const Flow Way = statement(Body);
    MayHaveReturned |= Way == Flow::Return;
    if (IsAlike && (Way == Flow::Return || Way == Flow::Break))
      notUnderstood();
    statement(Increment);
  }
  forget(Whole);
  UnknownRounds -= !IsAlike;
  Doubt -= !IsAlike;
  if (IsAlike) {
    Round = 0;
    eval(Condition); // which ends it
  }
}

void ThreadRun::forget(const Stmt *ChangedBelow) {
  for (const VarDecl *V : Code.changedIn(ChangedBelow)) {
    if (!V->getType()->isReferenceType()) {
      Known[V] = ThreadValue();
      continue;
    }
    auto Of = References.find(V);
    if (Of == References.end() || !Of->second.Variable)
      continue;
    Known[Of->second.Variable] = ThreadValue();
  }
}

void ThreadRun::returned(const ReturnStmt *S) {
  const Expr *E = S->getRetValue();
  if (!E)
    return;
  const ThreadValue V = E->isGLValue() ? object(E).Address : eval(E);
  Returned = Doubt ? ThreadValue() : V;
  if (Doubt && !Callers.empty())
    notUnderstood();
}

void ThreadRun::declare(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V) {
      if (!isa<TypeDecl, UsingDecl, UsingDirectiveDecl, StaticAssertDecl>(D))
        notUnderstood();
      continue;
    }
    if (V->hasAttr<CUDASharedAttr>())
      continue;
    if (V->isInvalidDecl() || isa<DecompositionDecl>(V) ||
        V->needsDestruction(Code.Context) || V->hasAttr<CleanupAttr>() ||
        (V->isStaticLocal() && !V->isConstexpr()))
      notUnderstood();
    if (V->getType()->isReferenceType()) {
      if (V->getInit())
        References[V] = bound(V->getInit());
      continue;
    }
    const ThreadValue Value = V->getInit() ? eval(V->getInit()) : ThreadValue();
    if (V->getType()->isScalarType())
      Known[V] = fit(Value, V->getType());
  }
}

/// Outputs get values that are not seen; inputs that are addresses are read.
void ThreadRun::assembly(const GCCAsmStmt *S) {
  const std::string Text = asmText(*S);
  const AsmEffects What = describeAsm(Text);
  if (What.Kind != AsmKind::Arithmetic)
    return (void)notUnderstood();
  const bool IsMatrix = llvm::StringRef(Text).contains("ldmatrix");
  bool HasAddress = false;
  for (const Expr *In : S->inputs()) {
    const ThreadValue V = loaded(In);
    if (V.Kind != ThreadValue::Address || !What.ReadsShared)
      continue;
    HasAddress = true;
    // A row of eight 16-bit elements (PTX ISA, ldmatrix).
    touch(V, IsMatrix ? 16 : 0, /*IsWrite=*/false, In);
  }
  if (What.ReadsShared && !HasAddress)
    touch(ThreadValue::somewhereIn(nullptr), 0, false, nullptr);
  for (const Expr *To : S->outputs())
    write(object(To), ThreadValue(), To);
}

} // namespace pipeline_rewrite
