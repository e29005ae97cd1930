//===- ClassWords.cpp - What a class calls things, as a caller says it ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `float4 (&AsNext)[ROWS / 4]` in a member of `GmemTile<T, ROWS>`: the caller
// has declared `GmemTile<float, BM> tile;`, and says `BM / 4`.
//===----------------------------------------------------------------------===//
#include "Ast/VariableUses.h"
#include "Emit/Loads/CallerWords.h"
#include "Emit/Loads/LoadText.h"
#include "Support/ClangVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {

bool CallerWords::isInDependentClass() const {
  return ClassParameters && Called.Arguments.empty() && !isOfSameClass() &&
         Caller->isTemplateInstantiation();
}

bool CallerWords::isOfClass(llvm::StringRef Name) const {
  auto Is = [&](const NamedDecl *D) { return D->getName() == Name; };
  if (ClassParameters && llvm::any_of(*ClassParameters, Is))
    return true;
  return Class && !Class->lookup(&Context.Idents.get(Name)).empty();
}

/// The caller is a member, too: both use the same words.
bool CallerWords::isOfSameClass() const {
  const auto *M = dyn_cast<CXXMethodDecl>(Caller);
  return Class && M && M->getParent() == Class;
}

std::optional<std::string>
CallerWords::wordOfClass(llvm::StringRef Name) const {
  for (unsigned I = 0; ClassParameters && I < ClassParameters->size(); ++I)
    if (ClassParameters->getParam(I)->getName() == Name) {
      auto Argument = classArgument(I);
      bool Value = isa<NonTypeTemplateParmDecl>(ClassParameters->getParam(I));
      return Argument && Value ? atom(*Argument, Unit) : Argument;
    }
  auto Found = Class->lookup(&Context.Idents.get(Name));
  return Found.isSingleResult() ? wordOfMember(Found.front()) : std::nullopt;
}

/// A constant or a type of the class: qualified by the class as the caller
/// writes it, or what it is where the caller is no template.
std::optional<std::string>
CallerWords::wordOfMember(const NamedDecl *Member) const {
  const auto *V = dyn_cast<VarDecl>(Member);
  const auto *T = dyn_cast<TypedefNameDecl>(Member);
  if (!T && !(V && V->isUsableInConstantExpressions(Context)))
    return std::nullopt;
  const bool Visible =
      Member->getAccess() == AS_public &&
      Class->getDeclContext()->getRedeclContext()->Encloses(Caller);
  std::string Qualifier = Class->getNameAsString();
  if (ClassParameters) {
    const TypeLoc Written = writtenClass();
    auto R =
        Written ? CallerText.range(Written.getSourceRange()) : std::nullopt;
    Qualifier = R && V ? CallerText.slice(*R).str() : "";
  }
  if (Visible && !Qualifier.empty())
    return Qualifier + "::" + Member->getNameAsString();
  if (Caller->isTemplateInstantiation())
    return std::nullopt;
  if (T)
    return spellType(T->getUnderlyingType().getCanonicalType(), Context);
  const APValue *Value = V->evaluateValue();
  return Value && Value->isInt()
             ? std::optional(llvm::toString(Value->getInt(), 10))
             : std::nullopt;
}

/// The class as the caller writes it where it declares the object, or in front
/// of a static member's name.
TypeLoc CallerWords::writtenClass() const {
  TypeLoc L;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Called.Written))
    L = qualifyingType(Ref->getQualifierLoc());
  const Expr *Object = Call.object();
  const VarDecl *V = plainVariable(Object);
  if (V && V->getDeclContext() == Caller && V->getTypeSourceInfo())
    L = V->getTypeSourceInfo()->getTypeLoc().getUnqualifiedLoc();
  if (auto R = L ? L.getAs<ReferenceTypeLoc>() : ReferenceTypeLoc())
    L = R.getPointeeLoc().getUnqualifiedLoc();
  auto Written = L ? templateNamedBy(L) : TemplateSpecializationTypeLoc();
  const auto *Instance = cast<ClassTemplateSpecializationDecl>(Class);
  const TemplateDecl *Named =
      Written ? Written.getTypePtr()->getTemplateName().getAsTemplateDecl()
              : nullptr;
  return Named && Named->getCanonicalDecl() ==
                      Instance->getSpecializedTemplate()->getCanonicalDecl()
             ? L
             : TypeLoc();
}

std::optional<std::string> CallerWords::classArgument(unsigned I) const {
  if (ClassParameters->getParam(I)->isParameterPack())
    return std::nullopt;
  const TypeLoc Type = writtenClass();
  auto Written = Type ? templateNamedBy(Type) : TemplateSpecializationTypeLoc();
  if (Written && I < Written.getNumArgs()) {
    auto R = CallerText.range(Written.getArgLoc(I).getSourceRange());
    return R ? std::optional(CallerText.slice(*R).str()) : std::nullopt;
  }
  return constant(
      cast<ClassTemplateSpecializationDecl>(Class)->getTemplateArgs()[I]);
}

} // namespace pipeline_rewrite
