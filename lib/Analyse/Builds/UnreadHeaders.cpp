//===- UnreadHeaders.cpp - What a header that is not read may declare -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/BuildConditions.h"
#include "Analyse/Builds/OwnHeaders.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Analyse/Host/KernelMentions.h"
#include "Match/DeviceFunctions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Where the first word of \p Name is declared: itself, or the class that it is
/// qualified by; nullptr for what is found from a namespace, or by a
/// parameter's name.
const DeclContext *firstContextOf(const DeclRefExpr *Name) {
  if (!Name->hasQualifier())
    return Name->getFoundDecl()->getDeclContext();
  const TypeLoc L = qualifyingType(Name->getQualifierLoc());
  const bool IsClass =
      L && isa<TagType, TemplateSpecializationType>(L.getTypePtr());
  return IsClass && !qualifierOf(L) && L.getType()->getAsTagDecl()
             ? L.getType()->getAsTagDecl()->getDeclContext()
             : nullptr;
}

/// Whether \p Name, in the code of \p In, is found in another namespace than
/// that code's: there may be one that is nearer.
bool isFoundAfar(const DeclRefExpr *Name, const FunctionDecl *In) {
  const DeclContext *Found = Name ? firstContextOf(Name) : nullptr;
  if (!Found)
    return false;
  auto SpaceOf = [](const DeclContext *C) {
    while (!C->isTranslationUnit()) {
      const auto *Space = dyn_cast<NamespaceDecl>(C);
      if (Space && !Space->isInline() && !Space->isAnonymousNamespace())
        break;
      C = C->getParent();
    }
    return C->getPrimaryContext();
  };
  const DeclContext *Here = SpaceOf(In->getDeclContext());
  return !Here->isTranslationUnit() && Found->isFileContext() &&
         SpaceOf(Found) != Here;
}

/// What a function names of the user's outside functions.
class GlobalNames : public DynamicRecursiveASTVisitor {
public:
  explicit GlobalNames(const SourceManager &SM) : SM(SM) {}
  llvm::SmallVector<const DeclRefExpr *, 8> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if ((isa<EnumConstantDecl>(E->getDecl()) || (V && V->hasGlobalStorage())) &&
        !SM.isInSystemHeader(E->getDecl()->getLocation()))
      Found.push_back(E);
    return true;
  }

private:
  const SourceManager &SM;
};

bool converts(const Expr *Given, QualType To, const ASTContext &Context) {
  const QualType From = Given->IgnoreImpCasts()->getType();
  if (To->isReferenceType())
    return !From->isDependentType() &&
           From.getCanonicalType() !=
               To.getNonReferenceType().getCanonicalType();
  if (From->isFunctionType())
    return false;
  return !Context.hasSameUnqualifiedType(
      From->isArrayType() ? Context.getDecayedType(From) : From, To);
}

} // namespace

bool mayBeSuitedBetter(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || isSystem(F) || isa<CXXMethodDecl>(F))
    return false; // a class has no more functions than its text says
  const auto *Name = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreImpCasts());
  if (F->getPrimaryTemplate() && !(Name && Name->hasExplicitTemplateArgs()))
    return true;
  for (unsigned I = 0; I < std::min(Call->getNumArgs(), F->getNumParams()); ++I)
    if (converts(Call->getArg(I), F->getParamDecl(I)->getType(),
                 F->getASTContext()))
      return true;
  return false;
}

/// Where a file names one that was not found, or one of the user's,
/// `#include "name"`, that an #if leaves out.
const std::vector<SourceLocation> &OtherBuilds::unread() const {
  if (Unread)
    return *Unread;
  Unread.emplace();
  const SourceManager &SM = Unit.sources();
  UnitTexts Texts(Unit);
  llvm::StringSet<> Read;
  for (auto I = SM.fileinfo_begin(); I != SM.fileinfo_end(); ++I)
    Read.insert(llvm::sys::path::filename(I->first.getName()));
  for (const FileID File : Texts.filesOfUser()) {
    const ConditionalText &Text = Texts.of(File);
    for (const TextDirective &D : Text.directives()) {
      if (D.Name != "include" || D.Rest.empty() || Text.isDead(D.Offset) ||
          D.Rest.front().Kind != tok::string_literal)
        continue;
      const SourceLocation At =
          SM.getLocForStartOfFile(File).getLocWithOffset(D.Offset);
      if (!Read.contains(
              llvm::sys::path::filename(D.Rest.front().Text.trim('"'))))
        Unread->push_back(At);
    }
  }
  for (const auto [I, E] : llvm::enumerate(Unit.errors()))
    if (const SourceLocation At = Unit.locationOfError(I);
        At.isValid() && mayDeclareHere(E, At, Unit))
      Unread->push_back(At);
  return *Unread;
}

bool OtherBuilds::isPastUnread(SourceLocation L, SourceLocation From) const {
  const SourceManager &SM = Unit.sources();
  return llvm::any_of(unread(), [&](SourceLocation At) {
    return At.isValid() && SM.isBeforeInTranslationUnit(At, L) &&
           (From.isInvalid() || SM.isBeforeInTranslationUnit(From, At));
  });
}

/// A file that is not read may have a specialisation of the template at \p Of.
bool OtherBuilds::maySpecialise(SourceLocation Of, SourceLocation Use) const {
  const SourceManager &SM = Unit.sources();
  return isPastUnread(SM.getExpansionLoc(Use), Of) ||
         (!SM.isInMainFile(SM.getExpansionLoc(Of)) &&
          !Unit.includers().empty());
}

/// A file that is not read may have a function that suits the call better or is
/// nearer, or a specialisation of its template.
bool OtherBuilds::decidesByUnread(const FunctionDecl *F, const CallExpr *Call,
                                  const FunctionDecl *In) const {
  const SourceLocation Use =
      Unit.sources().getExpansionLoc(Call->getBeginLoc());
  const FunctionDecl *Of =
      F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization
          ? nullptr
          : F->getTemplateInstantiationPattern();
  const auto *Name = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreImpCasts());
  const bool IsNamed = !isa<CXXOperatorCallExpr>(Call);
  return (Of && maySpecialise(Of->getLocation(), Use)) ||
         ((mayBeSuitedBetter(Call) || (IsNamed && isFoundAfar(Name, In))) &&
          (isPastUnread(Use) || !Unit.includers().empty()));
}

std::optional<std::string>
OtherBuilds::decidesConstant(const FunctionDecl *In) const {
  GlobalNames Names(Unit.sources());
  Names.TraverseStmt(In->getBody());
  for (const DeclRefExpr *Each : Names.Found) {
    const auto *V = dyn_cast<VarDecl>(Each->getDecl());
    const VarDecl *Of = V ? V->getInstantiatedFromStaticDataMember() : nullptr;
    if ((isFoundAfar(Each, In) && isPastUnread(In->getLocation())) ||
        (Of &&
         V->getTemplateSpecializationKind() == TSK_ImplicitInstantiation &&
         maySpecialise(Of->getLocation(), In->getLocation())))
      return Each->getDecl()->getNameAsString();
  }
  return std::nullopt;
}

} // namespace pipeline_rewrite
