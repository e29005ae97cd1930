//===- LaunchSites.cpp - Where the host says what a kernel gets -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/LaunchSites.h"
#include "Analyse/Launches.h"
#include "Frontend/SourceUnit.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// One declaration for a kernel and all instances of its template.
const Decl *family(const FunctionDecl *F) {
  if (const FunctionTemplateDecl *T = F->getPrimaryTemplate())
    return T->getCanonicalDecl();
  if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
    return T->getCanonicalDecl();
  return F->getCanonicalDecl();
}

/// `kernel`, `&kernel`, `(const void *)kernel`
const DeclRefExpr *namedFunction(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    E = U->getSubExpr()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && isa<FunctionDecl>(Ref->getDecl()) ? Ref : nullptr;
}

class SiteFinder : public DynamicRecursiveASTVisitor {
public:
  SiteFinder(const FunctionDecl *Kernel, const SourceUnit &Unit)
      : Family(family(Kernel)), Unit(Unit), SM(Unit.sources()) {
    ShouldVisitTemplateInstantiations = true;
  }

  LaunchSites Out;
  llvm::DenseSet<unsigned> Known; ///< offsets of the kernel's name

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) &&
        SM.isInSystemHeader(D->getLocation()))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (family(F) != Family)
      return true;
    know(F->getLocation());
    if (!SM.isInMainFile(SM.getExpansionLoc(F->getLocation())))
      fail("a header declares the kernel", F->getLocation());
    return true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) override {
    const auto *Ref = namedFunction(Call->getCallee());
    if (!Ref || !isKernel(Ref))
      return true;
    const CallExpr *Config = Call->getConfig();
    add(Ref, Call, Config->getNumArgs() > 2 ? Config->getArg(2) : nullptr,
        Config->getNumArgs() > 1 ? Config->getArg(1) : nullptr);
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() || Call->getNumArgs() < 3)
      return true;
    const auto *Ref = namedFunction(Call->getArg(0));
    if (!Ref || !isKernel(Ref))
      return true;
    if (F->getName() == "cudaLaunchKernel" && Call->getNumArgs() > 4)
      add(Ref, Call, Call->getArg(4), Call->getArg(2));
    else if (F->getName() == "cudaFuncSetAttribute")
      addAttribute(Ref, Call);
    else if (F->getName() == "cudaFuncSetCacheConfig")
      know(Ref->getLocation());
    return true;
  }

private:
  bool isKernel(const DeclRefExpr *Ref) const {
    return family(cast<FunctionDecl>(Ref->getDecl())) == Family;
  }

  void know(SourceLocation L) {
    L = SM.getSpellingLoc(L);
    if (SM.isInMainFile(L))
      Known.insert(SM.getFileOffset(L));
  }

  void fail(std::string Why, SourceLocation At) {
    if (Out.WhyNot.empty())
      Out = {{}, std::move(Why), At};
  }

  void addAttribute(const DeclRefExpr *Ref, const CallExpr *Call) {
    const auto *Which =
        dyn_cast<DeclRefExpr>(Call->getArg(1)->IgnoreParenCasts());
    if (!Which)
      return; // its name is not known then
    if (Which->getNameInfo().getAsString() ==
        "cudaFuncAttributeMaxDynamicSharedMemorySize")
      return add(Ref, Call, Call->getArg(2), /*Block=*/nullptr);
    know(Ref->getLocation());
  }

  /// Without a \p Block it is a limit of the \p Bytes.
  void add(const DeclRefExpr *Ref, const Stmt *Call, const Expr *Bytes,
           const Expr *Block) {
    know(Ref->getLocation());
    if (!isWrittenInFile(Ref, Unit))
      return fail("a launch is written in a macro", Call->getBeginLoc());
    if (Bytes && isa<CXXDefaultArgExpr>(Bytes))
      Bytes = nullptr;
    auto Same = llvm::find_if(Out.Sites, [&](const LaunchSite &S) {
      return S.Call->getBeginLoc() == Call->getBeginLoc();
    });
    if (Same == Out.Sites.end()) {
      Out.Sites.push_back({Bytes, {}, Ref, Call, /*IsLimit=*/!Block, {}, true});
      Same = std::prev(Out.Sites.end());
    }
    if (Block)
      Same->Blocks.push_back(Block);
    addValue(*Same, Bytes ? constantBytes(Bytes, Unit.context()) : 0);
  }

  static void addValue(LaunchSite &S, std::optional<uint64_t> Value) {
    S.Constant &= Value.has_value();
    if (Value)
      S.Values.push_back(*Value);
  }

  const Decl *Family;
  const SourceUnit &Unit;
  const SourceManager &SM;
};

/// The kernel's name where no launch was seen: a function pointer, a macro's
/// body, code that this build discards.
SourceLocation findOtherMention(const FunctionDecl *Kernel,
                                const SourceUnit &Unit,
                                const llvm::DenseSet<unsigned> &Known) {
  const SourceManager &SM = Unit.sources();
  SourceLocation Begin = SM.getLocForStartOfFile(SM.getMainFileID());
  llvm::StringRef Text = Unit.text();
  Lexer Lex(Begin, Unit.context().getLangOpts(), Text.begin(), Text.begin(),
            Text.end());
  for (Token T; !Lex.LexFromRawLexer(T);)
    if (T.is(tok::raw_identifier) &&
        T.getRawIdentifier() == Kernel->getName() &&
        !Known.contains(SM.getFileOffset(T.getLocation())))
      return T.getLocation();
  return SourceLocation();
}

} // namespace

bool isWrittenInFile(const Expr *E, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  CharSourceRange R = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM,
      Unit.context().getLangOpts());
  return R.isValid() && SM.isInMainFile(R.getBegin());
}

LaunchSites findLaunchSites(const FunctionDecl *Kernel,
                            const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  if (!SM.isInMainFile(SM.getExpansionLoc(Kernel->getLocation())) ||
      !Unit.isInSubject(Kernel->getLocation()))
    return {{}, "the kernel is in a header", {}};
  SiteFinder Finder(Kernel, Unit);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  LaunchSites Out = std::move(Finder.Out);
  if (!Out.WhyNot.empty())
    return Out;
  if (llvm::all_of(Out.Sites, [](const LaunchSite &S) { return S.IsLimit; }))
    return {{}, "no launch of it is in this file", {}};
  SourceLocation Other = findOtherMention(Kernel, Unit, Finder.Known);
  if (Other.isValid())
    return {{},
            "'" + Kernel->getNameAsString() +
                "' is named where no launch is seen",
            Other};
  return Out;
}

LaunchSites findSizedLaunches(const FunctionDecl *Kernel,
                              const SourceUnit &Unit) {
  LaunchSites Out = findLaunchSites(Kernel, Unit);
  for (const LaunchSite &S : Out.Sites) {
    SourceLocation At = S.Call->getBeginLoc();
    if (!S.Bytes)
      return {{}, "a launch gives it no dynamic shared memory", At};
    if (!S.Bytes->IgnoreImpCasts()->getType()->isIntegralOrEnumerationType())
      return {{}, "a launch gives it a size that is no integer", At};
    if (!isWrittenInFile(S.Bytes, Unit))
      return {{}, "a launch is written in a macro", At};
  }
  return Out;
}

bool LaunchSites::hasLimit() const {
  return llvm::any_of(Sites, [](const LaunchSite &S) { return S.IsLimit; });
}

bool LaunchSites::allConstant() const {
  return llvm::all_of(Sites, [](const LaunchSite &S) { return S.Constant; });
}

uint64_t LaunchSites::largest() const {
  uint64_t Most = 0;
  for (const LaunchSite &S : Sites)
    for (uint64_t V : S.Values)
      Most = std::max(Most, V);
  return Most;
}

} // namespace pipeline_rewrite
