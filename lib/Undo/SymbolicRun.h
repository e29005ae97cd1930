//===- SymbolicRun.h - A pipelined loop run with symbols ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs what one thread does for a number of tiles, with symbols for all that is
// not known. What a computation sees in its tiles is an event; two texts with
// the same events for each number of tiles compute the same. Plain and
// pipelined loops are run alike: nothing here knows of prologues or distances.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_SYMBOLICRUN_H
#define PIPELINE_REWRITE_UNDO_SYMBOLICRUN_H

#include "Undo/LoopParts.h"
#include "Undo/Terms.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <set>

namespace pipeline_rewrite {

struct RunState {
  std::map<const clang::VarDecl *, Term> Variables;
  std::map<std::string, Term> Memory; ///< of the thread
  /// What each buffer ("As#1") holds, by the place in it.
  std::map<std::string, std::map<std::string, Term>> Buffers;
};

/// How the loop's condition counts down: it holds in iteration I if
/// Left + I * Change is positive.
struct Countdown {
  Term Left, Change;
};

/// A statement that ran in an iteration, and what was known then.
struct LeafRun {
  const clang::Stmt *At = nullptr;
  LoopPart Part = LoopPart::Step;
  RunState Before;
};

class SymbolicRun {
public:
  SymbolicRun(const KLoop &K, LoopParts &Parts, clang::ASTContext &Context)
      : K(K), Parts(Parts), Context(Context) {}

  /// Tiles whose first subscript names the buffer.
  std::set<const clang::VarDecl *> Buffered;
  /// The iterations that the condition holds for, and how it counts; without,
  /// conditions that are not known are taken to hold.
  std::optional<Countdown> Known;
  unsigned Tiles = 0;

  /// What stands before the loop or after it.
  void runAround(llvm::ArrayRef<const clang::Stmt *> Statements);
  void runLoop();
  /// Runs one iteration after the head; gives how the condition counts.
  std::optional<Countdown> probe();

  std::vector<std::string> Events;
  std::string Why; ///< what is not understood; empty if all is
  const clang::Stmt *WhyAt = nullptr;
  RunState State;
  /// What ran before the loop, and in each iteration.
  std::vector<LeafRun> Ahead;
  std::vector<std::vector<LeafRun>> Iterations;
  /// What was known when each iteration began.
  std::vector<RunState> Starts;
  /// `if`s of which it was always known which branch runs.
  std::map<const clang::Stmt *, bool> IsDecided;
  /// The values of the first subscripts of each tile, by their place; none: not
  /// a number.
  std::map<const clang::ArraySubscriptExpr *, std::set<int64_t>> Slots;
  std::set<const clang::VarDecl *> NotBuffered;
  /// By a buffer's name, and by a register's: in which iteration it was filled;
  /// -1 before the loop.
  std::map<std::string, int> FilledIn;
  std::map<const clang::VarDecl *, int> FetchedIn;
  /// By tile and register: iterations between filling and use.
  std::map<const clang::VarDecl *, std::set<int>> Gap;

  /// The value of \p E in \p In; nothing changes.
  Term valueIn(const RunState &In, const clang::Expr *E);

private:
  Term fail(std::string Text, const clang::Stmt *At);
  bool failed() const { return !Why.empty(); }
  std::string nameOf(const clang::VarDecl *V);
  std::string nameOf(const clang::MSPropertyRefExpr *Property);

  void run(const clang::Stmt *S);
  void runLeaf(const clang::Stmt *S);
  void runParts(const clang::Stmt *S);
  void runDeclared(const clang::DeclStmt *D);
  void runIf(const clang::IfStmt *If);
  void runInner(const clang::Stmt *Loop);
  void runOpaque(const clang::ForStmt *For);
  Term choose(const std::string &Condition, Term Then, Term Else);
  void merge(const std::string &Condition, RunState Then, const RunState &Else);
  bool holds(const clang::Expr *Condition, bool &Known);

  Term eval(const clang::Expr *E);
  Term evalCast(const clang::CastExpr *Cast);
  Term evalUnary(const clang::UnaryOperator *U);
  Term evalBinary(const clang::BinaryOperator *B);
  Term evalCall(const clang::CallExpr *Call);
  Term evalParts(const clang::Expr *E);
  Term combine(clang::BinaryOperatorKind Op, const clang::Expr *L,
               const clang::Expr *R, clang::QualType Type, const Term &A,
               const Term &B);
  Term compare(clang::BinaryOperatorKind Op, const Term &A, const Term &B,
               const std::string &Type);
  Term copyAsync(const clang::CallExpr *Call);
  Term runLambda(const clang::CallExpr *Call, const clang::LambdaExpr *Lambda);
  /// The variable that \p E names; nullptr if it names none.
  static const clang::VarDecl *variableOf(const clang::Expr *E);
  Term address(const clang::Expr *E);
  Term loadAt(const Term &Address, uint64_t Bytes);
  void storeAt(const Term &Address, uint64_t Bytes, const Term &Value,
               const clang::Stmt *At);
  Term load(const clang::Expr *E);
  void store(const clang::Expr *E, const Term &Value);
  uint64_t bytesOf(clang::QualType T) const;
  std::optional<bool> decide(clang::BinaryOperatorKind Op, const Term &Left);

  void compute(const clang::Stmt *S);
  std::string describe(const clang::Stmt *S);
  std::string describeDecl(const clang::Decl *D);
  std::string asSeen(const std::string &Text);
  void noteUse(const clang::Stmt *S);

  const KLoop &K;
  LoopParts &Parts;
  clang::ASTContext &Context;
  /// Of the whole run, with loops of constant lengths.
  static constexpr unsigned MostSteps = 400000;
  int Iteration = -1;
  bool InHead = false;
  bool InLoad = false; ///< all that runs is part of a load
  unsigned Steps = 0, Computed = 0;
  std::optional<Term> HeadLeft;
  std::map<std::string, const clang::VarDecl *> Names;
  struct Choice {
    std::string Condition;
    Term Then, Else;
  };
  std::map<std::string, Choice> Choices; ///< by their symbols
  /// Of the computation that is described.
  std::set<std::string> Used;
  const Effects *Own = nullptr;
  std::set<const clang::VarDecl *> Inner;
};

} // namespace pipeline_rewrite
#endif
