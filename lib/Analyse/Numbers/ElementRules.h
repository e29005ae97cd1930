//===- ElementRules.h - Do two stores reach one element of an array? ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An lvalue is its root and the steps from there: fields, and sums of indices.
// Two that differ in a step by a constant are apart. What is not shown may be
// the same element.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_ELEMENTRULES_H
#define PIPELINE_REWRITE_ANALYSE_ELEMENTRULES_H

#include "Analyse/LoopFacts.h"
#include "Analyse/Memory/Effects.h"

namespace pipeline_rewrite {

class OtherBuilds;

/// Stores of one function's body, by one thread.
class ElementRules {
public:
  /// \p Body: what the stores are in; the loop's, or one's that fills tiles.
  /// \p AllBuilds: numbers that another one may make others are none.
  ElementRules(EffectsCollector &Collector, const clang::FunctionDecl *Function,
               const clang::Stmt *Body, const OtherBuilds *AllBuilds = nullptr)
      : Collector(Collector), Function(Function), Body(Body),
        AllBuilds(AllBuilds), Context(Function->getASTContext()) {}

  /// \p Later may store to an element that \p Copy copies to, in one round of
  /// the loop that both are in.
  bool mayMeet(const TileStore &Copy, const TileStore &Later) const;
  /// The same, in any rounds of any loops around them.
  bool mayMeetInAnyRound(const TileStore &Copy, const TileStore &Other) const;
  /// The same in two rounds of the loops that both are in.
  bool mayMeetAcross(const TileStore &Copy, const TileStore &Other) const;
  /// Two rounds of the loops around \p Store may store to one element.
  bool mayRepeat(const TileStore &Store) const;
  /// \p S stands in a loop of the body.
  bool isInLoop(const clang::Stmt *S) const { return !loopsAround(S).empty(); }

private:
  /// A field, or a sum of indices into objects of so many bytes.
  struct Step {
    const clang::FieldDecl *Field = nullptr;
    llvm::SmallVector<const clang::Expr *, 2> Indices;
    int64_t Bytes = 0;
  };
  /// How an expression reaches the object that it names.
  struct Place {
    const clang::ValueDecl *Root = nullptr; ///< nullptr if not understood
    llvm::SmallVector<Step, 4> Steps;
  };
  struct Sum;
  friend class RoundCounters;
  friend class RoundIndex;

  static bool areArms(const clang::Stmt *S, const clang::Stmt *One,
                      const clang::Stmt *Other);
  /// Outermost first.
  llvm::SmallVector<const clang::Stmt *, 4>
  loopsAround(const clang::Stmt *Inner) const;
  Place placeOf(const clang::Expr *E) const;
  void walk(const clang::Expr *E, Place &P) const;
  void addIndex(Place &P, const clang::Expr *Base, const clang::Expr *Index,
                clang::QualType Of) const;
  void followPointer(Place &P) const;
  int64_t sizeOf(clang::QualType T) const;
  /// What the place starts at is no pointer, nor holds one, that
  /// \p Round may change.
  bool isFixedRoot(const Place &P, const clang::Stmt *Round) const;
  bool isChangedIn(const clang::Stmt *Round, const clang::VarDecl *V) const;
  bool areApart(const Place &One, const Place &Other, int64_t Bytes,
                const clang::Stmt *Round) const;
  bool areSame(const Place &One, const Place &Other,
               const clang::Stmt *Round) const;
  std::optional<int64_t> distance(const Step &One, const Step &Other,
                                  const clang::Stmt *Round) const;
  bool add(Sum &S, const clang::Expr *E, int64_t Factor,
           const clang::Stmt *Round) const;
  std::optional<int64_t> numberIn(const clang::Expr *E) const;
  bool isSteady(const clang::Expr *E, const clang::Stmt *Round) const;

  EffectsCollector &Collector;
  const clang::FunctionDecl *Function;
  const clang::Stmt *Body;
  const OtherBuilds *AllBuilds;
  const clang::ASTContext &Context;
};

} // namespace pipeline_rewrite
#endif
