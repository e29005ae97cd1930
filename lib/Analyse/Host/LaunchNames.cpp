//===- LaunchNames.cpp - Does a launch mean one kernel in every build? ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/LaunchNames.h"
#include "Analyse/Host/KernelMentions.h"
#include "Ast/Below.h"
#include "Frontend/SourceUnit.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Another function of the name, in whatever scope.
class NamesakeFinder : public DynamicRecursiveASTVisitor {
public:
  explicit NamesakeFinder(const FunctionDecl *Kernel)
      : Is(patternOf(Kernel)), Name(Kernel->getName()) {}

  bool VisitNamedDecl(NamedDecl *D) override {
    if (!D->getIdentifier() || D->getName() != Name ||
        !isa<FunctionDecl, FunctionTemplateDecl, UsingDecl>(D))
      return true;
    const FunctionDecl *F = D->getAsFunction();
    if (F && patternOf(F) == Is)
      return true;
    Found = D;
    return false;
  }
  const NamedDecl *Found = nullptr;

private:
  static const FunctionDecl *patternOf(const FunctionDecl *F) {
    const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    return (Pattern ? Pattern : F)->getCanonicalDecl();
  }

  const FunctionDecl *const Is;
  const llvm::StringRef Name;
};

/// An included file of the user's that has the name, parsed or not.
bool isNamedByHeader(llvm::StringRef Name, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        Entry.getFile().getFileCharacteristic() != SrcMgr::C_User)
      continue;
    const FileID File =
        SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (File == SM.getMainFileID() || !SM.getFileEntryRefForID(File))
      continue;
    if (hasWord(SM.getBufferData(File), Name, Unit.context().getLangOpts()))
      return true;
  }
  return false;
}

/// What a launch gives is values of the language and of a system's functions.
const Stmt *findOwnCall(const Stmt *S) {
  return findBelow(S, [](const Stmt *Each) {
    if (const auto *Call = dyn_cast<CallExpr>(Each))
      if (const FunctionDecl *F = Call->getDirectCallee();
          !F || !isSystem(F) || F->hasAttr<WeakAttr>())
        return true;
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Each))
      if (const CXXConstructorDecl *By = Made->getConstructor();
          !isSystem(By) && !By->isTrivial())
        return true;
    return isa<LambdaExpr, CXXNewExpr, CXXThrowExpr, StmtExpr>(Each);
  });
}

/// Deprecation and the like: a function between warns elsewhere.
bool hasOtherAttribute(const Decl &D) {
  return llvm::any_of(D.attrs(), [](const Attr *Each) {
    return !Each->isImplicit() && !isa<CUDAGlobalAttr>(Each) &&
           !isa<CUDALaunchBoundsAttr>(Each);
  });
}

Answer canBeNamed(const FunctionDecl *Kernel) {
  bool Has = hasOtherAttribute(*Kernel);
  for (const DeclContext *In = Kernel->getDeclContext(); In;
       In = In->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(In))
      Has |= Space->isInline() || hasOtherAttribute(*Space);
  if (Has)
    return {RefusalId::TmaKernel,
            "the kernel, or a namespace around it, has an attribute of its "
            "own, or is inline",
            Kernel->getLocation()};
  return Answer::yes();
}

} // namespace

Answer isOneInAllBuilds(const FunctionDecl *Kernel, const LaunchSites &Launches,
                        const SourceUnit &Unit) {
  Answer May = canBeNamed(Kernel);
  NamesakeFinder Namesake(Kernel);
  for (Decl *Each : Unit.context().getTranslationUnitDecl()->decls())
    if (!Namesake.Found &&
        !Unit.sources().isInSystemHeader(
            Unit.sources().getExpansionLoc(Each->getLocation())))
      Namesake.TraverseDecl(Each);
  if (Namesake.Found)
    May.also({RefusalId::TmaKernel,
              "another function has the name '" + Kernel->getName().str() +
                  "', which a launch may mean in another build",
              Namesake.Found->getLocation()});
  else if (isNamedByHeader(Kernel->getName(), Unit))
    May.also({RefusalId::TmaKernel,
              "a header names '" + Kernel->getName().str() +
                  "', maybe in another build",
              Kernel->getLocation()});
  const LangOptions &Language = Unit.context().getLangOpts();
  if (hasWord(Unit.text(), "__CUDACC__", Language) ||
      hasWord(Unit.text(), "__NVCC__", Language))
    May.also({RefusalId::TmaKernel,
              "the file may be compiled without CUDA, too",
              Kernel->getLocation()});
  for (const LaunchSite &Site : Launches.Sites) {
    const auto *Call = dyn_cast_or_null<CallExpr>(Site.Call);
    if (!Call || Site.Kind != LaunchSiteKind::Launch)
      continue;
    llvm::SmallVector<const Expr *, 8> Given(Call->arguments());
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call))
      llvm::append_range(Given, Launch->getConfig()->arguments());
    for (const Expr *Each : Given)
      if (const Stmt *Own = findOwnCall(Each))
        May.also({RefusalId::TmaLaunches,
                  "a launch calls a function of the program's, which may do "
                  "more in another build",
                  Own->getBeginLoc()});
  }
  return May;
}

} // namespace pipeline_rewrite
