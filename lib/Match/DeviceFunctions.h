//===- DeviceFunctions.h - What calls mean to a pipeline ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers, fences, asynchronous copies and the rest, told apart by name or,
// for the user's own wrappers, by body.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_MATCH_DEVICEFUNCTIONS_H
#define PIPELINE_REWRITE_MATCH_DEVICEFUNCTIONS_H

#include "Ast/AsmOpcodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace pipeline_rewrite {

enum class CallKind {
  BlockBarrier, ///< every thread of the block waits, nothing else happens
  OtherBarrier, ///< a barrier of another scope, count or with a result
  WarpSync,     ///< __syncwarp, shuffles, votes: orders nothing between warps
  BlockFence,   ///< a memory fence that only threads of the block see
  Fence,        ///< other memory fences, grid dependencies: no load may cross
  Async,        ///< asynchronous copies and their groups
  Atomic,
  Moment,        ///< prints, stops the kernel, allocates, reads a clock
  ArgumentsOnly, ///< touches what its arguments point to, nothing else
  HasBody,       ///< look inside
  Unknown
};

/// A function of a system's header is what its name or the table of
/// Ast/SystemFunctions.h says; else what its body says.
CallKind classifyCallee(const clang::FunctionDecl *Callee);

/// A function of CUDA's, of any version, by which threads of a warp give each
/// other values: a shuffle, or a vote.
bool isWarpExchange(llvm::StringRef Name);

/// True if \p F comes with the toolkit, the compiler or a system's headers.
bool isSystem(const clang::FunctionDecl *F);

/// `cuda::ptx::get_sreg_total_smem_size()`, an intrinsic of that name: tells
/// how much shared memory the launch gave.
bool asksSharedSize(const clang::FunctionDecl *F);

/// The name of the function that \p Call calls, if the CUDA runtime or driver
/// declares it; empty if another does, whatever it calls it.
llvm::StringRef runtimeFunction(const clang::CallExpr *Call);

/// What \p S is without what macros write around a statement: braces,
/// `do … while (0)`, and beside it `;` and `(void)0;`. nullptr for nothing.
const clang::Stmt *onlyStatement(const clang::Stmt *S);

/// A statement that is a block barrier and nothing else: `__syncthreads();`,
/// `block.sync();`, `cg::sync(b);`, `__barrier_sync(0);`, `asm("bar.sync 0;")`,
/// a call of a function whose body is one of these, or an `if` whose condition
/// is a constant, where the branch that is taken is one of these; or one of
/// these as the onlyStatement() of a block.
bool isBlockBarrier(const clang::Stmt *S);

/// The call of `__syncthreads_or`, `_and` or `_count` in \p E: the vote itself,
/// negated, or compared with anything that is no vote; nullptr if there is
/// none. All threads of the block get the same vote, not the same comparison.
const clang::CallExpr *findVote(const clang::Expr *E);

/// The value of a statement that is such a vote: `n = vote;`, `int n = vote;`,
/// or a vote whose result is lost; nullptr for any other statement.
const clang::Expr *votedValue(const clang::Stmt *S);

/// `pipe.consumer_wait();` of a pipeline of the block: behind it all threads of
/// the block have committed what they copy.
bool isBlockPipelineWait(const clang::Stmt *S);

AsmKind classifyAsm(llvm::StringRef Text);

} // namespace pipeline_rewrite
#endif
