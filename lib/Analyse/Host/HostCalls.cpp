//===- HostCalls.cpp - Every call of a host function ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/HostCalls.h"
#include "Analyse/Host/KernelMentions.h"
#include "Ast/OwnCode.h"
#include "Frontend/SourceUnit.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class HostCallFinder : public OwnCodeVisitor {
public:
  explicit HostCallFinder(const FunctionDecl *F)
      : OwnCodeVisitor(F->getASTContext()), Callee(F->getCanonicalDecl()) {
    ShouldVisitTemplateInstantiations = true;
  }

  llvm::SmallVector<const CallExpr *, 4> Calls;
  bool Failed = false;
  bool HasMain = false; ///< the file is a program of its own

  /// The name at an offset is that of a call, or another's.
  bool isKnown(unsigned Offset) const {
    return Known.contains(Offset) ||
           (Others.contains(Offset) && !Mentioned.contains(Offset));
  }

  bool VisitNamedDecl(NamedDecl *D) override {
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      HasMain |= F->isMain() && F->isThisDeclarationADefinition();
    if (D->getDeclName() != Callee->getDeclName())
      return true;
    const bool IsOurs = isCallee(D);
    note(IsOurs ? Known : Others, D->getLocation());
    Failed |= IsOurs && !SM.isWrittenInMainFile(D->getLocation());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    if (Ref->getNameInfo().getName() != Callee->getDeclName())
      return true;
    const bool IsOurs = isCallee(Ref->getDecl());
    note(IsOurs ? Mentioned : Others, Ref->getLocation());
    Failed |= IsOurs &&
              !SM.isWrittenInMainFile(SM.getSpellingLoc(Ref->getLocation()));
    return true;
  }

  bool VisitMemberExpr(MemberExpr *M) override {
    if (M->getMemberNameInfo().getName() == Callee->getDeclName())
      note(Others, M->getMemberLoc());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const auto *Ref =
        dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if (!Ref || !isCallee(Ref->getDecl()))
      return true;
    note(Known, Ref->getLocation());
    Calls.push_back(Call);
    return true;
  }

private:
  bool isCallee(const Decl *D) const { return D->getCanonicalDecl() == Callee; }

  void note(llvm::DenseSet<unsigned> &Offsets, SourceLocation L) {
    L = SM.getSpellingLoc(L);
    if (SM.isWrittenInMainFile(L))
      Offsets.insert(SM.getFileOffset(L));
  }

  const FunctionDecl *const Callee;
  /// Offsets of its name: where it is called or declared, where it is meant,
  /// and where something else is.
  llvm::DenseSet<unsigned> Known, Mentioned, Others;
};

/// A function that its name alone leads to.
bool isPlain(const FunctionDecl *F, const SourceUnit &Unit) {
  return F->getIdentifier() && !isa<CXXMethodDecl>(F) && !F->isMain() &&
         !F->isVariadic() && !F->isTemplated() &&
         !F->isTemplateInstantiation() &&
         Unit.sources().isInMainFile(F->getLocation()) &&
         Unit.isInSubject(F->getLocation());
}

} // namespace

std::optional<llvm::SmallVector<const CallExpr *, 4>>
findHostCalls(const FunctionDecl *F, const SourceUnit &Unit) {
  if (!isPlain(F, Unit))
    return std::nullopt;
  HostCallFinder Finder(F);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  const SourceLocation Other = findUnknownMention(
      F, Unit, [&](unsigned Offset) { return Finder.isKnown(Offset); });
  if (Finder.Failed || (F->isExternallyVisible() && !Finder.HasMain) ||
      Other.isValid() || findMentionElsewhere(F, Unit))
    return std::nullopt;
  return std::move(Finder.Calls);
}

} // namespace pipeline_rewrite
