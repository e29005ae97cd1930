//===- BodyNames.cpp - What statements of a body name of each other -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Slices/BodyNames.h"
#include "Ast/Below.h"

using namespace clang;

namespace pipeline_rewrite {

BodyNames::BodyNames(const LoopAnalysis &A) : A(A) {
  Named.resize(A.K.Units.size());
  for (unsigned I = 0; I < A.K.Units.size(); ++I)
    for (const NamedUse &Use : namesIn(A.K.Units[I]))
      if (auto Unit = declaringUnit(Use.Decl); Unit && *Unit != I)
        Named[I].insert({*Unit, Use.Decl});
}

std::optional<unsigned> BodyNames::declaringUnit(const Decl *Named) const {
  for (unsigned I = 0; I < A.K.Units.size(); ++I)
    if (llvm::any_of(declaredBy(A.K.Units[I]),
                     [&](const Decl *D) { return isSameDecl(D, Named); }))
      return I;
  return std::nullopt;
}

bool BodyNames::names(unsigned I, unsigned Other) const {
  return llvm::any_of(Named[I],
                      [&](const auto &Each) { return Each.first == Other; });
}

bool BodyNames::areMeantEarly(unsigned I) const {
  return llvm::all_of(declaredBy(A.K.Units[I]), isCompileTime);
}

static bool namedByHeader(const Stmt *S, const NamedDecl *D) {
  auto Names = [&](const Stmt *Part) {
    return llvm::any_of(namesIn(Part),
                        [&](const NamedUse &Use) { return Use.Decl == D; });
  };
  return findBelow(
      S,
      [&](const Stmt *Each) {
        const auto *For = dyn_cast<ForStmt>(Each);
        return For && (Names(For->getInit()) || Names(For->getCond()) ||
                       Names(For->getInc()));
      },
      [](const Stmt *Each) { return !isa<Expr>(Each); });
}

bool BodyNames::boundsLoop(unsigned I, const NamedDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && V->isUsableInConstantExpressions(A.Context) &&
         namedByHeader(A.K.Units[I], D);
}

bool BodyNames::namesHeader(unsigned I) const {
  return llvm::any_of(namesIn(A.K.Units[I]), [&](const NamedUse &Use) {
    const auto *V = dyn_cast<VarDecl>(Use.Decl);
    return V && isOfHeader(V);
  });
}

bool BodyNames::isOfHeader(const VarDecl *V) const {
  const auto *D = dyn_cast_or_null<DeclStmt>(A.K.init());
  return D && llvm::is_contained(D->decls(), V);
}

} // namespace pipeline_rewrite
