//===- HostOrder.cpp - When host code does what it does for a launch ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/HostOrder.h"
#include "Ast/OwnCode.h"
#include "Ast/VariableUses.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Variables = llvm::SmallSetVector<const VarDecl *, 4>;

/// The kernel that \p S names; nullptr if it names none.
const FunctionDecl *kernelIn(const Stmt *S) {
  if (!S)
    return nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
        F && F->hasAttr<CUDAGlobalAttr>())
      return F->getCanonicalDecl();
  for (const Stmt *Child : S->children())
    if (const FunctionDecl *F = kernelIn(Child))
      return F;
  return nullptr;
}

/// `cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
/// bytes)`; nullptr for all else.
const CallExpr *raisedLimit(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  if (!Call || Call->getNumArgs() != 3 ||
      runtimeFunction(Call) != "cudaFuncSetAttribute")
    return nullptr;
  const auto *Which =
      dyn_cast<DeclRefExpr>(Call->getArg(1)->IgnoreParenImpCasts());
  return Which && Which->getDecl()->getName() ==
                      "cudaFuncAttributeMaxDynamicSharedMemorySize"
             ? Call
             : nullptr;
}

/// \p S launches \p Kernel, or asks about its launches.
bool isLaunchOf(const Stmt *S, const FunctionDecl *Kernel) {
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return false;
  if (isa<CUDAKernelCallExpr>(Call)) {
    const FunctionDecl *F = Call->getDirectCallee();
    return !F || !Kernel || F->getCanonicalDecl() == Kernel;
  }
  const llvm::StringRef Name = runtimeFunction(Call);
  return (Name.starts_with("cudaLaunch") ||
          Name.starts_with("cudaOccupancy")) &&
         (!Kernel || kernelIn(Call) == Kernel || !kernelIn(Call));
}

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

bool givesAny(const Stmt *S, const Variables &Of) {
  return llvm::any_of(Of, [&](const VarDecl *V) { return gives(S, V); });
}

/// Follows all ways from a limit that is raised.
class WayFinder {
public:
  explicit WayFinder(const CallExpr *Limit)
      : Kernel(kernelIn(Limit->getArg(0))), Bytes(namedIn(Limit->getArg(2))) {}

  /// From element \p At of \p Block on, a launch follows on every way that goes
  /// on at all, and finds the bytes that the limit was given.
  bool reachesLaunch(const CFGBlock &Block, size_t At = 0) {
    for (size_t I = At; I < Block.size(); ++I) {
      const auto Element = Block[I].getAs<CFGStmt>();
      if (!Element)
        continue;
      if (isLaunchOf(Element->getStmt(), Kernel))
        return true;
      if (givesAny(Element->getStmt(), Bytes))
        return false;
    }
    return Block.hasNoReturnElement() || leadsToLaunch(Block);
  }

private:
  bool leadsToLaunch(const CFGBlock &Block) {
    bool Any = false;
    for (const CFGBlock::AdjacentBlock &Next : Block.succs())
      if (const CFGBlock *To = Next.getReachableBlock()) {
        if (!isOfEvery(*To))
          return false;
        Any = true;
      }
    return Any;
  }

  /// A way that comes back to where it was has no launch.
  bool isOfEvery(const CFGBlock &Block) {
    auto [At, IsNew] = Known.try_emplace(&Block, false);
    if (!IsNew)
      return At->second;
    const bool Reaches = reachesLaunch(Block);
    return Known[&Block] = Reaches;
  }

  const FunctionDecl *Kernel;
  const Variables Bytes;
  llvm::DenseMap<const CFGBlock *, bool> Known;
};

class DoubtFinder : public OwnCodeVisitor {
public:
  explicit DoubtFinder(ASTContext &Context)
      : OwnCodeVisitor(Context), Context(Context) {}

  std::vector<std::string> Doubts;

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->isThisDeclarationADefinition() && F->hasBody() &&
        !F->isDependentContext() && !F->hasAttr<CUDAGlobalAttr>() &&
        !F->hasAttr<CUDADeviceAttr>() && raisesLimit(F->getBody()))
      readLimits(F);
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const bool IsOfHost = Inside && !Inside->hasAttr<CUDAGlobalAttr>() &&
                          !Inside->hasAttr<CUDADeviceAttr>();
    if (IsOfHost && !isa<CXXOperatorCallExpr>(Call) && !Call->isTypeDependent())
      readArguments(Call);
    return true;
  }

private:
  static bool raisesLimit(const Stmt *S) {
    return S && (raisedLimit(S) || llvm::any_of(S->children(), raisesLimit));
  }

  void readLimits(FunctionDecl *F) {
    CFG::BuildOptions Options;
    Options.setAllAlwaysAdd();
    const auto Graph = CFG::buildCFG(F, F->getBody(), &Context, Options);
    if (!Graph)
      return;
    for (const CFGBlock *Block : *Graph)
      for (size_t I = 0; I < Block->size(); ++I) {
        const auto Element = (*Block)[I].getAs<CFGStmt>();
        const CallExpr *Limit =
            Element ? raisedLimit(Element->getStmt()) : nullptr;
        if (Limit && !WayFinder(Limit).reachesLaunch(*Block, I + 1))
          addLimit(F, Limit);
      }
  }

  void addLimit(const FunctionDecl *F, const CallExpr *Limit) {
    const FunctionDecl *Kernel = kernelIn(Limit->getArg(0));
    Doubts.push_back(
        "in '" + F->getNameAsString() + "' the limit of dynamic shared memory" +
        (Kernel ? " of '" + Kernel->getNameAsString() + "'" : std::string()) +
        " is raised where no launch with these bytes follows on every way");
  }

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
