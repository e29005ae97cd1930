//===- HostLaunches.cpp - Launches as the host code makes them ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Check/HostLaunches.h"
#include "Ast/OwnCode.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What must hold where a launch stands.
struct Condition {
  const Expr *Is = nullptr;
  bool Holds = true;
};

bool leaves(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return !Block->body_empty() && leaves(Block->body_back());
  if (isa<ReturnStmt, ContinueStmt, BreakStmt, CXXThrowExpr>(S))
    return true;
  const auto *E = dyn_cast<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenImpCasts()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->isNoReturn();
}

/// The launches of one host function, with what must hold at each.
class LaunchWalk {
public:
  struct Found {
    const CUDAKernelCallExpr *Call;
    std::vector<Condition> Conditions;
  };
  std::vector<Found> All;

  explicit LaunchWalk(const FunctionDecl *Kernel)
      : Kernel(Kernel->getCanonicalDecl()) {}

  void walk(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Call = dyn_cast<CUDAKernelCallExpr>(S)) {
      const FunctionDecl *F = Call->getDirectCallee();
      if (F && F->getCanonicalDecl() == Kernel && Call->getConfig())
        All.push_back({Call, Now});
      return;
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      walkGuarded(If->getThen(), {If->getCond(), true});
      walkGuarded(If->getElse(), {If->getCond(), false});
      return;
    }
    const auto *Block = dyn_cast<CompoundStmt>(S);
    const size_t Before = Now.size();
    for (const Stmt *Child : S->children()) {
      walk(Child);
      const auto *If = Block ? dyn_cast_or_null<IfStmt>(Child) : nullptr;
      if (If && !If->getElse() && leaves(If->getThen()))
        Now.push_back({If->getCond(), false});
    }
    Now.resize(Before);
  }

private:
  void walkGuarded(const Stmt *S, Condition If) {
    Now.push_back(If);
    walk(S);
    Now.pop_back();
  }

  const FunctionDecl *Kernel;
  std::vector<Condition> Now;
};

bool isHostFunction(const FunctionDecl *F) {
  return F->hasBody() && !F->isDependentContext() &&
         !F->hasAttr<CUDAGlobalAttr>() && !F->hasAttr<CUDADeviceAttr>();
}

class HostFunctions : public OwnCodeVisitor {
public:
  explicit HostFunctions(const ASTContext &Context) : OwnCodeVisitor(Context) {
    ShouldVisitTemplateInstantiations = true;
  }
  std::vector<const FunctionDecl *> All;

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->isThisDeclarationADefinition() && isHostFunction(F))
      All.push_back(F);
    return true;
  }
};

std::optional<std::array<uint32_t, 3>> asShape(const HostNumbers &Numbers,
                                               const Expr *E, uint64_t Most) {
  auto Of = Numbers.dimensionsOf(E);
  if (!Of)
    return std::nullopt;
  std::array<uint32_t, 3> Out;
  for (unsigned I = 0; I < 3; ++I) {
    if ((*Of)[I] < 1 || uint64_t((*Of)[I]) > Most)
      return std::nullopt;
    Out[I] = static_cast<uint32_t>((*Of)[I]);
  }
  return Out;
}

std::optional<HostLaunch> compute(const LaunchWalk::Found &Of,
                                  const FunctionDecl *In, AssumedSizes Sizes,
                                  const ASTContext &Context) {
  const HostNumbers Numbers(In, Sizes);
  for (const Condition &C : Of.Conditions)
    if (auto Is = Numbers.valueOf(C.Is); Is && (*Is != 0) != C.Holds)
      return std::nullopt;
  const CallExpr *Config = Of.Call->getConfig();
  if (Config->getNumArgs() < 2)
    return std::nullopt;
  const auto Grid = asShape(Numbers, Config->getArg(0), 1u << 31),
             Block = asShape(Numbers, Config->getArg(1), 1024);
  std::optional<int64_t> Bytes = 0;
  if (Config->getNumArgs() > 2 && !isa<CXXDefaultArgExpr>(Config->getArg(2)))
    Bytes = Numbers.valueOf(Config->getArg(2));
  if (!Grid || !Block || !Bytes || *Bytes < 0 || *Bytes > (256 << 10))
    return std::nullopt;
  if (Numbers.truncates() && Sizes != AssumedSizes::Even)
    return std::nullopt;
  HostLaunch Out;
  Out.Grid = *Grid;
  Out.Block = *Block;
  Out.DynamicBytes = static_cast<uint32_t>(*Bytes);
  for (const Expr *Argument : Of.Call->arguments())
    Out.Arguments.push_back(Argument->getType()->isPointerType()
                                ? Numbers.bytesBehind(Argument)
                                : Numbers.valueOf(Argument));
  Out.Assumed = Numbers.assumed();
  Out.Line =
      Context.getSourceManager().getSpellingLineNumber(Of.Call->getBeginLoc());
  return Out;
}

} // namespace

std::vector<HostLaunch> hostLaunches(const FunctionDecl *Kernel,
                                     AssumedSizes Sizes) {
  ASTContext &Context = Kernel->getASTContext();
  HostFunctions Functions(Context);
  Functions.TraverseDecl(Context.getTranslationUnitDecl());
  std::vector<HostLaunch> Out;
  unsigned Site = 0;
  for (const FunctionDecl *F : Functions.All) {
    LaunchWalk Walk(Kernel);
    Walk.walk(F->getBody());
    for (const LaunchWalk::Found &Each : Walk.All)
      if (auto Launch = compute(Each, F, Sizes, Context); ++Site && Launch) {
        Launch->Site = Site;
        Out.push_back(std::move(*Launch));
      }
  }
  return Out;
}

} // namespace pipeline_rewrite
