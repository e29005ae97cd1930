//===- LoadSide.cpp - What goes away when a loop is plain -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Mentions.h"
#include "Ast/Parents.h"
#include "Ast/VariableUses.h"
#include "Lint/PipelineEvents.h"
#include "Match/DeviceFunctions.h"
#include "Undo/Divider.h"

using namespace clang;

namespace pipeline_rewrite::undo {

bool Divider::isLoad(const Stmt *S) {
  if (isa<NullStmt>(S) || isBlockBarrier(S))
    return true;
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return isLoad(A->getSubStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Each) { return isLoad(Each); });
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::all_of(D->decls(), [&](const Decl *Each) {
      const auto *V = dyn_cast<VarDecl>(Each);
      return V && Out.Ahead.contains(V) && !readsTiles(D);
    });
  const std::vector<PipelineEvent> Events = eventsOf(S, Out.context());
  const auto Has = [&](EventKind Kind) {
    return llvm::any_of(Events,
                        [&](const PipelineEvent &E) { return E.Kind == Kind; });
  };
  if (Has(EventKind::Opaque) || Has(EventKind::Read))
    return false;
  if (const auto *If = dyn_cast<IfStmt>(S))
    if (!If->getInit() && !If->getConditionVariable() &&
        isLoad(If->getThen()) && (!If->getElse() || isLoad(If->getElse())))
      return true;
  if (const auto *For = dyn_cast<ForStmt>(S); For && Has(EventKind::Commit))
    return isLoad(For->getBody());
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && (Has(EventKind::Commit) || Has(EventKind::Wait)))
    return true;
  if (Has(EventKind::Commit) || Has(EventKind::Wait))
    return false;
  if (isWarpSync(S))
    return true;
  const Effects E = Collector.collect(S);
  if (Has(EventKind::Barrier) || E.Barrier || E.OtherBarrier || E.Fence ||
      E.WarpSync || E.Moment || E.Volatile || E.anything() ||
      E.UnknownConstruct || (!Has(EventKind::Copy) && E.reads(Space::Shared)))
    return false;
  bool Fills = false;
  for (const PipelineEvent &Each : Events)
    if (Each.Kind == EventKind::Write || Each.Kind == EventKind::Copy) {
      if (!Out.Tiles.count(Each.Element.Array))
        return false;
      Fills = true;
    }
  for (const Access &Acc : E.Accesses)
    if (Acc.Write && !(Acc.Where == Space::Shared && Acc.Root &&
                       Out.Tiles.count(Acc.Root) && Fills))
      return false;
  bool Sets = false;
  for (const VarDecl *V : E.Writes)
    if (Out.Ahead.contains(V))
      Sets = true;
    else if (!contains(S, declarationOf(V, S)))
      return false;
  return (Fills || Sets) && isa<Expr, ForStmt, IfStmt>(S);
}

const Stmt *Divider::declarationOf(const VarDecl *V, const Stmt *In) {
  const Stmt *Found = nullptr;
  forEach<DeclStmt>(In, [&](const DeclStmt *D) {
    if (llvm::is_contained(D->decls(), V))
      Found = D;
  });
  return Found;
}

bool Divider::readsTiles(const Stmt *S) {
  const Effects E = Collector.collect(S);
  return E.reads(Space::Shared) || E.writes(Space::Shared) || E.anything() ||
         E.Async;
}

bool Divider::isWarpSync(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName() == "__syncwarp" &&
         isSystem(F) &&
         (Call->getNumArgs() == 0 ||
          llvm::all_of(Call->arguments(), [](const Expr *A) {
            return isa<CXXDefaultArgExpr>(A);
          }));
}

bool Divider::mentionsAny(const Stmt *S) {
  return mentionsTiles(S) || llvm::any_of(Out.Ahead, [&](const VarDecl *V) {
           return findMention(S, V) != nullptr;
         });
}

bool Divider::isFreeDeclaration(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::all_of(D->decls(), [&](const Decl *Each) {
           const auto *V = dyn_cast<VarDecl>(Each);
           return V && Out.Ahead.contains(V) &&
                  (!V->getInit() ||
                   V->getInit()->isIntegerConstantExpr(Out.context()));
         });
}

bool Divider::divide(bool IsPlain) {
  bool Fills = false, Computes = false;
  for (const Stmt *S : K.Units) {
    bool NamesMore = false; // than variables
    forEach<DeclStmt>(S, [&](const DeclStmt *D) {
      for (const Decl *Each : D->decls())
        NamesMore |= !isa<VarDecl>(Each);
    });
    if (NamesMore)
      return no(RefusalId::HandStatement, "its body declares a type", S);
    Out.IsLoad.push_back(isLoad(S));
    if (!Out.IsLoad.back()) {
      Computes = true;
      if (K.ConditionalBarrier && contains(S, K.ConditionalBarrier))
        return no(RefusalId::HandBarrier, "a barrier stands under a condition",
                  K.ConditionalBarrier);
      if (isChanged(S, Out.Counter.Var))
        return no(RefusalId::HandVariable, "its body changes its counter", S);
      for (const PipelineEvent &E : eventsOf(S, Out.context()))
        if (E.Kind == EventKind::Copy || E.Kind == EventKind::Commit ||
            E.Kind == EventKind::Wait)
          return no(RefusalId::HandStatement,
                    "copies start or are waited for beside the computation",
                    E.At);
    } else if (Collector.collect(S).writes(Space::Shared) ||
               Collector.collect(S).Async) {
      Fills = true;
    }
  }
  if (!Fills || !Computes)
    return no(RefusalId::HandStatement,
              "which statements fill its tiles is not seen");
  return IsPlain || divideBefore();
}

bool Divider::divideBefore() {
  std::vector<const Stmt *> All;
  for (const Stmt *S : Out.Around->body()) {
    if (S == K.Whole || S == K.Loop)
      break;
    All.push_back(S);
  }
  size_t First = 0;
  while (First < All.size() &&
         !(isLoad(All[First]) && !isBlockBarrier(All[First]) &&
           !isa<NullStmt>(All[First]) && !isFreeDeclaration(All[First])))
    ++First;
  for (size_t I = 0; I < First; ++I)
    if (isFreeDeclaration(All[I]))
      Out.Before.push_back(All[I]);
  for (size_t I = First; I < All.size(); ++I) {
    if (isLoad(All[I]) && !isa<NullStmt>(All[I])) {
      Out.Before.push_back(All[I]);
      continue;
    }
    const Effects E = Collector.collect(All[I]);
    const bool Declares = isa<DeclStmt>(All[I]);
    if (!E.isPure() || E.anything() || E.WarpSync || E.Async || E.Moment ||
        E.UnknownConstruct || mentionsTiles(All[I]) ||
        (!Declares && mentionsAny(All[I])) ||
        llvm::any_of(E.Accesses, [](const Access &A) {
          return A.Write || A.Where == Space::Shared;
        }))
      return no(RefusalId::HandStatement,
                "a statement between its first load and the loop does more "
                "than to set variables of its own",
                All[I]);
    Beside.push_back(All[I]);
  }
  if (First == All.size())
    return no(RefusalId::HandStatement,
              "nothing is loaded in front of the loop");
  return true;
}

bool Divider::mentionsTiles(const Stmt *S) {
  return llvm::any_of(
      Out.Tiles, [&](const auto &Each) { return findMention(S, Each.first); });
}

} // namespace pipeline_rewrite::undo
