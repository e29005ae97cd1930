//===- PipelineEvents.h - What a block does, in order ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the rules about pipelines written by hand: asynchronous copies, commits,
// waits, barriers, and the accesses to shared arrays between them.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_LINT_PIPELINEEVENTS_H
#define PIPELINE_REWRITE_LINT_PIPELINEEVENTS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace pipeline_rewrite {

/// An element, or a part, of a shared array: `S[i][j]`.
struct SharedElement {
  const clang::VarDecl *Array = nullptr;
  const clang::DeclRefExpr *Name = nullptr;
  llvm::SmallVector<const clang::Expr *, 4> Subscripts; ///< outermost first
};

enum class EventKind {
  Copy,    ///< starts an asynchronous copy into Element
  Commit,  ///< closes a group of copies
  Wait,    ///< until at most Prior groups are in flight
  Barrier, ///< of any kind and scope
  Opaque,  ///< may do any of these
  Read,
  Write
};

struct PipelineEvent {
  EventKind Kind;
  const clang::Stmt *At;
  SharedElement Element = {}; ///< of Copy, Read, Write
  /// Of Wait, if it is a constant.
  std::optional<unsigned> Prior = std::nullopt;
  unsigned Child = 0; ///< which statement of the block it is in
  /// The innermost condition that it stands under, of an `if` or the like, a
  /// loop's own left out.
  const clang::Expr *Condition = nullptr;
  bool Conditional = false;
  bool InLoop = false;
};

/// The names and the variables of one function, loops looked through.
class FunctionNames {
public:
  explicit FunctionNames(const clang::FunctionDecl *F);

  const clang::FunctionDecl *function() const { return Function; }
  /// Everything that \p V was ever made from is in sources(), unless its
  /// address was taken.
  llvm::ArrayRef<const clang::Expr *> sources(const clang::VarDecl *V) const;
  bool isModified(const clang::VarDecl *V) const;
  /// Statements that change \p V after its declaration.
  unsigned changes(const clang::VarDecl *V) const;
  bool isModifiedIn(const clang::VarDecl *V, const clang::Stmt *S) const;
  bool isAddressTaken(const clang::VarDecl *V) const {
    return Taken.contains(V);
  }
  /// Arrays of shared memory whose every use is an event: no pointer to them is
  /// kept, nothing but asynchronous copies fills them.
  bool isFollowed(const clang::VarDecl *Array) const {
    return Arrays.contains(Array) && !Escaped.contains(Array);
  }
  /// The copies that fill \p Array.
  llvm::ArrayRef<PipelineEvent> copies(const clang::VarDecl *Array) const;

private:
  void collect(const clang::Stmt *S);

  const clang::FunctionDecl *Function;
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      Sources;
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Stmt *, 2>>
      Changes;
  llvm::DenseMap<const clang::VarDecl *, std::vector<PipelineEvent>> Copies;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Taken, Arrays, Escaped;
  std::vector<const clang::DeclRefExpr *> Uses; ///< of shared arrays
};

/// The destination of an asynchronous copy, also of libcu++'s; nothing if it is
/// no part of a shared array, or not seen to be.
std::optional<SharedElement> copyTarget(const clang::CallExpr *Call);

/// What the statements of a block do, nested ones included, in the order of the
/// text.
std::vector<PipelineEvent> eventsOf(const clang::CompoundStmt *Block,
                                    const clang::ASTContext &Context);
std::vector<PipelineEvent> eventsOf(const clang::Stmt *S,
                                    const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
