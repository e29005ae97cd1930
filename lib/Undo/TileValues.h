//===- TileValues.h - Expressions of a loop by the tile that they mean ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads expressions and statements of a kernel where it is known which tile the
// loop's counter stands at. What two texts are read as is equal only if they
// compute the same from the same: constants are folded, neutral elements are
// left out, names stand for what they hold. What has no rule is no value.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_TILEVALUES_H
#define PIPELINE_REWRITE_UNDO_TILEVALUES_H

#include "Ast/Assignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite::undo {

struct HandLoop;

struct Value {
  std::string Text; ///< what it is made of
  std::optional<int64_t> Number;
  /// What is added to Number from tile to tile; nullopt: that is not known.
  std::optional<int64_t> Slope = 0;
  std::optional<int> Tile; ///< it is the loop's counter at this tile
};

/// How the loop counts, and when it ends.
struct TileCounter {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Condition = nullptr;
  Value Start, Step;
};

/// Arrays with tiles; true: of buffers that are told apart by its first index.
using Arrays = std::map<const clang::VarDecl *, bool>;

/// `__pipeline_memcpy_async(To, From, n)`: `*To = *From`, both cast to pointers
/// to Cast if that is not empty.
struct AsyncCopy {
  const clang::Expr *To, *From;
  std::string Cast;
};
/// nullopt: it is none, or no assignment does the same.
std::optional<AsyncCopy> asyncCopyOf(const clang::CallExpr *Call,
                                     const clang::ASTContext &Context);

class TileReader {
public:
  TileReader(const HandLoop &L, const Arrays &Tiles);

  TileCounter Counter;
  /// What variables hold. Others are what their names say.
  std::map<const clang::VarDecl *, Value> Held;

  // What the last reads met; forget() begins anew.
  std::map<const clang::VarDecl *, std::optional<int64_t>> Slots;
  std::optional<const clang::Stmt *> Strange; ///< has no rule
  void forget() {
    Slots.clear();
    Strange.reset();
    Locals.clear();
  }
  /// After so many tiles all numbers made of the counter come again.
  int64_t Period = 1;

  Value read(const clang::Expr *E);
  std::string text(const clang::Stmt *S);
  /// The tile that exists if \p E holds, or a number; nullopt: neither.
  struct Truth {
    bool IsTile = false;
    int64_t Of = 0;
  };
  std::optional<Truth> truth(const clang::Expr *E, int Near);
  /// The counter, as a value that is computed with.
  Value finished(const Value &V);
  Value changed(const clang::VarDecl *V, const clang::Stmt *By);

private:
  Value unbounded(Value V, clang::QualType T) const;
  bool fits(const Value &V, clang::QualType T) const;
  Value updated(const clang::VarDecl *V, const Assignment &Of,
                const clang::Stmt *By);
  std::string textOf(const clang::FunctionDecl *F);
  std::string textOf(const clang::VarDecl *V);
  Value strange(const clang::Stmt *S);
  Value number(int64_t N, std::optional<int64_t> Slope = 0);
  Value named(const clang::VarDecl *V);
  Value cast(const clang::CastExpr *C);
  Value binary(const clang::BinaryOperator *B);
  Value applied(clang::BinaryOperatorKind Op, Value L, Value R,
                const clang::Expr *At);
  Value element(const clang::ArraySubscriptExpr *E);
  Value other(const clang::Expr *E);
  Value sum(std::vector<Value> Terms);
  bool terms(const clang::Expr *E, clang::QualType T, std::vector<Value> &To);
  std::string parts(const clang::Stmt *S, llvm::StringRef Word);
  std::string pointee(const clang::Expr *Pointer, llvm::StringRef Cast);
  std::string typeText(clang::QualType T);

  const HandLoop &L;
  clang::ASTContext &Context;
  const Arrays &Tiles;
  std::map<const clang::VarDecl *, unsigned> Locals;
  std::map<std::string, const void *> Types;
};

} // namespace pipeline_rewrite::undo
#endif
