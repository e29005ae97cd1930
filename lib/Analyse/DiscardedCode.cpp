//===- DiscardedCode.cpp - Branches that every instance discards ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/DiscardedCode.h"
#include "Ast/Assignments.h"
#include "Ast/ChosenBranch.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Places = llvm::DenseSet<SourceLocation>;

/// Where the branches begin that an instance takes.
void findTaken(const Stmt *S, Places &Taken) {
  if (!S)
    return;
  if (const auto *If = dyn_cast<IfStmt>(S); If && If->isConstexpr())
    if (const auto Branch = chosenBranch(If); Branch && *Branch)
      Taken.insert((*Branch)->getBeginLoc());
  for (const Stmt *Child : S->children())
    findTaken(Child, Taken);
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

bool isLoop(const Stmt *S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

const Stmt *findLeaving(const Stmt *S, bool InLoop, bool InSwitch) {
  if (!S || isa<LambdaExpr>(S))
    return nullptr;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(S) ||
      (isa<ContinueStmt>(S) && !InLoop) ||
      (isa<BreakStmt>(S) && !InLoop && !InSwitch))
    return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = findLeaving(Child, InLoop || isLoop(S),
                                        InSwitch || isa<SwitchStmt>(S)))
      return Found;
  return nullptr;
}

/// Variables by where they are declared: a template's tree has declarations of
/// its own.
struct LoadVariables {
  Places Known;   ///< the loads and the header of the loop read or write them
  Places Written; ///< the loads alone give them a value

  explicit LoadVariables(const LoopFacts &Facts) {
    auto Add = [](Places &To, const auto &Set) {
      for (const VarDecl *V : Set)
        To.insert(V->getLocation());
    };
    auto AddAll = [&](const Stmt *S) {
      const Effects E = Facts.Collector->collect(S);
      Add(Known, E.Reads);
      Add(Known, E.Writes);
      return E;
    };
    for (const LoopUnit &U : Facts.Units)
      if (U.Role == UnitRole::Load)
        Add(Written, AddAll(U.S).Writes);
      else if (U.Role == UnitRole::Both) // the computation has its own
        AddAll(U.S);
    AddAll(Facts.Loop->Condition);
    AddAll(Facts.Loop->increment());
  }
};

/// The operand that \p S gives another value, or whose address it takes.
const Expr *maybeChangedBy(const Stmt *S) {
  const auto *U = dyn_cast<UnaryOperator>(S);
  return U && U->getOpcode() == UO_AddrOf ? U->getSubExpr() : changedBy(S);
}

const DeclRefExpr *namedIn(const Expr *E, const Places &Variables) {
  const auto *Ref = E ? dyn_cast<DeclRefExpr>(E->IgnoreParens()) : nullptr;
  return Ref && Variables.contains(Ref->getDecl()->getLocation()) ? Ref
                                                                  : nullptr;
}

/// A use below \p S that wants more than a value that stays.
const DeclRefExpr *findWrong(const Stmt *S, const LoadVariables &Variables) {
  if (!S)
    return nullptr;
  if (const auto *Found = namedIn(maybeChangedBy(S), Variables.Known))
    return Found;
  if (const auto *Found = namedIn(dyn_cast<Expr>(S), Variables.Written))
    return Found;
  for (const Stmt *Child : S->children())
    if (const DeclRefExpr *Found = findWrong(Child, Variables))
      return Found;
  return nullptr;
}

/// The loop of the template that \p K is an instance of.
const Stmt *loopOfTemplate(const Stmt *S, const KLoop &K) {
  if (!S || (isLoop(S) && S->getBeginLoc() == K.Loop->getBeginLoc()))
    return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *Found = loopOfTemplate(Child, K))
      return Found;
  return nullptr;
}

} // namespace

std::optional<Refusal> refuseDiscarded(const KLoopSite &Site,
                                       llvm::ArrayRef<LoopFacts> Facts,
                                       const SourceUnit &Unit) {
  const KLoop &K = Site.Instances.front();
  const FunctionDecl *Pattern = K.Function->getTemplateInstantiationPattern();
  if (!Pattern)
    return std::nullopt;
  Places Taken;
  for (const KLoop &Each : Site.Instances)
    findTaken(Each.Body, Taken);
  llvm::SmallVector<const Stmt *, 4> Discarded;
  findDiscarded(loopOfTemplate(Pattern->getBody(), K), Taken, Discarded);
  if (Discarded.empty())
    return std::nullopt;
  const LoadVariables Variables(Facts.front());
  auto IsWritten = [&](const DeclRefExpr *Use) {
    return Variables.Written.contains(Use->getDecl()->getLocation());
  };
  auto No = [&](RefusalId Id, std::string Detail, const Stmt *At) {
    return Refusal{Id,
                   Site.Place,
                   std::move(Detail),
                   {{Unit.place(At->getBeginLoc()), "in this branch"}}};
  };
  for (const Stmt *S : Discarded) {
    if (const Stmt *Jump = findLeaving(S, /*InLoop=*/false, /*InSwitch=*/false))
      return No(RefusalId::EarlyExit,
                "an instance that is not here can leave it in the middle of a "
                "tile",
                Jump);
    if (const DeclRefExpr *Use = findWrong(S, Variables))
      return No(
          RefusalId::UnseenReference,
          "every instance discards a branch that " +
              std::string(IsWritten(Use) ? "names" : "changes") + " '" +
              Use->getDecl()->getNameAsString() + "', which " +
              (IsWritten(Use) ? "the loads give a value" : "the loads need"),
          Use);
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
