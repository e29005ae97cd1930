//===- HandThread.h - One thread in a loop that is pipelined by hand ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_HANDTHREAD_H
#define PIPELINE_REWRITE_UNDO_HANDTHREAD_H

#include "Undo/HandRun.h"
#include "Undo/Parts.h"

namespace pipeline_rewrite::undo {

/// One store to a buffer.
struct Entry {
  std::string Text;
  std::optional<unsigned> Group; ///< of an asynchronous copy in flight
  unsigned Epoch = 0;            ///< barriers before it was there
};

struct Buffer {
  std::vector<Entry> Holds;
  bool WasRead = false;
  unsigned ReadIn = 0, Stores = 0;
};

class HandThread {
public:
  HandThread(const HandLoop &L, int Exist)
      : L(L), Reader(L, All), Exist(Exist) {
    All = L.Tiles;
    for (const clang::VarDecl *V : L.Ahead)
      if (V->getType()->isArrayType())
        All[V] = false;
    Reader.Counter = L.Counter;
    Reader.Counter.Step =
        L.Step ? Reader.read(L.Step) : Value{"#1", 1, 0, std::nullopt};
    Reader.Counter.Start = Reader.read(L.Start);
    if (Reader.Strange)
      fail(RefusalId::HandLoop, "its header is not understood", L.Start);
    for (const clang::VarDecl *V : L.Ahead)
      if (countsTiles(V))
        Runners.insert(V);
  }

  HandTrace run(int Most);

  int64_t period() const { return Reader.Period; }

private:
  bool On() const { return Trace.Wrong.empty(); }
  void fail(RefusalId Id, std::string What, const clang::Stmt *At);

  /// All that changes it moves it on by a tile, and it chooses no buffer: what
  /// it begins with is a tile, too, where that is a number.
  bool countsTiles(const clang::VarDecl *V);

  Value asTile(Value V) const;

  std::string state();

  /// What it holds is gone with the iteration.
  bool isOfBody(const clang::VarDecl *V) const;

  std::vector<const clang::VarDecl *> sorted() const;

  void execute(const clang::Stmt *S);

  /// True if it is asked whether a tile exists; else it is a load with an
  /// answer of its own.
  bool branch(const clang::IfStmt *If);

  void set(const clang::VarDecl *V, Value To, const clang::Stmt *S);

  static bool isAnswer(const clang::VarDecl *V) {
    return V->getType()->isBooleanType();
  }

  bool mentionsArrays(const clang::Stmt *S) const {
    return llvm::any_of(
        All, [&](const auto &Each) { return findMention(S, Each.first); });
  }

  void declare(const clang::DeclStmt *D);

  void assign(const clang::VarDecl *V, const clang::Stmt *S);

  void wait(const clang::CallExpr *Call);

  void unroll(const clang::ForStmt *For);

  static bool variableFits(const clang::VarDecl *V) {
    return V->hasLocalStorage() && V->getType()->isIntegerType();
  }

  void note(const clang::Stmt *S, bool Fills);

  /// Stores to tiles, or to registers that are arrays.
  void transfer(const clang::Stmt *S, bool IsCopy);

  bool isFixed(const clang::Stmt *S, const clang::Stmt *In);

  bool coversTheSame(const clang::Stmt *S, const clang::Stmt *In);

  static std::string contents(const Buffer &B);

  void compute(unsigned U);

  const HandLoop &L;
  Arrays All; ///< tiles, and registers that are arrays
  TileReader Reader;
  const int Exist;
  int Tile = 0;
  bool IsInLoop = false, Computed = false;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Runners;
  unsigned Epoch = 0, Committed = 0;
  std::map<std::pair<const clang::VarDecl *, int64_t>, Buffer> Buffers;
  /// Of the present tile: each array's buffer, and the stores that it had.
  std::map<const clang::VarDecl *, std::pair<int64_t, unsigned>> Seen;
  HandTrace Trace;
};

} // namespace pipeline_rewrite::undo
#endif
