//===- SystemFunctions.h - What is known of the system's functions --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_AST_SYSTEMFUNCTIONS_H
#define PIPELINE_REWRITE_AST_SYSTEMFUNCTIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace pipeline_rewrite {

/// \p F, of a system's header, is in the table of functions that read and write
/// what their arguments are or point to, and nothing else: arithmetic,
/// conversions, loads and stores with a cache hint, matrix fragments, the ranks
/// and sizes of groups. Whatever waits, exchanges values between threads or is
/// atomic must have been asked for before.
bool touchesArgumentsOnly(const clang::FunctionDecl *F);

/// \p F, of a system's header, is memset(): it writes what its first argument
/// points to and reads no memory.
bool setsMemory(const clang::FunctionDecl *F);

/// \p F does something that is seen from outside at the moment when it runs: it
/// prints, stops the kernel, allocates memory, or reads a clock.
bool actsAtOnce(const clang::FunctionDecl *F);

/// An atomic operation that nothing behind it may be moved ahead of: its memory
/// order is acquire or stronger, or is not seen.
/// (CUDA C++ Programming Guide, "Atomic Functions"; libcu++, cuda::atomic_ref)
bool acquires(const clang::CallExpr *Atomic);
bool acquires(const clang::AtomicExpr *Atomic,
              const clang::ASTContext &Context);

} // namespace pipeline_rewrite
#endif
