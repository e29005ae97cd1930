//===- TypeText.cpp - Types in the words of the source --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instance knows its types by value: what the template calls
// `typename V<T>::Type` is float in one and double in the next. Whether a type
// depends on the template's parameters is asked of the template itself, and a
// type that does is named as the source names it somewhere.
//===----------------------------------------------------------------------===//
#include "Emit/Source/TypeText.h"
#include "Analyse/LoopFacts.h"
#include "Ast/Spelling.h"
#include "Emit/Source/Names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
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

const SubstTemplateTypeParmType *parameterIn(QualType T) {
  while (const auto *P = T->getAs<PointerType>())
    T = P->getPointeeType();
  return T->getAs<SubstTemplateTypeParmType>();
}

/// The cast that makes the pointer of `*(const V *)p`; nullptr if there is
/// none.
const ExplicitCastExpr *castIn(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
      return C;
    if (const auto *U = dyn_cast<UnaryOperator>(E);
        U && U->getOpcode() == UO_Deref)
      E = U->getSubExpr();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *Copy = dyn_cast<CXXConstructExpr>(E);
             Copy && Copy->getNumArgs() == 1)
      E = Copy->getArg(0);
    else
      return nullptr;
  }
}

/// Text that is the same in all instances.
std::string spell(QualType T, const ASTContext &Context, bool Own) {
  return spellType(Own || !parameterIn(T) ? T : T.getCanonicalType(), Context);
}

} // namespace

TypeText::TypeText(const FunctionDecl *Function, const SourceText &Source)
    : Source(Source), Function(Function),
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

static TypeLoc elementOf(TypeLoc L) {
  while (true) {
    L = L.getUnqualifiedLoc();
    if (auto P = L.getAs<PointerTypeLoc>())
      L = P.getPointeeLoc();
    else if (auto A = L.getAs<ArrayTypeLoc>())
      L = A.getElementLoc();
    else if (auto R = L.getAs<ReferenceTypeLoc>())
      L = R.getPointeeLoc();
    else if (auto P = L.getAs<ParenTypeLoc>())
      L = P.getInnerLoc();
    else
      return L;
  }
}

/// A macro or an alias of the program: another build may give it another type.
static bool mayBeOther(TypeLoc L, const SourceManager &SM) {
  if (L.getBeginLoc().isMacroID())
    return true;
  const auto *Alias = L.getType()->getAs<TypedefType>();
  return Alias && !SM.isInSystemHeader(Alias->getDecl()->getLocation());
}

/// As \p V is declared, where another build may give its elements another type.
std::optional<std::string> TypeText::ofBuild(const VarDecl *V,
                                             QualType T) const {
  if (!V || !V->getTypeSourceInfo() ||
      !(V->getDeclContext() == Function ||
        V->getDeclContext()->isTranslationUnit()))
    return std::nullopt;
  const TypeLoc L = elementOf(V->getTypeSourceInfo()->getTypeLoc());
  return mayBeOther(L, Function->getASTContext().getSourceManager())
             ? elementText(L, T)
             : std::nullopt;
}

/// What the type \p L points to or is an array of, as it is spelled, if that is
/// \p T.
std::optional<std::string> TypeText::elementText(TypeLoc L, QualType T) const {
  L = elementOf(L);
  const ASTContext &Context = Function->getASTContext();
  auto R = Source.range(L.getSourceRange());
  if (!R || L.getType()->getContainedAutoType() ||
      L.getType().isConstQualified() ||
      !Context.hasSameUnqualifiedType(L.getType(), T))
    return std::nullopt;
  return Source.slice(*R).str();
}

std::optional<std::string> TypeText::ofValue(const Expr *E, QualType T,
                                             const VarDecl *Target) const {
  const bool Own = isOwnParameter(T);
  // `T` is const itself in `k<const float>`: no variable of it gets a value.
  const auto *P = parameterIn(T);
  const bool IsConst = P && P->getReplacementType().isConstQualified();
  if (!isNameable(T))
    return std::nullopt;
  if (!varies(E)) {
    const VarDecl *Loaded = nameIn(E);
    if (auto Text = ofBuild(Loaded ? Loaded : Target, T))
      return Text;
  }
  if ((Own && !IsConst) || !varies(E))
    return spell(T, Function->getASTContext(), Own);
  llvm::SmallVector<TypeSourceInfo *, 3> Spelled;
  if (const ExplicitCastExpr *Cast = castIn(E))
    Spelled.push_back(Cast->getTypeInfoAsWritten());
  for (const VarDecl *V : {nameIn(E), Target})
    if (V)
      Spelled.push_back(V->getTypeSourceInfo());
  for (TypeSourceInfo *Type : Spelled)
    if (Type)
      if (auto Text = elementText(Type->getTypeLoc(), T))
        return Text;
  return std::nullopt;
}

std::optional<std::string> TypeText::ofVariable(const VarDecl *V) const {
  PatternFinder Finder;
  Finder.Variable = V->getLocation();
  if (Pattern)
    Finder.TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  const bool Own = isOwnParameter(V->getType());
  if (!Finder.Dependent)
    if (auto Text = ofBuild(V, V->getType().getNonReferenceType()))
      return Text;
  if (Own || !Finder.Dependent)
    return spell(V->getType(), Function->getASTContext(), Own);
  TypeLoc L = V->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  auto R = Source.range(L.getSourceRange());
  if (!R || L.getType()->getContainedAutoType())
    return std::nullopt;
  return Source.slice(*R).str();
}

} // namespace pipeline_rewrite
