//===- LaunchLimits.cpp - Limits that stand before launches ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/LaunchLimits.h"
#include "Ast/Parents.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The block that \p S is a direct statement of, and that statement.
struct Place {
  const CompoundStmt *Block = nullptr;
  const Stmt *Statement = nullptr;

  explicit operator bool() const { return Block; }
  size_t index() const {
    return std::distance(Block->body_begin(),
                         llvm::find(Block->body(), Statement));
  }
};

Place placeIn(const Stmt *S, ASTContext &Context) {
  while (const Stmt *Parent = parentStatement(S, Context)) {
    if (const auto *Block = dyn_cast<CompoundStmt>(Parent))
      return {Block, S};
    S = Parent;
  }
  return {};
}

/// Runs whenever its block is run from its beginning: nothing between the two
/// asks first. What macros put around a call, `do { … } while (0)`, does not.
bool isUnconditional(const Stmt *S, const Place &In, ASTContext &Context) {
  for (; S != In.Statement;) {
    const Stmt *Parent = parentStatement(S, Context);
    if (const auto *If = dyn_cast<IfStmt>(Parent); If && If->getCond() != S)
      return false;
    if (isa<ForStmt, WhileStmt, SwitchStmt, SwitchCase,
            AbstractConditionalOperator, LambdaExpr>(Parent))
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(Parent);
        B && B->isLogicalOp() && B->getLHS() != S)
      return false;
    S = Parent;
  }
  return true;
}

/// The block that the limit certainly is set in, past those of macros.
Place outerPlace(const Stmt *Call, ASTContext &Context) {
  Place At = placeIn(Call, Context);
  while (At && isUnconditional(Call, At, Context)) {
    if (isa_and_nonnull<SwitchStmt>(parentStatement(At.Block, Context)))
      return {};
    const auto *Do =
        dyn_cast_or_null<DoStmt>(parentStatement(At.Block, Context));
    if (!Do || At.index() != 0)
      return At;
    Call = Do;
    At = placeIn(Do, Context);
  }
  return {};
}

bool isBehind(const Stmt *Launch, const Place &Limit, ASTContext &Context) {
  auto IsTarget = [](const Stmt *S) { return isa<LabelStmt>(S); };
  for (Place At = placeIn(Launch, Context); At; At = placeIn(At.Block, Context))
    if (At.Block == Limit.Block)
      return At.index() > Limit.index() &&
             llvm::none_of(At.Block->body(), IsTarget);
  return false;
}

} // namespace

void findLimitsBefore(LaunchSites &Sites, ASTContext &Context) {
  for (const LaunchSite &Limit : Sites.Sites) {
    if (Limit.Kind != LaunchSiteKind::Limit)
      continue;
    if (Place At = outerPlace(Limit.Call, Context))
      for (LaunchSite &Site : Sites.Sites)
        Site.BehindLimit |= Site.Kind == LaunchSiteKind::Launch &&
                            isBehind(Site.Call, At, Context);
  }
}

} // namespace pipeline_rewrite
