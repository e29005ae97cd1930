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
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"

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
    if (const auto *Of = dyn_cast<UnaryOperator>(S);
        Of && Of->getOpcode() == UO_AddrOf)
      Addressed.insert(Of->getSubExpr()->IgnoreParens());
    if (const auto *E = dyn_cast<Expr>(S))
      return isMade(E) || isSharedPlace(E);
    if (const auto *With = dyn_cast<AttributedStmt>(S))
      return llvm::all_of(With->getAttrs(),
                          [](const Attr *A) { return isa<LoopHintAttr>(A); });
    return !isa<WhileStmt, DoStmt, GotoStmt, CXXForRangeStmt, AsmStmt>(S);
  }

  /// Is no access to an object, and calls nothing that is one of these.
  bool isMade(const Expr *E) {
    if (isa<LambdaExpr>(E))
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      // What is promised of the block's own threads need not be true.
      return Callee && Callee->getBuiltinID() != Builtin::BI__builtin_assume &&
             Callee->getBuiltinID() != Builtin::BI__builtin_unreachable &&
             isPlain(Callee);
    }
    if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
      return isPlain(Made->getConstructor());
    const auto *Of = dyn_cast<UnaryOperator>(E);
    const auto *Member = dyn_cast<MemberExpr>(E);
    return Addressed.contains(E) || !(isa<ArraySubscriptExpr>(E) ||
                                      (Of && Of->getOpcode() == UO_Deref) ||
                                      (Member && Member->isArrow()));
  }

  /// Leads to the same element in every thread, or to an array of an array.
  bool isSharedPlace(const Expr *E) const {
    const auto *Index = dyn_cast<ArraySubscriptExpr>(E);
    if (Index && E->getType()->isArrayType())
      return true;
    const Expr *To = nullptr;
    if (const auto *Of = dyn_cast<UnaryOperator>(E))
      To = Of->getSubExpr();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      To = Member->getBase();
    if (To)
      return Threads.isUniform(To);
    for (; Index; Index = dyn_cast<ArraySubscriptExpr>(To)) {
      if (!Threads.isUniform(Index->getIdx()))
        return false;
      To = Index->getBase()->IgnoreParenImpCasts();
      if (!To->getType()->isArrayType())
        return Threads.isUniform(Index->getBase());
    }
    return To != nullptr;
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
  llvm::SmallPtrSet<const Expr *, 4> Addressed; ///< not accessed themselves
};

} // namespace

Answer canStandBeside(const LoopFacts &Facts) {
  return Bystanders(Facts).ask();
}

} // namespace pipeline_rewrite
