//===- Callers.cpp - What a device function is given ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Callers.h"
#include "Frontend/Conditions/ConditionalText.h"
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
      : SM(Callee->getASTContext().getSourceManager()),
        Callee(Callee->getCanonicalDecl()) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }

  llvm::SmallVector<CallInView, 4> Calls;
  unsigned References = 0;
  /// Where its name is spelled and what that means was seen: it, or another
  /// instance or function of that name.
  llvm::DenseSet<SourceLocation> Places;

  bool TraverseFunctionDecl(FunctionDecl *F) override { return enter(F); }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) override {
    const FunctionDecl *Outer = std::exchange(Caller, nullptr);
    bool More = DynamicRecursiveASTVisitor::TraverseCXXMethodDecl(F);
    Caller = Outer;
    return More;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    References += isCallee(dyn_cast<FunctionDecl>(Ref->getDecl()));
    note(*Ref->getDecl(), Ref->getLocation());
    return true;
  }
  bool VisitNamedDecl(NamedDecl *D) override {
    note(*D, D->getLocation());
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

  void note(const NamedDecl &Named, SourceLocation At) {
    if (Named.getDeclName() == Callee->getDeclName())
      Places.insert(SM.getSpellingLoc(At));
  }

  const SourceManager &SM;
  const FunctionDecl *Callee;
  const FunctionDecl *Caller = nullptr;
};

/// The main file has the name of \p F where \p Finder has seen none: in code
/// that this build or every instance leaves out.
bool isNamedUnseen(const FunctionDecl *F, const CallFinder &Finder) {
  const ASTContext &Context = F->getASTContext();
  const SourceManager &SM = Context.getSourceManager();
  const FileID Main = SM.getMainFileID();
  if (!F->getIdentifier())
    return false;
  const ConditionalText Text(SM.getBufferData(Main), Context.getLangOpts());
  const auto All = Text.tokens(0, ~0u);
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I].Text == F->getName() && !Text.isDead(All[I].Offset) &&
        !(I > 0 &&
          (All[I - 1].Kind == tok::period || All[I - 1].Kind == tok::arrow)) &&
        !Finder.Places.contains(
            SM.getLocForStartOfFile(Main).getLocWithOffset(All[I].Offset)))
      return true;
  return false;
}

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

using Parameters = llvm::SmallVector<const ParmVarDecl *, 4>;

Parameters findGiven(const FunctionDecl *F, unsigned Depth);

bool isGlobalMemory(const Expr *Argument, const FunctionDecl *Caller,
                    unsigned Depth) {
  if (!Caller || Depth == MostCallers)
    return false;
  Provenance From(Caller, nullptr);
  if (!Caller->hasAttr<CUDAGlobalAttr>())
    for (const ParmVarDecl *P : findGiven(Caller, Depth + 1))
      From.addGlobal(P);
  const Roots R = From.ofPointer(Argument);
  return !R.Unknown && !R.Vars.empty() &&
         llvm::all_of(R.Vars, [&](const VarDecl *V) {
           return From.spaceOf(V, R.Held) == Space::Global;
         });
}

} // namespace

std::optional<llvm::SmallVector<CallInView, 4>>
findAllCalls(const FunctionDecl *F) {
  if (F->hasAttr<CUDAGlobalAttr>() || isa<CXXMethodDecl>(F) || !isOfThisUnit(F))
    return std::nullopt;
  CallFinder Finder(F);
  Finder.TraverseDecl(F->getASTContext().getTranslationUnitDecl());
  if (Finder.Calls.empty() || Finder.References != Finder.Calls.size() ||
      isNamedUnseen(F, Finder))
    return std::nullopt;
  return std::move(Finder.Calls);
}

namespace {

Parameters findGiven(const FunctionDecl *F, unsigned Depth) {
  Parameters Out;
  if (llvm::none_of(F->parameters(), [](const ParmVarDecl *P) {
        return P->getType()->isPointerType();
      }))
    return Out;
  const auto Calls = findAllCalls(F);
  if (!Calls)
    return Out;
  for (unsigned I = 0; I < F->getNumParams(); ++I) {
    const ParmVarDecl *P = F->getParamDecl(I);
    if (P->getType()->isPointerType() &&
        llvm::all_of(*Calls, [&](const CallInView &Each) {
          return isGlobalMemory(Each.Call->getArg(I), Each.Caller, Depth);
        }))
      Out.push_back(P);
  }
  return Out;
}

} // namespace

Parameters findGlobalParameters(const FunctionDecl *F) {
  return findGiven(F, 0);
}

} // namespace pipeline_rewrite
