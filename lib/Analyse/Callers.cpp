//===- Callers.cpp - What a device function is given ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Callers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Calls of one function, with the functions that hold them, and whether its
/// name is used for anything else.
class CallFinder : public DynamicRecursiveASTVisitor {
public:
  explicit CallFinder(const FunctionDecl *Callee)
      : Callee(Callee->getCanonicalDecl()) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }

  llvm::SmallVector<std::pair<const CallExpr *, const FunctionDecl *>, 4> Calls;
  unsigned References = 0;

  bool TraverseFunctionDecl(FunctionDecl *F) override { return enter(F); }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) override {
    const FunctionDecl *Outer = std::exchange(Caller, nullptr);
    bool More = DynamicRecursiveASTVisitor::TraverseCXXMethodDecl(F);
    Caller = Outer;
    return More;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    References += isCallee(dyn_cast<FunctionDecl>(Ref->getDecl()));
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    if (isCallee(Call->getDirectCallee()))
      Calls.push_back({Call, Caller});
    return true;
  }

private:
  bool isCallee(const FunctionDecl *F) const {
    return F && F->getCanonicalDecl() == Callee;
  }
  bool enter(FunctionDecl *F) {
    const FunctionDecl *Outer = std::exchange(Caller, F);
    bool More = DynamicRecursiveASTVisitor::TraverseFunctionDecl(F);
    Caller = Outer;
    return More;
  }

  const FunctionDecl *Callee;
  const FunctionDecl *Caller = nullptr;
};

/// No other unit calls \p F: nvcc links none of its device functions to others
/// unless relocatable code is asked for, and a header's text is theirs, too.
bool isOfThisUnit(const FunctionDecl *F) {
  const ASTContext &Context = F->getASTContext();
  const SourceManager &SM = Context.getSourceManager();
  auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
  const bool Source = Main && (Main->getName().ends_with(".cu") ||
                               Main->getName().ends_with(".cpp"));
  return Source && SM.isInMainFile(SM.getExpansionLoc(F->getLocation())) &&
         (!Context.getLangOpts().GPURelocatableDeviceCode ||
          !F->isExternallyVisible() || F->isTemplateInstantiation());
}

bool isGlobalMemory(const Expr *Argument, const FunctionDecl *Caller) {
  if (!Caller || !Caller->hasAttr<CUDAGlobalAttr>())
    return false;
  const Provenance From(Caller, nullptr);
  const Roots R = From.ofPointer(Argument);
  return !R.Unknown && !R.Vars.empty() &&
         llvm::all_of(R.Vars, [&](const VarDecl *V) {
           return From.spaceOf(V, R.Held) == Space::Global;
         });
}

} // namespace

llvm::SmallVector<const ParmVarDecl *, 4>
findGlobalParameters(const FunctionDecl *F) {
  llvm::SmallVector<const ParmVarDecl *, 4> Out;
  if (F->hasAttr<CUDAGlobalAttr>() || isa<CXXMethodDecl>(F) ||
      !isOfThisUnit(F) ||
      llvm::none_of(F->parameters(), [](const ParmVarDecl *P) {
        return P->getType()->isPointerType();
      }))
    return Out;
  CallFinder Finder(F);
  Finder.TraverseDecl(F->getASTContext().getTranslationUnitDecl());
  if (Finder.Calls.empty() || Finder.References != Finder.Calls.size())
    return Out;
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    if (P->getType()->isPointerType() &&
        llvm::all_of(Finder.Calls, [&](const auto &Each) {
          return isGlobalMemory(Each.first->getArg(I), Each.second);
        }))
      Out.push_back(P);
  }
  return Out;
}

} // namespace pipeline_rewrite
