//===- Allocations.cpp - Do launches give a kernel separate memory? -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Allocations.h"
#include "Analyse/HostCalls.h"
#include "Analyse/HostPointers.h"
#include "Analyse/LaunchSites.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include <map>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Follows what a launch gives back to variables of the host that hold
/// allocations, through the functions that it is handed on by.
class Follower {
public:
  explicit Follower(const SourceUnit &Unit) : Unit(Unit), Pointers(Unit) {}

  /// Arguments of one call lead into different allocations.
  bool areApart(const CallExpr *Call, unsigned I, unsigned J) {
    Ways = 0;
    return areApart(Call, I, J, 0);
  }

private:
  static constexpr unsigned MostCallers = 4; ///< one above the other
  static constexpr unsigned MostWays = 64;

  bool areApart(const CallExpr *Call, unsigned I, unsigned J, unsigned Depth) {
    if (I >= Call->getNumArgs() || J >= Call->getNumArgs() || ++Ways > MostWays)
      return false;
    const VarDecl *V = originOf(Call->getArg(I)),
                  *W = originOf(Call->getArg(J));
    if (!V || !W || V == W)
      return false;
    const auto *P = dyn_cast<ParmVarDecl>(V), *Q = dyn_cast<ParmVarDecl>(W);
    if (!P && !Q)
      return true;
    if (V->getDeclContext() != W->getDeclContext())
      return false;
    // What a function is given was there before what it allocates itself.
    return !P || !Q || (Depth < MostCallers && areGivenApart(P, Q, Depth + 1));
  }

  /// Every call of their function gives them different allocations.
  bool areGivenApart(const ParmVarDecl *P, const ParmVarDecl *Q,
                     unsigned Depth) {
    const auto *F = cast<FunctionDecl>(P->getDeclContext());
    auto [At, IsNew] = CallsOf.try_emplace(F);
    if (IsNew)
      At->second = findHostCalls(F, Unit);
    const auto &Calls = At->second;
    return Calls && !Calls->empty() &&
           llvm::all_of(*Calls, [&](const CallExpr *Call) {
             return areApart(Call, P->getFunctionScopeIndex(),
                             Q->getFunctionScopeIndex(), Depth);
           });
  }

  /// `(T *)a + n` is in the allocation that `a` is; nullptr if that is neither
  /// an allocation nor what the function was given.
  const VarDecl *originOf(const Expr *Argument) {
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
    // What another instance of a template gives is not looked for.
    const auto *Host =
        V ? dyn_cast<FunctionDecl>(V->getDeclContext()) : nullptr;
    if (!Host || Host->isTemplateInstantiation())
      return nullptr;
    const auto *P = dyn_cast<ParmVarDecl>(V);
    return (P ? Pointers.keepsArgument(P) : Pointers.holdsAllocations(V))
               ? V
               : nullptr;
  }

  const SourceUnit &Unit;
  HostPointers Pointers;
  std::map<const FunctionDecl *,
           std::optional<llvm::SmallVector<const CallExpr *, 4>>>
      CallsOf;
  unsigned Ways = 0; ///< of the host to the launch, looked at so far
};

} // namespace

void Allocations::findApart() {
  Apart.emplace();
  const LaunchSites Sites = findLaunchSites(Kernel, Unit);
  llvm::SmallVector<const CallExpr *, 4> Calls;
  for (const LaunchSite &Site : Sites.Sites)
    if (Site.Kind == LaunchSiteKind::Launch)
      Calls.push_back(dyn_cast<CUDAKernelCallExpr>(Site.Call));
  // Launches by functions of the runtime give addresses of arguments.
  if (Sites.AreKnown.isNo() || Calls.empty() ||
      llvm::is_contained(Calls, nullptr))
    return;
  Follower From(Unit);
  for (unsigned I = 0; I < Kernel->getNumParams(); ++I)
    for (unsigned J = I + 1; J < Kernel->getNumParams(); ++J)
      if (llvm::all_of(Calls, [&](const CallExpr *Call) {
            return From.areApart(Call, I, J);
          }))
        Apart->insert({I, J});
}

bool Allocations::areApart(const VarDecl *One, const VarDecl *Other) {
  const auto *P = dyn_cast<ParmVarDecl>(One), *Q = dyn_cast<ParmVarDecl>(Other);
  if (!P || !Q || P->getDeclContext() != Kernel ||
      Q->getDeclContext() != Kernel || !Kernel->hasAttr<CUDAGlobalAttr>())
    return false;
  if (!Apart)
    findApart();
  const bool AreApart = Apart->count(
      std::minmax(P->getFunctionScopeIndex(), Q->getFunctionScopeIndex()));
  Decided |= AreApart;
  return AreApart;
}

} // namespace pipeline_rewrite
