//===- WaitedCopies.cpp - Asynchronous copies that are waited for at once -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Sync/WaitedCopies.h"
#include "Ast/Loops.h"
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What a thread has in flight, by the pipeline or barrier that it is counted
/// by.
struct InFlight {
  bool Started = false; ///< a copy that no group has yet
  bool Arrived = false; ///< at a barrier that is not waited for yet
  unsigned Closed = 0;  ///< groups

  bool any() const { return Started || Arrived || Closed; }
  bool operator==(const InFlight &O) const {
    return Started == O.Started && Arrived == O.Arrived && Closed == O.Closed;
  }
};

/// Follows the copies of a function up to the end of an iteration.
class CopyFlow {
public:
  explicit CopyFlow(const LoopAnalysis &A) : A(A) {}

  std::optional<std::vector<AsyncAt>> run() {
    // What a caller has in flight is not seen.
    if (!A.K.Function->hasAttr<CUDAGlobalAttr>() ||
        !reach(A.K.Function->getBody()) || any())
      return std::nullopt;
    Found.clear();
    InLoop = true;
    for (unsigned I = 0; I < A.K.Units.size(); ++I) {
      // A loop with barriers is judged by itself.
      if (A.isInnerLoopWithBarriers(I) && A.UnitEffects[I].Async)
        return std::nullopt;
      visit(A.K.Units[I]);
    }
    const bool Copies = llvm::any_of(Found, [](const AsyncAt &Each) {
      return Each.Is.Step == AsyncStep::Copy ||
             Each.Is.Step == AsyncStep::GroupCopy;
    });
    return IsKnown && !Overlaps && !any() && Copies && releases()
               ? std::optional(std::move(Found))
               : std::nullopt;
  }

private:
  using State = llvm::MapVector<const VarDecl *, InFlight>;

  bool any() const {
    return llvm::any_of(Now,
                        [](const auto &Each) { return Each.second.any(); });
  }

  /// Two ways lead here.
  void join(const State &Other) {
    for (const auto &[Of, There] : Other) {
      InFlight &Here = Now[Of];
      // Of a pipeline the oldest group is waited for: which one that is must be
      // known.
      IsKnown &= !Of || Here.Closed == There.Closed;
      Here.Started |= There.Started;
      Here.Arrived |= There.Arrived;
      Here.Closed = std::max(Here.Closed, There.Closed);
    }
  }

  /// A pipeline of the block is a barrier where its stages are given back.
  bool releases() const {
    return llvm::all_of(Found, [&](const AsyncAt &Open) {
      return Open.Is.Step != AsyncStep::Open || !Open.Is.OfBlock ||
             llvm::any_of(Found, [&](const AsyncAt &Each) {
               return Each.Is.Step == AsyncStep::Release &&
                      Each.Is.Of == Open.Is.Of &&
                      llvm::is_contained(A.K.Units, Each.At);
             });
    });
  }

  /// Visits what runs before the loop; false if \p S does not lead to it.
  bool reach(const Stmt *S) {
    if (S == A.K.Loop || S == A.K.Whole)
      return true;
    if (!S || !contains(S, A.K.Loop))
      return false;
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Each : Block->body()) {
        if (contains(Each, A.K.Loop))
          return reach(Each);
        visit(Each);
      }
      return false;
    }
    if (isLoopStatement(S)) {
      // What an iteration leaves in flight.
      visit(S);
      return reach(loopBody(S));
    }
    if (const auto *If = dyn_cast<IfStmt>(S))
      return reach(If->getThen()) || reach(If->getElse());
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      return reach(Attributed->getSubStmt());
    return false;
  }

  void visit(const Stmt *S) {
    if (!S)
      return;
    if (S->getBeginLoc().isMacroID() && !isa<IfStmt>(S) && step(S))
      return;
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Each : Block->body())
        visit(Each);
      return;
    }
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      return visit(Attributed->getSubStmt());
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      other(If->getCond());
      const State Before = Now;
      visit(If->getThen());
      State Then = std::exchange(Now, Before);
      visit(If->getElse());
      return join(Then);
    }
    if (isLoopStatement(S)) {
      const Stmt *Body = loopBody(S);
      for (const Stmt *Child : S->children())
        if (Child && Child != Body)
          other(Child);
      for (unsigned Times = 0; Times < 2; ++Times) {
        const State Before = Now;
        visit(Body);
        join(Before);
      }
      return;
    }
    if (!step(S))
      other(S);
  }

  /// Not one of the steps.
  void other(const Stmt *S) {
    if (!S)
      return;
    const Effects E = A.Collector.collect(S);
    IsKnown &= !E.Async || isMade(S);
    IsKnown &= !any() || !isa<BreakStmt, ContinueStmt, GotoStmt, ReturnStmt>(S);
    Overlaps |= InLoop && any() && E.reads(Space::Shared) && !isAddress(S);
  }

  /// Asks where something is, not what it is.
  bool isAddress(const Stmt *S) const {
    const auto *D = dyn_cast<DeclStmt>(S);
    const auto *V = D && D->isSingleDecl()
                        ? dyn_cast<VarDecl>(D->getSingleDecl())
                        : nullptr;
    return V && V->hasInit() && isSharedAddress(V->getInit(), A.Context);
  }

  /// A pipeline or barrier gets its beginning: nothing is in flight.
  static bool isMade(const Stmt *S) {
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::all_of(D->decls(), [](const Decl *Each) {
        const auto *V = dyn_cast<VarDecl>(Each);
        return V && V->getType()->isRecordType();
      });
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->getIdentifier() && F->getName() == "init";
  }

  bool step(const Stmt *S) {
    const auto Read = readAsync(S, A.Context);
    if (!Read)
      return false;
    if (llvm::none_of(Found, [&](const AsyncAt &E) { return E.At == S; }))
      Found.push_back({S, *Read});
    InFlight &Of = Now[Read->Of];
    switch (Read->Step) {
    case AsyncStep::Copy:
    case AsyncStep::GroupCopy:
      Of.Started |= !Read->Commits;
      Of.Closed |= Read->Commits;
      break;
    case AsyncStep::Commit:
      // The oldest group of a pipeline may be empty.
      if (Read->Of)
        ++Of.Closed;
      else
        Of.Closed |= Of.Started;
      Of.Started = false;
      break;
    case AsyncStep::Wait:
      IsKnown &= !Read->Of || Of.Closed == 1;
      Of.Closed = 0;
      break;
    case AsyncStep::WaitAll:
      Of = {};
      break;
    case AsyncStep::Arrive:
      IsKnown &= !Of.Arrived;
      Of.Arrived = true;
      break;
    case AsyncStep::Open:
    case AsyncStep::Release:
      break;
    }
    return true;
  }

  const LoopAnalysis &A;
  State Now;
  std::vector<AsyncAt> Found;
  bool InLoop = false, IsKnown = true, Overlaps = false;
};

} // namespace

std::optional<std::vector<AsyncAt>> findWaitedCopies(const LoopAnalysis &A) {
  return CopyFlow(A).run();
}

} // namespace pipeline_rewrite
