//===- PlainWriter.h - The text of a plain loop ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo. PlainLoads.cpp has the text of the loads, PlainLoop.cpp what
// is around them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_PLAINWRITER_H
#define PIPELINE_REWRITE_UNDO_PLAINWRITER_H

#include "Emit/Source/SourceText.h"
#include "Undo/PlainLoop.h"

namespace pipeline_rewrite {

/// Every name of a variable below \p S.
std::vector<std::pair<const clang::VarDecl *, const clang::DeclRefExpr *>>
namedBelow(const clang::Stmt *S);

/// A statement of the loads, and the values that its text is read with.
struct LoadLeaf {
  const clang::Stmt *At = nullptr;
  LoopPart Part = LoopPart::Load;
  /// What was known when it ran, and when the iteration began that computes
  /// with what it loads.
  std::vector<std::pair<const RunState *, const RunState *>> Runs;
};

/// A statement that is there only for its variables.
struct Counting {
  const clang::Stmt *At = nullptr;
  bool IsAhead = false; ///< it stands before the loop
  std::vector<const clang::VarDecl *> Of;
  std::string Text;
  bool IsLive = false;
};

class PlainWriter {
public:
  PlainWriter(const FoundPipeline &Of, const SourceUnit &Unit, LoadsOf From)
      : P(Of), K(*Of.Loop), Unit(Unit), Text(Unit), From(From) {}

  std::variant<EditSet, Refusal> write();

private:
  /// Iterations whose values tell which index is meant.
  static constexpr unsigned Looked[] = {3, 4};
  static constexpr unsigned Steady = 5;

  bool failed() const { return Why.has_value(); }
  void refuse(RefusalId Id, std::string Detail,
              const clang::Stmt *At = nullptr);
  TextRange rangeOf(const clang::Stmt *S);
  std::string word(const clang::VarDecl *V) const {
    return V->getNameAsString();
  }

  void findCounters();
  void findLeaves();
  void addLeaf(const LeafRun &Run, unsigned Distance);
  unsigned distanceOf(const clang::Stmt *S, LoopPart Part);
  void joinRegisters();
  void editIndices(EditSet &Edits, const clang::Stmt *S, const LoadLeaf *Leaf);
  bool editIndex(EditSet &Edits, const clang::Expr *E, const LoadLeaf &Leaf);
  void editCopy(EditSet &Edits, const clang::CallExpr *Copy,
                const LoadLeaf *Leaf);
  std::string textOf(const clang::Stmt *S, const LoadLeaf *Leaf);
  std::string copied(const clang::Expr *Pointer, const LoadLeaf *Leaf,
                     const std::string &Cast);
  std::string linesOf(const clang::Stmt *S, const LoadLeaf *Leaf);

  void findKept();
  void walkUnit(const clang::Stmt *S, bool IsTop);
  void findCounting();
  void addCounting(const clang::Stmt *S, bool IsAhead);
  LoadLeaf leafOf(const clang::Stmt *S) const;
  void settleCounting();
  bool isDropped(const clang::Stmt *S) const;
  void lookAtPrologue();
  void lookAtTiles(EditSet &Edits);
  void lookAtDirectives();
  std::string body();

  const FoundPipeline &P;
  const KLoop &K;
  const SourceUnit &Unit;
  const SourceText Text;
  const LoadsOf From;
  std::optional<Refusal> Why;
  std::string Indent;
  std::vector<const clang::VarDecl *> Counters;
  std::vector<LoadLeaf> Loads;
  std::map<const clang::Stmt *, std::string>
      Joined;                             ///< by the value that is replaced
  std::set<const clang::Stmt *> Fetched;  ///< into a Joined one
  std::vector<const clang::Stmt *> Kept;  ///< computation, in order
  std::vector<const clang::Stmt *> Order; ///< of Kept and of counting
  std::vector<Counting> Counts;
  /// Where in Order the last barrier after the computation stands.
  std::optional<size_t> LastBarrier;
  std::string LoadText, Barrier;
};

} // namespace pipeline_rewrite
#endif
