//===- Alias.cpp - What stores of a loop may be to what it loads ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Alias.h"
#include "Analyse/Builds/BuildConditions.h"
#include "Support/ClangVersion.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace pipeline_rewrite {

bool isGlobalMemory(const Access &Acc) {
  return Acc.Where == Space::Global || Acc.Where == Space::Unknown;
}

bool isRestrict(const Access &Acc, const RestrictPointers &Restrict) {
  return !Acc.Held && Restrict.contains(Acc.Root);
}

namespace {

/// The object itself, not what a pointer in it leads to.
bool isNamedObject(const Access &Acc) {
  return Provenance::isObject(Acc.Root) && Acc.Root->hasGlobalStorage() &&
         !Acc.Held;
}

const NamedDecl *aliasIn(TypeLoc L) {
  if (const auto Alias = L.getAsAdjusted<TypedefTypeLoc>())
    return declOf(Alias);
  if (const auto Using = L.getAsAdjusted<UsingTypeLoc>())
    return declOf(Using);
  const auto *Of = L.getType()->getAs<TemplateSpecializationType>();
  return Of && Of->isTypeAlias() ? Of->getTemplateName().getAsTemplateDecl()
                                 : nullptr;
}

/// With what stands behind its type.
SourceRange wordsOf(const TypedefNameDecl &Alias, const SourceManager &SM) {
  const SourceLocation End = SM.getExpansionLoc(Alias.getEndLoc());
  const llvm::StringRef Text = SM.getCharacterData(End);
  return {Alias.getBeginLoc(), End.getLocWithOffset(Text.find_first_of(";"))};
}

/// By a pointer's own words, or by aliases that no build makes others.
bool saysRestrict(TypeLoc L, const OtherBuilds &Builds) {
  L = L.getUnqualifiedLoc();
  if (L.getAs<PointerTypeLoc>())
    return true;
  const NamedDecl *D = aliasIn(L);
  if (!D || Builds.choice(D) ||
      Builds.decidesWords(qualifierOf(L).getSourceRange()))
    return false;
  if (const auto *Shadow = dyn_cast<UsingShadowDecl>(D))
    D = Shadow->getTargetDecl();
  if (const auto *Template = dyn_cast<TypeAliasTemplateDecl>(D))
    D = Template->getTemplatedDecl();
  const auto *Alias = dyn_cast<TypedefNameDecl>(D);
  return Alias && !Builds.choice(Alias) &&
         !Builds.decides(wordsOf(*Alias, Builds.sources()), /*Specifiers=*/true,
                         Alias) &&
         saysRestrict(Alias->getTypeSourceInfo()->getTypeLoc(), Builds);
}

} // namespace

bool RestrictPointers::contains(const VarDecl *V) const {
  if (!V->getType().isRestrictQualified())
    return false;
  auto [At, IsNew] = Asked.try_emplace(V, true);
  if (!IsNew)
    return At->second;
  // From the function's name on: an #if may choose the whole parameter.
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  const SourceRange Words(F ? F->getLocation() : V->getBeginLoc(),
                          V->getLocation());
  const Decl *In = F ? static_cast<const Decl *>(F) : V;
  return At->second =
             !Builds->decides(Words, /*Specifiers=*/true, In) &&
             saysRestrict(V->getTypeSourceInfo()->getTypeLoc(), *Builds);
}

bool RestrictPointers::mayBeCopied(const Access &Acc) const {
  return (Acc.Held || Acc.Root->hasGlobalStorage()) && Origin.putsPointers();
}

bool cannotAlias(const Access &Written, const Access &Read,
                 const RestrictPointers &Restrict) {
  if (!Written.Root || !Read.Root || Written.Root == Read.Root)
    return false;
  if (Written.Root->getType()->isPointerType() &&
      Read.Root->getType()->isPointerType())
    return isRestrict(Written, Restrict)
               ? !Restrict.mayBeCopied(Read)
               : isRestrict(Read, Restrict) && !Restrict.mayBeCopied(Written);
  // Two named arrays.
  return isNamedObject(Written) && isNamedObject(Read);
}

} // namespace pipeline_rewrite
