//===- HostOrder.cpp - When host code does what it does for a launch ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/HostOrder.h"
#include "Ast/OwnCode.h"
#include "Ast/VariableUses.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Variables = llvm::SmallSetVector<const VarDecl *, 4>;

Variables namedIn(const Expr *E) {
  Variables Named;
  forEachUse(E, [&](const VariableUse &Use) { Named.insert(Use.Var); });
  return Named;
}

/// \p S gives \p V another value, by its name, or a function does that is given
/// a number to change. What an object's own functions do to it is not asked.
bool gives(const Stmt *S, const VarDecl *V) {
  bool Gives = false;
  forEachUse(S, [&](const VariableUse &Use) {
    Gives |= Use.Var == V &&
             (Use.Kind == UseKind::Assign || Use.Kind == UseKind::Update ||
              Use.Kind == UseKind::Change ||
              (Use.Kind == UseKind::Given && V->getType()->isIntegerType()));
  });
  return Gives;
}

class DoubtFinder : public OwnCodeVisitor {
public:
  explicit DoubtFinder(ASTContext &Context)
      : OwnCodeVisitor(Context), Context(Context) {}

  std::vector<std::string> Doubts;

  bool VisitCallExpr(CallExpr *Call) override {
    const bool IsOfHost = Inside && !Inside->hasAttr<CUDAGlobalAttr>() &&
                          !Inside->hasAttr<CUDADeviceAttr>();
    if (IsOfHost && !isa<CXXOperatorCallExpr>(Call) && !Call->isTypeDependent())
      readArguments(Call);
    return true;
  }

private:
  void readArguments(const CallExpr *Call) {
    for (const Expr *One : Call->arguments()) {
      if (!One->HasSideEffects(Context))
        continue;
      for (const Expr *Other : Call->arguments())
        if (One != Other)
          for (const VarDecl *V : namedIn(Other))
            if (gives(One, V))
              Doubts.push_back("one argument of a call changes '" +
                               V->getNameAsString() +
                               "', which another one uses");
    }
  }

  ASTContext &Context;
};

} // namespace

std::vector<std::string> findOpenOrder(const SourceUnit &Unit) {
  DoubtFinder Finder(Unit.context());
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  llvm::sort(Finder.Doubts);
  return std::move(Finder.Doubts);
}

std::optional<std::string> findNewDoubt(std::vector<std::string> Before,
                                        std::vector<std::string> After) {
  llvm::sort(Before);
  llvm::sort(After);
  std::vector<std::string> New;
  std::set_difference(After.begin(), After.end(), Before.begin(), Before.end(),
                      std::back_inserter(New));
  return New.empty() ? std::nullopt : std::optional(New.front());
}

} // namespace pipeline_rewrite
