//===- LoopAnalysis.h - State shared by the questions of Analyse ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse: effects of every unit, collected once, and the facts
// under construction. Each question is a function that may refuse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_LOOPANALYSIS_H
#define PIPELINE_REWRITE_ANALYSE_LOOPANALYSIS_H

#include "Analyse/AnalysisInput.h"
#include "Analyse/LoopFacts.h"
#include "Analyse/Memory/Alias.h"
#include "Ast/Assignments.h"
#include "Frontend/SourceUnit.h"

namespace pipeline_rewrite {

class OtherBuilds;
class Uniformity;

struct LoopAnalysis {
  LoopAnalysis(const KLoop &K, const SourceUnit &Unit,
               const AnalysisInput &Asked);

  LoopFacts Facts;
  const KLoop &K;
  const SourceUnit &Unit;
  const AnalysisInput &Asked;
  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  EffectsCollector &Collector; ///< owned by Facts
  std::vector<Effects> UnitEffects;
  Effects Init, Condition, Increment;
  const RestrictPointers Restrict;

  Refusal refuse(RefusalId Id, std::string Detail) const;
  Refusal refuse(RefusalId Id, std::string Detail, const clang::Stmt *Cause,
                 std::string Note) const;
  /// What \p Written stores provably misses what \p Read reads, by the text of
  /// the kernel in all builds.
  bool cannotMeet(const Access &Written, const Access &Read) const;
  bool isBarrier(unsigned Unit) const;
  /// A loop in this one, with barriers of its own.
  bool isInnerLoopWithBarriers(unsigned Unit) const;
  bool isOutside(const clang::VarDecl *V) const; ///< declared outside the loop
  bool inLoop(const clang::Stmt *S) const;
  std::string spelling(const clang::Stmt *S) const;
  /// Of the loop's function.
  const Uniformity &threads() const;
  /// That have the loop, and may define other macros.
  const OtherBuilds &builds() const { return *Facts.Builds; }

private:
  // Made when they are asked for:
  mutable std::shared_ptr<Uniformity> Threads;
};

// What several questions ask.

/// A break, continue, return or other jump below \p S, inner loops included;
/// nullptr if there is none.
const clang::Stmt *findJump(const clang::Stmt *S);
/// What \p Acc reaches, in words.
std::string nameOf(const Access &Acc);
/// Arrays of dynamic shared memory all begin at one address.
bool mayBeOneArray(const LoopAnalysis &A, const clang::VarDecl *One,
                   const clang::VarDecl *Two);
bool writtenInLoop(const LoopAnalysis &A, const clang::VarDecl *Root);

} // namespace pipeline_rewrite
#endif
