//===- BodyNames.h - What statements of a body name of each other ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. A statement that moves finds its names where it lands
// only if what declares them goes along.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BODYNAMES_H
#define PIPELINE_REWRITE_ANALYSE_BODYNAMES_H

#include "Analyse/LoopAnalysis.h"
#include "Analyse/Slices/NamedDecls.h"

namespace pipeline_rewrite {

class BodyNames {
public:
  explicit BodyNames(const LoopAnalysis &A);

  using Uses =
      llvm::SmallSetVector<std::pair<unsigned, const clang::NamedDecl *>, 4>;
  /// What unit number \p I names that others declare: the unit, and what.
  const Uses &of(unsigned I) const { return Named[I]; }
  /// Unit \p I names something that unit \p Other declares.
  bool names(unsigned I, unsigned Other) const;
  /// What the unit declares has a meaning for the compiler alone.
  bool areMeantEarly(unsigned I) const;
  /// A constant that says how many values a copy loop brings is wanted where
  /// these wait.
  bool boundsLoop(unsigned I, const clang::NamedDecl *D) const;
  /// The unit names what the loop's header declares.
  bool namesHeader(unsigned I) const;
  bool isOfHeader(const clang::VarDecl *V) const;

private:
  std::optional<unsigned> declaringUnit(const clang::Decl *Named) const;

  const LoopAnalysis &A;
  std::vector<Uses> Named;
};

} // namespace pipeline_rewrite
#endif
