//===- ClangVersion.h - What differs between versions of Clang ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The project builds with LLVM and Clang 19 to 22. What a version lacks, or
// calls otherwise, is asked here, and nowhere else; the visitor that Clang 19
// lacks is in llvm-19/.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SUPPORT_CLANGVERSION_H
#define PIPELINE_REWRITE_SUPPORT_CLANGVERSION_H

#include "Support/LlvmVersion.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/Version.h"

namespace pipeline_rewrite {

/// The text between the quotes of inline assembly.
inline std::string asmText(const clang::GCCAsmStmt &S) {
#if CLANG_VERSION_MAJOR >= 21
  return S.getAsmString();
#else
  return S.getAsmString()->getString().str();
#endif
}

/// The declaration that a name of a type names.
inline const clang::NamedDecl *declOf(clang::TypedefTypeLoc L) {
#if CLANG_VERSION_MAJOR >= 22
  return L.getDecl();
#else
  return L.getTypedefNameDecl();
#endif
}
inline const clang::NamedDecl *declOf(clang::UsingTypeLoc L) {
#if CLANG_VERSION_MAJOR >= 22
  return L.getDecl();
#else
  return L.getFoundDecl();
#endif
}

/// `::name`, with nothing between.
inline bool isQualifiedByGlobalScope(const clang::DeclRefExpr &E) {
#if CLANG_VERSION_MAJOR >= 22
  return E.getQualifier().getKind() == clang::NestedNameSpecifier::Kind::Global;
#else
  return E.hasQualifier() &&
         E.getQualifier()->getKind() == clang::NestedNameSpecifier::Global;
#endif
}

/// What stands last in front of a name.
struct QualifierPart {
  clang::NestedNameSpecifierLoc Before; ///< what stands in front of that
  clang::TypeLoc Class;                 ///< null: a namespace, or `::`
  const clang::NamespaceDecl *Namespace = nullptr;
};

inline QualifierPart lastOf(clang::NestedNameSpecifierLoc L) {
  QualifierPart Out;
  if (!L)
    return Out;
#if CLANG_VERSION_MAJOR >= 22
  Out.Class = L.getAsTypeLoc(); // what is in front of it belongs to it
  if (L.getNestedNameSpecifier().getKind() ==
      clang::NestedNameSpecifier::Kind::Namespace) {
    auto [Last, Before] = L.castAsNamespaceAndPrefix();
    Out.Namespace = Last->getNamespace();
    Out.Before = Before;
  }
#else
  const clang::NestedNameSpecifier *Last = L.getNestedNameSpecifier();
  if (Last->getAsType())
    Out.Class = L.getTypeLoc();
  Out.Namespace = Last->getAsNamespace();
  if (const auto *Alias = Last->getAsNamespaceAlias())
    Out.Namespace = Alias->getNamespace();
  Out.Before = L.getPrefix();
#endif
  return Out;
}

/// What stands in front of a type's name; of the levels of a written type one
/// has it.
inline clang::NestedNameSpecifierLoc qualifierOf(clang::TypeLoc T) {
#if CLANG_VERSION_MAJOR >= 22
  return T.getPrefix();
#else
  if (auto Named = T.getAs<clang::ElaboratedTypeLoc>())
    return Named.getQualifierLoc();
  return clang::NestedNameSpecifierLoc();
#endif
}

/// The type that a name is qualified by, with what stands in front of it; null:
/// none is, or before Clang 22 something stands there.
inline clang::TypeLoc qualifyingType(clang::NestedNameSpecifierLoc L) {
#if CLANG_VERSION_MAJOR < 22
  if (L && L.getPrefix())
    return clang::TypeLoc();
#endif
  return lastOf(L).Class;
}

/// The instance of a template that a written type names, with or without a
/// qualifier; null: none.
inline clang::TemplateSpecializationTypeLoc templateNamedBy(clang::TypeLoc T) {
#if CLANG_VERSION_MAJOR < 22
  if (auto Named = T.getAs<clang::ElaboratedTypeLoc>())
    T = Named.getNamedTypeLoc();
#endif
  return T.getAs<clang::TemplateSpecializationTypeLoc>();
}

/// A written type that adds nothing to the one that it names.
inline bool isOnlyName(clang::QualType T) {
#if CLANG_VERSION_MAJOR < 22
  if (llvm::isa<clang::ElaboratedType>(T))
    return true;
#endif
  return llvm::isa<clang::TypedefType, clang::UsingType>(T);
}

/// `__grid_constant__`; Clang 19 does not know it, and is given another
/// attribute for it, which means nothing to it (Frontend/builtin).
inline bool isGridConstant(const clang::ParmVarDecl &P) {
#if CLANG_VERSION_MAJOR >= 20
  return P.hasAttr<clang::CUDAGridConstantAttr>();
#else
  return P.hasAttr<clang::CarriesDependencyAttr>();
#endif
}

inline clang::CanQualType typeOf(const clang::TagDecl *D,
                                 const clang::ASTContext &Context) {
#if CLANG_VERSION_MAJOR >= 22
  return Context.getCanonicalTagType(D);
#else
  return Context.getCanonicalType(Context.getTypeDeclType(D));
#endif
}

/// A type is printed as what it is, not as it is written.
inline void printCanonical(clang::PrintingPolicy &Policy) {
#if CLANG_VERSION_MAJOR >= 21
  Policy.PrintAsCanonical = true;
#else
  Policy.PrintCanonicalTypes = true;
#endif
}

} // namespace pipeline_rewrite
#endif
