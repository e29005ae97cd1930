//===- DiscardedCode.cpp - Branches that every instance discards ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/DiscardedCode.h"
#include "Analyse/LoopReach.h"
#include "Analyse/Sync/BarrierChoice.h"
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Ast/ChosenBranch.h"
#include "Ast/Loops.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Places = llvm::DenseSet<SourceLocation>;

/// Where the branches begin that an instance takes.
void findTaken(const Stmt *S, Places &Taken) {
  forEachBelow<IfStmt>(S, [&](const IfStmt *If) {
    if (If->isConstexpr())
      if (const auto Branch = chosenBranch(If); Branch && *Branch)
        Taken.insert((*Branch)->getBeginLoc());
  });
}

/// The outermost branches below \p S, of a template, that are not among them.
void findDiscarded(const Stmt *S, const Places &Taken,
                   llvm::SmallVectorImpl<const Stmt *> &Out) {
  if (!S)
    return;
  const auto *If = dyn_cast<IfStmt>(S);
  for (const Stmt *Child : S->children()) {
    const bool IsBranch = If && If->isConstexpr() && Child &&
                          (Child == If->getThen() || Child == If->getElse());
    if (IsBranch && !Taken.contains(Child->getBeginLoc()))
      Out.push_back(Child);
    else
      findDiscarded(Child, Taken, Out);
  }
}

const Stmt *findLeaving(const Stmt *S, bool InLoop) {
  const Stmt *Out = findWayOut(S, InLoop, InLoop);
  return Out ? Out : findLabel(S);
}

/// Variables by where they are declared: a template's tree has declarations of
/// its own.
struct LoadPlaces {
  Places Known, Written;

  explicit LoadPlaces(const LoadVariables &Variables) {
    for (const VarDecl *V : Variables.Known)
      Known.insert(V->getLocation());
    for (const VarDecl *V : Variables.Written)
      Written.insert(V->getLocation());
  }
};

/// The operand that \p S gives another value, or whose address it takes.
const Expr *maybeChangedBy(const Stmt *S) {
  const auto *U = dyn_cast<UnaryOperator>(S);
  return U && U->getOpcode() == UO_AddrOf ? U->getSubExpr() : changedBy(S);
}

/// One of \p Variables that \p E is, or is a part of.
const DeclRefExpr *namedIn(const Expr *E, const Places &Variables) {
  if (!E)
    return nullptr;
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Variables.contains(Ref->getDecl()->getLocation()) ? Ref : nullptr;
  if (const auto *Part = dyn_cast<MemberExpr>(E))
    return namedIn(Part->getBase(), Variables);
  if (const auto *Part = dyn_cast<CXXDependentScopeMemberExpr>(E))
    return Part->isImplicitAccess() ? nullptr
                                    : namedIn(Part->getBase(), Variables);
  if (const auto *Part = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Part->getBase()->IgnoreParenImpCasts();
    return Base->getType()->isPointerType() ? nullptr
                                            : namedIn(Base, Variables);
  }
  if (const auto *Either = dyn_cast<ConditionalOperator>(E)) {
    const DeclRefExpr *Found = namedIn(Either->getTrueExpr(), Variables);
    return Found ? Found : namedIn(Either->getFalseExpr(), Variables);
  }
  return nullptr;
}

/// A variable of \p Variables that a reference declared in \p S is bound to.
const DeclRefExpr *boundIn(const Stmt *S, const Places &Variables) {
  if (const auto *Declares = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declares->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->getType()->isReferenceType())
        if (const auto *Found = namedIn(V->getInit(), Variables))
          return Found;
  return nullptr;
}

/// A use below \p S that wants more than a value that stays.
const DeclRefExpr *findWrong(const Stmt *Root, const LoadPlaces &Variables) {
  const DeclRefExpr *Found = nullptr;
  findBelow(Root, [&](const Stmt *S) {
    Found = namedIn(maybeChangedBy(S), Variables.Known);
    if (!Found)
      Found = namedIn(dyn_cast<Expr>(S), Variables.Written);
    if (!Found)
      Found = boundIn(S, Variables.Known);
    if (const auto *Call = dyn_cast<CallExpr>(S)) // perhaps by reference
      for (const Expr *Argument : Call->arguments())
        if (!Found)
          Found = namedIn(Argument, Variables.Known);
    return Found != nullptr;
  });
  return Found;
}

/// The loop of the template that \p K is an instance of.
const Stmt *loopOfTemplate(const Stmt *Body, const KLoop &K) {
  return findBelow(Body, [&](const Stmt *S) {
    return isLoopStatement(S) && S->getBeginLoc() == K.Loop->getBeginLoc();
  });
}

/// Nothing, or a barrier that all threads come to in all of its instances.
bool isHarmless(const Stmt *Branch) {
  const Stmt *S = onlyStatement(Branch);
  return !S || isToolkitBarrier(S);
}

class DiscardedRules {
public:
  DiscardedRules(const KLoopSite &Site, const LoopFacts &Facts,
                 const SourceUnit &Unit)
      : Site(Site), Unit(Unit), Variables(LoadVariables(Facts)) {}

  std::optional<Refusal> run() const {
    Places Taken;
    FunctionSet Called;
    for (const KLoop &Each : Site.Instances) {
      findTaken(Each.Function->getBody(), Taken);
      addCalled(Each.Loop, Called);
    }
    Places TakenThere;
    for (const FunctionDecl *F : Called)
      findTaken(F->getBody(), TakenThere);
    for (const FunctionDecl *F : Called)
      if (const FunctionDecl *Of = F->getTemplateInstantiationPattern())
        if (const Stmt *S = findHarm(Of->getBody(), TakenThere))
          return no(RefusalId::UnseenReference,
                    "every instance discards a branch of '" +
                        F->getNameAsString() + "', which it calls",
                    S);
    const KLoop &K = Site.Instances.front();
    const FunctionDecl *Pattern = K.Function->getTemplateInstantiationPattern();
    if (!Pattern)
      return std::nullopt;
    if (auto R = refuseInLoop(loopOfTemplate(Pattern->getBody(), K), Taken))
      return R;
    llvm::SmallVector<const Stmt *, 4> Discarded;
    findDiscarded(Pattern->getBody(), Taken, Discarded);
    for (const Stmt *S : Discarded) {
      if (const DeclRefExpr *Use = findWrong(S, Variables))
        return refuseUse(Use);
      if (const Stmt *Jump = findLeaving(S, /*InLoop=*/true))
        return no(RefusalId::EarlyExit,
                  "threads of an instance that is not here can end before the "
                  "others",
                  Jump);
    }
    return std::nullopt;
  }

private:
  static const Stmt *findHarm(const Stmt *Body, const Places &Taken) {
    llvm::SmallVector<const Stmt *, 4> Discarded;
    findDiscarded(Body, Taken, Discarded);
    auto At = llvm::find_if_not(Discarded, isHarmless);
    return At == Discarded.end() ? nullptr : *At;
  }

  std::optional<Refusal> refuseInLoop(const Stmt *Loop,
                                      const Places &Taken) const {
    const Stmt *S = findHarm(Loop, Taken);
    if (!S)
      return std::nullopt;
    if (const Stmt *Jump = findLeaving(S, /*InLoop=*/false))
      return no(RefusalId::EarlyExit,
                "an instance that is not here can leave it in the middle of a "
                "tile",
                Jump);
    if (const DeclRefExpr *Use = findWrong(S, Variables))
      return refuseUse(Use);
    return no(RefusalId::UnseenReference,
              "every instance discards a branch that is more than a barrier",
              S);
  }

  Refusal refuseUse(const DeclRefExpr *Use) const {
    const bool IsWritten =
        Variables.Written.contains(Use->getDecl()->getLocation());
    return no(RefusalId::UnseenReference,
              "every instance discards a branch that " +
                  std::string(IsWritten ? "names" : "changes") + " '" +
                  Use->getDecl()->getNameAsString() + "', which " +
                  (IsWritten ? "the loads or the header give a value"
                             : "the loads need"),
              Use);
  }

  Refusal no(RefusalId Id, std::string Detail, const Stmt *At) const {
    return {Id,
            Site.Place,
            std::move(Detail),
            {{Unit.place(At->getBeginLoc()), "in this branch"}}};
  }

  const KLoopSite &Site;
  const SourceUnit &Unit;
  const LoadPlaces Variables;
};

} // namespace

std::optional<Refusal> refuseDiscarded(const KLoopSite &Site,
                                       llvm::ArrayRef<LoopFacts> Facts,
                                       const SourceUnit &Unit) {
  return DiscardedRules(Site, Facts.front(), Unit).run();
}

} // namespace pipeline_rewrite
