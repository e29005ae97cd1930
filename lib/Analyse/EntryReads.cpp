//===- EntryReads.cpp - What the loop's first barrier makes visible -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first tile's loads run in front of the first barrier of the loop, those
// of all others behind it: they may read what other threads of the block write
// in front of the loop. A prologue that loads several tiles at once has no
// barrier between the tiles.
//===----------------------------------------------------------------------===//
#include "Analyse/LoopAnalysis.h"
#include "Ast/Parents.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class EntryReads {
public:
  explicit EntryReads(const LoopAnalysis &A) : A(A) {
    for (unsigned I = 0; I < A.Facts.Units.size(); ++I)
      if (A.Facts.Units[I].isLoadSide())
        add(A.UnitEffects[I]);
    add(A.Condition);
    add(A.Increment);
  }

  Answer find() {
    const Stmt *Body = A.K.Function->getBody();
    if (Reads.empty() || A.Facts.barrierOnTop())
      return Answer::yes();
    if (const Stmt *Label = findLabel(Body))
      return {"ways to the loop are not followed", Label->getBeginLoc()};
    if (!findIn(Body))
      return {"what stands around the loop is not understood",
              A.K.Loop->getBeginLoc()};
    if (!IsBarred && !A.K.Function->hasAttr<CUDAGlobalAttr>())
      fail("they may read what callers of the function write with no barrier "
           "in between",
           A.K.Loop);
    return std::move(Found);
  }

private:
  void add(const Effects &E) {
    for (const Access &Acc : E.Accesses)
      if (Acc.Read && Acc.Where != Space::Constant)
        Reads.push_back(&Acc);
  }

  /// Where statements in front of the loop may be jumped over.
  static const Stmt *findLabel(const Stmt *S) {
    if (!S || isa<LabelStmt>(S))
      return S;
    for (const Stmt *Child : S->children())
      if (const Stmt *Found = findLabel(Child))
        return Found;
    return nullptr;
  }

  /// Asks of what runs in \p S before the loop does, in an earlier round of a
  /// loop around it as well. False if the loop is not in \p S.
  bool findIn(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (S == A.K.Loop)
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

  void askHolder(const Stmt *Holder, const Stmt *Inner) {
    for (const Stmt *Part : Holder->children())
      if (Part != Inner)
        ask(Part);
    if (!isa<ForStmt, WhileStmt, DoStmt>(Holder))
      return;
    const auto *Block = dyn_cast<CompoundStmt>(Inner);
    if (!Block || findJump(Block))
      return ask(Inner);
    const auto Way = llvm::find_if(
        Block->body(), [&](const Stmt *S) { return contains(S, A.K.Loop); });
    if (!askBackwards(partOf(Block, *Way, /*Behind=*/true)) && *Way != A.K.Loop)
      ask(*Way);
  }

  using Statements = llvm::SmallVector<const Stmt *, 16>;

  static Statements partOf(const CompoundStmt *Block, const Stmt *Inner,
                           bool Behind) {
    const auto At = llvm::find(Block->body(), Inner);
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
    const Effects E = A.Collector.collect(S);
    for (const Access &W : E.Accesses)
      for (const Access *R : Reads)
        if (W.Write && mayMeet(W, *R))
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
  llvm::SmallVector<const Access *, 16> Reads;
  Answer Found = Answer::yes();
  bool IsBarred = false; ///< all ways pass a barrier behind what is asked
};

} // namespace

Answer canLoadSeveral(const LoopAnalysis &A) { return EntryReads(A).find(); }

} // namespace pipeline_rewrite
