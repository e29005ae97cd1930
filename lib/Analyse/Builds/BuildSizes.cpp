//===- BuildSizes.cpp - Sizes that another build makes others -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildSizes.h"
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Host/KernelMentions.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What makes a number, or an address, of an element's type.
class NumbersOfElements : public DynamicRecursiveASTVisitor {
public:
  NumbersOfElements(const FunctionDecl *Of, const OtherBuilds &Builds)
      : Context(Of->getASTContext()), Builds(Builds), Of(Of) {
    ShouldVisitImplicitCode = true;
  }
  const Expr *Found = nullptr;

  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    return found(E);
  }
  bool VisitCastExpr(CastExpr *E) override {
    const bool IsPointers = isa<ExplicitCastExpr>(E) &&
                            (E->getType()->isPointerType() ||
                             E->getType()->isReferenceType() || E->isGLValue());
    const bool IsOfElement = E->getType()->isIntegralOrEnumerationType() &&
                             !isNumber(E->getSubExpr()->getType());
    return IsPointers || (IsOfElement && E->getType() != Context.BoolTy)
               ? found(E)
               : true;
  }
  /// What a class of the user's is made of may be another for another type.
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return isSystem(E->getConstructor()) || E->getConstructor()->isImplicit()
               ? true
               : found(E);
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return found(E);
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee();
    if (F && isSystem(F))
      return true;
    if (!isElement(E->getType()) && Builds.decidesCallee(E, Of))
      return found(E);
    const Stmt *Body = F ? F->getBody() : nullptr;
    return !Body || !Entered.insert(Body).second ||
           TraverseStmt(const_cast<Stmt *>(Body));
  }

private:
  static bool isNumber(QualType T) {
    return T->isIntegralOrEnumerationType() || T->isPointerType() ||
           T->isArrayType() || T->isFunctionType() || T->isPlaceholderType();
  }
  static bool isElement(QualType T) {
    return T->isRealFloatingType() || T->isRecordType();
  }
  bool found(const Expr *E) {
    Found = E;
    return false;
  }

  const ASTContext &Context;
  const OtherBuilds &Builds;
  const FunctionDecl *Of;
  llvm::SmallPtrSet<const Stmt *, 8> Entered;
};

/// Where the declaration of \p Kernel begins, with all that could be a macro's:
/// after the token or directive that ends what is before it.
SourceLocation beginOfDeclaration(const FunctionDecl *Kernel,
                                  const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  const unsigned End =
      SM.getFileOffset(SM.getExpansionLoc(Kernel->getLocation()));
  const llvm::StringRef Text = Unit.text();
  SourceLocation Begin = SM.getLocForStartOfFile(SM.getMainFileID());
  Lexer Lex(Begin, Unit.context().getLangOpts(), Text.begin(), Text.begin(),
            Text.end());
  bool IsEnded = true, InDirective = false;
  for (Token T; !Lex.LexFromRawLexer(T);) {
    if (SM.getFileOffset(T.getLocation()) >= End)
      break;
    if (T.isAtStartOfLine()) {
      IsEnded |= InDirective;
      InDirective = T.is(tok::hash);
    }
    if (InDirective)
      continue;
    if (IsEnded)
      Begin = T.getLocation();
    IsEnded = T.isOneOf(tok::semi, tok::l_brace, tok::r_brace);
  }
  return Begin;
}

Answer otherwise(const std::string &Name, SourceLocation At) {
  return {"another build may give '" + Name +
              "' another value, and the kernel other sizes",
          At};
}

} // namespace

static Answer haveAllTheText(const FunctionDecl *Kernel,
                             const OtherBuilds &Builds) {
  const FunctionDecl *Definition = nullptr;
  if (const Stmt *Body = Kernel->getBody(Definition))
    if (auto R = Builds.refuse({Definition}, Body->getBeginLoc(), {}))
      return {R->Detail, Kernel->getLocation()};
  if (const auto Name = Builds.decidesConstant(Definition))
    return otherwise(*Name, Kernel->getLocation());
  return Answer::yes();
}

/// Whether the integers and pointers of \p F are the same ones whatever such a
/// type is. No, where it takes the size of something, makes another pointer or
/// an integer of it, or calls a function that \p Builds may choose by it.
static Answer keepsNumbersFromElements(const FunctionDecl *F,
                                       const OtherBuilds &Builds) {
  NumbersOfElements Search(F, Builds);
  Search.TraverseStmt(F->getBody());
  if (!Search.Found)
    return Answer::yes();
  return {"another build may make other numbers of another type",
          Search.Found->getBeginLoc()};
}

Answer haveAllBuildsItsNumbers(const FunctionDecl *Kernel,
                               const SourceUnit &Unit) {
  const OtherBuilds Builds = OtherBuilds::withMacros(Unit);
  const Answer Has = haveAllTheText(Kernel, Builds.besideElementTypes());
  return Has.isNo() ? Has : keepsNumbersFromElements(Kernel, Builds);
}

Answer haveAllBuildsItsSizes(const FunctionDecl *Kernel,
                             const LaunchSites &Launches,
                             const SourceUnit &Unit) {
  const OtherBuilds Builds = OtherBuilds::withMacros(Unit);
  if (Answer Has = haveAllTheText(Kernel, Builds); Has.isNo())
    return Has;
  MadeOf Host(Builds);
  for (const LaunchSite &Site : Launches.Sites) {
    auto Name = Host.decides(Site.Bytes);
    if (!Name && Site.Config)
      Name = Host.decides(Site.Config);
    for (const Expr *Block : Site.Blocks)
      if (!Name)
        Name = Host.decides(Block);
    if (Name)
      return otherwise(*Name, Site.Call->getBeginLoc());
  }
  return Answer::yes();
}

Answer haveAllBuildsItsText(const FunctionDecl *Kernel,
                            const LaunchSites &Launches,
                            const SourceUnit &Unit) {
  if (Answer Has = haveAllBuildsItsSizes(Kernel, Launches, Unit); Has.isNo())
    return Has;
  const OtherBuilds Builds = OtherBuilds::withMacros(Unit);
  auto Name = Builds.decides(
      {beginOfDeclaration(Kernel, Unit), Kernel->getBody()->getEndLoc()},
      /*Specifiers=*/true);
  for (const ParmVarDecl *P : Kernel->parameters())
    if (const TagDecl *Tag = P->getType()->getAsTagDecl(); Tag && !Name)
      Name = Builds.decides(Tag);
  if (Name)
    return otherwise(*Name, Kernel->getLocation());
  for (const LaunchSite &Site : Launches.Sites)
    if (auto Of = Builds.decides({beginOfMacros(Site.Call->getBeginLoc(), Unit),
                                  Site.Call->getEndLoc()},
                                 /*Specifiers=*/true))
      return otherwise(*Of, Site.Call->getBeginLoc());
  return Answer::yes();
}

} // namespace pipeline_rewrite
