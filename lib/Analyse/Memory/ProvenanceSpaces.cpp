//===- ProvenanceSpaces.cpp - Which memory a pointer leads to -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/PointerStores.h"
#include "Analyse/Memory/Provenance.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {

static bool isKernelParameter(const ParmVarDecl *P) {
  const auto *Owner = dyn_cast<FunctionDecl>(P->getDeclContext());
  return Owner && Owner->hasAttr<CUDAGlobalAttr>();
}

bool Provenance::putsPointers() const {
  if (!PutsPointers)
    PutsPointers = storesPointers(Function);
  return *PutsPointers;
}

Space Provenance::spaceOf(const VarDecl *Root, bool Held) const {
  if (Held) {
    // Pointers that a kernel is given inside a struct, or finds in global or
    // constant memory, were put there by the host, if device code puts none
    // there: they are global.
    const auto *P = dyn_cast<ParmVarDecl>(Root);
    bool FromHost = P ? isKernelParameter(P)
                      : Root->hasAttr<CUDAConstantAttr>() ||
                            Root->hasAttr<CUDADeviceAttr>();
    return FromHost && !Root->hasAttr<CUDASharedAttr>() && !putsPointers()
               ? Space::Global
               : Space::Unknown;
  }
  if (Root->hasAttr<CUDASharedAttr>() || isPart(Root))
    return Space::Shared;
  // A pointer stands for what it leads to.
  const bool Leads = Root->getType()->isPointerType();
  if (!Leads && (Root->hasAttr<CUDAConstantAttr>() || Root->isConstexpr()))
    return Space::Constant;
  if (const auto *P = dyn_cast<ParmVarDecl>(Root)) {
    if (isObject(P))
      return Space::Private;
    // A kernel is given pointers to global memory; a device function may be
    // given any.
    return isKernelParameter(P) || GivenGlobal.contains(P) ? Space::Global
                                                           : Space::Unknown;
  }
  if ((Root->hasAttr<CUDADeviceAttr>() || Root->hasAttr<CUDAConstantAttr>()) &&
      !Root->isLocalVarDecl())
    return Leads && putsPointers() ? Space::Unknown : Space::Global;
  if (Root->hasGlobalStorage())
    return Root->getType().isConstQualified() && !Leads ? Space::Constant
                                                        : Space::Unknown;
  return isObject(Root) ? Space::Private : Space::Unknown;
}

} // namespace pipeline_rewrite
