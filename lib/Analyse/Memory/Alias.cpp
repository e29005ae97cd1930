//===- Alias.cpp - What stores of a loop may be to what it loads ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Alias.h"
#include "Analyse/Builds/BuildConditions.h"

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
  return At->second = !OtherBuilds::withMacros(Unit).decides(
             Words, /*Specifiers=*/true, In);
}

bool cannotAlias(const Access &Written, const Access &Read,
                 const RestrictPointers &Restrict) {
  if (!Written.Root || !Read.Root || Written.Root == Read.Root)
    return false;
  if (Written.Root->getType()->isPointerType() &&
      Read.Root->getType()->isPointerType())
    return isRestrict(Written, Restrict) || isRestrict(Read, Restrict);
  // Two named arrays.
  return isNamedObject(Written) && isNamedObject(Read);
}

} // namespace pipeline_rewrite
