//===- HandWriter.h - The plain loop of loads that hands moved ahead ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_HANDWRITER_H
#define PIPELINE_REWRITE_UNDO_HANDWRITER_H

#include "Emit/Source/SourceText.h"
#include "Undo/PipelineParts.h"
#include "Undo/PlainGuess.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

namespace pipeline_rewrite::undo {

using namespace clang;

inline bool isShared(const VarDecl *V) {
  return V && V->hasAttr<CUDASharedAttr>();
}

class HandWriter {
public:
  HandWriter(const KLoop &Loop, const SourceUnit &Unit)
      : Loop(Loop), Text(Unit) {}

  std::optional<PlainGuess> run();

private:
  std::string words(const Stmt *S);

  /// The variable that counts tiles, and what it goes on by.
  bool findCounter();

  /// The tile that an assignment or a copy goes to.
  static const VarDecl *filled(const Stmt *S);
  bool fills(const Stmt *S);
  bool isNext(const Stmt *S) const;

  /// Sorts a statement of the body, or of an if on the next tile.
  void read(const Stmt *S, const IfStmt *Under);
  const Expr *condition() const;

  /// It depends on the tile.
  bool isOfTile(const Expr *E) const;

  /// A variable gets what is stored to a tile later.
  bool isRegister(const Stmt *S) const;
  bool isStored(const VarDecl *V) const;

  /// Shared arrays with few parts, one of which is chosen in each iteration.
  void rings();

  /// `k` of an expression that is k + step, or nullptr; \p Sum: it with the
  /// step's tokens.
  bool isStepAdded(const BinaryOperator *Sum);
  bool isAddend(const Expr *E);

  /// \p S without its buffers, and of this tile instead of the next one.
  void rewrite(const Stmt *S, EditSet &New);

  /// What a pointer leads to.
  std::string target(const Expr *Pointer);
  std::string rewritten(const Stmt *S, bool WithLines = false);
  void cut(const Stmt *S);

  /// The loads of the first tile, and all that goes with them.
  void front();
  bool isSharedCall(const Stmt *S) const;
  bool isFrontRegister(const Stmt *S) const;

  /// `k = 0;` stays where the loop counts with it.
  bool isCounted(const Stmt *S) const {
    return onlySets(S) == Counter && !Loop.init();
  }

  /// A counter that is a tile ahead starts with the first tile.
  void header();
  static unsigned countWords(llvm::StringRef In, llvm::StringRef Word);
  static bool hasWord(llvm::StringRef In, llvm::StringRef Word) {
    return countWords(In, Word);
  }

  struct Line {
    undo::Variables Sets; ///< and nothing else
    std::string Words;
  };
  static undo::Variables defined(const Stmt *S);
  void body();

  /// What only the pipeline needed is not set any more.
  void prune(const std::vector<Line> &Loads,
             std::vector<std::vector<Line> *> All, const std::string &Header);

  /// Variables that are the next tile's number.
  void names();

  /// `float a, b;`, or `float a = A[i];`, of values that wait.
  bool isOfRegisters(const DeclStmt *Group);
  std::string indent();
  std::string own(llvm::StringRef Words, const Stmt *S) {
    const auto At = Text.statement(S);
    return reindent(Words.rtrim(), Text.indentAt(At ? At->Begin : 0), indent());
  }

  void write(const std::vector<Line> &Before, const std::vector<Line> &Loads,
             const std::vector<Line> &After, const std::vector<Line> &Computes);

  /// Of variables that nothing names any more.
  void declarations();
  const KLoop &Loop;
  const SourceText Text;
  const CompoundStmt *Block = nullptr;
  const VarDecl *Counter = nullptr;
  std::string Step;
  const Expr *Guard = nullptr;
  std::vector<const Expr *> Conditions;
  std::vector<std::pair<const Stmt *, const Expr *>> Fills;
  std::map<const VarDecl *, const Expr *> Registers;
  std::map<const VarDecl *, std::string> Nexts;
  std::vector<const Stmt *> Kept, Front;
  undo::Variables Rings;
  EditSet Edits;
  PlainGuess Out;
  unsigned Stages = 1;
  bool IsAhead = false, IsWritten = true;
};

} // namespace pipeline_rewrite::undo
#endif
