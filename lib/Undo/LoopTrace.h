//===- LoopTrace.h - What a thread does around and in a loop --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_LOOPTRACE_H
#define PIPELINE_REWRITE_UNDO_LOOPTRACE_H

#include "Match/KLoop.h"
#include "Undo/CodeWords.h"
#include "clang/AST/StmtCXX.h"

namespace pipeline_rewrite::undo {

/// A step of a thread.
struct TraceStep {
  enum KindOf { Code, Barrier, Commit, Wait };
  KindOf Kind = Code;
  std::string Words;              ///< Code, whatever the buffers
  std::optional<unsigned> Buffer; ///< that the rings' elements are in
  std::vector<std::string> Under; ///< TileTest of each
  unsigned Prior = 0;             ///< Wait
  bool IsCopy = false;            ///< Code that starts an asynchronous copy
  const clang::VarDecl *Declares = nullptr; ///< Code that does no more
  const clang::Stmt *At = nullptr;          ///< Code
};

/// By the words of a condition, `@+1` for that tile 1 after this one exists,
/// `@-1` for that it does not. In front of the loop: after none, tile 1.
using TileTests = std::map<std::string, std::string>;

/// Runs the function's block with the loop for what each step computes, with
/// the iteration as an unknown number. A variable of the block is then a sum
/// with multiples of that number, one of a cycle of values, or nothing known,
/// which no step may read. That is proven by induction over the iterations.
class LoopTrace {
public:
  /// Of an iteration and its remainder; nullptr: in front of the loop.
  using Tests = std::function<TileTests(const Polynomial *, int64_t)>;
  /// \p Modulus: iterations after which the buffers are the same.
  LoopTrace(const KLoop &Loop, const CodeWords::Variables &Rings,
            int64_t Modulus, Tests Exists)
      : Loop(Loop), Modulus(Modulus), Exists(std::move(Exists)),
        Words(Loop.Function->getASTContext(), Rings) {}

  /// False: \p Why says what is not understood.
  bool read();
  /// The condition before iteration \p I: that it has a tile.
  ConditionWords conditionAt(const Polynomial &I, int64_t Residue);
  std::vector<TraceStep> bodyAt(const Polynomial &I, int64_t Residue);

  /// Something that was asked for is not understood: no words of it count.
  bool hasFailed() const { return Words.Failed; }
  /// An iteration ahead it can be told whether there is one.
  bool isEndKnown();
  /// A condition that holds in an iteration held in all before.
  bool isMonotone();
  /// Variables of one name, which are the same in all iterations, hold the same
  /// in both.
  bool areNamesSame(const LoopTrace &Other) const;

  std::vector<TraceStep> Front, Rest;
  std::vector<std::vector<TraceStep>> Body; ///< by remainder
  CodeWords::Variables Advanced;            ///< other values in each iteration
  std::string Why;

private:
  using State = llvm::DenseMap<const clang::VarDecl *, HeldValue>;
  /// What a variable holds before iteration I.
  struct Course {
    std::optional<Polynomial> First, Step;
    std::vector<Polynomial> Cycle;
  };

  bool readOnce();
  bool follow();
  State stateAt(const Polynomial &I, int64_t Residue) const;
  void iterate(const Polynomial &I, int64_t Residue);
  void settle();
  void run(const clang::Stmt *S);
  void runDeclaration(const clang::DeclStmt *Group);
  void runExpression(const clang::Expr *E);
  bool runCopyCall(const clang::Expr *E);
  bool runAssignment(const clang::Expr *E);
  void runBranch(const clang::IfStmt *If);
  void runForEachBuffer(const clang::ForStmt *For);
  void runAsItStands(const clang::Stmt *S);
  void add(TraceStep Step);
  bool fail(llvm::StringRef What);
  bool mayChange(llvm::StringRef Of) const;
  bool isNewName(const clang::VarDecl *V);
  /// What \p P reads is read where \p V gets it: as code that runs as it
  /// stands, unless a register waits for a store.
  bool readsHere(const clang::VarDecl *V, Polynomial &P);

  const KLoop &Loop;
  const int64_t Modulus;
  const Tests Exists;
  CodeWords Words;
  TileTests Known;
  State Start;
  std::map<std::string, const clang::VarDecl *> Names;
  llvm::DenseMap<const clang::VarDecl *, Course> Courses;
  std::vector<TraceStep> *Into = nullptr;
};

/// \p S without attributes and pragmas.
const clang::Stmt *unattributed(const clang::Stmt *S);

} // namespace pipeline_rewrite::undo
#endif
