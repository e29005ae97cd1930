//===- BlockWaits.cpp - Does a block wait for another one? ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/BlockWaits.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/Loops.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Memory of the thread or of the block: no other block changes it.
bool isOfBlock(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const Expr *Changed = changedBy(E))
      E = Changed;
    else if (const auto *Member = dyn_cast<MemberExpr>(E);
             Member && !Member->isArrow())
      E = Member->getBase();
    else if (const auto *At = dyn_cast<ArraySubscriptExpr>(E);
             At && At->getBase()->IgnoreImpCasts()->getType()->isArrayType())
      E = At->getBase();
    else
      break;
  }
  const VarDecl *V = namedVariable(E);
  return V && !V->getType()->isReferenceType() &&
         (V->hasLocalStorage() || V->hasAttr<CUDASharedAttr>());
}

llvm::StringRef nameOf(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : llvm::StringRef();
}

/// An atomic that moves its number on: whoever asks again and again gets
/// another answer, as one who takes tickets does.
bool addsOne(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  const llvm::StringRef Name = nameOf(F);
  if (Call->getNumArgs() < 2 ||
      (!Name.starts_with("atomicAdd") && !Name.starts_with("atomicSub")))
    return false;
  Expr::EvalResult By;
  return Call->getArg(1)->EvaluateAsInt(By, F->getASTContext()) &&
         By.Val.getInt() != 0;
}

llvm::StringRef classOf(const CallExpr *Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getCalleeDecl());
  const IdentifierInfo *Name =
      Method ? Method->getParent()->getIdentifier() : nullptr;
  return Name ? Name->getName() : llvm::StringRef();
}

bool isOfAtomicClass(const CallExpr *Call) {
  return classOf(Call).contains("atomic");
}

bool readsOtherBlocks(llvm::StringRef Asm) {
  return !Asm.contains(".shared") && !Asm.contains("mbarrier") &&
         (Asm.contains("ld.") || Asm.contains("atom"));
}

/// \p S by itself reads what other blocks write, as it is at that moment.
bool isPoll(const Stmt *S) {
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return readsOtherBlocks(asmText(*Asm));
  if (isa<AtomicExpr>(S))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    return (F && classifyCallee(F) == CallKind::Atomic && !addsOne(Call)) ||
           nameOf(F).starts_with("__ldc") || isOfAtomicClass(Call);
  }
  const auto *E = dyn_cast<Expr>(S);
  return E && E->isGLValue() && E->getType().isVolatileQualified() &&
         !isOfBlock(E);
}

/// A wait without a loop of the language's.
bool isWholeWait(const Stmt *S) {
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    const std::string Text = asmText(*Asm);
    return llvm::StringRef(Text).contains("bra") && readsOtherBlocks(Text);
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call || Call->isTypeDependent())
    return false;
  // Through a pointer: nobody knows what.
  if (!Call->getCalleeDecl() || isa<VarDecl, FieldDecl>(Call->getCalleeDecl()))
    return !isa<CXXPseudoDestructorExpr>(Call->getCallee());
  const llvm::StringRef Of = classOf(Call),
                        Does = nameOf(Call->getDirectCallee());
  return (Of.contains("atomic") && Does.starts_with("wait")) ||
         (Of.contains("latch") && Does.contains("wait")) ||
         (Of.contains("semaphore") && Does.starts_with("acquire"));
}

bool readsMemory(const Stmt *S) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  return Cast && Cast->getCastKind() == CK_LValueToRValue &&
         !Cast->getSubExpr()->getType().isConstQualified() &&
         !isOfBlock(Cast->getSubExpr());
}

bool pollsOrReads(const Stmt *S) { return isPoll(S) || readsMemory(S); }

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
         nameOf(F) == "__nanosleep";
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

private:
  void insert(const VariableUse &U) {
    const QualType T = U.Var->getType();
    if (T->isReferenceType() || T->isPointerType())
      Variables.insert(Aliased.begin(), Aliased.end());
    if (U.Kind != UseKind::Value && U.Kind != UseKind::Bound)
      Variables.insert(U.Var);
  }

  void spread(const Stmt *S, bool Under) {
    if (!S)
      return;
    if (const auto *If = dyn_cast<IfStmt>(S))
      Under |= of(If->getCond());
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Under |= of(Switch->getCond());
    else if (isLoopStatement(S)) {
      const Expr *Head = loopCondition(S);
      Leaves |= S == Loop && of(Head);
      Under |= S != Loop && of(Head);
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
  bool Leaves = false, Skips = false;
};

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
    if (nameOf(F).starts_with("atomicCAS") && Call->getNumArgs() > 2)
      return !has(Call->getArg(1), isPoll) && Seen.of(Call->getArg(1));
    if (isPoll(S) || (F && !isSystem(F) && has(F->getBody(), isPoll)))
      return false;
    return llvm::all_of(S->children(), [&](const Stmt *Child) {
      return onlyRetries(Child, Seen);
    });
  }

  bool isWait(const Stmt *Loop) const {
    if (const Taint Polled(Loop, isPoll, Aliased);
        Polled.leaves() && !onlyRetries(Loop, Polled))
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
