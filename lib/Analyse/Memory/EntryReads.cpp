//===- EntryReads.cpp - What the loop's first barrier makes visible -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first tile's loads run in front of the first barrier of the loop, those
// of all others behind it: they may read what other threads of the block write
// in front of the loop, or in front of the call of its function. A prologue
// that loads several tiles at once has no barrier between the tiles.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopQuestions.h"
#include "Analyse/Memory/Callers.h"
#include "Ast/Loops.h"
#include "Ast/Parents.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Calls, each in the body that the one before runs: the last one runs the
/// loop's function.
using CallChain = llvm::SmallVector<const CallExpr *, 4>;

/// Asks one function: that of the loop, or one that calls it.
class EntryReads {
public:
  explicit EntryReads(const LoopAnalysis &A)
      : EntryReads(A, A.K.Function, A.Collector, {}) {}

  Answer find() {
    const Stmt *Body = Function->getBody();
    if (Reads.empty() || A.Facts.barrierOnTop())
      return Answer::yes();
    // Statements in front of the loop may be jumped over.
    if (const Stmt *Label = findLabel(Body))
      return {"ways to the loop are not followed", Label->getBeginLoc()};
    if (!Way.empty())
      for (const Expr *Argument : Way.front()->arguments())
        ask(Argument);
    if (!findIn(Body))
      return {"what stands around the loop is not understood",
              A.K.Loop->getBeginLoc()};
    if (!IsBarred && !Function->hasAttr<CUDAGlobalAttr>())
      askCallers();
    return std::move(Found);
  }

private:
  EntryReads(const LoopAnalysis &A, const FunctionDecl *Function,
             EffectsCollector &Collector, CallChain Way)
      : A(A), Function(Function), Collector(Collector), Way(std::move(Way)),
        Inner(this->Way.empty() ? A.K.Loop : this->Way.front()) {
    addReads(this->Way);
  }

  /// As the function sees what the loop's own names stand for.
  void addReads(llvm::ArrayRef<const CallExpr *> Through) {
    if (!Through.empty()) {
      InCallee Entered(Collector, Through.front());
      return addReads(Through.drop_front());
    }
    for (const LoopUnit &U : A.Facts.Units)
      if (U.isLoadSide())
        add(U.S);
    add(A.K.Condition);
    add(A.K.increment());
  }

  void add(const Stmt *S) {
    for (const Access &Acc : Collector.collect(S).Accesses)
      if (Acc.Read && Acc.Where != Space::Constant)
        Reads.push_back(Acc);
  }

  /// No way through the function passes a barrier.
  void askCallers() {
    const auto Calls = findAllCalls(Function);
    if (!Calls || Way.size() == MostCallers)
      return fail("they may read what callers of the function write with no "
                  "barrier in between",
                  Inner);
    for (const CallInView &Each : *Calls) {
      if (!Each.Caller)
        return fail("a call of the function is not followed", Each.Call);
      if (Each.Caller->isDependentContext()) // its instances are asked
        continue;
      EffectsCollector Own(Each.Caller, nullptr);
      for (const ParmVarDecl *P : findGlobalParameters(Each.Caller))
        Own.addGlobal(P);
      CallChain Longer = Way;
      Longer.insert(Longer.begin(), Each.Call);
      Found.also(EntryReads(A, Each.Caller, Own, std::move(Longer)).find());
    }
  }

  /// Asks of what runs in \p S before the loop does, in an earlier round of a
  /// loop around it as well. False if the loop is not in \p S.
  bool findIn(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (S == Inner)
      return true;
    for (const Stmt *Child : S->children()) {
      if (!findIn(Child))
        continue;
      if (isa<SwitchStmt>(S))
        fail("a switch may jump over what stands in front of the loop", S);
      if (IsBarred)
        return true;
      if (const auto *Block = dyn_cast<CompoundStmt>(S))
        IsBarred = askBackwards(partOf(Block, Child, /*Behind=*/false));
      else
        askHolder(S, Child);
      return true;
    }
    return false;
  }

  void askHolder(const Stmt *Holder, const Stmt *Holding) {
    for (const Stmt *Part : Holder->children())
      if (Part != Holding)
        ask(Part);
    if (!isa<ForStmt, WhileStmt, DoStmt>(Holder))
      return;
    const auto *Block = dyn_cast<CompoundStmt>(Holding);
    if (!Block || findJump(Block))
      return ask(Holding);
    const auto Within = llvm::find_if(
        Block->body(), [&](const Stmt *S) { return contains(S, Inner); });
    if (!askBackwards(partOf(Block, *Within, /*Behind=*/true)) &&
        *Within != Inner)
      ask(*Within);
  }

  using Statements = llvm::SmallVector<const Stmt *, 16>;

  static Statements partOf(const CompoundStmt *Block, const Stmt *Holding,
                           bool Behind) {
    const auto At = llvm::find(Block->body(), Holding);
    return Behind ? Statements(std::next(At), Block->body_end())
                  : Statements(Block->body_begin(), At);
  }

  /// Gives: a barrier ended it.
  bool askBackwards(const Statements &Part) {
    for (const Stmt *Each : llvm::reverse(Part)) {
      if (isBlockBarrier(Each))
        return true;
      ask(Each);
    }
    return false;
  }

  void ask(const Stmt *S) {
    if (!S || Found.isNo())
      return;
    const Effects E = Collector.collect(S);
    for (const Access &W : E.Accesses)
      for (const Access &R : Reads)
        if (W.Write && mayMeet(W, R))
          return fail("they may read what is written before the loop with no "
                      "barrier in between",
                      W.At);
    const Stmt *Anything = E.anything();
    for (const Stmt *Unknown :
         {E.UnknownCall, E.UnknownAsm, E.UnknownConstruct, Anything})
      if (Unknown)
        return fail("they may read what is written before the loop, where not "
                    "all is understood",
                    Unknown);
  }

  bool mayMeet(const Access &W, const Access &R) const {
    if (W.Where == Space::Shared && R.Where == Space::Shared)
      return !W.Root || !R.Root || mayBeOneArray(A, W.Root, R.Root);
    if ((W.Where == Space::Shared) != (R.Where == Space::Shared))
      return W.Where == Space::Unknown || R.Where == Space::Unknown;
    return !A.Asked.NoAlias && !A.cannotMeet(W, R);
  }

  void fail(const char *Why, const Stmt *At) {
    Found.also({Why, At->getBeginLoc()});
  }

  const LoopAnalysis &A;
  const FunctionDecl *Function;
  EffectsCollector &Collector;
  const CallChain Way;
  const Stmt *Inner; ///< the loop, or the call that leads to it
  llvm::SmallVector<Access, 16> Reads;
  Answer Found = Answer::yes();
  bool IsBarred = false; ///< all ways pass a barrier behind what is asked
};

} // namespace

Answer canLoadSeveral(const LoopAnalysis &A) { return EntryReads(A).find(); }

} // namespace pipeline_rewrite
