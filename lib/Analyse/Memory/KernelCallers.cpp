//===- KernelCallers.cpp - The kernels through which a function runs ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/KernelCallers.h"
#include "Ast/OwnCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Reports every function that has a body, and each function that it names.
class NameFinder : public OwnCodeVisitor {
public:
  using Found =
      llvm::function_ref<void(const FunctionDecl *, const FunctionDecl *)>;

  NameFinder(const ASTContext &Context, Found Report)
      : OwnCodeVisitor(Context), Report(Report) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true; // constructors that nobody wrote
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->isThisDeclarationADefinition() && !F->isDependentContext())
      Report(F->getCanonicalDecl(), nullptr);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return name(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override {
    return name(E->getMemberDecl());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return name(E->getConstructor());
  }
  bool VisitLambdaExpr(LambdaExpr *E) override {
    return name(E->getCallOperator());
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (const auto *Class = V->getType()->getAsCXXRecordDecl())
      if (Class->hasDefinition() && V->isLocalVarDecl())
        name(Class->getDestructor());
    return true;
  }

private:
  bool name(const Decl *D) {
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (F && Inside)
      Report(Inside->getCanonicalDecl(), F->getCanonicalDecl());
    return true;
  }

  Found Report;
};

} // namespace

KernelCallers::KernelCallers(ASTContext &Context) {
  auto Report = [this](const FunctionDecl *F, const FunctionDecl *Named) {
    Functions &Of = this->Named[F];
    if (Named)
      Of.insert(Named);
  };
  NameFinder(Context, Report).TraverseDecl(Context.getTranslationUnitDecl());
}

std::vector<const FunctionDecl *>
KernelCallers::reachedFrom(const FunctionDecl *F) const {
  Functions All;
  All.insert(F->getCanonicalDecl());
  for (unsigned I = 0; I < All.size(); ++I)
    if (auto At = Named.find(All[I]); At != Named.end())
      All.insert(At->second.begin(), At->second.end());
  std::vector<const FunctionDecl *> Bodies;
  for (const FunctionDecl *Each : All)
    if (const FunctionDecl *Definition = nullptr;
        Each->hasBody(Definition) && !Definition->isDependentContext())
      Bodies.push_back(Definition);
  return Bodies;
}

std::vector<const FunctionDecl *>
KernelCallers::of(const FunctionDecl *F) const {
  auto [At, IsFirst] = Kernels.try_emplace(F->getCanonicalDecl());
  if (IsFirst)
    At->second = find(F);
  return At->second;
}

std::vector<const FunctionDecl *>
KernelCallers::find(const FunctionDecl *F) const {
  std::vector<const FunctionDecl *> Kernels;
  for (const auto &[Each, Names] : Named) {
    if (!Each->hasAttr<CUDAGlobalAttr>())
      continue;
    auto Reached = reachedFrom(Each);
    auto IsF = [&](const FunctionDecl *Other) {
      return Other->getCanonicalDecl() == F->getCanonicalDecl();
    };
    // The pattern of a template is no kernel: front() is another function.
    if (!Reached.empty() && Reached.front()->getCanonicalDecl() == Each &&
        llvm::any_of(Reached, IsF))
      Kernels.push_back(Reached.front());
  }
  return Kernels;
}

} // namespace pipeline_rewrite
