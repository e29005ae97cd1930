//===- Allocations.cpp - Do launches give a kernel separate memory? -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Allocations.h"
#include "Analyse/LaunchSites.h"
#include "Analyse/TextRules.h"
#include "Frontend/SourceUnit.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// It puts the address of new memory where its first argument points. One of
/// the user's by such a name may give the same memory twice.
bool allocates(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && F->getIdentifier() && !isa<CXXMethodDecl>(F) &&
         F->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         isSystem(F) &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases({"cudaMalloc", "cudaMallocManaged", "cudaMallocHost",
                     "cudaMallocAsync", "cudaMallocPitch"},
                    true)
             .Default(false);
}

/// Every use of a variable in its function: its value is read, or an allocation
/// is put there.
class AllocatedOnly : public DynamicRecursiveASTVisitor {
public:
  explicit AllocatedOnly(const VarDecl *V) : V(V) {
    ShouldVisitImplicitCode = true; // conversions that read it, captures
  }

  bool TraverseImplicitCastExpr(ImplicitCastExpr *E) override {
    return (E->getCastKind() == CK_LValueToRValue && isName(E->getSubExpr())) ||
           DynamicRecursiveASTVisitor::TraverseImplicitCastExpr(E);
  }

  bool TraverseCallExpr(CallExpr *Call) override {
    if (!allocates(Call) || Call->getNumArgs() == 0)
      return DynamicRecursiveASTVisitor::TraverseCallExpr(Call);
    const auto *Address =
        dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenCasts());
    const bool IsOurs = Address && Address->getOpcode() == UO_AddrOf &&
                        isName(Address->getSubExpr());
    for (unsigned I = IsOurs; I < Call->getNumArgs(); ++I)
      if (!TraverseStmt(Call->getArg(I)))
        return false;
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    return Ref->getDecl() != V;
  }

private:
  bool isName(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Ref && Ref->getDecl() == V;
  }

  const VarDecl *const V;
};

} // namespace

bool Allocations::isAllocation(const VarDecl *V) {
  auto [At, IsNew] = Known.try_emplace(V, false);
  if (!IsNew)
    return At->second;
  const auto *Host = dyn_cast<FunctionDecl>(V->getDeclContext());
  const bool StartsEmpty =
      !V->hasInit() || V->getInit()->isNullPointerConstant(
                           Unit.context(), Expr::NPC_NeverValueDependent);
  // What a template's instances do is not looked for.
  if (!Host || !Host->hasBody() || Host->isTemplated() ||
      Host->isTemplateInstantiation() || !V->hasLocalStorage() ||
      isa<ParmVarDecl>(V) || V->isExceptionVariable() ||
      !V->getType()->isPointerType() || V->isInvalidDecl() || !StartsEmpty ||
      findErrorIn(Host, Unit))
    return false;
  return At->second = AllocatedOnly(V).TraverseStmt(Host->getBody());
}

/// `(T *)a + n` is in the allocation that `a` is.
const VarDecl *Allocations::allocationIn(const Expr *Argument) {
  while (true) {
    Argument = Argument->IgnoreParenCasts();
    const auto *Sum = dyn_cast<BinaryOperator>(Argument);
    if (!Sum || !Sum->isAdditiveOp() || !Sum->getType()->isPointerType())
      break;
    Argument = Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                         : Sum->getRHS();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Argument);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && isAllocation(V) ? V : nullptr;
}

Allocations::Given Allocations::givenBy(const Stmt *Launch) {
  Given Out;
  if (const auto *Call = dyn_cast<CUDAKernelCallExpr>(Launch))
    for (const Expr *Argument : Call->arguments())
      Out.push_back(Argument->getType()->isPointerType()
                        ? allocationIn(Argument)
                        : nullptr);
  Out.resize(std::max<size_t>(Out.size(), Kernel->getNumParams()));
  return Out;
}

void Allocations::findLaunches() {
  Launches.emplace();
  const LaunchSites Sites = findLaunchSites(Kernel, Unit);
  if (Sites.AreKnown.isNo())
    return;
  for (const LaunchSite &Site : Sites.Sites)
    if (Site.Kind == LaunchSiteKind::Launch)
      Launches->push_back(givenBy(Site.Call));
}

bool Allocations::areApart(const VarDecl *One, const VarDecl *Other) {
  const auto *P = dyn_cast<ParmVarDecl>(One), *Q = dyn_cast<ParmVarDecl>(Other);
  if (!P || !Q || P->getDeclContext() != Kernel ||
      Q->getDeclContext() != Kernel || !Kernel->hasAttr<CUDAGlobalAttr>())
    return false;
  if (!Launches)
    findLaunches();
  const unsigned I = P->getFunctionScopeIndex(), J = Q->getFunctionScopeIndex();
  const bool AreApart =
      !Launches->empty() && llvm::all_of(*Launches, [&](const Given &Args) {
        return Args[I] && Args[J] && Args[I] != Args[J];
      });
  Decided |= AreApart;
  return AreApart;
}

} // namespace pipeline_rewrite
