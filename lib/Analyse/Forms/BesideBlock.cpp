//===- BesideBlock.cpp - May threads with the next numbers load the tiles? ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What such a thread computes from its number is what no thread of the source
// does: nothing may come of it but numbers that nobody uses. So in front of the
// loop, and where the loop moves on, no memory is read, and nothing but what
// all threads share says how often a loop runs, and which element of an array
// is meant. Where a box begins is made of nothing else (BoxPlace.h).
//===----------------------------------------------------------------------===//
#include "Analyse/Forms/BesideBlock.h"
#include "Analyse/Forms/LayerFinder.h"
#include "Ast/Below.h"
#include "IR/Uniformity.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class Bystanders {
public:
  explicit Bystanders(const LoopFacts &F)
      : F(F), Kernel(F.Loop->Function), Threads(Kernel) {}

  Answer ask() {
    if (const Stmt *S = LayerFinder(LayerFinder::Place).find(Kernel->getBody()))
      return {"the kernel may ask for the shape of its block",
              S->getBeginLoc()};
    for (const Stmt *S : cast<CompoundStmt>(Kernel->getBody())->body()) {
      if (S == F.Loop->Whole || S == F.Loop->Loop)
        break;
      if (Answer No = askStatement(S); No.isNo())
        return No;
    }
    for (const LoopUnit &U : F.Units)
      if (U.Advance || U.Opening)
        if (Answer No = askStatement(U.S); No.isNo())
          return No;
    Answer Header;
    for (const Stmt *S :
         {F.Loop->init(), static_cast<const Stmt *>(F.Loop->Condition),
          static_cast<const Stmt *>(F.Loop->increment())})
      Header.also(askStatement(S));
    return Header;
  }

private:
  Answer askStatement(const Stmt *S) {
    if (!S)
      return Answer::yes();
    for (const Access &Each : F.Collector->collect(S).Accesses)
      if (Each.Read)
        return {"memory is read that such a thread may not reach",
                S->getBeginLoc()};
    const Stmt *Own =
        findBelow(S, [&](const Stmt *Each) { return !isAlike(Each); });
    return Own ? Answer("what is done may follow from a thread's number",
                        Own->getBeginLoc())
               : Answer::yes();
  }

  /// Does nothing else, or nothing that can go wrong, in a thread of another
  /// number.
  bool isAlike(const Stmt *S) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      return For->getCond() && Threads.isUniform(For->getCond());
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(S))
      return !Index->getBase()
                  ->IgnoreParenImpCasts()
                  ->getType()
                  ->isArrayType() ||
             Threads.isUniform(Index->getIdx());
    if (const auto *Call = dyn_cast<CallExpr>(S))
      return !Call->getDirectCallee() || isPlain(Call->getDirectCallee());
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
      return isPlain(Made->getConstructor());
    return !isa<WhileStmt, DoStmt, GotoStmt, CXXForRangeStmt, LambdaExpr,
                GCCAsmStmt>(S);
  }

  /// Its body, if it has one, holds nothing of the kind.
  bool isPlain(const FunctionDecl *F) {
    const FunctionDecl *Body = nullptr;
    return isSystem(F) || !F->hasBody(Body) || !Seen.insert(Body).second ||
           !findBelow(Body->getBody(), [&](const Stmt *S) {
             return isa<ForStmt, ArraySubscriptExpr>(S) || !isAlike(S);
           });
  }

  const LoopFacts &F;
  const FunctionDecl *Kernel;
  const Uniformity Threads;
  llvm::SmallPtrSet<const FunctionDecl *, 4> Seen;
};

} // namespace

Answer canStandBeside(const LoopFacts &Facts) {
  return Bystanders(Facts).ask();
}

} // namespace pipeline_rewrite
