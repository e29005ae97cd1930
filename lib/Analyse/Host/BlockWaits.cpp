//===- BlockWaits.cpp - Does a block wait for another one? ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/BlockWaits.h"
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
    if (const auto *Member = dyn_cast<MemberExpr>(E);
        Member && !Member->isArrow())
      E = Member->getBase();
    else if (const auto *At = dyn_cast<ArraySubscriptExpr>(E);
             At && At->getBase()->IgnoreImpCasts()->getType()->isArrayType())
      E = At->getBase();
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && !V->getType()->isReferenceType() &&
         (V->hasLocalStorage() || V->hasAttr<CUDASharedAttr>());
}

/// An atomic that moves its number on: whoever asks again and again gets
/// another answer, as one who takes tickets does.
bool addsOne(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || Call->getNumArgs() < 2)
    return false;
  const llvm::StringRef Name = F->getName();
  if (!Name.starts_with("atomicAdd") && !Name.starts_with("atomicSub"))
    return false;
  Expr::EvalResult By;
  return Call->getArg(1)->EvaluateAsInt(By, F->getASTContext()) &&
         By.Val.getInt() != 0;
}

bool isOfAtomicClass(const CallExpr *Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getCalleeDecl());
  const IdentifierInfo *Name =
      Method ? Method->getParent()->getIdentifier() : nullptr;
  return Name && Name->getName().contains("atomic");
}

/// \p S by itself reads what other blocks write, as it is at that moment.
bool isPoll(const Stmt *S) {
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    const std::string Text = asmText(*Asm);
    const llvm::StringRef T = Text;
    return Asm->isVolatile() && !T.contains(".shared") &&
           !T.contains("mbarrier") && (T.contains("ld.") || T.contains("atom"));
  }
  if (isa<AtomicExpr>(S))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return false;
    return (classifyCallee(F) == CallKind::Atomic && !addsOne(Call)) ||
           (F->getIdentifier() && F->getName().starts_with("__ldcv")) ||
           isOfAtomicClass(Call);
  }
  const auto *E = dyn_cast<Expr>(S);
  return E && E->isGLValue() && E->getType().isVolatileQualified() &&
         !isOfBlock(E);
}

bool readsMemory(const Stmt *S) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  return Cast && Cast->getCastKind() == CK_LValueToRValue &&
         !Cast->getSubExpr()->getType().isConstQualified() &&
         !isOfBlock(Cast->getSubExpr());
}

class WaitFinder {
public:
  explicit WaitFinder(const Stmt *Function) : Function(Function) {}

  const Stmt *find() { return find(Function); }

private:
  const Stmt *find(const Stmt *S) {
    if (!S)
      return nullptr;
    if (isLoopStatement(S) && isWait(S))
      return S;
    for (const Stmt *Child : S->children())
      if (const Stmt *Found = find(Child))
        return Found;
    // A loop made of jumps.
    const auto *Jump = dyn_cast<GotoStmt>(S);
    const LabelStmt *To = Jump ? Jump->getLabel()->getStmt() : nullptr;
    return To && To->getBeginLoc() < Jump->getBeginLoc() &&
                   has(Function, isPoll)
               ? S
               : nullptr;
  }

  using Predicate = bool (*)(const Stmt *);

  /// In \p S, and in the functions that it calls.
  bool has(const Stmt *S, Predicate Is,
           llvm::SmallPtrSetImpl<const Decl *> &Seen) const {
    if (!S)
      return false;
    if (Is(S))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *F = Call->getDirectCallee();
          F && !isSystem(F) && F->hasBody(F) && Seen.insert(F).second &&
          has(F->getBody(), Is, Seen))
        return true;
    return llvm::any_of(
        S->children(), [&](const Stmt *Child) { return has(Child, Is, Seen); });
  }

  bool has(const Stmt *S, Predicate Is) const {
    llvm::SmallPtrSet<const Decl *, 8> Seen;
    return has(S, Is, Seen);
  }

  static bool leaves(const Stmt *S) {
    return S && (isa<BreakStmt, ReturnStmt, GotoStmt>(S) ||
                 llvm::any_of(S->children(), leaves));
  }

  /// What decides whether the loop ends.
  void addDeciders(const Stmt *S) {
    if (!S)
      return;
    if (const auto *If = dyn_cast<IfStmt>(S);
        If && (leaves(If->getThen()) || leaves(If->getElse())))
      Deciders.push_back(If->getCond());
    for (const Stmt *Child : S->children())
      addDeciders(Child);
  }

  bool isWait(const Stmt *Loop) {
    Deciders.clear();
    const Stmt *Head[] = {nullptr, nullptr};
    if (const auto *For = dyn_cast<ForStmt>(Loop)) {
      Head[0] = For->getCond();
      Head[1] = For->getInc();
    } else if (const auto *While = dyn_cast<WhileStmt>(Loop)) {
      Head[0] = While->getCond();
    } else if (const auto *Do = dyn_cast<DoStmt>(Loop)) {
      Head[0] = Do->getCond();
    } else {
      return false; // over a range: as long as that is
    }
    if (Head[0])
      Deciders.push_back(Head[0]);
    addDeciders(loopBody(Loop));
    llvm::SmallPtrSet<const VarDecl *, 8> Variables;
    for (const Stmt *Each : Deciders)
      forEachUse(Each, [&](const VariableUse &U) { Variables.insert(U.Var); });
    auto MovesOn = [&](const Stmt *S) {
      return llvm::any_of(Variables,
                          [&](const VarDecl *V) { return movesOn(S, V); });
    };
    if (MovesOn(Head[0]) || MovesOn(Head[1]) || bodyMovesOn(Loop, MovesOn))
      return false;
    return has(Loop, isPoll) || (llvm::none_of(Variables,
                                               [&](const VarDecl *V) {
                                                 return isChanged(Loop, V);
                                               }) &&
                                 llvm::any_of(Deciders, [&](const Stmt *Each) {
                                   return has(Each, readsMemory);
                                 }));
  }

  /// In every iteration: not under a condition.
  template <typename Moves>
  static bool bodyMovesOn(const Stmt *Loop, const Moves &MovesOn) {
    const Stmt *Body = loopBody(Loop);
    const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
    if (!Block)
      return MovesOn(Body);
    return llvm::any_of(Block->body(), [&](const Stmt *Unit) {
      return !isa<IfStmt>(Unit) && !isLoopStatement(Unit) && MovesOn(Unit);
    });
  }

  /// \p S gives \p V another value, which is made of nothing that other blocks
  /// write.
  bool movesOn(const Stmt *S, const VarDecl *V) const {
    if (!S || !V->getType()->isScalarType() ||
        V->getType().isVolatileQualified() || has(S, isPoll))
      return false;
    bool Is = false;
    forEachUse(S, [&](const VariableUse &U) {
      Is |= U.Var == V &&
            (U.Kind == UseKind::Update || U.Kind == UseKind::Assign);
    });
    return Is;
  }

  const Stmt *Function;
  std::vector<const Stmt *> Deciders;
};

} // namespace

const Stmt *
findWaitForBlock(const std::vector<const FunctionDecl *> &Functions) {
  for (const FunctionDecl *F : Functions)
    if (const Stmt *Found = WaitFinder(F->getBody()).find())
      return Found;
  return nullptr;
}

} // namespace pipeline_rewrite
