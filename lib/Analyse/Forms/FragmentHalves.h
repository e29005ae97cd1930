//===- FragmentHalves.h - The halves of a k-step --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse: which statements of a k-step read fragments, which
// compute with them, and whether all of the first may stand in front of all of
// the second.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_FRAGMENTHALVES_H
#define PIPELINE_REWRITE_ANALYSE_FRAGMENTHALVES_H

#include "Analyse/LoopAnalysis.h"

namespace pipeline_rewrite {

/// A statement of a k-step without statements inside, or the header of a loop
/// or condition around some.
struct StepLeaf {
  const clang::Stmt *S = nullptr;
  llvm::SmallVector<const clang::Stmt *, 4> Around; ///< outermost first
  Effects Does;
  unsigned Statement = 0;               ///< of the step that holds it
  bool IsHeader = false;                ///< S is a `for` or `if`
  bool Reads = false, Computes = false; ///< the halves that have it
};

class FragmentHalves {
public:
  explicit FragmentHalves(LoopAnalysis &A) : A(A) {}

  /// Fills Steps from the body of its loop.
  /// Gives: why the fragments cannot be read ahead; else yes.
  Answer split(FragmentSteps &Steps);

private:
  Answer collect(const clang::Stmt *S);
  Answer add(const clang::Stmt *S, Effects Does, bool IsHeader);
  Answer isUnderstood(const StepLeaf &Leaf) const;
  Answer collectFor(const clang::ForStmt *For);
  Answer collectIf(const clang::IfStmt *If);
  void findReading();
  void findComputing();
  bool addNeeded(bool StepLeaf::*Half);
  bool isNeeded(const clang::VarDecl *V, bool StepLeaf::*Half,
                const StepLeaf *Writer) const;
  bool isRepeatable(const clang::VarDecl *V) const;
  bool isStepLocal(const clang::VarDecl *V) const;
  void addDeclarations();
  Answer findFragments();
  Answer canBeDoubled(const clang::VarDecl *V);
  Answer isSeparate() const;
  bool isInOrder() const;
  Answer staysInOrder() const;

  LoopAnalysis &A;
  FragmentSteps *Steps = nullptr;
  const clang::CompoundStmt *Body = nullptr;
  std::vector<StepLeaf> Leaves;
  llvm::SmallVector<const clang::Stmt *, 4> Around;
  unsigned Statement = 0;
};

/// No byte of a fragment is given a value twice in one k-step: what is computed
/// in between would see the second one. \p Reading: the statements that may,
/// with what is around them. Asked of the numbers of every build.
bool isWrittenOnce(const LoopAnalysis &A, const clang::VarDecl *Fragment,
                   const clang::Stmt *Body,
                   const llvm::SmallPtrSetImpl<const clang::Stmt *> &Reading);

/// The words of a k-step mean in functions of their own what they mean where
/// they stand, with tiles and fragments of one dimension more.
Answer mayMoveWords(const clang::ForStmt *Step, const LoopAnalysis &A);

/// What \p V is declared with can be left out, if it is written before it is
/// read: making the value does nothing else, and its type needs none.
bool isValueUnused(const clang::VarDecl *V, clang::ASTContext &Context);

/// The second of two in a row is aligned as the first is.
bool staysAligned(const clang::VarDecl *V, clang::ASTContext &Context);

/// `a [[x]]`, behind which a dimension would be the attribute's.
bool hasAttributeBehindName(const clang::VarDecl *V,
                            const clang::SourceManager &SM);

} // namespace pipeline_rewrite
#endif
