//===- MadeOf.cpp - What numbers and types are made of --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/MadeOf.h"
#include "Analyse/Builds/WrittenTypes.h"
#include "Ast/Assignments.h"
#include "Ast/Mentions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Statements of a function that may change one of its variables.
class Changes : public DynamicRecursiveASTVisitor {
public:
  explicit Changes(const VarDecl *Of) : Of(Of) {}
  llvm::SmallVector<const Stmt *, 4> Found;

  bool VisitExpr(Expr *E) override {
    const auto Assigns = anyAssignment(E);
    const Expr *Changed = Assigns            ? Assigns->Target
                          : isa<CallExpr>(E) ? E
                                             : nullptr;
    if (Changed && findMention(Changed, Of))
      Found.push_back(E);
    return true;
  }

private:
  const VarDecl *Of;
};

/// The text that an instance was made of.
const NamedDecl *textOf(const NamedDecl *D) {
  const NamedDecl *Of = nullptr;
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    Of = F->getTemplateInstantiationPattern();
  else if (const auto *V = dyn_cast<VarDecl>(D))
    Of = V->getTemplateInstantiationPattern();
  else if (const auto *Class = dyn_cast<CXXRecordDecl>(D))
    Of = Class->getTemplateInstantiationPattern();
  else if (const auto *Enum = dyn_cast<EnumDecl>(D))
    Of = Enum->getTemplateInstantiationPattern();
  return Of ? Of : D;
}

unsigned indexOf(const NamedDecl *Parameter) {
  if (const auto *Type = dyn_cast<TemplateTypeParmDecl>(Parameter))
    return Type->getIndex();
  if (const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(Parameter))
    return Value->getIndex();
  return cast<TemplateTemplateParmDecl>(Parameter)->getIndex();
}

/// A place that names a template of functions.
struct Use {
  llvm::ArrayRef<TemplateArgumentLoc> Arguments; ///< as far as they are written
  const CallExpr *Call = nullptr;                ///< others come from its
};

/// Where the user's code names a template of functions.
class Uses : public DynamicRecursiveASTVisitor {
public:
  explicit Uses(const FunctionTemplateDecl *Of) : Of(Of->getCanonicalDecl()) {}
  llvm::SmallVector<Use, 4> Found;

  bool VisitCallExpr(CallExpr *E) override {
    Calls[E->getCallee()->IgnoreParenImpCasts()] = E;
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    const FunctionTemplateDecl *From = F ? F->getPrimaryTemplate() : nullptr;
    if (From && From->getCanonicalDecl() == Of)
      Found.push_back({E->template_arguments(), Calls.lookup(E)});
    return true;
  }
  bool VisitOverloadExpr(OverloadExpr *E) override {
    for (const NamedDecl *D : E->decls())
      if (D->getCanonicalDecl() == Of)
        Found.push_back({E->template_arguments(), Calls.lookup(E)});
    return true;
  }

private:
  const FunctionTemplateDecl *Of;
  llvm::DenseMap<const Expr *, const CallExpr *> Calls;
};

} // namespace

/// Goes to everything that is named, once. What it does not know, it takes to
/// be another in another build.
class MadeOf::Walk : public DynamicRecursiveASTVisitor {
public:
  explicit Walk(MadeOf &Of) : Builds(Of.Builds), Known(Of.Known) {}
  std::optional<std::string> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return follow(E->getFoundDecl()) && follow(E->getDecl());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    return follow(E->getMemberDecl());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return follow(E->getConstructor());
  }
  bool
  VisitSubstNonTypeTemplateParmExpr(SubstNonTypeTemplateParmExpr *E) override {
    return isGiven(E->getParameter());
  }
  bool VisitTypeLoc(TypeLoc L) override {
    if (const auto Alias = L.getAs<TypedefTypeLoc>())
      return follow(declOf(Alias));
    if (const auto Using = L.getAs<UsingTypeLoc>())
      return follow(declOf(Using));
    if (const auto *Tag = dyn_cast<TagType>(L.getTypePtr()))
      return follow(Tag->getAsTagDecl());
    if (const auto *P = dyn_cast<SubstTemplateTypeParmType>(L.getTypePtr()))
      return isGiven(P->getReplacedParameter());
    const auto *Of = dyn_cast<TemplateSpecializationType>(L.getTypePtr());
    return !Of || (follow(Of->getTemplateName().getAsTemplateDecl()) &&
                   follow(Of->isTypeAlias() ? nullptr : Of->getAsTagDecl()));
  }
  bool TraverseNestedNameSpecifierLoc(NestedNameSpecifierLoc L) override {
    if (L && !isOfSystem(lastOf(L).Namespace) &&
        Builds.decidesWords(L.getSourceRange()))
      return found("a namespace");
    return DynamicRecursiveASTVisitor::TraverseNestedNameSpecifierLoc(L);
  }

  bool follow(const NamedDecl *D) {
    if (D && isGivenByUse(D))
      return isGiven(D);
    D = D ? textOf(D) : nullptr;
    if (!D || isOfSystem(D) || !Known.insert(D->getCanonicalDecl()).second)
      return true;
    if (auto Name = Builds.decides(D))
      return found(std::move(*Name));
    return followParts(D);
  }

  /// Names of template parameters mean the arguments of the uses.
  bool FromOutside = false;

private:
  bool found(std::string Name) {
    Found = std::move(Name);
    return false;
  }
  bool isOfSystem(const Decl *D) const {
    return D && Builds.sources().isInSystemHeader(D->getLocation());
  }
  bool isGivenByUse(const NamedDecl *D) const {
    return FromOutside && isa<NonTypeTemplateParmDecl, TemplateTypeParmDecl>(D);
  }

  bool followParts(const NamedDecl *D) {
    auto *Code = const_cast<NamedDecl *>(D);
    if (const auto *Found = dyn_cast<UsingShadowDecl>(D))
      return follow(Found->getTargetDecl());
    if (const auto *Each = dyn_cast<EnumConstantDecl>(D))
      return follow(cast<EnumDecl>(Each->getDeclContext()));
    if (const auto *Template = dyn_cast<TemplateDecl>(D))
      return followTemplate(*Template);
    if (const auto *Class = dyn_cast<CXXRecordDecl>(D))
      return followClass(Class->getDefinition());
    if (const auto *V = dyn_cast<VarDecl>(D))
      return TraverseDecl(Code) && followChanges(*V);
    return TraverseDecl(Code);
  }

  bool followTemplate(const TemplateDecl &Template) {
    for (NamedDecl *Each : *Template.getTemplateParameters())
      if (!TraverseDecl(Each)) // its default
        return false;
    return follow(Template.getTemplatedDecl());
  }

  /// What decides its size.
  bool followClass(const CXXRecordDecl *Class) {
    if (!Class)
      return true;
    for (const Attr *Each : Class->attrs())
      if (!TraverseAttr(const_cast<Attr *>(Each)))
        return false;
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!TraverseCXXBaseSpecifier(Base))
        return false;
    return llvm::all_of(Class->fields(),
                        [&](FieldDecl *Each) { return TraverseDecl(Each); });
  }

  bool followChanges(const VarDecl &V) {
    const auto *F = dyn_cast<FunctionDecl>(V.getDeclContext());
    if (!F || !F->getBody() || V.getType().isConstQualified())
      return true;
    Changes Of(&V);
    Of.TraverseStmt(F->getBody());
    for (const Stmt *Change : Of.Found)
      if (auto Name = Builds.decides(Change->getSourceRange()))
        return found(std::move(*Name));
    return true;
  }

  /// The argument for the parameter \p P of a function's template, in all uses.
  /// Those of a class are asked where the class is named.
  bool isGiven(const NamedDecl *P) {
    const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
    const auto *Of = F ? F->getDescribedFunctionTemplate() : nullptr;
    if (!Of || !Known.insert(P->getCanonicalDecl()).second)
      return true;
    Uses All(Of);
    for (Decl *D : Of->getASTContext().getTranslationUnitDecl()->decls())
      if (!isOfSystem(D))
        All.TraverseDecl(D);
    const bool WasOutside = std::exchange(FromOutside, true);
    const bool Is =
        !Builds.mayBeUsedElsewhere(Of) && areInstancesOfAllBuilds(*Of) &&
        llvm::all_of(All.Found,
                     [&](const Use &Each) { return isGivenBy(Each, P); });
    FromOutside = WasOutside;
    return Is || (Found ? false : found(P->getNameAsString()));
  }

  bool isGivenBy(const Use &At, const NamedDecl *P) {
    const unsigned Index = indexOf(P);
    if (Index < At.Arguments.size())
      return !Builds.decides(At.Arguments[Index].getSourceRange()) &&
             TraverseTemplateArgumentLoc(At.Arguments[Index]);
    return At.Call && llvm::all_of(At.Call->arguments(), [&](const Expr *Each) {
             return !Builds.decides(Each->getSourceRange()) &&
                    TraverseStmt(const_cast<Expr *>(Each));
           });
  }

  /// `template void f<8>(int *);`
  bool areInstancesOfAllBuilds(const FunctionTemplateDecl &Of) const {
    const SourceManager &SM = Builds.sources();
    return llvm::none_of(Of.specializations(), [&](const FunctionDecl *Each) {
      const SourceLocation At = Each->getPointOfInstantiation();
      if (Each->getTemplateSpecializationKind() !=
          TSK_ExplicitInstantiationDefinition)
        return false;
      const llvm::StringRef Text = SM.getCharacterData(SM.getExpansionLoc(At));
      return Builds.decides({At, At.getLocWithOffset(Text.find_first_of(";"))})
          .has_value();
    });
  }

  const OtherBuilds &Builds;
  llvm::SmallPtrSetImpl<const Decl *> &Known;
};

std::optional<std::string> MadeOf::decides(const Stmt *S) {
  if (!S)
    return std::nullopt;
  if (auto Name = Builds.decides(S->getSourceRange()))
    return Name;
  Walk To(*this);
  To.TraverseStmt(const_cast<Stmt *>(S));
  return To.Found;
}

std::optional<std::string> MadeOf::decidesAny(llvm::ArrayRef<const Expr *> Of) {
  for (const Expr *Each : Of)
    if (auto Name = decides(Each))
      return Name;
  return std::nullopt;
}

std::optional<std::string> MadeOf::decides(const VarDecl *V) {
  Walk To(*this);
  To.follow(V);
  return To.Found;
}

std::optional<std::string> MadeOf::decides(TypeLoc L) {
  if (L.getSourceRange().isInvalid())
    return std::nullopt;
  if (auto Name = Builds.decides(L.getSourceRange()))
    return Name;
  Walk To(*this);
  To.TraverseTypeLoc(L);
  return To.Found;
}

std::optional<std::string> MadeOf::decidesType(const Expr *E,
                                               const FunctionDecl *In) const {
  for (WrittenType &Each : writtenTypes(E, In, Builds))
    if (Each.By)
      return std::move(Each.By);
  return std::nullopt;
}

} // namespace pipeline_rewrite
