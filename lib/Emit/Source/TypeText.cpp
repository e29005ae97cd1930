//===- TypeText.cpp - Types in the words of the source --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instance knows its types by value: what the template calls
// `typename V<T>::Type` is float in one and double in the next. Whether a type
// depends on the template's parameters is asked of the template itself, and a
// type that does is named as the source names it somewhere.
//===----------------------------------------------------------------------===//
#include "Emit/Source/TypeText.h"
#include "Analyse/Builds/MadeOf.h"
#include "Ast/Below.h"
#include "Ast/Spelling.h"
#include "Emit/Source/Names.h"
#include "Match/DeviceFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Looks for an expression or a variable of the template by its place.
class PatternFinder : public DynamicRecursiveASTVisitor {
public:
  SourceRange Expression;
  SourceLocation Variable;
  bool Found = false, Dependent = false, DependentElement = false;

  bool VisitExpr(Expr *E) override {
    if (E->getSourceRange() == Expression)
      note(E->isTypeDependent());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getLocation() == Variable)
      note(V->getType()->isDependentType());
    if (V->getLocation() == Variable)
      DependentElement |= V->getASTContext()
                              .getBaseElementType(V->getType())
                              ->isDependentType();
    return true;
  }

private:
  void note(bool IsDependent) {
    Found = true;
    Dependent |= IsDependent;
  }
};

/// Looks for a declaration of a name, other than \p But.
class NameFinder : public DynamicRecursiveASTVisitor {
public:
  NameFinder(llvm::StringRef Name, const Decl *But) : Name(Name), But(But) {}
  bool Found = false;

  bool VisitNamedDecl(NamedDecl *D) override {
    Found |= D != But && D->getIdentifier() && D->getName() == Name;
    return !Found;
  }

private:
  llvm::StringRef Name;
  const Decl *But;
};

const SubstTemplateTypeParmType *parameterIn(QualType T) {
  while (const auto *P = T->getAs<PointerType>())
    T = P->getPointeeType();
  return T->getAs<SubstTemplateTypeParmType>();
}

const TypedefNameDecl *aliasIn(QualType T) {
  while (!T->getAs<TypedefType>() && T->isPointerType())
    T = T->getPointeeType();
  const auto *Alias = T->getAs<TypedefType>();
  return Alias ? Alias->getDecl() : nullptr;
}

} // namespace

TypeText::TypeText(const FunctionDecl *Function, const SourceText &Source,
                   const OtherBuilds &Builds)
    : Source(Source), Builds(Builds), Function(Function),
      Pattern(Function->getTemplateInstantiationPattern()) {}

/// \p T is a parameter of the function's template, or of its class, and not of
/// another class that it uses.
bool TypeText::isOwnParameter(QualType T) const {
  const auto *P = parameterIn(T);
  const auto *D = P ? P->getReplacedParameter() : nullptr;
  const FunctionDecl *F = Function->getTemplateInstantiationPattern();
  return D && F &&
         (D->getDeclContext() == F || D->getDeclContext()->Encloses(F));
}

/// Text that is the same in all instances.
std::string TypeText::spell(QualType T) const {
  const TypedefNameDecl *Alias = aliasIn(T);
  const bool IsOther =
      (parameterIn(T) && !isOwnParameter(T)) ||
      (Alias && isRenamed(Alias, Alias->getName(), Alias->getLocation()));
  return spellType(IsOther ? T.getCanonicalType() : T,
                   Function->getASTContext());
}

bool TypeText::varies(const Expr *E) const {
  if (!Pattern)
    return false;
  PatternFinder Finder;
  Finder.Expression = E->getSourceRange();
  Finder.TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  return !Finder.Found || Finder.Dependent;
}

bool TypeText::elementVaries(const VarDecl *V) const {
  if (!Pattern)
    return false;
  PatternFinder Finder;
  Finder.Variable = V->getLocation();
  Finder.TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  return !Finder.Found || Finder.DependentElement;
}

/// The type \p L in the words of the source, without references and what
/// qualifies it; nullopt for arrays, and where no words say it.
std::optional<std::string> TypeText::wordsOf(TypeLoc L) const {
  L = L.getUnqualifiedLoc();
  if (auto R = L.getAs<ReferenceTypeLoc>())
    return wordsOf(R.getPointeeLoc());
  if (auto P = L.getAs<PointerTypeLoc>()) {
    auto Pointee = wordsOf(P.getPointeeLoc());
    const bool IsConst = P.getPointeeLoc().getType().isConstQualified();
    return Pointee ? std::optional((IsConst ? "const " : "") + *Pointee + " *")
                   : std::nullopt;
  }
  auto R = Source.range(L.getSourceRange());
  const Decl *D = aliasIn(L.getType());
  if (!R || innerLocOf(L) || L.getType()->getContainedAutoType() ||
      L.getType().isConstQualified() || Builds.isChosen(L.getBeginLoc()) ||
      isRenamed(D ? D : L.getType()->getAsTagDecl(), Source.slice(*R),
                L.getBeginLoc()))
    return std::nullopt;
  return Source.slice(*R).str();
}

/// In the function, \p Name, as it is used at \p At, may mean something else
/// than \p D.
bool TypeText::isRenamed(const Decl *D, llvm::StringRef Name,
                         SourceLocation At) const {
  NameFinder Local(Name, D);
  Local.TraverseStmt(Function->getBody());
  return Local.Found || Builds.isRenamed(Name, At);
}

/// The same of \p L, or of what it points to or is an array of, where that is
/// \p T.
std::optional<std::string> TypeText::wordsOf(TypeLoc L, QualType T) const {
  for (; L; L = innerLocOf(L))
    if (Function->getASTContext().hasSameUnqualifiedType(L.getType(), T))
      return wordsOf(L);
  return std::nullopt;
}

std::optional<std::string> TypeText::ofValue(const Expr *E, QualType T,
                                             const VarDecl *StoredTo) const {
  const bool Own = isOwnParameter(T);
  // `T` is const itself in `k<const float>`: no variable of it gets a value.
  const auto *P = parameterIn(T);
  const bool IsConst = P && P->getReplacementType().isConstQualified();
  if (!isNameable(T))
    return std::nullopt;
  std::string Spelled = spell(T);
  if (Own && !IsConst)
    return Spelled;
  const auto Written = writtenTypes(E, Function, Builds);
  if (!varies(E) && llvm::none_of(Written, [](const WrittenType &Each) {
        return Each.By.has_value();
      }))
    return Spelled;
  // What the tile gets has the tile's type in every build.
  const TypeLoc Stored =
      StoredTo ? StoredTo->getTypeSourceInfo()->getTypeLoc() : TypeLoc();
  if (auto Text = wordsOf(Stored, T))
    return Text;
  // Where arguments choose among functions, each instance has another.
  const bool IsChosen =
      varies(E) && findBelow<CallExpr>(E, [](const CallExpr *Call) {
        const FunctionDecl *F = Call->getDirectCallee();
        return F && !isSystem(F) && !F->getTemplateInstantiationPattern();
      });
  if (auto Text = IsChosen ? std::nullopt : agreedWords(Written, T))
    return Text;
  return Stored ? wordsOf(elementLocOf(Stored)) : std::nullopt; // promoted
}

/// The words for \p T that all of \p Written have.
std::optional<std::string>
TypeText::agreedWords(llvm::ArrayRef<WrittenType> Written, QualType T) const {
  std::optional<std::string> Agreed;
  for (const WrittenType &Each : Written) {
    auto Text = wordsOf(Each.Words, T);
    if (!Text || (Agreed && *Agreed != *Text))
      return std::nullopt;
    Agreed = Text;
  }
  return Agreed;
}

std::optional<std::string> TypeText::ofVariable(const VarDecl *V) const {
  PatternFinder Finder;
  Finder.Variable = V->getLocation();
  if (Pattern)
    Finder.TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  const bool Own = isOwnParameter(V->getType());
  const TypeLoc L = V->getTypeSourceInfo()->getTypeLoc();
  if (Own || !Finder.Dependent) {
    if (!Own && L.getType()->getContainedAutoType() && V->getInit())
      return ofValue(V->getInit(), V->getType().getNonReferenceType());
    if (!Own && (Builds.decides(V, V->getLocation()) ||
                 MadeOf(Builds).decides(elementLocOf(L))))
      return wordsOf(L);
    return spell(V->getType());
  }
  auto R = Source.range(L.getUnqualifiedLoc().getSourceRange());
  if (!R || L.getType()->getContainedAutoType())
    return std::nullopt;
  return Source.slice(*R).str();
}

} // namespace pipeline_rewrite
