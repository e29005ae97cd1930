//===- HandSides.h - The function of a pipeline and that of a plain loop --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_HANDSIDES_H
#define PIPELINE_REWRITE_UNDO_HANDSIDES_H

#include "Ast/Below.h"
#include "Emit/Source/SourceText.h"
#include "Undo/HandTrace.h"
#include "Undo/PipelineParts.h"

namespace pipeline_rewrite::undo {

/// One of the two functions.
struct Side {
  Side(const KLoop &Loop, const SourceUnit &Unit)
      : Loop(Loop), Unit(Unit), Text(Unit),
        Block(llvm::dyn_cast_or_null<clang::CompoundStmt>(
            Loop.Function->getBody())) {}
  const KLoop &Loop;
  const SourceUnit &Unit;
  const SourceText Text;
  const clang::CompoundStmt *Block;
  std::vector<const clang::Stmt *> Front, Rest;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Tiles;
  llvm::DenseSet<const clang::VarDecl *> Rings;

  bool split() {
    bool IsAfter = false;
    for (const clang::Stmt *S : Block->body()) {
      if (unattributed(S) == Loop.Loop)
        IsAfter = true;
      else
        (IsAfter ? Rest : Front).push_back(S);
    }
    return IsAfter;
  }
  bool isRing(const clang::Stmt *S) const {
    const clang::ArraySubscriptExpr *At = firstIndexOf(S);
    return At && Rings.contains(rootOf(At));
  }
  bool mentionsAny(const clang::Stmt *S,
                   llvm::function_ref<bool(const clang::VarDecl *)> Is) const {
    return findBelow<clang::DeclRefExpr>(S, [&](const clang::DeclRefExpr *Ref) {
             const auto *V = llvm::dyn_cast<clang::VarDecl>(Ref->getDecl());
             return V && Is(V);
           }) != nullptr;
  }
};

/// Both, statement by statement: what is in both texts, and what means the same
/// there.
class HandSides {
public:
  HandSides(const KLoop &P, const SourceUnit &Is, const KLoop &X,
            const SourceUnit &Guess)
      : P(P, Is), X(X, Guess) {}

  /// Pairs the parameters, the tiles and the statements in front of the loops.
  bool pair();
  /// The same words, which mean the same. Pairs what is declared in them.
  bool isSame(const clang::Stmt *A, const clang::Stmt *B);

  Side P, X;
  std::vector<bool> IsKept; ///< of P's front
  int Buffers = 1;
  const HandTrace *Piped = nullptr, *Plain = nullptr; ///< once they have run
  std::optional<std::string> Why;
  bool fail(const llvm::Twine &What) {
    if (!Why)
      Why = What.str();
    return false;
  }

private:
  struct Name {
    const clang::ValueDecl *Of;
    std::string Type;
  };
  bool isForm(const Side &Of);
  bool isTextSame();
  bool pairTiles(const clang::DeclStmt *A, const clang::DeclStmt *B);
  std::vector<std::string> tokens(const Side &Of, const clang::Stmt *S);
  /// All nodes, and what they name; false if they have more.
  bool names(const Side &Of, const clang::Stmt *S, std::vector<Name> &Out);
  bool isSameName(const Name &A, const Name &B);
  bool isSamePlace(const clang::ValueDecl *A, const clang::ValueDecl *B) const;
  bool pairFronts();
  unsigned Numbers = 1000;
};

} // namespace pipeline_rewrite::undo
#endif
