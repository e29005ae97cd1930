//===- HandTrace.h - What a thread does around and in a loop --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_HANDTRACE_H
#define PIPELINE_REWRITE_UNDO_HANDTRACE_H

#include "Match/KLoop.h"
#include "Undo/ReadTerms.h"
#include "clang/AST/StmtCXX.h"

namespace pipeline_rewrite::undo {

/// A step of a thread.
struct HandStep {
  enum KindOf { Fill, Compute, Barrier, Commit, Wait } Kind = Barrier;
  const clang::Stmt *At = nullptr;
  std::vector<int> Under; ///< these tiles exist
  // Fill
  Cell To;
  const Term *Value = nullptr;
  bool IsCopy = false;
  // Compute
  std::vector<const Term *> Values; ///< of names that are read, in order
  std::vector<std::pair<const clang::VarDecl *, const Term *>> Reads;
  unsigned Prior = 0; ///< Wait
};

/// Runs a loop for what each step computes, with the iteration as an unknown
/// number. What a variable holds before iteration i is guessed from one run
/// and proven by induction.
class HandTrace {
public:
  /// \p Buffers: of each tile, 1 where it has no dimension for them.
  HandTrace(const KLoop &Loop, Terms &All, unsigned Buffers);

  /// In front: what does not run is nullptr. What is kept in both texts is
  /// no step.
  void runFront(const clang::Stmt *S, bool IsKept);
  /// Then the loop. \p Tests: that a tile exists, by its number after
  /// iteration i; in front of the loop, by its number.
  bool runLoop();
  const Term *conditionAt(const Term *Iteration) {
    return All.at(Condition, Iteration);
  }

  TermReader Reader;
  std::map<const Term *, int> FrontTests, Tests;
  std::vector<HandStep> Front;
  std::vector<std::vector<HandStep>> Bodies; ///< by remainder
  const Term *Condition = nullptr;
  /// What the computation changes, which has no value.
  llvm::DenseSet<const clang::VarDecl *> Computed;
  /// Others that change in the loop, or in front of it where nothing is kept.
  llvm::DenseSet<const clang::VarDecl *> Changed;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Symbols; ///< kept ones
  /// It changes, and is known wherever the computation reads it.
  bool hasValue(const clang::VarDecl *V) const {
    return Reader.Clean.contains(V) && Changed.contains(V) &&
           !Computed.contains(V);
  }
  std::string Why;
  bool fail(const llvm::Twine &What) {
    if (Why.empty())
      Why = What.str();
    return false;
  }

private:
  using State = llvm::DenseMap<const clang::VarDecl *, HeldTerm>;
  struct Course {
    const Term *Form = nullptr;       ///< at the iteration
    std::vector<const Term *> Values; ///< else by remainder
    bool IfTile = false;              ///< in iterations alone
  };

  void run(const clang::Stmt *S);
  void runDeclaration(const clang::DeclStmt *Group);
  void runExpression(const clang::Expr *E);
  bool runCall(const clang::Expr *E);
  bool assign(const clang::Expr *E);
  void runBranch(const clang::IfStmt *If);
  bool runFor(const clang::ForStmt *For);
  /// All conditions of \p E are that tiles exist: which ones.
  bool readTests(const clang::Expr *E, std::vector<int> &Into);
  bool hasSteps(const clang::Stmt *S);
  void compute(const clang::Stmt *S);
  bool readComputed(const clang::Stmt *S, HandStep &Step);
  void forget(const clang::Stmt *S, bool IsComputed);
  void add(HandStep Step);
  void iterate(int64_t Residue);
  State stateAt(const Term *Iteration, int64_t Residue);
  void guessCourses();
  bool areCoursesProven(int64_t Residue);
  bool isFirst(const clang::VarDecl *V, const Course &Of);

  const KLoop &Loop;
  Terms &All;
  const clang::ASTContext &Context;
  const unsigned Buffers;
  State Start; ///< after the loop's init
  std::map<const clang::VarDecl *, Course> Courses;
  std::vector<const clang::VarDecl *> Heads;
  std::vector<HandStep> *Into = nullptr;
  bool InFront = true, IsKept = false, IsTrial = false;
};

/// Local variables and parameters of \p F that nothing else names: not by an
/// address, a reference or a lambda.
llvm::DenseSet<const clang::VarDecl *> namedAlone(const clang::FunctionDecl *F);

/// Why code may do more than its statements say: "" if not. All that counts,
/// jumps, synchronises or calls what is not seen.
/// \p IsLoop: of the computation; else what stands in front of the loop.
std::string findOpenCode(const clang::Stmt *S, bool IsLoop);

const clang::Stmt *unattributed(const clang::Stmt *S);

} // namespace pipeline_rewrite::undo
#endif
