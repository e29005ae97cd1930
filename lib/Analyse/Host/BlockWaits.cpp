//===- BlockWaits.cpp - Does a block wait for another one? ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/BlockWaits.h"
#include "Analyse/Host/OtherBlocks.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/Spelling.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The compiler reads memory anew after it.
bool ordersMemory(const Stmt *S) {
  if (isa<GCCAsmStmt>(S))
    return true;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F)
    return Call;
  const CallKind Kind = classifyCallee(F);
  return Kind == CallKind::BlockBarrier || Kind == CallKind::OtherBarrier ||
         Kind == CallKind::BlockFence || Kind == CallKind::Fence ||
         plainNameOf(F) == "__nanosleep";
}

using Predicate = bool (*)(const Stmt *);

bool has(const Stmt *In, StmtTest Is,
         llvm::SmallPtrSetImpl<const Decl *> &Seen) {
  return findBelow(In, [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return Is(S) || (F && !isSystem(F) && F->hasBody(F) &&
                     Seen.insert(F).second && has(F->getBody(), Is, Seen));
  });
}

/// \p S, or something in it or in the functions that it calls, is such.
bool has(const Stmt *S, StmtTest Is) {
  llvm::SmallPtrSet<const Decl *, 8> Seen;
  return has(S, Is, Seen);
}

/// What of a loop is made of memory that others write: values, and all that is
/// done or not because of them.
class Taint {
public:
  /// \p Aliased: variables that have other names.
  Taint(const Stmt *Loop, Predicate Source,
        const llvm::SmallPtrSetImpl<const VarDecl *> &Aliased)
      : Loop(Loop), Source(Source), Aliased(Aliased) {
    for (size_t Before = ~size_t(0); Before != Variables.size();) {
      Before = Variables.size();
      Skips = false;
      spread(Loop, /*Under=*/false);
      // What follows a `continue` is done or not.
      if (Skips)
        spread(loopBody(Loop), /*Under=*/true);
    }
  }

  bool of(const Stmt *S) const {
    if (!S)
      return false;
    bool Is = has(S, Source);
    forEachUse(S,
               [&](const VariableUse &U) { Is |= Variables.contains(U.Var); });
    return Is;
  }

  bool leaves() const { return Leaves; }

  /// It is left where two values that were seen are the same, or are not, as by
  /// one who tries until nobody was in between; one who waits asks for a value.
  bool isLeftBySuccess() const {
    return llvm::any_of(Leaving, [&](const Expr *E) {
      const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
      return B && B->isEqualityOp() && of(B->getLHS()) && of(B->getRHS());
    });
  }

private:
  void insert(const VariableUse &U) {
    const QualType T = U.Var->getType();
    if (T->isReferenceType() || T->isPointerType())
      Variables.insert(Aliased.begin(), Aliased.end());
    if (U.Kind != UseKind::Value && U.Kind != UseKind::Bound)
      Variables.insert(U.Var);
  }

  /// `if (…) break;`, whatever is done before the break.
  static bool leavesAtOnce(const Stmt *S) {
    const auto *If = dyn_cast<IfStmt>(S);
    const Stmt *Then = If ? If->getThen() : nullptr;
    if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Then))
      Then = Block->body_empty() ? nullptr : Block->body_back();
    return Then && isa<BreakStmt, ReturnStmt>(Then);
  }

  void spread(const Stmt *S, bool Under) {
    if (!S)
      return;
    const Expr *Head = nullptr;
    if (const auto *If = dyn_cast<IfStmt>(S))
      Head = If->getCond();
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Head = Switch->getCond();
    else if (isLoopStatement(S))
      Head = loopCondition(S);
    if (Head && of(Head)) {
      (S == Loop ? Leaves : Under) = true;
      if (S == Loop || leavesAtOnce(S))
        Leaving.insert(Head);
    }
    Leaves |= Under && isa<BreakStmt, ReturnStmt, GotoStmt>(S);
    Skips |= Under && isa<ContinueStmt>(S);
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D);
            V && V->hasInit() && (Under || of(V->getInit())))
          Variables.insert(V);
    if (isa<Expr>(S) || isa<AsmStmt>(S)) {
      if (Under || of(S))
        forEachUse(S, [&](const VariableUse &U) { insert(U); });
      return; // parts of a full expression are asked with it
    }
    const auto *For = S == Loop ? dyn_cast<ForStmt>(S) : nullptr;
    for (const Stmt *Child : S->children())
      if (!For || Child != For->getInit())
        spread(Child, Under);
  }

  const Stmt *Loop;
  const Predicate Source;
  const llvm::SmallPtrSetImpl<const VarDecl *> &Aliased;
  llvm::SmallPtrSet<const VarDecl *, 8> Variables;
  llvm::SmallPtrSet<const Expr *, 4> Leaving; ///< conditions
  bool Leaves = false, Skips = false;
};

/// A thread that gives its ticket back gets it again.
bool givesTicketsBack(const Stmt *Loop) {
  auto Adds = [](int Sign) {
    return [Sign](const Stmt *S) {
      const auto *Call = dyn_cast<CallExpr>(S);
      return Call && addedBy(Call) == Sign;
    };
  };
  return has(Loop, Adds(1)) && has(Loop, Adds(-1));
}

class WaitFinder {
public:
  explicit WaitFinder(const FunctionDecl *Function) : Function(Function) {
    forEachUse(Function->getBody(), [this](const VariableUse &U) {
      if (U.Kind == UseKind::Alias)
        Aliased.insert(U.Var);
    });
  }

  const Stmt *find() {
    const Stmt *Body = Function->getBody();
    if (callsItself() && has(Body, isPoll))
      return Body;
    return find(Body);
  }

  /// Below \p S, of the function.
  const Stmt *find(const Stmt *S) {
    if (!S)
      return nullptr;
    if (isWholeWait(S) || (isLoopStatement(S) && isWait(S)))
      return S;
    for (const Stmt *Child : S->children())
      if (const Stmt *Found = find(Child))
        return Found;
    // A loop made of jumps.
    const auto *Jump = dyn_cast<GotoStmt>(S);
    const LabelStmt *To = Jump ? Jump->getLabel()->getStmt() : nullptr;
    return To && To->getBeginLoc() < Jump->getBeginLoc() &&
                   has(Function->getBody(), isPoll)
               ? S
               : nullptr;
  }

private:
  bool callsItself() const {
    return has(Function->getBody(), [&](const Stmt *S) {
      const auto *Call = dyn_cast<CallExpr>(S);
      const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
      return F && F->getCanonicalDecl() == Function->getCanonicalDecl();
    });
  }

  /// `old = atomicCAS(p, assumed = old, …)`: fails only where another thread
  /// has stored, which the next try takes into account. One that compares with
  /// what the loop has not seen waits for that.
  bool onlyRetries(const Stmt *S, const Taint &Seen) const {
    if (!S)
      return true;
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (plainNameOf(F).starts_with("atomicCAS") && Call->getNumArgs() > 2)
      return !has(Call->getArg(1), isPoll) && Seen.of(Call->getArg(1));
    if (isPoll(S) || (F && !isSystem(F) && has(F->getBody(), isPoll)))
      return false;
    return llvm::all_of(S->children(), [&](const Stmt *Child) {
      return onlyRetries(Child, Seen);
    });
  }

  bool isWait(const Stmt *Loop) const {
    if (const Taint Polled(Loop, isPoll, Aliased);
        Polled.leaves() &&
        !(onlyRetries(Loop, Polled) && Polled.isLeftBySuccess()))
      return true;
    if (givesTicketsBack(Loop))
      return true;
    // Plain reads: the compiler may read once for all iterations.
    if (has(Loop, ordersMemory)) {
      const Taint Memory(Loop, pollsOrReads, Aliased);
      return Memory.leaves() && !countsToAnEnd(Loop, Memory);
    }
    const Expr *Head = loopCondition(Loop);
    bool Changes = false;
    if (Head)
      forEachUse(Head, [&](const VariableUse &U) {
        Changes |= isChanged(Loop, U.Var);
      });
    return Head && !Changes && has(Head, readsMemory);
  }

  /// `i < n` decides, and every iteration adds to `i`, or every one takes from
  /// it, what no memory tells.
  static bool countsToAnEnd(const Stmt *Loop, const Taint &Memory) {
    const Expr *Head = loopCondition(Loop);
    if (!Head)
      return isa<CXXForRangeStmt>(Loop);
    bool Counts = false;
    forEachUse(Head, [&](const VariableUse &U) {
      Counts |= U.Var->hasLocalStorage() && updates(Loop, U.Var) == 1 &&
                inEvery(Loop, U.Var, Memory);
    });
    return Counts;
  }

  static unsigned updates(const Stmt *Loop, const VarDecl *V) {
    unsigned Updates = 0;
    forEachUse(Loop, [&](const VariableUse &U) {
      if (U.Var == V && U.Kind != UseKind::Value && U.Kind != UseKind::Bound)
        Updates +=
            U.Kind == UseKind::Update || U.Kind == UseKind::Assign ? 1 : 100;
    });
    return Updates;
  }

  /// The only change is a step that is done in every iteration.
  static bool inEvery(const Stmt *Loop, const VarDecl *V, const Taint &Memory) {
    auto IsStep = [&](const Stmt *S) {
      return S && isa<Expr>(S) && updates(S, V) == 1 && !Memory.of(S);
    };
    const auto *For = dyn_cast<ForStmt>(Loop);
    if (For && IsStep(For->getInc()))
      return true;
    const auto *Block = dyn_cast_or_null<CompoundStmt>(loopBody(Loop));
    return Block && !hasBelow<ContinueStmt>(Block) &&
           llvm::any_of(Block->body(), IsStep);
  }

  const FunctionDecl *Function;
  llvm::SmallPtrSet<const VarDecl *, 8> Aliased;
};

} // namespace

const Stmt *findWaitForBlock(llvm::ArrayRef<const FunctionDecl *> Functions) {
  for (const FunctionDecl *F : Functions)
    if (const Stmt *Found = WaitFinder(F).find())
      return Found;
  return nullptr;
}

const Stmt *findWaitForBlock(const Stmt *Code, const FunctionDecl *In) {
  if (const Stmt *Found = WaitFinder(In).find(Code))
    return Found;
  llvm::SetVector<const FunctionDecl *> Called;
  auto Add = [&](const Stmt *S) {
    forEachBelow<CallExpr>(S, [&](const CallExpr *Call) {
      const FunctionDecl *F = Call->getDirectCallee();
      if (F && F->hasBody(F))
        Called.insert(F);
    });
  };
  Add(Code);
  for (size_t I = 0; I < Called.size(); ++I)
    Add(Called[I]->getBody());
  return findWaitForBlock(Called.takeVector());
}

} // namespace pipeline_rewrite
